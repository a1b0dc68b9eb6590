import * as z from 'zod';
import { bondOf } from '../../../shared/kernel/bond.ts';
import { conflict, notFound } from '../../../shared/kernel/errors.ts';
import { plainText, ulid } from '../../../shared/kernel/fields.ts';
import {
  answerInstant,
  answerInstantOrNull,
  answerText,
  answerTextOrNull,
  meaningsOf,
} from '../../../shared/operation/answer-fields.ts';
import type { Ports, ResourcePorts } from '../../../shared/operation/ports.ts';
import { EVENT_TYPES, unknownTypes } from '../events/gateway-event.ts';
import { addressFault, MAX_ADDRESS, sendsToLoopback } from './receiver-address.ts';
import type { Delivery } from './store/deliveries.ts';
import { DELIVERY_STATES, DISABLED_WHYS, type Webhook } from './store/webhook.ts';
import type { WebhookOwner } from './store/webhooks.ts';

/** `{webhookId}` of the path. */
export const webhookId = ulid('un webhook', 'Identificador del webhook.');

/** `{deliveryId}` of the path. */
export const deliveryId = ulid('una entrega', 'Identificador de la entrega.');

/** The address of a receiver. Where its name leads to is looked at at each call. */
export const url = plainText(
  MAX_ADDRESS,
  'Dirección del receptor: https, pública, puerto 443 o desde 1024, sin usuario ni contraseña.',
).superRefine((address, context) => {
  const message = addressFault(address, sendsToLoopback());
  if (message) context.addIssue({ code: 'custom', message });
});

const MOST_TYPES = 30;

/** The types of events that are wanted. */
export const types = z
  .array(z.string().max(50))
  .max(MOST_TYPES, { error: `Admite ${MOST_TYPES} como máximo.` })
  .superRefine((wanted, context) => {
    const unknown = unknownTypes(wanted);
    if (unknown.length > 0)
      context.addIssue({
        code: 'custom',
        message: `No existe: ${unknown.join(', ')}. Hay: ${Object.keys(EVENT_TYPES).join(', ')}.`,
      });
  })
  .meta({ description: 'Tipos de aviso, o familias como tramite.*; ninguno: todos.' });

const WHY_TEXT: Record<(typeof DISABLED_WHYS)[number], string> = {
  failing: 'no aceptó ningún aviso en cinco días',
  gone: 'su receptor respondió 410: ya no existe',
  access: 'quien lo confirmó tiene otra contraseña, se cerraron sus sesiones o ya no tiene acceso',
  secondFactor: 'la cuenta exige el segundo factor, y quien lo confirmó no lo tenía',
};

/** A webhook as answers have it: without its secret. */
export const webhookResource = z
  .object({
    id: answerText('Identificador.'),
    url: answerText('Dirección del receptor.'),
    description: answerTextOrNull('Descripción.'),
    types: z.array(z.string()).meta({ description: 'Tipos de aviso; vacío: todos.' }),
    company: z.int().nullable().meta({ description: 'Cliente cuyos avisos recibe; null: todos.' }),
    active: z.boolean().meta({ description: 'Si se le envían avisos.' }),
    failing_since: answerInstantOrNull('Desde cuándo falla, ISO 8601; null si aceptó el último.'),
    disabled_at: answerInstantOrNull('Cuándo lo desactivó el servicio, ISO 8601.'),
    disabled_why: z
      .enum(DISABLED_WHYS)
      .nullable()
      .meta({
        description: `Por qué: ${meaningsOf(WHY_TEXT)}. Null si nadie más que un usuario lo ha desactivado.`,
        codes: WHY_TEXT,
      }),
    created_by: answerText('Usuario que lo creó.'),
    confirmed_by: answerText(
      'Usuario que eligió su dirección, lo activó u obtuvo su secreto por última vez.',
    ),
    created_at: answerInstant('ISO 8601.'),
  })
  .meta({ id: 'Webhook', description: 'Dirección a la que se envían los avisos de la cuenta.' });

export const webhookExample: z.output<typeof webhookResource> = {
  id: '01KAT1H6Q2ZJ6W3N4B5V7X8Y9Z',
  url: 'https://nominas.example.com/pasarela',
  description: 'Programa de nóminas',
  types: ['tramite.*'],
  company: null,
  active: true,
  failing_since: null,
  disabled_at: null,
  disabled_why: null,
  created_by: '7d9f3c52-6a0e-4a55-9a44-0c3b8f1e2d60',
  confirmed_by: '7d9f3c52-6a0e-4a55-9a44-0c3b8f1e2d60',
  created_at: '2026-11-23T09:30:00.000Z',
};

