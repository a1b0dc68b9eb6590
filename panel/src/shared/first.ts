/** The first elements of a list, `most` at most. */
export const first = async <T>(list: AsyncGenerator<T, void>, most: number): Promise<T[]> => {
  const found: T[] = [];
  for await (const one of list) if (found.push(one) === most) break;
  return found;
};

/** A page of a list with the token of the next one; `null` at the end. */
interface Part<T> {
  data: T[];
  continueToken: string | null;
}

/** The most empty pages that are skipped before a person is asked whether to continue. */
const PASSED_OVER = 5;

/**
 * The next page of a list that is not empty. A search that reads many rows may answer empty pages before its end.
 * @param from the token of the previous page; without it, the list begins
 * @returns an empty page with a token if the most pages were skipped, and the search can continue
 */
export const nextPart = async <T>(
  ask: (from: string | undefined) => Promise<Part<T>>,
  from?: string,
): Promise<Part<T>> => {
  let part = await ask(from);
  for (let asked = 1; asked < PASSED_OVER && part.data.length === 0 && part.continueToken; asked++)
    part = await ask(part.continueToken);
  return part;
};

/**
 * The elements of a paginated list: the first page, and then the other pages in parallel.
 * @param most the number of elements to read; whole pages are read, so there may be some more
 * @returns the elements, and whether these are all
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
