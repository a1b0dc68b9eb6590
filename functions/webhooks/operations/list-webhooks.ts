import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { notClients } from '../../../shared/operation/signed-in.ts';
import { toWebhookResource, webhookExample, webhookResource } from '../fields.ts';

export const listWebhooks = resource({
  id: 'listWebhooks',
  method: 'GET',
  path: '/',
  summary: 'Listar los webhooks de la cuenta',
  description: 'Por orden de creación, sin secretos.',
  access: 'reads',
  admits: notClients,
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.array(webhookResource),
  example: { request: {}, response: [webhookExample] },
  run: async (_, { caller, stores }) => {
    return { data: (await stores.webhooks.ownWebhooks(caller.accountId)).map(toWebhookResource) };
  },
});
