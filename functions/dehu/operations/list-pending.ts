import { exampleNotification } from '../fields.ts';
import { listing } from '../list.ts';

export const listPendingNotifications = listing(
  { kind: 'notification', pending: true },
  {
    id: 'listPendingNotifications',
    path: '/notifications-pending',
    summary: 'Notificaciones pendientes de abrir en DEHú',
    description:
      'De todos por quienes actúa el certificado. No abre ninguna. Lo que solo da el portal, y no LEMA, está vacío; la ' +
      'descripción de cada campo lo dice. Cada una de la página es una obligación (GET /obligations).',
    example: exampleNotification,
  },
);
