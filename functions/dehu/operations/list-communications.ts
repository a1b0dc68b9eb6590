import { pending, realised } from '../../../shared/authorities/dehu/listing.ts';
import { sideBySide } from '../../../shared/authorities/side-by-side.ts';
import { reading } from '../../../shared/operation/operation.ts';
import {
  exampleNotification,
  firstListed,
  LISTED_TEXT,
  listRequest,
  listResponse,
  pageOf,
  rangeOf,
  withOffset,
} from '../fields.ts';

export const listCommunications = reading({
  id: 'listCommunications',
  method: 'GET',
  path: '/communications',
  summary: 'Comunicaciones de DEHú',
  description: `Las que nadie ha leído (PENDIENTE) y las leídas. De estas, ${LISTED_TEXT} Si se piden otras, el mensaje lo dice.`,
  authority: 'dehu',
  rate: 'read',
  standing: 'chosen',
  request: listRequest,
  response: listResponse,
  example: {
    request: { page: 1, limit: 50 },
    response: {
      total: 1,
      count: 1,
      page: 1,
      items: [{ ...exampleNotification, expirationDate: '', concept: 'Campaña informativa' }],
    },
  },
  run: async (request, { dehu, authorityNow }) => {
    const range = rangeOf(request, authorityNow);
    const first = firstListed(authorityNow);
    const isCut = !range.from || new Date(range.from) < first;
    const wanted = { kind: 'communication' as const, holder: request.titularNif };
    const isOver = range.to !== undefined && new Date(range.to) < first;
    const [unread, read] = await sideBySide(
      dehu.read(pending, { ...wanted, ...range }),
      isOver
        ? Promise.resolve([])
        : dehu.read(realised, { ...wanted, ...range, ...(isCut && { from: withOffset(first) }) }),
    );
    return { data: pageOf([...unread, ...read], request), ...(isCut && { message: LISTED_TEXT }) };
  },
});
