import { daysLater } from '../../kernel/spanish-time.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { codeDoubts } from './code-doubts.ts';

type Sent = Pick<Acting, 'operation' | 'input' | 'now' | 'daysAhead'>;

/** Warnings of a file with many records, without duplicates. */
const MOST = 10;

/**
 * Warnings of a submission, in Spanish: values that may be meant differently, codes that do not exist, and dates that are late or
 * early. They
 * go into its record and answer, and never stop it.
 */
export const warningsOf = async (
  { hooks }: Pick<Services, 'hooks'>,
  { operation, input, now, daysAhead = 0 }: Sent,
): Promise<string[]> => {
  const { emits } = operation as Partial<Submission>;
  const request = input as Record<string, unknown>;
  const at = daysLater(now, daysAhead).toISOString();
  const known = emits?.(request, { data: undefined, isAhead: true }) ?? [];
  const ofDates =
    known.length === 0
      ? []
      : await hooks.warningsOf(known.map((one) => ({ ...one, id: '', at, how: 'declared' })));
  const warnings = [...new Set([...(await doubtsOf({ operation, input })), ...ofDates])];
  const more = warnings.length - MOST;
  return more > 0 ? [...warnings.slice(0, MOST), `Y ${more} avisos más.`] : warnings;
};

/** Warnings of a submission about its values: ones that may be meant differently, and codes that do not exist. Spanish. */
export const doubtsOf = async ({
  operation,
  input,
}: Pick<Sent, 'operation' | 'input'>): Promise<string[]> => {
  if (operation.kind !== 'submission') return [];
  const request = input as Record<string, unknown>;
  return [...(operation.doubts?.(request) ?? []), ...(await codeDoubts(operation.request, request))];
};

/** The warnings of queued work when it is sent: lateness is computed anew. */
export const warningsNow = async (
  services: Pick<Services, 'hooks'>,
  { warnings = [], claimedAt, daysAhead }: Filing,
  sent: Sent,
): Promise<string[]> => {
  const before = await warningsOf(services, { ...sent, now: new Date(claimedAt), daysAhead });
  return [...warnings.filter((one) => !before.includes(one)), ...(await warningsOf(services, sent))];
};
