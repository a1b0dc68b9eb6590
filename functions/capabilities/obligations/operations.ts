import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { bondOf } from '../../../shared/kernel/bond.ts';
import { conflict, notFound } from '../../../shared/kernel/errors.ts';
import { bool, date, dni, integer, text } from '../../../shared/kernel/fields.ts';
import { dayAfter, daysLater, madridDay } from '../../../shared/kernel/spanish-time.ts';
import { YEARS } from '../../../shared/kernel/working-days.ts';
import { exampleUser } from '../../../shared/operation/answer-fields.ts';
import { leave, takeUp } from '../../../shared/operation/continuation.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { resource } from '../../../shared/operation/operation.ts';
import type { ResourcePorts } from '../../../shared/operation/ports.ts';
import { notClients, onlySignedIn, ownerOf } from '../../../shared/operation/signed-in.ts';
import { NOTICE, type Shown, shownOn } from './due.ts';
import {
  calendarAddress,
  exampleObligation,
  exampleRule,
  holiday,
  id,
  notice,
  obligationResource,
  ownObligation,
  ruleResource,
  standing,
  state,
  toResource,
  toResources,
  toRule,
} from './fields.ts';
import { CAUSES, type Cause } from './rules/causes.ts';
import { RULES, ruleOf } from './rules/index.ts';
import type { KeptObligation } from './store/obligation-row.ts';

const MOST = 250;
const cursor = z.object({ after: z.object({ id: z.string(), dueKey: z.string() }) });
/** States that are listed by default. */
const PENDING: readonly Shown[] = ['open', 'near', 'late'];

export const listObligations = resource({
  id: 'listObligations',
  method: 'GET',
  path: '/obligations',
  summary: 'Listar lo que hay que hacer, primero lo que antes vence',
  description:
    'Obligaciones que se deducen de los trámites aceptados y de las consultas. Sin state se listan ' +
    'las abiertas (open, near y late) y las renovaciones de certificados, aunque solo estén ' +
    'previstas. Las de fecha desconocida van primero, y calendarNote dice por qué.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    company: integer('Cliente al que corresponden.').optional(),
    worker: dni.optional().meta({ description: 'Documento del trabajador.' }),
    state: state.optional(),
    'due-before': date('Que venzan antes de este día.').optional(),
    perPage: integer('Obligaciones por página, 250 como máximo.').optional(),
    continueToken: text(4000, 'Página siguiente a la que dio este valor, con los mismos filtros.').optional(),
  }),
  response: z.object({
    data: z.array(obligationResource),
    continueToken: z
      .string()
      .nullable()
      .meta({ description: 'Para la página siguiente; null en la última.' }),
    notice,
  }),
  example: {
    request: { 'due-before': '2026-12-01' },
    response: { data: [exampleObligation], continueToken: null, notice: NOTICE },
  },
  run: async (request, ports) => {
    const { stores, caller, continuation, listMac, authorityNow } = ports;
    const { state: wanted, worker, perPage = MOST } = request;
    const { after } = (await takeUp(continuation, request, cursor)) ?? {};
    const today = madridDay(authorityNow);
    const states = wanted ? [wanted] : PENDING;
    const before = [request['due-before'], wanted === 'late' ? today : undefined].filter(
      (day) => day !== undefined,
    );
    const company = request.company ?? caller.clientId;
    const { obligations, end } = await stores.obligations.listObligations({
      accountId: caller.accountId,
      companyId: company === undefined ? undefined : (await ownerOf(company, ports)).clientId,
      worker: worker && (await listMac('worker', worker)),
      state: wanted === 'closed' || wanted === 'withdrawn' ? wanted : 'open',
      // For near obligations, late ones need not be read.
      dueFrom: wanted === 'near' ? today : undefined,
      dueTo: before.length > 0 ? dayAfter(before.toSorted()[0]!, { days: -1 }) : undefined,
      limit: Math.min(Math.max(perPage, 1), MOST),
      after,
      fits: (one) => {
        const shown = shownOn(one, today);
        // A certificate can be renewed early, so its planned renewal is listed as calendars show it.
        return (
          states.includes(shown) || (!wanted && shown === 'planned' && ruleOf(one.rule).subject === 'owner')
        );
      },
    });
    return {
      data: {
        data: await toResources(obligations, ports),
        continueToken: end ? await leave(continuation, request, { after: end }) : null,
        notice: NOTICE,
      },
    };
  },
});

export const getObligation = resource({
  id: 'getObligation',
  method: 'GET',
  path: '/obligations/{id}',
  summary: 'Consultar una obligación',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ id }),
  response: obligationResource.extend({ notice }),
  example: { request: { id: exampleObligation.id }, response: { ...exampleObligation, notice: NOTICE } },
  run: async ({ id }, ports) => ({
    data: { ...(await toResource(await ownObligation(ports, id), ports)), notice: NOTICE },
  }),
});

