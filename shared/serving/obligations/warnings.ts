import { daysLater } from '../../kernel/spanish-time.ts';
import { warningsOf } from '../../obligations/obligations.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Acting } from '../stages.ts';

/** Warnings of a file of many records: the same is said once. */
const MOST = 10;

/**
 * What of a submission is late or early by its own dates, in Spanish: for its record and its answer. It never stands in
 * the way.
 */
export const lateWarnings = ({ operation, input, now, daysAhead = 0 }: Acting): string[] => {
  const { makesKnown } = operation as Partial<Submission>;
  const at = daysLater(now, daysAhead).toISOString();
  const known = makesKnown?.(input as Record<string, unknown>, { data: undefined, isAhead: true }) ?? [];
  const warnings = [...new Set(known.flatMap((one) => warningsOf({ ...one, id: '', at, how: 'declared' })))];
  const more = warnings.length - MOST;
  return more > 0 ? [...warnings.slice(0, MOST), `Y ${more} avisos más, de otras fechas.`] : warnings;
};
