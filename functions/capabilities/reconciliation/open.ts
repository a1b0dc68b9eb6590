import type { Services } from '../../../shared/serving/services.ts';
import { keyOfDifference, openIn } from './since.ts';
import type { Reconciliation, ReconciliationResult } from './store/reconciliation-row.ts';

/** The differences of a result with their keys, and the keys that persons have accepted in the company. */
export const keyedIn = async (
  { stores }: Services,
  { accountId, company }: Pick<Reconciliation, 'accountId' | 'company'>,
  { differences }: ReconciliationResult,
): Promise<{
  keyed: (ReconciliationResult['differences'][number] & { key: string })[];
  accepted: Set<string>;
}> => {
  const [key, accepted] = await Promise.all([
    stores.keys.serviceKey('worker'),
    stores.reconciliation.acceptedDifferences({ accountId, company }),
  ]);
  return {
    keyed: differences.map((difference) => ({
      ...difference,
      key: keyOfDifference(accountId, difference, key),
    })),
    accepted,
  };
};

/** The accounts of a result that a person has to look at. */
export const openOf = async (
  services: Services,
  reconciliation: Pick<Reconciliation, 'accountId' | 'company'>,
  result: ReconciliationResult,
): Promise<string[]> => {
  const { keyed, accepted } = await keyedIn(services, reconciliation, result);
  return openIn({ differences: keyed, notCompared: result.notCompared }, accepted);
};
