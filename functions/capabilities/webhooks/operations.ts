import * as z from 'zod';
import { bool, integer, noData, text } from '../../../shared/kernel/fields.ts';
import { answerInstant } from '../../../shared/operation/answer-fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { MAX_PER_PAGE } from '../../../shared/operation/pagination.ts';
import { notClients, onlyUsers } from '../../../shared/operation/signed-in.ts';
import {
  activeWebhook,
  checkCompany,
  deliveryExample,
  deliveryId,
  deliveryResource,
  deliveryState,
  SECRET_EXAMPLE,
  secret,
  toDeliveryResource,
  toWebhookResource,
  types,
  url,
  webhookExample,
  webhookId,
  webhookOwner,
  webhookResource,
} from './fields.ts';

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

export const addWebhook = resource({
  id: 'addWebhook',
  method: 'POST',
  path: '/',
  summary: 'Crear un webhook',
  description:
    'Cada aviso se envía por POST, firmado según Standard Webhooks; la guía dice cómo recibirlo. El ' +
    'receptor lo acepta con un estado de 200 a 299 antes de 10 segundos. Si no, el envío se repite ' +
    'durante un día con el mismo webhook-id; con 429 o 503, no antes de lo que diga Retry-After, una hora como ' +
    'máximo. Si el receptor responde 410, o no acepta nada en cinco días, el webhook ' +
    'se desactiva y los usuarios owner reciben un correo. También se desactiva si quien lo creó, o ' +
    'lo confirmó después, crea otra contraseña, pierde el acceso o ve cerradas todas sus sesiones; ' +
    'un usuario puede activarlo otra vez. Una cuenta admite 10 (422).',
  access: 'owner',
  noted: { kind: 'webhook', object: (_, data) => data?.id },
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

export const changeWebhook = resource({
  id: 'changeWebhook',
  method: 'PATCH',
  path: '/{webhookId}',
  summary: 'Cambiar, desactivar o activar un webhook',
  description:
    'Los campos que no se envían quedan como están. Mientras está desactivado no recibe nada; los ' +
    'avisos de ese tiempo se piden con POST /webhooks/{webhookId}/resend. Quien elige su dirección, ' +
    'o lo activa, lo confirma, y desde entonces el webhook depende de su acceso.',
  access: 'owner',
  noted: { kind: 'webhook', object: ({ webhookId }) => webhookId, values: ['active'] },
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

export const removeWebhook = resource({
  id: 'removeWebhook',
  method: 'DELETE',
  path: '/{webhookId}',
  summary: 'Eliminar un webhook',
  description: 'Los envíos pendientes se descartan. Devuelve el webhook como era.',
  access: 'owner',
  noted: { kind: 'webhook', object: ({ webhookId }) => webhookId },
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

export const replaceWebhookSecret = resource({
  id: 'replaceWebhookSecret',
  method: 'POST',
  path: '/{webhookId}/secret',
  summary: 'Cambiar el secreto de un webhook',
  description:
    'El secreto nuevo firma desde este momento, y el anterior también durante 24 horas: ' +
    'webhook-signature lleva las dos firmas, y basta con que valga una. DELETE en esta dirección lo ' +
    'retira antes. Quien obtiene el secreto confirma el webhook, que sigue como estaba, activo o no.',
  access: 'owner',
  noted: { kind: 'webhook', object: ({ webhookId }) => webhookId },
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'Ya firman tres secretos, el máximo.' },
  request: z.object({ webhookId }),
  response: z.object({
    secret,
    previous_until: answerInstant('Hasta cuándo firma también el anterior, ISO 8601.'),
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

export const endWebhookSecrets = resource({
  id: 'endWebhookSecrets',
  method: 'DELETE',
  path: '/{webhookId}/secret',
  summary: 'Retirar los secretos anteriores de un webhook',
  description:
    'Desde este momento firma solo el más reciente, sin esperar 24 horas: porque el receptor ya lo ' +
    'tiene, o porque el anterior se ha filtrado.',
  access: 'owner',
  noted: { kind: 'webhook', object: ({ webhookId }) => webhookId },
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

export const testWebhook = resource({
  id: 'testWebhook',
  method: 'POST',
  path: '/{webhookId}/test',
  summary: 'Enviar un aviso de prueba a un webhook',
  description:
    'De tipo webhook.test; no está en la lista de avisos. Se envía enseguida, y qué pasó está en las entregas del webhook.',
  access: 'owner',
  noted: { none: 'it changes nothing; its delivery is listed' },
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

export const listDeliveries = resource({
  id: 'listDeliveries',
  method: 'GET',
  path: '/{webhookId}/deliveries',
  summary: 'Listar las entregas de un webhook, los últimos avisos primero',
  description: 'Las de 30 días, desde su primer intento.',
  access: 'reads',
  admits: notClients,
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    webhookId,
    state: deliveryState.optional(),
    before: deliveryId.meta({ description: 'Solo las anteriores a esta entrega.' }).optional(),
    perPage: integer('Entregas por página, 50 como máximo.').optional(),
  }),
  response: z.object({
    data: z.array(deliveryResource),
    before: z.string().nullable().meta({ description: 'Para la página siguiente; null en la última.' }),
  }),
  example: {
    request: { webhookId: webhookExample.id, state: 'pending' },
    response: { data: [deliveryExample], before: null },
  },
  run: async ({ webhookId, state, before, perPage }, { caller: { accountId }, stores }) => {
    await stores.webhooks.ownWebhook(accountId, webhookId);
    const limit = Math.min(perPage || MAX_PER_PAGE, MAX_PER_PAGE);
    const { deliveries, more } = await stores.webhooks.listDeliveries(
      { accountId, webhookId },
      { state, before, limit },
    );
    return {
      data: {
        data: deliveries.map(toDeliveryResource),
        before: more ? deliveries.at(-1)!.id : null,
      },
    };
  },
});

export const resendDelivery = resource({
  id: 'resendDelivery',
  method: 'POST',
  path: '/{webhookId}/deliveries/{deliveryId}/resend',
  summary: 'Enviar otra vez una entrega',
  description:
    'En cualquier estado, también si el receptor ya la aceptó. Lleva el mismo webhook-id, y las repeticiones empiezan de nuevo.',
  access: 'owner',
  noted: { none: 'it sends what was sent before; its delivery is listed' },
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

/** Events that one request sends again: they fit in its time. */
const MOST = 300;

export const resendDeliveries = resource({
  id: 'resendDeliveries',
  method: 'POST',
  path: '/{webhookId}/resend',
  summary: 'Enviar otra vez a un webhook los avisos que no aceptó desde un momento',
  description:
    'Los avisos de la cuenta que le corresponden y no aceptó, también los de cuando estaba desactivado; no los que aún se ' +
    `intentan, ni los de authority.*. Mira los avisos por orden y envía ${MOST} como máximo: si la respuesta lleva after, ` +
    'repita la petición con él.',
  access: 'owner',
  noted: { none: 'it sends what was sent before; its deliveries are listed' },
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
