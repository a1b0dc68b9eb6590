/** The first elements of a list, as many as a page shows at most. */
export const first = async <T>(list: AsyncGenerator<T, void>, most: number): Promise<T[]> => {
  const found: T[] = [];
  for await (const one of list) if (found.push(one) === most) break;
  return found;
};
