import { unknownHoldsHours } from '../config.ts';
import type { Filing } from '../stores/filings/record.ts';

/** Longest that a function works on a request, in milliseconds: API Gateway waits no longer. */
const FUNCTION_MS = 29_000;
/** Difference that the clocks of two functions may have, in milliseconds. */
const CLOCKS_MS = 30_000;
const HOUR_MS = 60 * 60 * 1000;

/** Waits before an unknown outcome is looked up again, in minutes; after the last one it is given up. */
const LOOK_AGAIN_MINUTES = [1, 5, 15, 60, 240, 720];

const since = (instant: string | undefined, now: Date) => now.getTime() - Date.parse(instant ?? '');

/** When a filing is due that was claimed, or began to commit, just now. */
export const dueAfterWork = (now: Date): Date => new Date(now.getTime() + FUNCTION_MS + CLOCKS_MS);

/** When the schedule looks an unknown outcome up that it has taken so often; `undefined` when it is given up. */
export const dueAfterTakes = (takes: number, now: Date): Date | undefined => {
  const minutes = LOOK_AGAIN_MINUTES[takes];
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000);
};

/** What was written down as about to be sent may still be: nobody else can work on it yet. */
export const maySend = ({ committingAt }: Filing, now: Date): boolean =>
  since(committingAt, now) <= FUNCTION_MS;

/** Whoever worked on it is gone. */
export const isAbandoned = ({ state, claimedAt, committingAt }: Filing, now: Date): boolean =>
  (state === 'claimed' && since(claimedAt, now) > FUNCTION_MS + CLOCKS_MS) ||
  (state === 'committing' && since(committingAt, now) > FUNCTION_MS + CLOCKS_MS);

/** Whether a filing still keeps another one with its key, or with its content, from being made. */
export const holds = (filing: Filing | undefined, kind: 'key' | 'content', now: Date): boolean => {
  switch (filing?.state) {
    case 'claimed':
      return !isAbandoned(filing, now);
    case 'committing':
      return true;
    case 'unknown':
      if (filing.stated) return false;
      return kind === 'key' || since(filing.committingAt, now) < unknownHoldsHours() * HOUR_MS;
    case 'accepted':
    case 'refused':
      return kind === 'key';
    default:
      return false;
  }
};
