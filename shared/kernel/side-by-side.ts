/** Work on several things at the same time: all of them, or a few at a time, and none of it twice. */

/**
 * A semaphore: runs tasks in the order given, at most so many at the same time.
 * @param permits most tasks at the same time
 */
export const semaphore = (permits: number): (<T>(run: () => Promise<T>) => Promise<T>) => {
  const waiting: (() => void)[] = [];
  let free = permits;
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
 * The results of work that does not depend on each other. All of it has ended by then: nothing goes on after the answer.
 * @throws the error of the first that failed, in the order in which they are given
 */
export const sideBySide = async <Results extends unknown[]>(
  ...all: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> => {
  const ended = await Promise.allSettled(all);
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  }) as Results;
};

/**
 * Runs a task for each element, in their order, so many at the same time. The first failure is thrown once all
 * running tasks have ended.
 */
export const fewAtOnce = async <One>(
  all: Iterable<One>,
  atOnce: number,
  work: (one: One) => Promise<void>,
): Promise<void> => {
  // Each takes the next one when it is done with its last.
  const left = [...all].values();
  const outcomes = await Promise.allSettled(
    Array.from({ length: atOnce }, async () => {
      for (const one of left) await work(one);
    }),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
};

/** Reads the value of a key once, however many callers ask for it. */
export const onceEach = <Key, Value>(read: (key: Key) => Promise<Value>): ((key: Key) => Promise<Value>) => {
  const known = new Map<Key, Promise<Value>>();
  return (key) => {
    const reading = known.get(key) ?? read(key);
    known.set(key, reading);
    return reading;
  };
};
