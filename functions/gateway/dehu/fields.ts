import * as z from 'zod';
import type { Notice, NoticeKey } from '../../../shared/authorities/dehu/notices.ts';
import { asText, cif, date } from '../../../shared/kernel/fields.ts';
import { notBefore } from '../../../shared/kernel/rules.ts';
import { dayAfter, madridDay, startOfMadridDay, withOffset } from '../../../shared/kernel/spanish-time.ts';
import { answerText } from '../../../shared/operation/answer-fields.ts';
import { pageOf, pageRequest } from '../../../shared/operation/notifications.ts';

/** Natural days within which a notification is opened, or expires (Ley 39/2015, article 43.2). */
const DAYS = 10;
/** Days for which DEHú lists notices that are no longer pending; the first of these days may be cut off. */
const LISTED_DAYS = 29;
const HOUR_MS = 60 * 60 * 1000;

/** The same number of natural days, as messages write it. */
export const LISTED_TEXT = 'DEHú solo da lo realizado en los últimos 30 días.';

/** The name of a notification: `sentReference` of the lists. */
export const id = asText(
  z
    .string()
    .regex(/^\d{1,10}-[\w.:/+=@-]{1,100}$/, {
      error: 'Debe ser la referencia de una notificación de las listas.',
    })
    .meta({ description: 'Notificación: su referencia en las listas (sentReference).' }),
);

/** The name of a notice at DEHú, from its name for callers: its origin, and after the first hyphen its identifier. */
export const keyIn = (sentReference: string): NoticeKey => {
  const [origin = '', ...rest] = sentReference.split('-');
  return { origin, identifier: rest.join('-') };
};

/** The request of a list. */
export const listRequest = z
  .object({
    ...pageRequest,
    // Of another length LEMA answers an error of its own.
    titularNif: cif
      .refine((nif) => nif.length === 9, { error: 'Debe tener 9 caracteres.' })
      .optional()
      .meta({ description: 'Solo las de este titular.' }),
    startDate: date('Puestas a disposición desde esta fecha.').optional(),
    endDate: date('Puestas a disposición hasta esta fecha.').optional(),
  })
  .check(notBefore('endDate', 'startDate', 'No puede ser anterior a startDate.'));
type ListRequest = z.output<typeof listRequest>;

const derived = 'Lo deduce este servicio; LEMA no lo da.';

/** A notification or communication of a list. What LEMA does not give is empty, or null. */
export const notification = z
  .object({
    sentReference: answerText('Con lo que se pide su detalle, documento o resguardo.'),
    identifier: answerText('Identificador en DEHú.'),
    nifTitular: answerText('NIF del titular.'),
    vinculoReceptor: answerText('Vínculo de quien consulta: 1 titular, 2 destinatario, 3 apoderado.'),
    bondType: answerText(`El vínculo, en palabras. ${derived}`),
    emitterEntity: answerText('Organismo emisor.'),
    emitterSourceEntity: answerText('Organismo raíz del emisor.'),
    concept: answerText('Concepto.'),
    description: answerText('Descripción, si la hay.'),
    state: answerText(
      'PENDIENTE, ACEPTADA, RECHAZADA, EXPIRADA, REALIZADA_TEU o LEIDA. PENDIENTE lo deduce este servicio.',
    ),
    notificationPriority: answerText('Siempre vacío: LEMA no lo da.'),
    assuranceLevel: answerText('Siempre vacío: LEMA no lo da.'),
    availabilityDate: answerText('Puesta a disposición, ISO 8601.'),
    expirationDate: answerText(
      'Fin del plazo para abrirla: el último de diez días naturales (Ley 39/2015, artículo 43.2), a las 23:59:59 en ' +
        `Madrid. Vacío en las comunicaciones. ${derived}`,
    ),
    finalDate: answerText(
      'Cuándo llegó a su estado. LEMA solo lo da en el detalle; en las listas está vacío.',
    ),
    postalDelivery: z
      .boolean()
      .nullable()
      .meta({ description: 'También en papel; nulo si LEMA no lo dice.' }),
    hasAnnexes: z
      .boolean()
      .nullable()
      .meta({ description: 'Con anexos (data.annexes); solo en el detalle, nulo en las listas.' }),
    cantAnnexes: z.int().nullable().meta({ description: 'Cuántos; solo en el detalle.' }),
    nifReceptor: answerText('NIF de quien la abrió, si LEMA lo dice.'),
    nameReceptor: answerText('Nombre de quien la abrió, si LEMA lo dice.'),
    siaCode: answerText('Código del procedimiento (SIA), si LEMA lo dice.'),
    siaDenomination: answerText('Siempre vacío: LEMA no lo da.'),
  })
  .meta({ id: 'Notification', description: 'Notificación o comunicación de DEHú.' });
