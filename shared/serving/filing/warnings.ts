import { daysLater } from '../../kernel/spanish-time.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';

type Sent = Pick<Acting, 'operation' | 'input' | 'now' | 'daysAhead'>;

/** Warnings of a file of many records: the same is said once. */
const MOST = 10;

/**
 * What of a submission may be meant otherwise, and what is late or early by its own dates, in Spanish: for its record and its
 * answer. It never stands in the way.
 */
export const warningsOf = async (
  { hooks }: Pick<Services, 'hooks'>,
  { operation, input, now, daysAhead = 0 }: Sent,
): Promise<string[]> => {
  const { doubts, emits } = operation as Partial<Submission>;
  const request = input as Record<string, unknown>;
  const at = daysLater(now, daysAhead).toISOString();
  const known = emits?.(request, { data: undefined, isAhead: true }) ?? [];
  const ofDates =
    known.length === 0
      ? []
      : await hooks.warningsOf(known.map((one) => ({ ...one, id: '', at, how: 'declared' })));
  const warnings = [...new Set([...(doubts?.(request) ?? []), ...ofDates])];
  const more = warnings.length - MOST;
  return more > 0 ? [...warnings.slice(0, MOST), `Y ${more} avisos más, de otras fechas.`] : warnings;
};

/** The warnings of what was queued, as it is sent: what is late by now in place of what was when it was asked for. */
export const warningsNow = async (
  services: Pick<Services, 'hooks'>,
  { warnings = [], claimedAt, daysAhead }: Filing,
  sent: Sent,
): Promise<string[]> => {
  const before = await warningsOf(services, { ...sent, now: new Date(claimedAt), daysAhead });
  return [...warnings.filter((one) => !before.includes(one)), ...(await warningsOf(services, sent))];
};
