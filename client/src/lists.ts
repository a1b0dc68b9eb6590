import { PasarelaError } from './errors.ts';
import type { Answer } from './types.ts';

type Fields = Record<string, unknown>;

/** Yields the elements of a paginated list. The next page is requested when its elements are needed. */
export async function* elementsOf(
  ask: (fields: Fields) => Promise<Answer<unknown>>,
  fields: Fields,
  { next, member }: { next: string; member: string | undefined },
): AsyncGenerator<unknown, void, undefined> {
  let wanted: Fields | undefined = fields;
  while (wanted) {
    const answer: Answer<unknown> = await ask(wanted);
    // A failure without a continuation is not the end of a list.
    if (!answer.success && !answer.continueToken) throw new PasarelaError(answer);
    const data = answer.data as Record<string, unknown>;
    yield* (member === undefined ? data : (data[member] ?? [])) as Iterable<unknown>;
    const more: Fields | undefined = NEXT[next]!(answer, data);
    // The continuation token has the position from here on.
    wanted = more && { ...fields, offset: undefined, ...more };
  }
}

/** Fields of the next request by the kind of pagination; `undefined` after the last page. */
const NEXT: Record<string, (answer: Answer<unknown>, data: Record<string, unknown>) => Fields | undefined> = {
  page: (_, data) => {
    const { page, lastPage } = data.pagination as { page: number; lastPage: number };
    return page < lastPage ? { page: page + 1 } : undefined;
  },
  token: (_, { continueToken }) => (continueToken ? { continueToken } : undefined),
  part: ({ continueToken }) => (continueToken ? { continueToken } : undefined),
};
