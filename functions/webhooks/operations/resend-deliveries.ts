import * as z from 'zod';
import { bool, integer } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { notClients } from '../../../shared/operation/signed-in.ts';
import { activeWebhook, webhookExample, webhookId } from '../fields.ts';

/** Events that one request sends again: they fit in its time. */
const MOST = 300;

export const resendDeliveries = resource({
  id: 'resendDeliveries',
  method: 'POST',
  path: '/{webhookId}/resend',
  summary: 'Enviar a un webhook lo que no aceptó desde un momento',
  description:
    'Los avisos de la cuenta que le corresponden y no aceptó, también los de cuando estaba desactivado; no los que aún se ' +
    `intentan, ni los de authority.*. Mira los avisos por orden y envía ${MOST} como máximo: si la respuesta lleva after, ` +
    'repita la petición con él.',
  access: 'owner',
  admits: notClients,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El webhook no está activo, o una entrega se está intentando.' },
  request: z.object({
    webhookId,
    since: z.iso
      .datetime({ offset: true, error: 'Debe ser un momento ISO 8601, como 2026-11-23T09:30:00Z.' })
      .meta({ description: 'Avisos desde este momento, ISO 8601.' }),
    delivered: bool('Verdadero: también los que aceptó.').optional(),
    after: integer('El de la respuesta anterior.').optional(),
  }),
  response: z.object({
    resent: z.int().meta({ description: 'Avisos que se envían.' }),
    after: z.int().nullable().meta({ description: 'Para seguir; null si no hay más.' }),
  }),
  example: {
    request: { webhookId: webhookExample.id, since: '2026-11-23T00:00:00Z' },
    response: { resent: 12, after: null },
  },
  run: async ({ webhookId, since, delivered, after }, ports) => {
    const webhook = await activeWebhook(webhookId, ports);
    const wanted = { since: new Date(since), after, taken: delivered, limit: MOST };
    const sent = await ports.stores.webhooks.resendSince(webhook, wanted, ports.now);
    return { data: { resent: sent.resent, after: sent.after ?? null } };
  },
});
