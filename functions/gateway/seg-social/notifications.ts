import * as z from 'zod';
import {
  type Notice,
  type NoticeKey,
  ROLES,
  type Role,
} from '../../../shared/authorities/tgss/wscn/notices.ts';
import { asText } from '../../../shared/kernel/fields.ts';
import { answerText } from '../../../shared/operation/answer-fields.ts';

/** Roles, in words. */
export const ROLE_TEXT: Record<Role, string> = {
  '1': 'propias',
  '2': 'como autorizado RED',
  '3': 'como apoderado',
};
export const ALL_ROLES = Object.keys(ROLES) as Role[];

/** The name of a notification: `sentReference` of the list. */
export const id = asText(
  z
    .string()
    .regex(/^[123]-\d{1,10}$/, { error: 'Debe ser la referencia de una notificación de la lista.' })
    .meta({ description: 'Notificación: su referencia en la lista (sentReference).' }),
);

/** Its name at TGSS: as whom, and its number. */
export const keyIn = (sentReference: string): NoticeKey => {
  const [role, code] = sentReference.split('-') as [Role, string];
  return { role, code };
};

/** A notification of the list. What TGSS does not give is empty. */
export const notification = z
  .object({
    sentReference: answerText('Identificador, que se envía para abrirla.'),
    identifier: answerText('Código en la Seguridad Social.'),
    nifTitular: answerText('Siempre vacío: el servicio no da el NIF; destinatario es su texto.'),
    rol: z.enum(ALL_ROLES).meta({ description: 'Como quién se recibe.', codes: ROLE_TEXT }),
    destinatario: answerText('A quién se envía, como lo escribe la Seguridad Social.'),
    nombre: answerText('Nombre o razón social.'),
    concept: answerText('Descripción, o el procedimiento si no la hay.'),
    procedimiento: answerText('Procedimiento.'),
    state: answerText('PENDIENTE, ACEPTADA, RECHAZADA o EXPIRADA.'),
    availabilityDate: answerText('Puesta a disposición, ISO 8601.'),
    expirationDate: answerText('Hasta cuándo está disponible, ISO 8601, como lo dice la Seguridad Social.'),
  })
  .meta({ id: 'SocialSecurityNotification', description: 'Notificación de la Seguridad Social.' });
export type Notification = z.output<typeof notification>;

/** A notification with the names of the interface. */
export const toResource = (notice: Notice): Notification => ({
  sentReference: `${notice.role}-${notice.code}`,
  identifier: notice.code,
  nifTitular: '',
  rol: notice.role,
  destinatario: notice.recipient,
  nombre: notice.name,
  concept: notice.description || notice.procedure,
  procedimiento: notice.procedure,
  state: notice.state,
  availabilityDate: notice.available,
  expirationDate: notice.until,
});

/** For examples. */
export const exampleNotification: Notification = {
  sentReference: '2-4711',
  identifier: '4711',
  nifTitular: '',
  rol: '2',
  destinatario: 'B12345674',
  nombre: 'EMPRESA DE EJEMPLO SL',
  concept: 'Providencia de apremio',
  procedimiento: 'RECAUDACIÓN EJECUTIVA',
  state: 'PENDIENTE',
  availabilityDate: '2026-11-20T09:15:00+01:00',
  expirationDate: '2026-11-30T23:59:59+01:00',
};
