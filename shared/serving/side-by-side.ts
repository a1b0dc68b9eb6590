/** Work on many things: a few at a time, and none of it twice. */

/** Does something with each, in their order, so many at the same time. The first failure is thrown when all that had begun has ended. */
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

/** Reads what belongs to a key once, whoever asks, and however often. */
export const onceEach = <Key, Value>(read: (key: Key) => Promise<Value>): ((key: Key) => Promise<Value>) => {
  const known = new Map<Key, Promise<Value>>();
  return (key) => {
    const reading = known.get(key) ?? read(key);
    known.set(key, reading);
    return reading;
  };
};
