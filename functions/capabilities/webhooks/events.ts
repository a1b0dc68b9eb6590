import type { EventsOfPart } from '../events/events-of-gateway.ts';

/** Events of webhooks themselves. */
export const webhookEvents = {
  types: {
    'webhook.disabled':
      'ya no se le envía nada: no aceptó nada en cinco días, respondió 410, o cambió el acceso de quien lo confirmó',
    'webhook.test': 'prueba que alguien pidió; no está en la lista de avisos',
  },
  subjects: ['webhook'],
} as const satisfies EventsOfPart;
