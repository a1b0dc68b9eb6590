import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { fileObject, toFileObject } from '../../shared/kernel/document.ts';
import { conflict, invalid, limitReached } from '../../shared/kernel/errors.ts';
import { ccc, cif, date, dni, identificacion, nss, regimen, text } from '../../shared/kernel/fields.ts';
import { resource } from '../../shared/operation/operation.ts';
import { addDays, daysLater, madridDay } from '../calendar.ts';
import { toP12 } from '../pki/p12.ts';
import { issueClient, type Subject } from '../pki/pki.ts';
import { digestOf, fullName, type Person, type State } from '../state.ts';
import { addAccount, addPerson, isKnownPerson, MOST } from '../worlds/newcomers.ts';
import { capitals, counts, digest, ofAccountItself, today, worker, workerOf, wrongDigits } from './fields.ts';
import { authorityOfStage, worldsOfStage } from './stage.ts';

const account = z
  .object({
    regimen: z.string().meta({ description: 'Régimen.' }),
    ccc: z.string().meta({ description: 'Código de cuenta de cotización.' }),
    cif: z.string().meta({ description: 'CIF de la empresa.' }),
    holders: z.array(z.string()).meta({ description: 'NIF de quienes pueden actuar en la cuenta.' }),
    workers: z
      .array(
        worker.extend({ fecha_alta: z.string().meta({ description: 'Fecha real del alta, AAAA-MM-DD.' }) }),
      )
      .meta({ description: 'Trabajadores en alta, o con un alta previa.' }),
  })
  .meta({ id: 'SandboxAccount', description: 'Cuenta de cotización del entorno de pruebas.' });

const example = { nss: '289999900188', identificacion: 1, dni: '99999001E', name: 'IBÁÑEZ NÚÑEZ, IÑIGO' };

export const getWorld = resource({
  id: 'getSandbox',
  method: 'GET',
  path: '/',
  summary: 'Ver qué hay en el entorno de pruebas de la cuenta',
  description: 'Cada cuenta tiene un entorno propio, que empieza con los mismos datos para todas.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({
    digest,
    today,
    holders: z
      .array(z.object({ nif: z.string(), name: z.string() }))
      .meta({ description: 'Personas de las que se puede pedir un certificado de prueba.' }),
    companies: z.array(z.object({ cif: z.string(), name: z.string() })).meta({ description: 'Empresas.' }),
    accounts: z.array(account).meta({ description: 'Cuentas de cotización.' }),
    freeWorkers: z
      .array(worker)
      .meta({ description: 'Trabajadores que no están de alta en ninguna cuenta y se pueden dar de alta.' }),
  }),
  example: {
    request: {},
    response: {
      digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      today: '2026-11-23',
      holders: [{ nif: '99998001G', name: 'DEMO TITULAR DE PRUEBAS' }],
      companies: [{ cif: 'B99990017', name: 'DEMOSTRACIÓN Y PRUEBAS SL' }],
      accounts: [
        {
          regimen: '0111',
          ccc: '28999901134',
          cif: 'B99990017',
          holders: ['99998001G'],
          workers: [{ ...example, fecha_alta: '2025-06-15' }],
        },
      ],
      freeWorkers: [
        { nss: '289999902010', identificacion: 1, dni: '99999020B', name: 'MUÑOZ LÓPEZ, NOELIA' },
      ],
    },
  },
  run: async (_, { caller, authorityNow }) => {
    const { state } = await worldsOfStage().look(caller.accountId);
    return { data: { today: madridDay(authorityNow), ...contentOf(state) } };
  },
});

/** The part of a state that an integrator begins with. */
const contentOf = (state: State) => {
  const { holders, companies, accounts, persons } = state;
  const open = state.tgss.registrations.filter(({ baja }) => !baja);
  const registered = new Set(open.map(({ nss }) => nss));
  const known = new Map(persons.map((person) => [person.nss, person]));
  return {
    digest: digestOf(state),
    holders: holders.map((holder) => ({ nif: holder.nif, name: fullName(holder) })),
    companies: companies.map(({ cif, name }) => ({ cif, name })),
    accounts: accounts.map(({ regimen, ccc, cif }) => ({
      regimen,
      ccc,
      cif,
      holders: holders
        .filter(({ cuentas, otherUsers }) =>
          [cuentas, ...otherUsers.map((user) => user.cuentas)].some((own) => own.includes(ccc)),
        )
        .map(({ nif }) => nif),
      workers: open
        .filter((registration) => registration.ccc === ccc)
        .map(({ nss, alta }) => ({ ...workerOf(known.get(nss)!), fecha_alta: alta.date })),
    })),
    freeWorkers: persons.filter(({ nss }) => !registered.has(nss)).map(workerOf),
  };
};

