import * as z from 'zod';
import { listing } from '../../../../shared/authorities/aeat/notices.ts';
import { code } from '../../../../shared/kernel/fields.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { factsOfList, pageIn, pageOf, pageRequest } from '../../../../shared/operation/notifications.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleNotification, notification, STATES, toResource } from '../notifications.ts';

export const listTaxNotifications = reading({
  id: 'listTaxNotifications',
  method: 'GET',
  path: '/notifications',
  summary: 'Notificaciones de la Agencia Tributaria',
  description:
    'Notificaciones y comunicaciones emitidas en el último año, pendientes y abiertas, las más recientes primero; listar no ' +
    'abre ninguna. Cada notificación pendiente de la página es una obligación (GET /obligations).',
  authority: 'aeat',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ ...pageRequest, state: code(STATES, 'Solo las que están en este estado.').optional() }),
  response: pageOf(notification),
  example: {
    request: { page: 1, limit: 50 },
    response: { total: 1, pending: 1, count: 1, page: 1, items: [exampleNotification] },
  },
  emitsOnRead: (_, { items }) =>
    factsOfList(
      'aeat',
      items.filter(({ tipo }) => tipo === 'NOTIFICACION'),
    ),
  run: async (asked, { aeat, authorityNow }) => {
    const notices = await aeat.read(listing, { today: madridDay(authorityNow) });
    return { data: pageIn(notices.map(toResource), asked) };
  },
});
