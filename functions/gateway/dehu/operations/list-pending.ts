import { exampleNotification } from '../fields.ts';
import { listing } from '../list.ts';

export const listPendingNotifications = listing(
  { kind: 'notification', pending: true },
  {
    id: 'listPendingNotifications',
    path: '/notifications-pending',
    summary: 'Notificaciones pendientes de abrir en DEHú',
    description:
      'Las de todos los titulares por los que puede actuar el certificado. No abre ninguna. Los datos ' +
      'que solo da el portal, y no LEMA, están vacíos; la descripción de cada campo lo dice. Cada ' +
      'notificación de la página es una obligación (GET /obligations).',
    example: exampleNotification,
  },
);
