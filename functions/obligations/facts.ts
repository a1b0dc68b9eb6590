import { createHash } from 'node:crypto';
import { daysLater } from '../../shared/kernel/spanish-time.ts';
import { plainDocument } from '../../shared/kernel/text.ts';
import type { Fact, Known } from '../../shared/operation/fact.ts';
import type { Submission } from '../../shared/operation/operation.ts';
import { storedAnswer } from '../../shared/serving/filing/answer.ts';
import { requestOfFiling, submissionOf } from '../../shared/serving/filing/recorded.ts';
import type { Services } from '../../shared/serving/services.ts';
import type { Acting } from '../../shared/serving/stages.ts';
import type { Filing } from '../../shared/stores/filings/filing.ts';
import { warningsOf } from './due.ts';

/** How well it is known that a filing took effect; `undefined` where it is not: dry runs and questions make nothing known. */
const certaintyOf = ({ dry, reading, state, stated }: Filing): Fact['how'] | undefined => {
  if (dry || reading) return undefined;
  if (state === 'accepted') return 'accepted';
  return state === 'unknown' && stated?.filed ? 'declared' : undefined;
};

/**
 * The facts that a filing makes known, by its record: none before it is accepted, or a person has declared it filed.
 * @throws Error when its request is gone, or its operation is not known
 */
export const factsOfFiling = async (services: Services, filing: Filing): Promise<Fact[]> => {
  const how = certaintyOf(filing);
  if (!how) return [];
  const { makesKnown } = await submissionOf(services.groups, filing);
  if (!makesKnown) return [];
  const [request, answer] = await Promise.all([
    requestOfFiling(services, filing),
    storedAnswer(services, filing),
  ]);
  const { data } = answer ? JSON.parse(answer) : {};
  const { id, about, reference, companyId, daysAhead = 0, committingAt, claimedAt } = filing;
  const known = makesKnown(request as Record<string, unknown>, { reference, data });
  // What counts is when it was sent, by the clock of the authorities.
  const at = daysLater(new Date(committingAt ?? claimedAt), daysAhead).toISOString();
  return known.map((one, index) => ({
    ...one,
    ...{ id: `${id}-${index}-${how}`, at, how, tramite: id },
    ...(companyId !== undefined && { company: companyId }),
    ...(about?.name && one.document === plainDocument(about.document ?? '') && { name: about.name }),
  }));
};

/**
 * A fact that an answer of an authority proves. The same, seen again, is the same fact.
 * @param company client company that is asked about, 0 for none
 */
export const seenFact = (known: Known, { at, company }: { at: Date; company: number }): Fact => ({
  ...known,
  id: createHash('sha256').update(JSON.stringify(known)).digest('hex').slice(0, 32),
  at: at.toISOString(),
  how: 'proved',
  ...(company !== 0 && { company }),
});

type Sent = Pick<Acting, 'operation' | 'input' | 'now' | 'daysAhead'>;

/** Warnings of a file of many records: the same is said once. */
const MOST = 10;

/**
 * What of a submission may be meant otherwise, and what is late or early by its own dates, in Spanish: for its record and its
 * answer. It never stands in the way.
 */
export const lateWarnings = ({ operation, input, now, daysAhead = 0 }: Sent): string[] => {
  const { doubts, makesKnown } = operation as Partial<Submission>;
  const at = daysLater(now, daysAhead).toISOString();
  const known = makesKnown?.(input as Record<string, unknown>, { data: undefined, isAhead: true }) ?? [];
  const ofDates = known.flatMap((one) => warningsOf({ ...one, id: '', at, how: 'declared' }));
  const warnings = [...new Set([...(doubts?.(input as Record<string, unknown>) ?? []), ...ofDates])];
  const more = warnings.length - MOST;
  return more > 0 ? [...warnings.slice(0, MOST), `Y ${more} avisos más, de otras fechas.`] : warnings;
};

/** The warnings of what was queued, as it is sent: what is late by now in place of what was when it was asked for. */
export const warningsNow = ({ warnings = [], claimedAt, daysAhead }: Filing, sent: Sent): string[] => {
  const before = lateWarnings({ ...sent, now: new Date(claimedAt), daysAhead });
  return [...warnings.filter((one) => !before.includes(one)), ...lateWarnings(sent)];
};
