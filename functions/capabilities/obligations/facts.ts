import { createHash } from 'node:crypto';
import { daysLater } from '../../../shared/kernel/spanish-time.ts';
import { plainDocument } from '../../../shared/kernel/text.ts';
import type { Fact, Known } from '../../../shared/operation/fact.ts';
import { storedAnswer } from '../../../shared/serving/filing/answer.ts';
import { requestOfFiling, submissionOf } from '../../../shared/serving/filing/recorded.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';

/** How well it is known that a filing took effect; `undefined` if it is not known. Dry runs and readings prove nothing. */
const certaintyOf = ({ dry, reading, state, stated }: Filing): Fact['how'] | undefined => {
  if (dry || reading) return undefined;
  if (state === 'accepted') return 'accepted';
  return state === 'unknown' && stated?.filed ? 'declared' : undefined;
};

/**
 * The facts that follow from a filing's record. None before it is accepted or a person has declared it filed.
 * @throws Error if its request was deleted, or its operation is not known
 */
export const factsOfFiling = async (services: Services, filing: Filing): Promise<Fact[]> => {
  const how = certaintyOf(filing);
  if (!how) return [];
  const { emits } = await submissionOf(await services.loadGroups?.(), filing);
  if (!emits) return [];
  const [request, answer] = await Promise.all([
    requestOfFiling(services, filing),
    storedAnswer(services, filing),
  ]);
  const { data } = answer ? JSON.parse(answer) : {};
  const { id, about, reference, companyId, daysAhead = 0, committingAt, claimedAt } = filing;
  const known = emits(request as Record<string, unknown>, { reference, data });
  // The time of sending counts, by the authorities' clock.
  const at = daysLater(new Date(committingAt ?? claimedAt), daysAhead).toISOString();
  return known.map((one, index) => ({
    ...one,
    id: `${id}-${index}-${how}`,
    at,
    how,
    tramite: id,
    ...(companyId !== undefined && { company: companyId }),
    ...(about?.name && one.document === plainDocument(about.document ?? '') && { name: about.name }),
  }));
};

/**
 * A fact that an authority's answer proves. If it is seen again, it is the same fact.
 * @param company client company that the reading is about; 0 for none
 */
export const seenFact = (known: Known, { at, company }: { at: Date; company: number }): Fact => ({
  ...known,
  id: createHash('sha256').update(JSON.stringify(known)).digest('hex').slice(0, 32),
  at: at.toISOString(),
  how: 'proved',
  ...(company !== 0 && { company }),
});

/** The newest name in a worker's facts; see `Hooks.workerName`. */
export const workerName = async (
  obligations: Pick<Services['stores']['obligations'], 'factsOf'>,
  { accountId, mac, reader }: { accountId: string; mac: string; reader: number | undefined },
): Promise<string | undefined> => {
  const facts = await obligations.factsOf(accountId, { kind: 'worker', mac });
  return facts
    .filter(({ company }) => !reader || company === reader)
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .findLast((fact) => fact.name)?.name;
};
