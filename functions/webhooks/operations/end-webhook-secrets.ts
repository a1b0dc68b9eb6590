import * as z from 'zod';
import { noData } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';
import { webhookExample, webhookId } from '../fields.ts';

export const endWebhookSecrets = resource({
  id: 'endWebhookSecrets',
  method: 'DELETE',
  path: '/{webhookId}/secret',
  summary: 'Retirar los secretos anteriores de un webhook',
  description:
    'Desde este momento firma solo el más reciente, sin esperar 24 horas: para cuando el receptor ya lo tiene, o el anterior ' +
    'llegó a quien no debía.',
  access: 'owner',
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'Otra petición ha cambiado el secreto al mismo tiempo.' },
  request: z.object({ webhookId }),
  response: noData,
  example: { request: { webhookId: webhookExample.id }, response: [] },
  run: async ({ webhookId }, { caller, stores, now }) => {
    await stores.webhooks.endEarlierSecrets(caller.accountId, webhookId, now);
    return { message: 'Firma solo el secreto más reciente.' };
  },
});