export const countRequests = resource({
  id: 'countSandboxRequests',
  method: 'GET',
  path: '/counts',
  summary: 'Contar lo que ha llegado a los organismos de prueba y lo que se ha presentado',
  description: 'Desde que el entorno de la cuenta empezó o se reinició.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({
    handshakes: z.int().meta({ description: 'Conexiones abiertas.' }),
    forbidden: z.int().meta({ description: 'Peticiones rechazadas por su certificado.' }),
    requests: counts('Peticiones, por organismo y transacción.'),
    submissions: counts('Envíos que presentan algo, por organismo y clase; también los rechazados.'),
    accepted: counts('Los que han surtido efecto.'),
  }),
  example: {
    request: {},
    response: {
      handshakes: 1,
      forbidden: 0,
      requests: { 'tgss.ATR01': 4 },
      submissions: { 'tgss.alta': 1 },
      accepted: { 'tgss.alta': 1 },
    },
  },
  run: async (_, { caller }) => {
    const { counters } = await worldsOfStage().look(caller.accountId);
    const { handshakes, forbidden, requests, submissions, accepted } = counters;
    return { data: { handshakes, forbidden, requests, submissions, accepted } };
  },
});

/** ASCII only: P12 readers do not agree on other characters. */
const password = z
  .string()
  .regex(/^[\x20-\x7e]{4,64}$/, { error: 'Debe tener de 4 a 64 caracteres ASCII.' })
  .meta({ description: 'Contraseña del fichero; si no se indica, se inventa una.' });

export const createCertificate = resource({
  id: 'createTestCertificate',
  method: 'POST',
  path: '/certificate',
  summary: 'Obtener un certificado digital de prueba',
  description:
    'Un fichero P12 con su contraseña, que se sube con POST /api/v4/certificate. Solo vale en este entorno de pruebas. ' +
    'Qué NIF hay lo dice GET /api/v4/sandbox.',
  access: 'owner',
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    nif: dni.meta({
      description: 'NIF de una persona del entorno de pruebas (holders).',
      identifier: 'document',
    }),
    cif: cif.optional().meta({
      description: 'CIF de la empresa a la que representa, si representa a alguna.',
      identifier: 'cif',
    }),
    password: password.optional(),
  }),
  response: z.object({
    nif: z.string().meta({ description: 'NIF del titular.' }),
    file: fileObject,
    password: z.string().meta({ description: 'Contraseña del fichero.' }),
  }),
  example: {
    request: { nif: '99998001G' },
    response: {
      nif: '99998001G',
      file: { contentType: 'application/x-pkcs12', name: 'certificado-de-prueba.p12', content: 'MIIK…' },
      password: 'q3Zr…',
    },
  },
  run: async (request, { caller }) => {
    const { state } = await worldsOfStage().look(caller.accountId);
    const subject = subjectOf(state, request);
    const secret = request.password ?? randomBytes(12).toString('base64url');
    const bytes = toP12(await issueClient(await authorityOfStage(), subject), secret);
    const document = { contentType: 'application/x-pkcs12', name: 'certificado-de-prueba.p12', bytes };
    return { data: { nif: request.nif, file: toFileObject(document), password: secret } };
  },
});

/** @throws ServiceError 422 for a person who is not in the account's world */
const subjectOf = (
  { holders, companies }: State,
  request: { nif: string; cif?: string | undefined },
): Subject => {
  const person = holders.find(({ nif }) => nif === request.nif);
  if (!person) throw invalid({ nif: ['No hay nadie con este NIF en el entorno de pruebas.'] });
  if (request.cif === undefined) return { person };
  const organisation = companies.find((company) => company.cif === request.cif);
  if (!organisation)
    throw invalid({ cif: ['No hay ninguna empresa con este CIF en el entorno de pruebas.'] });
  return { person, organisation };
};

const workerRequest = z.object({
  identificacion: identificacion.optional().meta({ description: 'Tipo de documento; DNI si no se indica.' }),
  dni: dni.optional(),
  nss: nss.optional(),
  name: text(30, 'Nombre.').optional(),
  surname: text(30, 'Primer apellido.').optional(),
  secondSurname: text(30, 'Segundo apellido.').optional(),
  birthDate: date('Fecha de nacimiento.').optional(),
});
type WorkerRequest = z.output<typeof workerRequest>;

