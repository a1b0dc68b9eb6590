import * as z from 'zod';
import { AUTHORITY_CHOICE } from '../../../shared/kernel/errors.ts';
import { text } from '../../../shared/kernel/fields.ts';
import {
  answerDay,
  answerInstant,
  answerInstantOrNull,
  answerText,
} from '../../../shared/operation/answer-fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import {
  act,
  authority,
  authorityState,
  days,
  endOfPause,
  FOR_OPERATORS,
  lastDays,
  pausedExample,
  reason,
  state,
  toAct,
  toAuthority,
  until,
} from './fields.ts';
import { RUNBOOK } from './runbook.ts';

/** Accounts of a page: with a week of totals some 400 rows are read. */
const PAGE = 50;

const count = (description: string) => z.int().meta({ description });

const account = z
  .object({
    id: z.string().meta({ description: 'Identificador.' }),
    name: z.string().meta({ description: 'Nombre.' }),
    created_at: answerInstant('Alta, ISO 8601.'),
    disabled: z.boolean().meta({ description: 'Si está desactivada.' }),
    last_call_at: answerInstantOrNull('Última llamada, con una hora de margen, ISO 8601.'),
    accepted: count('Trámites realizados.'),
    refused: count('Rechazados por el organismo.'),
    notSent: count('Que no llegaron a enviarse.'),
    unknown: count('Trámites de resultado desconocido que nadie ha declarado.'),
    failure_rate: z
      .number()
      .nullable()
      .meta({ description: 'Parte de ellos que no se realizó, de 0 a 1; null si no hay ninguno.' }),
  })
  .meta({ id: 'OperatorAccount' });

export const listOperatorAccounts = resource({
  id: 'listOperatorAccounts',
  method: 'GET',
  path: '/accounts',
  summary: 'Cuentas del servicio, con su última llamada y sus fallos',
  description: `Por identificador, ${PAGE} por página. Son recuentos aproximados, sin simulacros. ${FOR_OPERATORS}`,
  access: 'reads',
  isForOperators: true,
  rate: 'read',
  standing: 'chosen',
  request: z.object({ days, after: text(36, 'next de la página anterior.').optional() }),
  response: z.object({
    accounts: z.array(account),
    next: z.string().nullable().meta({ description: 'Para after; null si no hay más.' }),
  }),
  example: {
    request: { days: 7 },
    response: {
      accounts: [
        {
          id: '7d9f3c52-6a0e-4a55-9a44-0c3b8f1e2d60',
          name: 'Nóminas de Ejemplo',
          created_at: '2026-01-15T08:30:00.000Z',
          disabled: false,
          last_call_at: '2026-11-24T08:12:00.000Z',
          accepted: 196,
          refused: 3,
          notSent: 0,
          unknown: 1,
          failure_rate: 0.02,
        },
      ],
      next: null,
    },
  },
  run: async (request, { stores: { operator }, now }) => {
    const { accounts, end } = await operator.pageOfAccounts(PAGE, request.after);
    const ids = accounts.map(({ id }) => id);
    const totals = await operator.totalsOfAccounts(ids, lastDays(request.days, now));
    return {
      data: {
        accounts: accounts.map(({ id, name, createdAt, disabled, calledAt }) => {
          const { accepted = 0, refused = 0, notSent = 0, unknown = 0 } = totals.get(id) ?? {};
          const failed = refused + notSent + unknown;
          return {
            id,
            name,
            created_at: createdAt,
            disabled,
            last_call_at: calledAt ?? null,
            accepted,
            refused,
            notSent,
            unknown,
            failure_rate: accepted + failed === 0 ? null : failed / (accepted + failed),
          };
        }),
        next: end ?? null,
      },
    };
  },
});

const total = z
  .object({
    day: answerDay('Día en España, AAAA-MM-DD.'),
    authority: z.string().meta({ description: `Organismo: ${AUTHORITY_CHOICE}.` }),
    operation: z.string().meta({ description: 'Método y dirección.' }),
    state,
    count: z.int().meta({ description: 'Trámites que llegaron a él ese día.' }),
  })
  .meta({ id: 'FilingTotal' });

