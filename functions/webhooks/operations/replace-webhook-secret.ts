import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';
import { SECRET_EXAMPLE, secret, webhookExample, webhookId, webhookOwner } from '../fields.ts';

export const replaceWebhookSecret = resource({
  id: 'replaceWebhookSecret',
  method: 'POST',
  path: '/{webhookId}/secret',
  summary: 'Cambiar el secreto de un webhook',
  description:
    'El nuevo firma desde este momento, y el anterior también durante 24 horas: webhook-signature lleva las dos firmas, y basta ' +
    'con que valga una; DELETE en esta dirección lo retira antes. Quien lo obtiene confirma el webhook, que sigue como estaba, ' +
    'activo o no.',
  access: 'owner',
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'Ya firman tres secretos, el máximo.' },
  request: z.object({ webhookId }),
  response: z.object({
    secret,
    previous_until: z.string().meta({ description: 'Hasta cuándo firma también el anterior, ISO 8601.' }),
  }),
  example: {
    request: { webhookId: webhookExample.id },
    response: { secret: SECRET_EXAMPLE, previous_until: '2026-11-24T09:30:00.000Z' },
  },
  run: async ({ webhookId }, ports) => {
    const { stores, now } = ports;
    const { secret, until } = await stores.webhooks.replaceSecret(webhookOwner(ports), webhookId, now);
    return { data: { secret, previous_until: until } };
  },
});