/** The resource of a webhook. */
export const toWebhookResource = (webhook: Webhook): z.output<typeof webhookResource> => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description ?? null,
  types: webhook.types ?? [],
  company: webhook.company ?? null,
  active: webhook.active,
  failing_since: webhook.failingSince ?? null,
  disabled_at: webhook.disabledAt ?? null,
  disabled_why: webhook.disabledWhy ?? (webhook.disabledAt === undefined ? null : 'failing'),
  created_by: webhook.createdBy,
  confirmed_by: webhook.confirmedBy,
  created_at: webhook.createdAt,
});

/** The secret of a webhook, which is shown once. */
export const secret = answerText(
  'Secreto con el que se firma, de Standard Webhooks. No se puede leer después.',
);

/** A secret of the examples. */
export const SECRET_EXAMPLE = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

const STATE_TEXT: Record<(typeof DELIVERY_STATES)[number], string> = {
  pending: 'se intentará otra vez',
  delivered: 'el receptor lo aceptó',
  failed: 'no se intenta más',
};

/** The state of a delivery. */
export const deliveryState = z.enum(DELIVERY_STATES).meta({
  description: `Estado: ${meaningsOf(STATE_TEXT)}.`,
  codes: STATE_TEXT,
});

/** A delivery as answers have it. */
export const deliveryResource = z
  .object({
    id: answerText('Identificador.'),
    event: z
      .object({
        id: answerText('Identificador: webhook-id.'),
        type: answerText('Tipo.'),
        at: answerInstant('ISO 8601.'),
      })
      .meta({ description: 'Aviso.' }),
    state: deliveryState,
    tries: z.int().meta({ description: 'Intentos hechos.' }),
    next_at: answerInstantOrNull('Cuándo se intenta otra vez, ISO 8601.'),
    last_tries: z
      .array(
        z.object({
          at: answerInstant('ISO 8601.'),
          status: z.int().nullable().meta({ description: 'Estado HTTP que respondió.' }),
          reason: answerTextOrNull('Por qué no se aceptó.'),
          milliseconds: z.int().nullable().meta({ description: 'Cuánto tardó.' }),
        }),
      )
      .meta({ description: 'Últimos intentos. De lo que responde el receptor solo se guarda el estado.' }),
  })
  .meta({ id: 'Delivery', description: 'Entrega de un aviso a un webhook; se guarda 30 días.' });

export const deliveryExample: z.output<typeof deliveryResource> = {
  id: '01KAT1H6Q2ABCDEFGHJKMNPQRS',
  event: { id: '6f1d2ac8b9e34f70a1c5d2e8f9b03c47', type: 'tramite.accepted', at: '2026-11-23T09:31:00.000Z' },
  state: 'pending',
  tries: 1,
  next_at: '2026-11-23T09:31:06.200Z',
  last_tries: [{ at: '2026-11-23T09:31:01.000Z', status: 503, reason: 'Respondió 503.', milliseconds: 200 }],
};

/** The resource of a delivery. */
export const toDeliveryResource = ({ id, event, state, tries, nextAt, lastTries }: Delivery) => ({
  id,
  event: { id: event.id, type: event.type, at: event.at },
  state,
  tries,
  next_at: nextAt ?? null,
  last_tries: lastTries.map(({ at, status, reason, milliseconds }) => ({
    at,
    status: status ?? null,
    reason: reason ?? null,
    milliseconds: milliseconds ?? null,
  })),
});

/** Who makes or changes a webhook, and the access that it is bound to. */
export const webhookOwner = ({ caller, user }: Pick<ResourcePorts, 'caller' | 'user'>): WebhookOwner => ({
  accountId: caller.accountId,
  userId: caller.userId,
  bond: bondOf(user, caller.generation),
});

/** @throws ServiceError 404 if the account has no such client company */
export const checkCompany = async (
  company: number | undefined,
  { caller, stores }: Pick<Ports, 'caller' | 'stores'>,
): Promise<void> => {
  if (company !== undefined && !(await stores.clients.findClientBrief(caller.accountId, company)))
    throw notFound('El cliente no existe.');
};

/**
 * A webhook of the caller's account to which something is to be sent.
 * @throws ServiceError 404 if there is none with this id, 409 when it is switched off
 */
export const activeWebhook = async (
  id: string,
  { caller, stores }: Pick<Ports, 'caller' | 'stores'>,
): Promise<Webhook> => {
  const webhook = await stores.webhooks.ownWebhook(caller.accountId, id);
  if (!webhook.active) throw conflict('El webhook no está activo: actívelo antes.');
  return webhook;
};
