import { PasarelaError } from './errors.ts';
import type { Answer } from './types.ts';

type Fields = Record<string, unknown>;

/** The elements of a list that comes in several answers; the next one is asked for when its elements are needed. */
export async function* elementsOf(
  ask: (fields: Fields) => Promise<Answer<unknown>>,
  fields: Fields,
  { next, member }: { next: string; member: string | undefined },
): AsyncGenerator<unknown, void, undefined> {
  let wanted: Fields | undefined = fields;
  while (wanted) {
    const answer: Answer<unknown> = await ask(wanted);
    // No success and nothing to go on with is no end of a list.
    if (!answer.success && !answer.continueToken) throw new PasarelaError(answer);
    const data = answer.data as Record<string, unknown>;
    yield* (member === undefined ? data : (data[member] ?? [])) as Iterable<unknown>;
    const more: Fields | undefined = NEXT[next]!(answer, data);
    // The token has the place to begin from here on.
    wanted = more && { ...fields, offset: undefined, ...more };
  }
}

/** What the next request has besides, by how the list goes on; nothing after the last one. */
const NEXT: Record<string, (answer: Answer<unknown>, data: Record<string, unknown>) => Fields | undefined> = {
  page: (_, data) => {
    const { page, lastPage } = data.pagination as { page: number; lastPage: number };
    return page < lastPage ? { page: page + 1 } : undefined;
  },
  token: (_, { continueToken }) => (continueToken ? { continueToken } : undefined),
  part: ({ continueToken }) => (continueToken ? { continueToken } : undefined),
};
