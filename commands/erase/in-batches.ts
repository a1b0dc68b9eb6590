/** Work that is done at the same time: enough to be quick, and few enough for an account's limits at AWS. */
const AT_ONCE = 10;

/** Does the same with each of many things, a few at a time. Ends with the first failure. */
export const inBatches = async <T, Result>(
  all: T[],
  work: (one: T) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE)
    results.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(work))));
  return results;
};
