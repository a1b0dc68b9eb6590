import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';
import { toWebhookResource, webhookExample, webhookId, webhookResource } from '../fields.ts';

export const removeWebhook = resource({
  id: 'removeWebhook',
  method: 'DELETE',
  path: '/{webhookId}',
  summary: 'Eliminar un webhook',
  description: 'Lo que estaba por enviar no se envía. Devuelve el webhook como era.',
  access: 'owner',
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  request: z.object({ webhookId }),
  response: webhookResource,
  example: { request: { webhookId: webhookExample.id }, response: webhookExample },
  run: async ({ webhookId }, { caller, stores }) => ({
    data: toWebhookResource(await stores.webhooks.removeWebhook(caller.accountId, webhookId)),
    message: 'Webhook eliminado.',
  }),
});