export const closeObligation = resource({
  id: 'closeObligation',
  method: 'POST',
  path: '/obligations/{id}/close',
  summary: 'Declarar cumplida una obligación',
  description:
    'Para lo que se hizo en otro sitio, o no se debe. Queda como declarada por una persona (declared), nunca como probada.',
  access: 'files',
  noted: { none: 'the obligation says who closed it' },
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'La obligación no está abierta.' },
  request: z.object({ id, reason: text(500, 'Por qué se cierra: qué se hizo, dónde y cuándo.', 'lines') }),
  response: obligationResource,
  example: {
    request: { id: exampleObligation.id, reason: 'Comunicado por Contrat@ el 20 de noviembre.' },
    response: {
      ...exampleObligation,
      state: 'closed',
      closedBy: {
        at: '2026-11-21T10:00:00.000Z',
        how: 'declared',
        tramite: null,
        reason: 'Comunicado por Contrat@ el 20 de noviembre.',
        user: exampleUser,
      },
    },
  },
  run: (request, ports) =>
    declare('closed', request, {
      ports,
      refusal: ({ state }) => (state === 'open' ? undefined : 'La obligación no está abierta.'),
    }),
});

export const reopenObligation = resource({
  id: 'reopenObligation',
  method: 'POST',
  path: '/obligations/{id}/reopen',
  summary: 'Volver a abrir una obligación que cerró una persona',
  description: 'Lo que cerró un trámite, o una consulta, no se abre así: se abre al anularlo.',
  access: 'files',
  noted: { none: 'the obligation says who reopened it' },
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'La obligación no la cerró una persona.' },
  request: z.object({ id, reason: text(500, 'Por qué se abre de nuevo.', 'lines') }),
  response: obligationResource,
  example: {
    request: { id: exampleObligation.id, reason: 'Era de otro trabajador.' },
    response: exampleObligation,
  },
  run: (request, ports) =>
    declare('reopened', request, {
      ports,
      refusal: ({ state, closedBy }) =>
        state === 'closed' && closedBy?.kind === 'closed'
          ? undefined
          : 'La obligación no la cerró una persona.',
    }),
});

const toCause = ([cause, { text, isUnemployment, source, standing: known }]: [string, Cause]) => ({
  cause,
  text,
  certificate: isUnemployment,
  source,
  standing: known,
});

export const listRules = resource({
  id: 'listObligationRules',
  method: 'GET',
  path: '/obligations/rules',
  summary: 'Listar las reglas de los plazos, con su fuente',
  description:
    'Primero las que más cuestan si se incumplen. Una regla cuyo plazo ha cambiado, o que no es igual en todos los regímenes, ' +
    'está varias veces: term dice para qué vale cada una, y validFrom y validUntil, desde y hasta cuándo.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({
    rules: z.array(ruleResource).meta({ description: 'Reglas.' }),
    years: z
      .array(
        z.object({
          year: z.string().meta({ description: 'Año.' }),
          holidays: z.array(z.string()).meta({ description: 'Festivos en toda España, MM-DD.' }),
          source: z.string().meta({ description: 'Resolución que los publica, o norma de la que salen.' }),
          provisional: z
            .boolean()
            .meta({ description: 'Si falta la resolución: los plazos pueden cambiar.' }),
        }),
      )
      .meta({ description: 'Calendarios oficiales que se conocen; de otros años no se calcula nada.' }),
    causes: z
      .array(
        z.object({
          cause: z.string().meta({ description: 'Clave (situacion), dos cifras.' }),
          text: z.string().meta({ description: 'Qué es.' }),
          certificate: z.boolean().meta({ description: 'Si se debe el certificado de empresa.' }),
          source: z.string().meta({ description: 'Norma y artículo.' }),
          standing,
        }),
      )
      .meta({
        description:
          'Causas de baja, y si pueden ser situación legal de desempleo; de otras claves se supone que sí.',
      }),
    notice,
  }),
  example: {
    request: {},
    response: {
      rules: [exampleRule],
      causes: [toCause(['51', CAUSES['51']!])],
      years: [
        { year: '2026', holidays: ['01-01'], source: 'Resolución (BOE-A-2025-21667)', provisional: false },
      ],
      notice: NOTICE,
    },
  },
  run: async () => ({
    data: {
      rules: RULES.flatMap((rule) => rule.versions.map((version) => toRule(rule, version))),
      years: Object.entries(YEARS).map(([year, { holidays, source, isProvisional = false }]) => ({
        year,
        holidays: [...holidays],
        source,
        provisional: isProvisional,
      })),
      causes: Object.entries(CAUSES).map(toCause),
      notice: NOTICE,
    },
  }),
});

