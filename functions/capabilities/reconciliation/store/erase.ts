import { eraseNightlies } from './nightly.ts';
import { eraseReconciliations } from './reconciliations.ts';
import { eraseWorkforces } from './workforce.ts';

/** Deletes the workforces and comparisons of an account that is being erased. */
export const eraseReconciliation = async (accountId: string): Promise<void> => {
  await eraseWorkforces(accountId);
  await eraseNightlies(accountId);
  await eraseReconciliations(accountId);
};
