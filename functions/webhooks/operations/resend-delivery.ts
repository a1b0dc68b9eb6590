import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { notClients } from '../../../shared/operation/signed-in.ts';
import {
  activeWebhook,
  deliveryExample,
  deliveryId,
  deliveryResource,
  toDeliveryResource,
  webhookExample,
  webhookId,
} from '../fields.ts';

export const resendDelivery = resource({
  id: 'resendDelivery',
  method: 'POST',
  path: '/{webhookId}/deliveries/{deliveryId}/resend',
  summary: 'Enviar otra vez una entrega',
  description:
    'En cualquier estado, también si el receptor ya la aceptó. Lleva el mismo webhook-id, y las repeticiones empiezan de nuevo.',
  access: 'owner',
  admits: notClients,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El webhook no está activo, o la entrega se está intentando.' },
  request: z.object({ webhookId, deliveryId }),
  response: deliveryResource,
  example: {
    request: { webhookId: webhookExample.id, deliveryId: deliveryExample.id },
    response: deliveryExample,
  },
  run: async ({ webhookId, deliveryId }, ports) => {
    const webhook = await activeWebhook(webhookId, ports);
    return {
      data: toDeliveryResource(await ports.stores.webhooks.resend(webhook, deliveryId, ports.now)),
    };
  },
});
