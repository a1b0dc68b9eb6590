import { daysLater } from '../../kernel/spanish-time.ts';
import { warningsOf } from '../../obligations/obligations.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Acting } from '../stages.ts';

/**
 * What of a submission is late or early by its own dates, in Spanish: for its record and its answer. It never stands in
 * the way.
 */
export const lateWarnings = ({ operation, input, now, daysAhead = 0 }: Acting): string[] => {
  const { makesKnown } = operation as Partial<Submission>;
  const at = daysLater(now, daysAhead).toISOString();
  // No answer is there yet: files of many records say nothing before it.
  return (makesKnown?.(input as Record<string, unknown>, { data: undefined }) ?? []).flatMap((known) =>
    warningsOf({ ...known, id: '', at, how: 'declared' }),
  );
};
