import { untilDeadline, withDeadline, withoutDeadline } from './limits.ts';

/** Keys that an operator may change while the service runs: each process reads them again from time to time. */

/**
 * Milliseconds for which a process uses keys without looking whether there are others. A key that was taken away is good for
 * so long at most, and so long may pass before all processes know a new one.
 */
export const RING_MS = 5 * 60_000;

/** Milliseconds that reading again may take, while there is something to go on with. */
const REREAD_MS = 3_000;
/** Milliseconds after which it is tried again where reading failed and there is something to go on with. */
const RETRY_MS = 10_000;

/**
 * Caches a value that rarely changes, and reads it again after so many milliseconds.
 * @returns a function that returns a value at most `maxAge` milliseconds old, or an older one if reading fails
 */
export const rereading = <Value>(
  load: () => Promise<Value>,
): ((now: Date, maxAge: number) => Promise<Value>) => {
  let read: { value: Promise<Value>; at: number } | undefined;
  return (now, maxAge) => {
    const at = now.getTime();
    const before = read;
    if (before && Math.abs(at - before.at) < maxAge) return untilDeadline(before.value);
    const mine = { at, value: withoutDeadline(() => (before ? withDeadline(REREAD_MS, load) : load())) };
    read = mine;
    mine.value = mine.value.catch((error) => {
      // Read again by the next request, or some seconds later where there is something to go on with.
      if (read === mine) read = before && { ...before, at: at - RING_MS + RETRY_MS };
      if (!before) throw error;
      return before.value;
    });
    return untilDeadline(mine.value);
  };
};
