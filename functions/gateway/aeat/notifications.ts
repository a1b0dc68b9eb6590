import * as z from 'zod';
import type { Notice } from '../../../shared/authorities/aeat/notices.ts';
import { digits } from '../../../shared/kernel/fields.ts';
import { answerText } from '../../../shared/operation/answer-fields.ts';

/** Identifier of a notification: `sentReference` of the list. */
export const id = digits(13, 'Notificación: su referencia en la lista (sentReference).');

/** How a notification stands, in words. */
export const STATES = {
  PENDIENTE: 'pendientes de abrir',
  ACEPTADA: 'abiertas',
  NO_LEIDA: 'notificadas sin abrir, y comunicaciones sin leer',
};

/** A notification or communication of the list. Missing values are empty. */
export const notification = z
  .object({
    sentReference: answerText('Identificador, que se envía para abrirla.'),
    identifier: answerText('Número de certificado en la Agencia Tributaria.'),
    tipo: z.enum(['NOTIFICACION', 'COMUNICACION']).meta({
      description: 'Una comunicación no se abre con efectos jurídicos.',
      codes: { NOTIFICACION: 'notificación', COMUNICACION: 'comunicación' },
    }),
    nifTitular: answerText('NIF del titular.'),
    titular: answerText('Nombre o razón social del titular.'),
    nifDestinatario: answerText('NIF de a quién se envía.'),
    destinatario: answerText('Nombre o razón social de a quién se envía.'),
    concept: answerText('Concepto; de una pendiente la Agencia Tributaria solo dice que lo está.'),
    state: z.enum(['PENDIENTE', 'ACEPTADA', 'NO_LEIDA']).meta({
      description: 'NO_LEIDA: se notificó sin abrirla (modo dice cómo), o es una comunicación sin leer.',
      codes: STATES,
    }),
    availabilityDate: answerText(
      'Emisión, AAAA-MM-DD: la Agencia Tributaria no da la puesta a disposición, que puede ser posterior.',
    ),
    notificationDate: answerText('Cuándo se notificó, AAAA-MM-DD.'),
    modo: answerText('Modo de notificación, con las palabras de la Agencia Tributaria.'),
  })
  .meta({ id: 'TaxNotification', description: 'Notificación o comunicación de la Agencia Tributaria.' });
export type Notification = z.output<typeof notification>;

/** A notification with the names of the interface. */
export const toResource = (notice: Notice): Notification => ({
  sentReference: notice.code,
  identifier: notice.code,
  tipo: notice.kind,
  nifTitular: notice.holder.nif,
  titular: notice.holder.name,
  nifDestinatario: notice.recipient.nif,
  destinatario: notice.recipient.name,
  concept: notice.concept,
  state: notice.state,
  availabilityDate: notice.issued,
  notificationDate: notice.notified,
  modo: notice.manner,
});

/** For examples. */
export const exampleNotification: Notification = {
  sentReference: '2699000004711',
  identifier: '2699000004711',
  tipo: 'NOTIFICACION',
  nifTitular: 'B12345674',
  titular: 'EMPRESA DE EJEMPLO SL',
  nifDestinatario: 'B12345674',
  destinatario: 'EMPRESA DE EJEMPLO SL',
  concept: 'Pendiente de notificar',
  state: 'PENDIENTE',
  availabilityDate: '2026-11-20',
  notificationDate: '',
  modo: '',
};
