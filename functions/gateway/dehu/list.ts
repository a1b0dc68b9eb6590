import { pending, realised } from '../../../shared/authorities/dehu/listing.ts';
import type { Notice } from '../../../shared/authorities/dehu/notices.ts';
import { sideBySide } from '../../../shared/kernel/side-by-side.ts';
import { withOffset } from '../../../shared/kernel/spanish-time.ts';
import { factsOfList, pageIn } from '../../../shared/operation/notifications.ts';
import { type Reading, reading } from '../../../shared/operation/operation.ts';
import { firstListed, LISTED_TEXT, listRequest, listResponse, rangeOf, toResource } from './fields.ts';

type List = Reading<'dehu', typeof listRequest, typeof listResponse>;

/**
 * Declares a list of one kind of notices. With `realised` it also has notices that are no longer pending, for as
 * long as DEHú lists them.
 */
export const listing = (
  { kind, ...of }: { kind: Notice['kind']; pending?: true; realised?: true },
  about: Pick<List, 'id' | 'path' | 'summary' | 'description'> & {
    example: List['example']['response']['items'][number];
  },
): List =>
  reading({
    ...about,
    method: 'GET',
    authority: 'dehu',
    rate: 'read',
    standing: 'chosen',
    request: listRequest,
    response: listResponse,
    example: {
      request: { page: 1, limit: 50 },
      response: { total: 1, count: 1, page: 1, items: [about.example] },
    },
    ...(kind === 'notification' && { emitsOnRead: (_, { items }) => factsOfList('dehu', items) }),
    run: async (request, { dehu, authorityNow }) => {
      const range = rangeOf(request, authorityNow);
      const wanted = { kind, holder: request.titularNif, ...range };
      const first = firstListed(authorityNow);
      const isCut = !range.from || new Date(range.from) < first;
      // Nothing that DEHú lists as no longer pending is in a range that ended before.
      const isOver = range.to !== undefined && new Date(range.to) < first;
      const [open, ended] = await sideBySide(
        of.pending ? dehu.read(pending, wanted) : Promise.resolve([]),
        of.realised && !isOver
          ? dehu.read(realised, { ...wanted, ...(isCut && { from: withOffset(first) }) })
          : Promise.resolve([]),
      );
      const message = of.realised && isCut ? { message: LISTED_TEXT } : {};
      const all = [...open, ...ended].map((notice) => toResource(notice));
      const { pending: _, ...data } = pageIn(all, request);
      return { data, ...message };
    },
  });
