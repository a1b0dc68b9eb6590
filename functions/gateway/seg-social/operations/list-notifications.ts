import * as z from 'zod';
import { listing } from '../../../../shared/authorities/tgss/wscn/notices.ts';
import { code } from '../../../../shared/kernel/fields.ts';
import { factsOfList, pageIn, pageOf, pageRequest } from '../../../../shared/operation/notifications.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { ALL_ROLES, exampleNotification, notification, ROLE_TEXT, toResource } from '../notifications.ts';

export const listSocialSecurityNotifications = reading({
  id: 'listSocialSecurityNotifications',
  method: 'GET',
  path: '/notifications',
  summary: 'Notificaciones de la Seguridad Social',
  description:
    'Pendientes y abiertas, las más recientes primero; listar no abre ninguna. Sin rol, las de todos los roles que la ' +
    'Seguridad Social deja ver con el certificado; el mensaje dice cuáles no. Cada pendiente de la página es una ' +
    'obligación (GET /obligations).',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    ...pageRequest,
    rol: code(ROLE_TEXT, 'Como quién: 1 propias, 2 como autorizado RED, 3 como apoderado.').optional(),
    state: code(
      {
        PENDIENTE: 'pendientes de abrir',
        ACEPTADA: 'abiertas',
        RECHAZADA: 'rechazadas',
        EXPIRADA: 'expiradas',
      },
      'Solo las que están en este estado.',
    ).optional(),
  }),
  response: pageOf(notification),
  example: {
    request: { page: 1, limit: 50 },
    response: { total: 1, pending: 1, count: 1, page: 1, items: [exampleNotification] },
  },
  emitsOnRead: (_, { items }) => factsOfList('tgss', items),
  run: async ({ rol, ...asked }, { tgss }) => {
    const { notices, refused } = await tgss.read(listing, { roles: rol ? [rol] : ALL_ROLES });
    const failures = refused.map(({ role, messages }) => `${ROLE_TEXT[role]}: ${messages.join(' ')}`);
    return {
      data: pageIn(notices.map(toResource), asked),
      ...(failures.length > 0 && { message: `No se han podido ver todas (${failures.join('; ')}).` }),
    };
  },
});
