/** The first elements of a list, as many as a page shows at most. */
export const first = async <T>(list: AsyncGenerator<T, void>, most: number): Promise<T[]> => {
  const found: T[] = [];
  for await (const one of list) if (found.push(one) === most) break;
  return found;
};

/**
 * The elements of a paginated list: the first page, and then the other pages in parallel.
 * @param most how many are wanted at most; whole pages are read, so there may be some more
 * @returns also whether these are all
 */
export const pagesOf = async <T>(
  ask: (page: number) => Promise<{ found: T[]; lastPage: number }>,
  most: number,
): Promise<{ found: T[]; isWhole: boolean }> => {
  const { found, lastPage } = await ask(1);
  const last = Math.min(lastPage, Math.ceil(most / Math.max(found.length, 1)));
  const others = await Promise.all(Array.from({ length: last - 1 }, (_, index) => ask(index + 2)));
  return { found: [...found, ...others.flatMap((one) => one.found)], isWhole: last === lastPage };
};
