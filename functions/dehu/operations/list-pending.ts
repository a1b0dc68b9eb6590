import { pending } from '../../../shared/authorities/dehu/listing.ts';
import { reading } from '../../../shared/operation/operation.ts';
import { exampleNotification, listRequest, listResponse, pageOf, rangeOf } from '../fields.ts';

export const listPendingNotifications = reading({
  id: 'listPendingNotifications',
  method: 'GET',
  path: '/notifications-pending',
  summary: 'Notificaciones pendientes de abrir en DEHú',
  description:
    'De todos por quienes actúa el certificado. No abre ninguna. Lo que solo da el portal, y no LEMA, está vacío; la ' +
    'descripción de cada campo lo dice.',
  authority: 'dehu',
  rate: 'read',
  standing: 'chosen',
  request: listRequest,
  response: listResponse,
  example: {
    request: { page: 1, limit: 50 },
    response: { total: 1, count: 1, page: 1, items: [exampleNotification] },
  },
  run: async (request, { dehu, authorityNow }) => {
    const range = rangeOf(request, authorityNow);
    const notices = await dehu.read(pending, {
      kind: 'notification',
      holder: request.titularNif,
      ...range,
    });
    return { data: pageOf(notices, request) };
  },
});
