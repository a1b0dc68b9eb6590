/** Concurrency: fast enough, and below the API limits of an AWS account. */
const AT_ONCE = 10;

/** Maps over items with limited concurrency. Stops at the first failure. */
export const inBatches = async <T, Result>(
  all: T[],
  work: (one: T) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE)
    results.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(work))));
  return results;
};
