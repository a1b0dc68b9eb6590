import * as z from 'zod';
import { bool, integer, text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';
import {
  checkCompany,
  toWebhookResource,
  types,
  url,
  webhookExample,
  webhookId,
  webhookOwner,
  webhookResource,
} from '../fields.ts';

export const changeWebhook = resource({
  id: 'changeWebhook',
  method: 'PATCH',
  path: '/{webhookId}',
  summary: 'Cambiar, desactivar o activar un webhook',
  description:
    'Lo que no se envía se queda como está. Mientras está desactivado no recibe nada; lo que ocurrió entretanto se pide con ' +
    'POST /webhooks/{webhookId}/resend. Quien elige su dirección, o lo activa, lo confirma: depende desde entonces de su acceso.',
  access: 'owner',
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    webhookId,
    url: url.optional(),
    description: text(100, 'Para reconocerlo.').optional(),
    types: types.optional(),
    company: integer('Solo los avisos de este cliente; 0: los de todos.').optional(),
    active: bool('Falso lo desactiva, verdadero lo activa.').optional(),
  }),
  response: webhookResource,
  example: {
    request: { webhookId: webhookExample.id, active: false },
    response: { ...webhookExample, active: false },
  },
  run: async ({ webhookId, types, company, ...wanted }, ports) => {
    await checkCompany(company || undefined, ports);
    const webhook = await ports.stores.webhooks.changeWebhook(webhookOwner(ports), webhookId, {
      ...wanted,
      types: types?.length === 0 ? null : types,
      company: company === 0 ? null : company,
      now: ports.now,
    });
    return { data: toWebhookResource(webhook) };
  },
});
