import * as z from 'zod';
import { AUTHORITY_LABEL } from '../../../shared/kernel/authority-errors.ts';
import { AUTHORITIES, AUTHORITY_CHOICE, invalid } from '../../../shared/kernel/errors.ts';
import { integer, text as textField } from '../../../shared/kernel/fields.ts';
import { dayAfter, madridDay } from '../../../shared/kernel/spanish-time.ts';
import {
  answerInstant,
  answerInstantOrNull,
  answerText,
  answerTextOrNull,
  isoOrNull,
} from '../../../shared/operation/answer-fields.ts';
import { SHOWN_STATES } from '../../../shared/stores/filings/shown-state.ts';
import type { AuthorityState } from '../../../shared/stores/health.ts';
import type { OperatorAct } from './store/pauses.ts';

/** The sentence on who may call the operations for operators. */
export const FOR_OPERATORS =
  'Solo para usuarios de una cuenta de quien opera el servicio, con una sesión iniciada y con segundo factor; los demás reciben 403.';

/** Longest pause of an authority, in milliseconds. */
export const LONGEST_PAUSE_MS = 30 * 24 * 60 * 60 * 1000;

/** Retention of daily counts, in days. */
export const TOTAL_DAYS = 35;

const USUAL_DAYS = 7;

/** The number of days of the totals. */
export const days = integer(
  `Días, contando hoy, de 1 a ${TOTAL_DAYS}; ${USUAL_DAYS} si se omite.`,
  TOTAL_DAYS,
).optional();

/** The last days in Spain, today first, `YYYY-MM-DD`. @param wanted as of `days` */
export const lastDays = (wanted: number | undefined, now: Date): string[] =>
  Array.from({ length: wanted || USUAL_DAYS }, (_, back) => dayAfter(madridDay(now), { days: -back }));

/** The state of filings. */
export const state = z.enum(SHOWN_STATES).meta({ description: 'Estado, como en GET /tramites.' });

/** `{authority}` of the path. */
export const authority = z
  .enum(AUTHORITIES, { error: `Debe ser uno de: ${AUTHORITIES.join(', ')}.` })
  .meta({ description: `Organismo: ${AUTHORITY_CHOICE}.` });

/** Why an operator does it. */
export const reason = textField(300, 'Por qué se hace; solo lo leen quienes operan el servicio.');

/** End of a pause. */
export const until = z.iso
  .datetime({ offset: true, error: 'Debe ser un momento ISO 8601, como 2026-11-24T10:00:00+01:00.' })
  .meta({ description: 'Hasta cuándo, ISO 8601; 30 días como máximo.' });

/** The end of a pause. @throws ServiceError 422 on `until` if it is past or too far ahead */
export const endOfPause = (wanted: string, now: Date): Date => {
  const end = new Date(wanted);
  const wait = end.getTime() - now.getTime();
  if (wait > 0 && wait <= LONGEST_PAUSE_MS) return end;
  throw invalid({ until: ['Debe ser un momento posterior a ahora, dentro de 30 días como máximo.'] });
};

/** How an authority is. */
export const authorityState = z
  .object({
    authority,
    name: answerText('Su nombre.'),
    state: z
      .enum(['up', 'slow', 'down', 'maintenance'])
      .meta({ description: 'Como en GET /status. En pausa es maintenance.' }),
    paused: z.boolean().meta({ description: 'Si está en pausa.' }),
    since: answerInstantOrNull('Desde cuándo, ISO 8601.'),
    until: answerInstantOrNull('Hasta cuándo, ISO 8601.'),
    message: answerTextOrNull('De una pausa: el texto que reciben los programas y las personas.'),
  })
  .meta({ id: 'PausableAuthority' });

/** An authority as answers have it. Only a pause has a message. */
export const toAuthority = ({ authority, state, since, until, message }: AuthorityState) => ({
  authority,
  name: AUTHORITY_LABEL[authority],
  state,
  paused: message !== undefined,
  since: isoOrNull(since),
  until: isoOrNull(until),
  message: message ?? null,
});

/** A pause or resumption, and the operator who made it. */
export const act = z
  .object({
    act: z.enum(['pause', 'resume']).meta({ description: 'pause (pausa) o resume (reanudación).' }),
    authority,
    at: answerInstant('Cuándo, ISO 8601.'),
    until: answerInstantOrNull('Hasta cuándo era la pausa, ISO 8601.'),
    message: answerTextOrNull('El texto que recibían los programas y las personas.'),
    reason: answerTextOrNull('Por qué.'),
    by: answerText('Quién: el nombre del usuario, o la orden de consola.'),
  })
  .meta({ id: 'OperatorAct' });

/** An act as answers have it. */
export const toAct = ({ by, ...one }: OperatorAct): z.output<typeof act> => ({
  act: one.act,
  authority: one.authority,
  at: one.at,
  until: one.until ?? null,
  message: one.message ?? null,
  reason: one.reason ?? null,
  by: by.name,
});

/** A paused authority of the examples. */
export const pausedExample: z.output<typeof authorityState> = {
  authority: 'sepe',
  name: 'SEPE',
  state: 'maintenance',
  paused: true,
  since: '2026-11-24T08:00:00.000Z',
  until: '2026-11-24T10:00:00.000Z',
  message: 'El SEPE ha cambiado una página y lo estamos comprobando.',
};
