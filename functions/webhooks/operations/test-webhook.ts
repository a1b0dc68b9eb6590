import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { notClients } from '../../../shared/operation/signed-in.ts';
import { activeWebhook, deliveryExample, webhookExample, webhookId } from '../fields.ts';

export const testWebhook = resource({
  id: 'testWebhook',
  method: 'POST',
  path: '/{webhookId}/test',
  summary: 'Enviar un aviso de prueba a un webhook',
  description:
    'De tipo webhook.test; no está en la lista de avisos. Se envía enseguida, y qué pasó está en las entregas del webhook.',
  access: 'owner',
  admits: notClients,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El webhook no está activo.' },
  request: z.object({ webhookId }),
  response: z.object({
    delivery: z.string().meta({ description: 'Identificador de la entrega.' }),
  }),
  example: { request: { webhookId: webhookExample.id }, response: { delivery: deliveryExample.id } },
  run: async ({ webhookId }, ports) => {
    const webhook = await activeWebhook(webhookId, ports);
    return { data: { delivery: await ports.stores.webhooks.sendTest(webhook, ports.now) } };
  },
});