export const getCalendar = resource({
  id: 'getCalendar',
  method: 'GET',
  path: '/calendar',
  summary: 'Consultar los festivos locales de la cuenta',
  description: 'Una empresa cliente ve los suyos y los de todos.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({ holidays: z.array(holiday) }),
  example: { request: {}, response: { holidays: [{ date: '2026-11-09', company: 12 }] } },
  run: async (_, { stores, caller: { accountId, clientId } }) => {
    const all = await stores.obligations.getHolidays(accountId);
    const isShown = (company: number | undefined) =>
      clientId === undefined || company === undefined || company === clientId;
    return { data: { holidays: all.filter(({ company }) => isShown(company)) } };
  },
});

/** Enough days for many companies and several years. */
const MOST_HOLIDAYS = 5_000;

export const saveCalendar = resource({
  id: 'saveCalendar',
  method: 'PUT',
  path: '/calendar',
  summary: 'Guardar los festivos locales de la cuenta',
  description:
    'Sustituye a los que había. Solo sirven para mostrar, en shownDue, el día que resultaría si no contaran: los registros ' +
    'electrónicos se rigen por los de toda España (Ley 39/2015, 31.3), y el plazo no se alarga.',
  access: 'files',
  noted: { kind: 'setting' },
  admits: notClients,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 404: 'Una de las empresas no existe en esta cuenta; el mensaje dice cuál.' },
  request: z.object({
    holidays: z
      .array(holiday)
      .max(MOST_HOLIDAYS, { error: `Debe tener como máximo ${MOST_HOLIDAYS} festivos.` })
      .meta({ description: 'Festivos locales y autonómicos.' }),
  }),
  response: z.object({ holidays: z.array(holiday) }),
  example: {
    request: { holidays: [{ date: '2026-11-09', company: 12 }] },
    response: { holidays: [{ date: '2026-11-09', company: 12 }] },
  },
  run: async ({ holidays }, { stores, caller }) => {
    const companies = [...new Set(holidays.flatMap(({ company }) => company ?? []))];
    const found = await Promise.all(
      companies.map((company) => stores.clients.findClientBrief(caller.accountId, company)),
    );
    const missing = companies.find((_, place) => !found[place]);
    if (missing !== undefined) throw notFound(`El cliente ${missing} no existe.`);
    await stores.obligations.putHolidays(caller.accountId, holidays);
    return { data: { holidays } };
  },
});

export const getCalendarAddress = resource({
  id: 'getCalendarAddress',
  method: 'GET',
  path: '/calendar/address',
  summary: 'Consultar si hay una dirección secreta con el calendario de plazos',
  description: 'La del usuario que llama. La dirección misma solo se muestra al crearla.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: calendarAddress,
  example: {
    request: {},
    response: { active: true, names: false, created_at: '2026-11-20T09:30:00.000Z' },
  },
  run: async (_, { user, stores }) => {
    const address = await stores.obligations.findCalendarAddress(user);
    return {
      data: {
        active: address !== undefined,
        names: address?.names ?? false,
        created_at: address?.createdAt ?? null,
      },
    };
  },
});

export const createCalendarAddress = resource({
  id: 'createCalendarAddress',
  method: 'POST',
  path: '/calendar/address',
  summary: 'Crear la dirección secreta con el calendario de plazos',
  description:
    'Para suscribirse desde un programa de calendario (iCalendar, RFC 5545): un día entero por cada plazo de lo que está ' +
    'abierto. Quien tiene la dirección lo ve sin contraseña. La anterior del mismo usuario deja de valer, y esta cuando el ' +
    'usuario crea otra contraseña, se cierran todas sus sesiones o pierde el acceso, o la cuenta exige un segundo factor que él ' +
    'no tenía.',
  access: 'reads',
  noted: { kind: 'calendar', values: ['names'] },
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    names: bool(
      'Si el calendario nombra a las empresas y el documento de los trabajadores; si no, solo el número de cliente.',
    ).optional(),
  }),
  response: calendarAddress.extend({
    url: z.string().meta({ description: 'La dirección. Guárdela: no se vuelve a mostrar.' }),
  }),
  example: {
    request: { names: false },
    response: {
      active: true,
      names: false,
      created_at: '2026-11-20T09:30:00.000Z',
      url: 'https://pasarela.example.com/api/v4/calendar.ics?token=3q2-7wAA…',
    },
  },
  run: async ({ names = false }, { caller, user, stores, origin, now }) => {
    const bond = bondOf(user, caller.generation);
    const token = await stores.obligations.issueCalendarAddress(user, { names, bond }, now);
    return {
      data: {
        active: true,
        names,
        created_at: now.toISOString(),
        url: `${origin}/api/v4/calendar.ics?token=${token}`,
      },
    };
  },
});