export const countFilings = resource({
  id: 'countFilings',
  method: 'GET',
  path: '/filings',
  summary: 'Trámites de todas las cuentas, por estado y día',
  description:
    'Recuentos aproximados, sin ningún dato de los trámites. Uno desconocido cuyo desenlace se encuentra, o que una persona ' +
    `declara, deja de contar como desconocido. ${FOR_OPERATORS}`,
  access: 'reads',
  isForOperators: true,
  rate: 'read',
  standing: 'chosen',
  request: z.object({ days }),
  response: z.object({
    totals: z.array(total).meta({ description: 'Del día más reciente al más antiguo.' }),
  }),
  example: {
    request: { days: 1 },
    response: {
      totals: [
        {
          day: '2026-11-24',
          authority: 'tgss',
          operation: 'POST /api/v4/seg-social/alta',
          state: 'accepted',
          count: 318,
        },
      ],
    },
  },
  run: async (request, { stores: { operator }, now }) => {
    const found = await Promise.all(lastDays(request.days, now).map((day) => operator.totalsOf(day)));
    return { data: { totals: found.flat() } };
  },
});

/** Filings that are shown. Whoever has more looks after the oldest first. */
const MOST_UNKNOWN = 100;
const HOUR_MS = 60 * 60 * 1000;

const unknownOutcome = z
  .object({
    id: answerText('Número de trámite.'),
    account: answerText('Cuenta: identificador.'),
    authority: answerText(`Organismo: ${AUTHORITY_CHOICE}.`),
    operation: answerText('Método y dirección.'),
    created_at: answerInstant('Inicio, ISO 8601.'),
    hours: z.int().meta({ description: 'Horas desde entonces.' }),
  })
  .meta({ id: 'UnknownOutcome' });

export const listUnknownOutcomes = resource({
  id: 'listUnknownOutcomes',
  method: 'GET',
  path: '/unknown',
  summary: 'Desenlaces desconocidos de todas las cuentas, los más antiguos primero',
  description:
    'Incluye los que ya no se consultan y excluye los que una persona ha declarado. No da ningún ' +
    `dato de lo presentado: solo su cuenta puede verlo y declararlo. ${FOR_OPERATORS}`,
  access: 'reads',
  isForOperators: true,
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({
    filings: z.array(unknownOutcome).meta({ description: `${MOST_UNKNOWN} como máximo.` }),
    more: z.boolean().meta({ description: 'Si hay más.' }),
  }),
  example: {
    request: {},
    response: {
      filings: [
        {
          id: '01KAT1H6Q2ZJ6W3N4B5V7X8Y9Z',
          account: '7d9f3c52-6a0e-4a55-9a44-0c3b8f1e2d60',
          authority: 'tgss',
          operation: 'POST /api/v4/seg-social/pract-no-remun',
          created_at: '2026-11-23T07:30:00.000Z',
          hours: 26,
        },
      ],
      more: false,
    },
  },
  run: async (_, { stores: { operator }, now }) => {
    const { filings, more } = await operator.oldestUnknown(MOST_UNKNOWN);
    return {
      data: {
        filings: filings.map(({ id, accountId, authority, operation, claimedAt }) => ({
          id,
          account: accountId,
          authority,
          operation,
          created_at: claimedAt,
          hours: Math.max(0, Math.floor((now.getTime() - Date.parse(claimedAt)) / HOUR_MS)),
        })),
        more,
      },
    };
  },
});

const STATES = { OK: 'ok', ALARM: 'alarm', INSUFFICIENT_DATA: 'noData' } as const;

const alarm = z
  .object({
    alarm: answerText('Nombre: su título en docs/operations.md.'),
    of: z.string().nullable().meta({ description: 'De qué organismo, cola o función, si hay una de cada.' }),
    state: z.enum(['alarm', 'ok', 'noData', 'unavailable']).meta({
      description: 'alarm (avisa), ok, noData (sin datos) o unavailable (no disponible aquí).',
    }),
    since: answerInstantOrNull('Desde cuándo, ISO 8601.'),
    runbook: answerText('Qué significa y qué hacer primero.'),
  })
  .meta({ id: 'Alarm' });

const ORDER = ['alarm', 'noData', 'ok', 'unavailable'];

