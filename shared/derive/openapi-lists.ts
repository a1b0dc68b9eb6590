import * as z from 'zod';
import type { Operation } from '../operation/operation.ts';

/** What the reference says to programs about a list that comes in several answers: its extension `x-list`. */
interface ListInAnswers {
  /**
   * What the next request has: the number of a `page`; the `token` in `data.continueToken`; or, of a `part` that was
   * read in time, `continueToken` next to `data`.
   */
  next: 'page' | 'token' | 'part';
  /** The member of `data` that holds the elements; without it `data` is the list. */
  items?: string;
}

/** Where and how a list goes on; `undefined` for an operation whose answer is whole. */
export const listOf = ({ kind, path, request, response }: Operation): ListInAnswers | undefined => {
  const next =
    // In a path it names a page of the reference.
    'page' in request.shape && !path.includes('{page}')
      ? 'page'
      : 'continueToken' in request.shape && (kind === 'resource' ? 'token' : 'part');
  return next ? { next, ...itemsOf(response) } : undefined;
};

/** @throws Error if it is not clear where the elements are */
const itemsOf = (response: z.ZodType): Pick<ListInAnswers, 'items'> => {
  if (response instanceof z.ZodArray) return {};
  const lists = response instanceof z.ZodObject ? Object.entries(response.shape) : [];
  const [only, ...others] = lists.filter(([, member]) => member instanceof z.ZodArray);
  if (!only || others.length > 0) throw new Error('a list in several answers must have one list in its data');
  return { items: only[0] };
};
