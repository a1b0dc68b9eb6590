import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { activeWebhook, notClients, webhookExample, webhookId } from '../fields.ts';

/** Deliveries that one request sends again: they fit in its time. */
const MOST = 500;

export const resendDeliveries = resource({
  id: 'resendDeliveries',
  method: 'POST',
  path: '/{webhookId}/resend',
  summary: 'Enviar otra vez a un webhook lo que no aceptó desde un momento',
  description: `Las entregas en estado failed de eventos desde since, las últimas primero, ${MOST} como máximo; si more es verdadero, quedan otras: repita la petición.`,
  access: 'owner',
  admits: notClients,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El webhook no está activo.' },
  request: z.object({
    webhookId,
    since: z.iso
      .datetime({ offset: true, error: 'Debe ser un momento ISO 8601, como 2026-11-23T09:30:00Z.' })
      .meta({ description: 'Eventos desde este momento, ISO 8601.' }),
  }),
  response: z.object({
    resent: z.int().meta({ description: 'Entregas que se envían otra vez.' }),
    more: z.boolean().meta({ description: 'Si quedan otras.' }),
  }),
  example: {
    request: { webhookId: webhookExample.id, since: '2026-11-23T00:00:00Z' },
    response: { resent: 12, more: false },
  },
  run: async ({ webhookId, since }, ports) => {
    const webhook = await activeWebhook(webhookId, ports);
    const { stores, now } = ports;
    return {
      data: await stores.webhooks.resendFailed(webhook, { since: new Date(since), limit: MOST }, now),
    };
  },
});
