import { realised } from '../../../shared/authorities/dehu/listing.ts';
import { reading } from '../../../shared/operation/operation.ts';
import {
  exampleDone,
  firstListed,
  LISTED_TEXT,
  listRequest,
  listResponse,
  pageOf,
  rangeOf,
  withOffset,
} from '../fields.ts';

export const listDoneNotifications = reading({
  id: 'listDoneNotifications',
  method: 'GET',
  path: '/notifications-done',
  summary: 'Notificaciones realizadas en DEHú',
  description: `Abiertas, rechazadas o expiradas, por cualquier vía. ${LISTED_TEXT} Si se piden otras, el mensaje lo dice.`,
  authority: 'dehu',
  rate: 'read',
  standing: 'chosen',
  request: listRequest,
  response: listResponse,
  example: {
    request: { page: 1, limit: 50 },
    response: { total: 1, count: 1, page: 1, items: [exampleDone] },
  },
  run: async (request, { dehu, authorityNow }) => {
    const range = rangeOf(request, authorityNow);
    const first = firstListed(authorityNow);
    const isCut = !range.from || new Date(range.from) < first;
    const message = isCut ? { message: LISTED_TEXT } : {};
    // Nothing that DEHú lists is in this range.
    if (range.to && new Date(range.to) < first) return { data: pageOf([], request), ...message };
    const notices = await dehu.read(realised, {
      kind: 'notification',
      holder: request.titularNif,
      ...range,
      ...(isCut && { from: withOffset(first) }),
    });
    return { data: pageOf(notices, request), ...message };
  },
});