export const revokeCalendarAddress = resource({
  id: 'revokeCalendarAddress',
  method: 'DELETE',
  path: '/calendar/address',
  summary: 'Anular la dirección secreta con el calendario de plazos',
  description: 'La del usuario que llama deja de valer al momento.',
  access: 'reads',
  noted: { kind: 'calendar' },
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  request: z.object({}),
  response: calendarAddress,
  example: { request: {}, response: { active: false, names: false, created_at: null } },
  run: async (_, { user, stores, now }) => {
    await stores.obligations.revokeCalendarAddress(user, now);
    return { data: { active: false, names: false, created_at: null } };
  },
});

/** Calendar programs do not accept more. */
const MOST_ENTRIES = 1_000;

export const showCalendar = resource({
  id: 'showCalendar',
  method: 'GET',
  path: '/calendar.ics',
  summary: 'Calendario de plazos, para un programa de calendario',
  description:
    'La dirección completa la da POST /calendar/address. Lo que está abierto, primero lo que queda por vencer, hasta ' +
    `${MOST_ENTRIES} plazos. Lo que no tiene fecha, por faltar el calendario oficial de un año, está en el primer día en que puede ` +
    'vencer, y lo dice. Si nada ha cambiado, el contenido es el mismo, y con su ETag en If-None-Match se responde 304.',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  alsoAnswers: {
    404: 'La dirección no vale: se anuló, hay una más reciente o el acceso de su usuario ya no es el mismo.',
  },
  request: z.object({ token: z.string().max(200).meta({ description: 'Parte secreta de la dirección.' }) }),
  kept: true,
  page: 'text/calendar',
  response: z.string().meta({ description: 'Calendario (RFC 5545), sin envoltorio.' }),
  example: { request: { token: '3q2-7wAA…' }, response: 'BEGIN:VCALENDAR…' },
  run: async ({ token }, { stores, now }) => {
    const owner = await stores.obligations.ownerOfCalendar(token);
    if (!owner) throw notFound('La dirección no existe.');
    const { accountId, clientId: companyId } = owner;
    const today = madridDay(daysLater(now, owner.daysAhead));
    const read = async (limit: number, days: { dueFrom: string; dueTo?: string }) => {
      const wanted = { accountId, companyId, state: 'open' as const, limit, ...days, fits: () => true };
      return limit > 0 ? (await stores.obligations.listObligations(wanted)).obligations : [];
    };
    const coming = await read(MOST_ENTRIES, { dueFrom: today });
    // Obligations without a last day are sorted before all others.
    const uncounted = await read(MOST_ENTRIES - coming.length, { dueFrom: '0', dueTo: '0' });
    const late = await read(MOST_ENTRIES - coming.length - uncounted.length, {
      dueFrom: '1',
      dueTo: dayAfter(today, { days: -1 }),
    });
    const obligations = [...uncounted, ...late, ...coming];
    const companies = new Set(obligations.flatMap((one) => one.companyId ?? []));
    const [names, { calendarOf }] = await Promise.all([
      owner.names ? stores.clients.companyNames(accountId, companies) : undefined,
      import('./feed.ts'),
    ]);
    const body = calendarOf(obligations, { names, today });
    const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    return { page: { contentType: 'text/calendar; charset=utf-8', body, kept: { tag, isPrivate: true } } };
  },
});

/**
 * Records a person's statement on an obligation, and answers with its new state.
 * @param refusal the reason why this obligation does not admit the statement, if there is one
 * @throws ServiceError 404, or 409 with the refusal
 */
const declare = async (
  kind: 'closed' | 'reopened',
  { id, reason }: { id: string; reason: string },
  { ports, refusal }: { ports: ResourcePorts; refusal: (obligation: KeptObligation) => string | undefined },
) => {
  const { stores, caller, authorityNow } = ports;
  const obligation = await ownObligation(ports, id);
  const refused = refusal(obligation);
  if (refused) throw conflict(refused);
  const fact: Fact = {
    id: randomUUID(),
    kind,
    at: authorityNow.toISOString(),
    how: 'declared',
    date: '',
    obligation: id,
    reason,
    userId: caller.userId,
  };
  const { accountId, subject } = obligation;
  await stores.obligations.learn(accountId, subject, { facts: [fact], today: madridDay(authorityNow) });
  return { data: await toResource(await ownObligation(ports, id), ports) };
};