export const listAlarms = resource({
  id: 'listAlarms',
  method: 'GET',
  path: '/alarms',
  summary: 'Alarmas del servicio y qué hacer con cada una',
  description: `Según CloudWatch, las que avisan primero; donde no las hay, su estado es unavailable. ${FOR_OPERATORS}`,
  access: 'reads',
  isForOperators: true,
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({ alarms: z.array(alarm) }),
  example: {
    request: {},
    response: {
      alarms: [
        {
          alarm: 'OldestUnknown',
          of: null,
          state: 'alarm',
          since: '2026-11-24T07:40:00.000Z',
          runbook: RUNBOOK.OldestUnknown!,
        },
      ],
    },
  },
  run: async (_, { stores: { operator } }) => {
    const kept = await operator.alarmsNow();
    const of = (name: string): z.output<typeof alarm>[] => {
      const runbook = RUNBOOK[name]!;
      const found = kept.filter(({ kind }) => kind === name);
      if (found.length === 0) return [{ alarm: name, of: null, state: 'unavailable', since: null, runbook }];
      return found.map((one) => ({
        alarm: name,
        of: one.of ?? null,
        state: STATES[one.state],
        since: one.since?.toISOString() ?? null,
        runbook,
      }));
    };
    const alarms = Object.keys(RUNBOOK).flatMap(of);
    return {
      data: { alarms: alarms.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)) },
    };
  },
});

/** Acts that are shown. */
const MOST_ACTS = 20;

export const listPauses = resource({
  id: 'listPauses',
  method: 'GET',
  path: '/authorities',
  summary: 'Estado de los organismos, y quién los puso en pausa',
  description: `Con las ${MOST_ACTS} últimas pausas y reanudaciones: quién, cuándo y por qué. ${FOR_OPERATORS}`,
  access: 'reads',
  isForOperators: true,
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({ authorities: z.array(authorityState), acts: z.array(act) }),
  example: {
    request: {},
    response: {
      authorities: [pausedExample],
      acts: [
        {
          act: 'pause',
          authority: 'sepe',
          at: '2026-11-24T08:00:00.000Z',
          until: '2026-11-24T10:00:00.000Z',
          message: pausedExample.message,
          reason: 'Contrat@ responde con otra página.',
          by: 'Lucía Ibáñez',
        },
      ],
    },
  },
  run: async (_, { stores: { health, operator }, now }) => {
    const [states, acts] = await Promise.all([health.statesNow(now), operator.lastActs(MOST_ACTS)]);
    return { data: { authorities: states.map(toAuthority), acts: acts.map(toAct) } };
  },
});

export const pauseAuthority = resource({
  id: 'pauseAuthority',
  method: 'PUT',
  path: '/authorities/{authority}',
  summary: 'Poner un organismo en pausa para todas las cuentas',
  description:
    'En cinco segundos, las peticiones al organismo y las que esperan reciben un 503 con message. Lo ' +
    'que ya se está presentando termina, y los resultados desconocidos se siguen consultando. Queda ' +
    `constancia de quién lo hizo. ${FOR_OPERATORS}`,
  access: 'owner',
  noted: { none: 'it is an act of an operator, who has a list of them' },
  isForOperators: true,
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    authority,
    message: text(300, 'Texto que reciben los programas y las personas, en español.'),
    until,
    reason,
  }),
  response: authorityState,
  example: {
    request: {
      authority: 'sepe',
      message: 'El SEPE ha cambiado una página y lo estamos comprobando.',
      until: '2026-11-24T11:00:00+01:00',
      reason: 'Contrat@ responde con otra página.',
    },
    response: pausedExample,
  },
  run: async ({ authority, message, until: wanted, reason }, { caller, user, stores, now }) => {
    const until = endOfPause(wanted, now);
    const by = { userId: caller.userId, name: user.name };
    await stores.operator.pauseAuthority(authority, { message, until, reason, by }, now);
    const states = await stores.health.statesNow(now);
    return { data: toAuthority(states.find((one) => one.authority === authority)!) };
  },
});

export const resumeAuthority = resource({
  id: 'resumeAuthority',
  method: 'DELETE',
  path: '/authorities/{authority}',
  summary: 'Terminar la pausa de un organismo',
  description: `También antes de su hora; sin pausa no cambia nada. Queda constancia de quién lo hizo. ${FOR_OPERATORS}`,
  access: 'owner',
  noted: { none: 'it is an act of an operator, who has a list of them' },
  isForOperators: true,
  rate: 'write',
  standing: 'chosen',
  request: z.object({ authority, reason: reason.optional() }),
  response: authorityState,
  example: {
    request: { authority: 'sepe', reason: 'Corregido.' },
    response: {
      ...pausedExample,
      state: 'up',
      paused: false,
      since: null,
      until: null,
      message: null,
    },
  },
  run: async ({ authority, reason }, { caller, user, stores, now }) => {
    const by = { userId: caller.userId, name: user.name };
    await stores.operator.resumeAuthority(authority, { by, ...(reason && { reason }) }, now);
    const states = await stores.health.statesNow(now);
    return { data: toAuthority(states.find((one) => one.authority === authority)!) };
  },
});
