import * as z from 'zod';
import { AUTHORITY_CHOICE } from '../../../shared/kernel/errors.ts';
import { answerInstant } from '../../../shared/operation/answer-fields.ts';
import { EVENT_TYPES, type EventType, type GatewayEvent, SUBJECT_KINDS } from './gateway-event.ts';

/** An event as answers have it. */
const eventResource = z
  .object({
    id: z.string().meta({ description: 'Identificador; el mismo si el aviso se recibe otra vez.' }),
    type: z.enum(Object.keys(EVENT_TYPES) as [EventType, ...EventType[]]).meta({
      description: 'Qué ha ocurrido. Se añadirán otros tipos.',
      codes: EVENT_TYPES,
    }),
    at: answerInstant('Cuándo, ISO 8601.'),
    company: z.int().nullable().meta({ description: 'Cliente que tiene la cuenta de cotización.' }),
    clientId: z.int().nullable().meta({ description: 'Cliente del certificado o del acceso.' }),
    subject: z
      .object({
        kind: z.enum(SUBJECT_KINDS).meta({ description: 'Qué es.' }),
        id: z.string().meta({ description: 'Su identificador.' }),
      })
      .meta({ description: 'De qué trata. Sus datos se consultan aparte.' }),
    detail: z
      .object({
        state: z.string().nullable().meta({ description: 'Estado del trámite entonces.' }),
        days: z.int().nullable().meta({ description: 'Días que faltan.' }),
        authority: z
          .string()
          .nullable()
          .meta({ description: `Organismo: ${AUTHORITY_CHOICE}.` }),
        count: z.int().nullable().meta({ description: 'Diferencias nuevas de un cuadre nocturno.' }),
      })
      .meta({ description: 'Más datos, si se conocen.' }),
  })
  .meta({ description: 'Algo que ha ocurrido.' });

/** An event in a list. */
export const listedEvent = eventResource
  .extend({ cursor: z.string().meta({ description: 'Para after, para seguir tras este aviso.' }) })
  .meta({ id: 'Event', description: 'Algo que ha ocurrido.' });

export const eventExample: z.output<typeof eventResource> = {
  id: '6f1d2ac8b9e34f70a1c5d2e8f9b03c47',
  type: 'tramite.accepted',
  at: '2026-11-23T09:15:31.204Z',
  company: 12,
  clientId: null,
  subject: { kind: 'tramite', id: '01K9Z3V5Q8R2T4W6X8Y0A2C4E6' },
  detail: { state: 'accepted', days: null, authority: null, count: null },
};

/**
 * The resource of an event.
 * @param reader the client company that reads it, which is not shown which others its account has
 */
export const toEventResource = (
  event: GatewayEvent,
  reader: number | undefined,
): z.output<typeof eventResource> => {
  const { id, type, at, companyId, clientId, subject, detail } = event;
  const isShown = reader === undefined || companyId === reader;
  return {
    id,
    type,
    at,
    company: (isShown && companyId) || null,
    clientId: clientId ?? null,
    subject,
    detail: {
      state: detail?.state ?? null,
      days: detail?.days ?? null,
      authority: detail?.authority ?? null,
      count: detail?.count ?? null,
    },
  };
};