export const createWorker = resource({
  id: 'createSandboxWorker',
  method: 'POST',
  path: '/workers',
  summary: 'Añadir un trabajador al entorno de pruebas de la cuenta',
  description:
    'Lo conocen todos los organismos de prueba, y no está de alta en ninguna cuenta. Lo que no se indica se inventa. Los ' +
    'dígitos de control deben ser correctos. Indique solo personas inventadas. Una empresa cliente no puede añadirlo.',
  access: 'files',
  admits: ofAccountItself,
  rate: 'write',
  standing: 'chosen',
  request: workerRequest,
  response: worker,
  example: {
    request: { name: 'Lucía', surname: 'Ibáñez' },
    response: { nss: '289999910017', identificacion: 1, dni: '99999100S', name: 'IBÁÑEZ MUÑOZ, LUCÍA' },
  },
  run: async (wished, { caller }) => {
    const added = await worldsOfStage().enter(caller.accountId, ({ environment: { state } }) =>
      addPerson(state, wishesOfWorker(state, wished)),
    );
    return { data: workerOf(added) };
  },
});

/** @throws ServiceError 422 for invalid numbers, numbers of another person, or a full world */
const wishesOfWorker = (
  state: State,
  wished: WorkerRequest,
): Pick<Person, 'identificacion'> & Partial<Person> => {
  const { identificacion = '1', dni, nss, name, surname, secondSurname, birthDate } = wished;
  const known = isKnownPerson(state, { nss: nss ?? '', ...(dni && { dni }) });
  const errors = {
    ...wrongDigits('document', { dni }, { identificacion }),
    ...wrongDigits('nss', { nss }),
    ...(known.dni && { dni: ['Ya hay una persona con este documento en el entorno de pruebas.'] }),
    ...(known.nss && { nss: ['Ya hay una persona con este número en el entorno de pruebas.'] }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  if (state.persons.length >= MOST.persons)
    throw limitReached(`El entorno de pruebas ya tiene ${MOST.persons} personas, el máximo.`);
  return {
    identificacion: Number(identificacion) as Person['identificacion'],
    ...(dni && { dni }),
    ...(nss && { nss }),
    ...(name && { name: capitals(name) }),
    ...(surname && { surname: capitals(surname) }),
    ...(secondSurname && { secondSurname: capitals(secondSurname) }),
    ...(birthDate && { birthDate }),
  };
};

const companyRequest = z.object({
  cif: cif.optional().meta({
    description: 'CIF. El de una empresa que ya está en el entorno le añade otra cuenta de cotización.',
  }),
  name: text(60, 'Razón social de una empresa nueva.').optional(),
  regimen: regimen
    .optional()
    .meta({ description: 'Régimen de la cuenta de cotización; 0111 si no se indica.' }),
  ccc: ccc.optional(),
  holder: dni
    .optional()
    .meta({ description: 'NIF de quien podrá actuar en la cuenta (holders); el primero si no se indica.' }),
});

export const createCompany = resource({
  id: 'createSandboxCompany',
  method: 'POST',
  path: '/companies',
  summary: 'Añadir una empresa o una cuenta de cotización al entorno de pruebas de la cuenta',
  description:
    'La conocen todos los organismos de prueba, y el certificado de su titular sirve para ella. Lo que no se indica se ' +
    'inventa. Los dígitos de control deben ser correctos. Una empresa cliente no puede añadirla.',
  access: 'files',
  admits: ofAccountItself,
  rate: 'write',
  standing: 'chosen',
  request: companyRequest,
  response: z.object({
    cif: z.string().meta({ description: 'CIF de la empresa.' }),
    name: z.string().meta({ description: 'Razón social.' }),
    regimen: z.string().meta({ description: 'Régimen.' }),
    ccc: z.string().meta({ description: 'Código de cuenta de cotización.' }),
    holder: z.string().meta({ description: 'NIF de quien puede actuar en la cuenta.' }),
  }),
  example: {
    request: { name: 'Panadería de Pruebas SL' },
    response: {
      cif: 'B99991007',
      name: 'PANADERÍA DE PRUEBAS SL',
      regimen: '0111',
      ccc: '28999910024',
      holder: '99998001G',
    },
  },
  run: async (wished, { caller }) => {
    const { owner, added, holder } = await worldsOfStage().enter(
      caller.accountId,
      ({ environment: { state } }) => {
        const wishes = wishesOfCompany(state, wished);
        return { ...addAccount(state, wishes), holder: wishes.holder };
      },
    );
    const { cif, name } = owner;
    return { data: { cif, name, regimen: added.regimen, ccc: added.ccc, holder } };
  },
});

/** @throws ServiceError 422 for invalid numbers, numbers of another company, or a full world */
const wishesOfCompany = (state: State, { name, ...wished }: z.output<typeof companyRequest>) => {
  const { cif, ccc, holder = state.holders[0]!.nif } = wished;
  const isKnown = state.companies.some((each) => each.cif === cif);
  const isTaken = state.accounts.some((each) => each.ccc === ccc);
  const isHolder = state.holders.some(({ nif }) => nif === holder);
  const errors = {
    ...wrongDigits('cif', { cif }),
    ...wrongDigits('ccc', { ccc }),
    ...(isTaken && { ccc: ['Esta cuenta ya está en el entorno de pruebas.'] }),
    ...(isKnown &&
      name && { name: ['La empresa ya está en el entorno de pruebas y tiene su razón social.'] }),
    ...(!isHolder && { holder: ['No hay nadie con este NIF en el entorno de pruebas.'] }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  if (state.accounts.length >= MOST.accounts)
    throw limitReached(`El entorno de pruebas ya tiene ${MOST.accounts} cuentas de cotización, el máximo.`);
  return { ...wished, holder, ...(name && { name: capitals(name) }) };
};

/** The most days that a world may be ahead. Test certificates are valid for two years, so they can expire in this time. */
const MOST_DAYS = 1_000;
/** Days after which an unchanged world expires. */
const WORLD_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

export const moveClock = resource({
  id: 'moveSandboxClock',
  method: 'POST',
  path: '/clock',
  summary: 'Adelantar el día del entorno de pruebas de la cuenta',
  description:
    'Los organismos de prueba aceptan y rechazan según ese día, y a él se atienen también este servicio al comprobar las ' +
    'fechas de una petición y la caducidad de los certificados. Siguen siendo las reales las fechas y horas de los trámites ' +
    'y sus evidencias, los plazos para consultar lo desconocido, las sesiones y los límites. Solo se atrasa reiniciando el ' +
    'entorno (POST /api/v4/sandbox/reset). Las obligaciones (GET /obligations) se abren, se acercan y vencen con ese día. Una empresa cliente no puede adelantarlo.',
  access: 'owner',
  admits: ofAccountItself,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'Otra petición lo ha movido al mismo tiempo.' },
  request: z.object({
    days: z
      .int({ error: 'Debe ser un número entero.' })
      .min(1, { error: 'Debe ser 1 al menos: el día no se atrasa.' })
      .max(MOST_DAYS, { error: `Debe ser ${MOST_DAYS} como máximo.` })
      .meta({ description: 'Días que se adelanta, desde el día que tiene.' }),
  }),
  response: z.object({ today }),
  example: { request: { days: 10 }, response: { today: '2026-12-03' } },
  run: async ({ days }, { caller, stores, now, authorityNow }) => {
    const from = Math.round((authorityNow.getTime() - now.getTime()) / DAY_MS);
    const to = from + days;
    if (to > MOST_DAYS)
      throw invalid({ days: [`El entorno puede ir ${MOST_DAYS} días por delante, y ya va ${from}.`] });
    if (!(await stores.worlds.moveClock(caller.accountId, { from, to })))
      throw conflict('Otra petición ha movido el día del entorno al mismo tiempo. Este no se ha adelantado.');
    // Emits the events of these days: obligations open, come near and become late. Includes days since the clock was last moved.
    const today = madridDay(daysLater(now, to));
    const since = addDays(today, -days - WORLD_DAYS);
    await stores.obligations.passDays(caller.accountId, { from: since, to: today, now });
    return { data: { today } };
  },
});

export const resetWorld = resource({
  id: 'resetSandbox',
  method: 'POST',
  path: '/reset',
  summary: 'Reiniciar el entorno de pruebas de la cuenta',
  description:
    'Los organismos vuelven a sus datos iniciales y al día real, con las fechas de ese día, y las cuentas a cero. Los certificados de ' +
    'prueba siguen valiendo. Los trámites que ya están registrados no cambian, pero ni ellos ni su Idempotency-Key ' +
    'impiden ya presentar lo mismo otra vez. Las obligaciones, salvo las de certificados digitales, y los festivos ' +
    'locales se borran. Una empresa cliente no puede reiniciarlo.',
  access: 'owner',
  admits: ofAccountItself,
  rate: 'write',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({ digest }),
  example: {
    request: {},
    response: { digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  },
  run: async (_, { caller, stores }) => {
    const { state } = await worldsOfStage().reset(caller.accountId);
    await stores.worlds.beginWorld(caller.accountId);
    // Filings of the previous world must not leave obligations in this one.
    await stores.obligations.forgetObligations(caller.accountId, { keepsCertificates: true });
    return { data: { digest: digestOf(state) } };
  },
});
