import { eraseNightlies } from './nightly.ts';
import { eraseReconciliations } from './reconciliations.ts';
import { eraseWorkforces } from './workforce.ts';

/** Workforces of client companies, and their comparisons with what the authorities have. */

export {
  acceptDifference,
  acceptedDifferences,
  beginNight,
  dueNightlies,
  findNightly,
  passNight,
  switchNightlyOff,
  switchNightlyOn,
  unacceptDifference,
} from './nightly.ts';
export {
  createReconciliation,
  dueReconciliations,
  getReconciliation,
  listAnswers,
  listedReconciliations,
  noteReconciliation,
  putAnswer,
  takeReconciliation,
} from './reconciliations.ts';
export {
  findWorkforce,
  findWorkforceRow,
  importWorkforce,
  listWorkforce,
  putWorkforceRow,
  removeWorkforceRow,
  replaceWorkforce,
} from './workforce.ts';

/** Deletes the workforces and comparisons of an account: it is erased. */
export const eraseReconciliation = async (accountId: string): Promise<void> => {
  await eraseWorkforces(accountId);
  await eraseNightlies(accountId);
  await eraseReconciliations(accountId);
};
