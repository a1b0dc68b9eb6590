import { exampleDone, LISTED_TEXT } from '../fields.ts';
import { listing } from '../list.ts';

export const listDoneNotifications = listing(
  { kind: 'notification', realised: true },
  {
    id: 'listDoneNotifications',
    path: '/notifications-done',
    summary: 'Notificaciones realizadas en DEHú',
    description: `Abiertas, rechazadas o expiradas, por cualquier vía. ${LISTED_TEXT} Si se piden otras, el mensaje lo dice.`,
    example: exampleDone,
  },
);
