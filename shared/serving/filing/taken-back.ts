import { plainDocument } from '../../kernel/text.ts';
import { contractNumberOf, type Known } from '../../operation/fact.ts';
import type { Accepted, Submission } from '../../operation/operation.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { lockName } from '../../stores/filings/filing-keys.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { listMac } from './draft.ts';
import { requestOfFiling } from './recorded.ts';

/**
 * A filing that was declared filed and has been removed through the gateway since no longer blocks others. An
 * accepted removal leaves a row under the key of the removed filing, in the write that ends it. A request that meets
 * a declared filing looks for this row.
 */

type What = Pick<Known, 'account' | 'document' | 'date' | 'reference'> & { kind: string };

/** Keys of a filing, by its own number and by worker, account and day, as far as it has them. */
const namesOf = async (services: Services, accountId: string, what: What): Promise<string[]> => {
  const { kind, account, document, date, reference } = what;
  const names = reference ? [lockName('removed', accountId, kind, contractNumberOf(reference))] : [];
  if (!account || !document || !date) return names;
  const key = await services.stores.keys.serviceKey('worker');
  const worker = listMac(accountId, { what: 'worker', value: plainDocument(document) }, key);
  return [...names, lockName('removed', accountId, kind, account, worker, date)];
};

const knownBy = ({ emits }: Submission, input: unknown, accepted: Omit<Accepted, 'data'>): Known[] =>
  emits?.(input as Record<string, unknown>, { ...accepted, data: undefined }) ?? [];

/**
 * Keys of the filings that an accepted removal takes back. Empty for other filings, or if they cannot be known,
 * because the acceptance must be recorded all the same.
 */
export const takenBackBy = async (
  services: Services,
  operation: Submission,
  filing: Filing,
): Promise<string[]> => {
  // All that removes is a DELETE.
  if (operation.method !== 'DELETE') return [];
  const { id, accountId, requestId } = filing;
  try {
    const input = await requestOfFiling(services, filing);
    const names = knownBy(operation, input, {}).flatMap(({ kind, removes, ...what }) =>
      kind === 'removed' && removes ? [namesOf(services, accountId, { ...what, kind: removes })] : [],
    );
    return (await Promise.all(names)).flat();
  } catch (error) {
    services.log.error('failed to find what a removal took back', {
      requestId,
      filing: id,
      error: error as Error,
    });
    return [];
  }
};

/**
 * Whether a filing was declared filed, and a removal that was requested after the declaration and after the filing
 * was accepted. An earlier removal took back another filing, and then this one keeps its lock.
 * @param same a request that files the same
 */
export const isTakenBack = async (
  services: Services,
  { accountId, stated, reference, claimedAt, committingAt }: Filing,
  same: Pick<Acting, 'operation' | 'input' | 'now'>,
): Promise<boolean> => {
  if (!stated?.filed || same.operation.kind !== 'submission') return false;
  const known = knownBy(same.operation, same.input, { isAhead: true, ...(reference && { reference }) });
  const names = await Promise.all(known.map((what) => namesOf(services, accountId, what)));
  const removals = await Promise.all(
    names.flat().map((name) => services.stores.filings.findLocked(name, same.now)),
  );
  const since = [stated.at, committingAt ?? claimedAt].toSorted().at(-1)!;
  return removals.some((removal) => removal?.state === 'accepted' && removal.claimedAt > since);
};
