import { exampleNotification, LISTED_TEXT } from '../fields.ts';
import { listing } from '../list.ts';

export const listCommunications = listing(
  { kind: 'communication', pending: true, realised: true },
  {
    id: 'listCommunications',
    path: '/communications',
    summary: 'Comunicaciones de DEHú',
    description: `Las que nadie ha leído (PENDIENTE) y las leídas. De estas, ${LISTED_TEXT} Si se piden otras, el mensaje lo dice.`,
    example: { ...exampleNotification, expirationDate: '', concept: 'Campaña informativa' },
  },
);
