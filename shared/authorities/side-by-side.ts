import type { AuthorityName } from '../kernel/errors.ts';

/**
 * How many readings of one request an authority is asked at the same time, in dialogs of their own. More would wait less
 * and load the authority more. SEPE ties a dialog to a log-in, the tax agency's
 * certificates are one dialog each, and DEHú limits how often it is asked.
 */
export const READINGS_AT_ONCE: Record<AuthorityName, number> = { tgss: 3, sepe: 1, aeat: 1, dehu: 1 };

/** Runs what it is given in turn, so many at the same time. */
export const inTurns = (atOnce: number): (<T>(run: () => Promise<T>) => Promise<T>) => {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (run) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};

/**
 * The results of readings that do not depend on each other. All have ended by then: nothing goes on after the answer.
 * @throws the error of the first of them that failed, in the order in which they are given
 */
export const sideBySide = async <Results extends unknown[]>(
  ...readings: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> => {
  const ended = await Promise.allSettled(readings);
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  }) as Results;
};
