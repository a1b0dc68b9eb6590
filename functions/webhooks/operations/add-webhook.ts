import * as z from 'zod';
import { integer, text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';
import {
  checkCompany,
  SECRET_EXAMPLE,
  secret,
  toWebhookResource,
  types,
  url,
  webhookExample,
  webhookOwner,
  webhookResource,
} from '../fields.ts';

export const addWebhook = resource({
  id: 'addWebhook',
  method: 'POST',
  path: '/',
  summary: 'Crear un webhook',
  description:
    'Cada aviso se envía por POST, firmado según Standard Webhooks; la guía dice cómo recibirlo. Se acepta con un estado de ' +
    '200 a 299 antes de 10 segundos. Si no, se repite durante un día, con el mismo webhook-id. Si en cinco días no acepta ' +
    'ninguno, se desactiva y los usuarios owner reciben un e-mail. También cuando quien lo creó, o lo confirmó después, crea ' +
    'otra contraseña, pierde el acceso o se cierran todas sus sesiones: hasta que un usuario lo activa otra vez. Una cuenta ' +
    'admite 10 (422).',
  access: 'owner',
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    url,
    description: text(100, 'Para reconocerlo.').optional(),
    types: types.optional(),
    company: integer('Solo los avisos de este cliente.').optional(),
  }),
  response: webhookResource.extend({ secret }),
  example: {
    request: { url: webhookExample.url, description: 'Programa de nóminas', types: ['tramite.*'] },
    response: { ...webhookExample, secret: SECRET_EXAMPLE },
  },
  run: async ({ types, ...wanted }, ports) => {
    await checkCompany(wanted.company, ports);
    const { webhook, secret } = await ports.stores.webhooks.addWebhook(
      webhookOwner(ports),
      { ...wanted, types: types?.length ? types : undefined, description: wanted.description },
      ports.now,
    );
    return { data: { ...toWebhookResource(webhook), secret } };
  },
});
