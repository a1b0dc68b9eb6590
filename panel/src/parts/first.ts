/** The first elements of a list, as many as a page shows at most. */
export const first = async <T>(list: AsyncGenerator<T, void>, most: number): Promise<T[]> => {
  const found: T[] = [];
  for await (const one of list) if (found.push(one) === most) break;
  return found;
};

/** A page of a list that is read on from a token, `null` at its end. */
interface Part<T> {
  data: T[];
  continueToken: string | null;
}

/** Pages without anything that are passed over before a person is asked whether to go on. */
const PASSED_OVER = 5;

/**
 * The next page of a list that has something in it. A search that reads many rows answers empty pages, which are no end.
 * @param from the token of the page before; the list begins without it
 * @returns an empty page with a token where so many had nothing, and the search may go on
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
