const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * How long a delivery waits after each try that failed, in milliseconds: about a day in all. After the last one it is not
 * tried any more.
 */
export const WAITS = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  8 * HOUR,
  8 * HOUR,
] as const;

/** When a delivery is tried again. @param tries that failed, 1 or more; @returns `undefined` for never */
export const nextTry = (tries: number, now: Date): Date | undefined => {
  const wait = WAITS[tries - 1];
  return wait === undefined ? undefined : new Date(now.getTime() + wait);
};

/** A webhook that has failed for so long is switched off. */
const FAILING_MS = 5 * 24 * HOUR;

/** One call that fails after a quiet week is no failing receiver: a delivery must have failed so often. */
const TRIES_TO_DISABLE = 4;

/** Whether a webhook is to be switched off, after a delivery has failed so often one after the other. */
export const hasFailedForLong = (
  { failingSince }: { failingSince?: string | undefined },
  tries: number,
  now: Date,
): boolean =>
  failingSince !== undefined &&
  tries >= TRIES_TO_DISABLE &&
  now.getTime() - Date.parse(failingSince) >= FAILING_MS;