export type Notification = z.output<typeof notification>;

/** A page of a list: pending notices have a page count of their own. */
export const listResponse = pageOf(notification).omit({ pending: true });

const BONDS: Record<string, string> = { '1': 'TITULAR', '2': 'DESTINATARIO', '3': 'APODERADO' };

/** A notice with the names of the interface. @param detail what only its detail has */
export const toResource = (
  notice: Notice,
  detail: { ended?: string; annexes?: unknown[] } = {},
): Notification => ({
  sentReference: `${notice.origin}-${notice.identifier}`,
  identifier: notice.identifier,
  nifTitular: notice.holder.nif,
  vinculoReceptor: notice.bond,
  bondType: BONDS[notice.bond] ?? '',
  emitterEntity: notice.issuer.name,
  emitterSourceEntity: notice.rootIssuer.name,
  concept: notice.concept,
  description: notice.description,
  state: notice.ended?.state ?? 'PENDIENTE',
  notificationPriority: '',
  assuranceLevel: '',
  availabilityDate: notice.available,
  expirationDate: expirationOf(notice),
  finalDate: detail.ended ?? '',
  postalDelivery: notice.ended?.postal ?? null,
  hasAnnexes: detail.annexes ? detail.annexes.length > 0 : null,
  cantAnnexes: detail.annexes?.length ?? null,
  nifReceptor: notice.ended?.receiver.nif ?? '',
  nameReceptor: notice.ended?.receiver.name ?? '',
  siaCode: notice.ended?.procedure ?? '',
  siaDenomination: '',
});

/** The end of the last day on which a notification can be opened: the day on which it came does not count. */
const expirationOf = ({ kind, available }: Notice): string => {
  const since = new Date(available);
  if (kind === 'communication' || Number.isNaN(since.getTime())) return '';
  const dayAfterLast = startOfMadridDay(dayAfter(madridDay(since), { days: DAYS + 1 }));
  return withOffset(new Date(dayAfterLast.getTime() - 1000));
};

/** The first instant from which DEHú lists notices that are no longer pending. */
export const firstListed = (now: Date): Date => {
  const day = startOfMadridDay(dayAfter(madridDay(now), { days: -LISTED_DAYS }));
  // In autumn a day has an hour more, and that instant may be older than DEHú's 30 days.
  const oldest = new Date(now.getTime() - ((LISTED_DAYS + 1) * 24 - 1) * HOUR_MS);
  return day > oldest ? day : oldest;
};

/** The range of a list, as DEHú takes it. It refuses an end that is not over, which is left out then: nothing comes later. */
export const rangeOf = (
  { startDate, endDate }: Pick<ListRequest, 'startDate' | 'endDate'>,
  now: Date,
): { from?: string; to?: string } => {
  const end = endDate && startOfMadridDay(dayAfter(endDate, { days: 1 }));
  return {
    ...(startDate && { from: withOffset(startOfMadridDay(startDate)) }),
    ...(end && end <= now && { to: withOffset(new Date(end.getTime() - 1000)) }),
  };
};

/** For examples. */
export const exampleNotification: Notification = {
  sentReference: '40-83739017f62c8bfa64a3d1',
  identifier: '83739017f62c8bfa64a3d1',
  nifTitular: 'B12345674',
  vinculoReceptor: '1',
  bondType: 'TITULAR',
  emitterEntity: 'INSPECCIÓN DE TRABAJO Y SEGURIDAD SOCIAL',
  emitterSourceEntity: 'MINISTERIO DE TRABAJO Y ECONOMÍA SOCIAL',
  concept: 'Requerimiento de documentación',
  description: '',
  state: 'PENDIENTE',
  notificationPriority: '',
  assuranceLevel: '',
  availabilityDate: '2026-11-20T09:15:00+01:00',
  expirationDate: '2026-11-30T23:59:59+01:00',
  finalDate: '',
  postalDelivery: null,
  hasAnnexes: null,
  cantAnnexes: null,
  nifReceptor: '',
  nameReceptor: '',
  siaCode: '',
  siaDenomination: '',
};

/** The same after it was opened. */
export const exampleDone: Notification = {
  ...exampleNotification,
  state: 'ACEPTADA',
  postalDelivery: false,
  nifReceptor: '12345678Z',
  nameReceptor: 'ANA GARCIA LOPEZ',
};
