import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deregisterEmployee } from '../../../../../functions/gateway/seg-social/operations/deregister-employee.ts';
import { registerEmployee } from '../../../../../functions/gateway/seg-social/operations/register-employee.ts';
import { addDays } from '../../../../../sandbox/calendar.ts';
import { makeSeed } from '../../../../../sandbox/seed.ts';
import type { ContributionAccount, Person, State } from '../../../../../sandbox/state.ts';
import { BAJAS, CONTRATOS, CONVENIOS, GRUPOS } from '../../../../../sandbox/tgss/codes.ts';
import type { Exchange } from '../../../../../shared/authorities/exchange.ts';
import { type AltaInput, alta, baja } from '../../../../../shared/authorities/tgss/jacada/atr01.ts';
import type { Accepted } from '../../../../../shared/authorities/tgss/values.ts';
import type { Operation } from '../../../../../shared/operation/operation.ts';
import { parsed, startAuthorities } from '../../../../support/authorities.ts';
import { tries } from '../../../../support/setup/fast-check.ts';

/**
 * What an integrator sends is what the authority stores: from a request, through its schema and the dialog, over the wire, to
 * the stand-in's records. The expected record is computed from the request alone.
 */

type Fields = Record<string, unknown>;

/** The clock of the stand-in. */
const NOW = new Date('2026-05-20T10:00:00Z');
const TODAY = '2026-05-20';
const COMMUNICATED = `${TODAY}T12:00:00`;
const seed = makeSeed(TODAY);
const { registrations } = seed.state.tgss;
const accounts = Object.values(seed.demo.accounts);

let authorities: Awaited<ReturnType<typeof startAuthorities>>;
beforeAll(async () => {
  authorities = await startAuthorities(seed, () => NOW);
});
afterAll(() => authorities.close());

/** The authorities' state before each test. */
let before: State;
beforeEach(async () => {
  await authorities.reset();
  before = await authorities.state();
});

/**
 * Resets the stand-in, tries a request as a dry run, and files it as the service does. Returns the authorities' state
 * afterwards.
 */
const filed = async <In>(
  operation: Operation,
  exchange: Exchange<'submission', In, Accepted>,
  request: Fields,
): Promise<State> => {
  await authorities.reset();
  const input = parsed(operation, request) as In;
  expect(await authorities.port('tgss', { dry: true }).submit(exchange, input)).toBeUndefined();
  expect(await authorities.submitted()).toBe(0);
  expect(await authorities.port('tgss').submit(exchange, input)).toMatchObject({
    document: { contentType: 'application/pdf' },
  });
  return authorities.state();
};

// --- Values, in all the forms in which a request may have them

const date = (from: string, to: string) =>
  fc
    .integer({ min: 0, max: (Date.parse(to) - Date.parse(from)) / 86_400_000 })
    .map((days) => addDays(from, days));
const anyDate = date('1900-01-01', '2099-12-31');

/** An optional field that is left out in one of the possible ways. */
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(undefined, null, '') });

/** Digits as text, with the full width or fewer down to `least`, or as a number. Zeros alone are not a code. */
const digits = (width: number, least = width): fc.Arbitrary<string | number> =>
  fc.oneof(
    fc.stringMatching(new RegExp(`^\\d{${least},${width}}$`)).filter((text) => /[^0]/.test(text)),
    fc.integer({ min: 1, max: 10 ** width - 1 }),
  );
const digitsUpTo = (width: number) => digits(width, 1);
/** A coefficient may be 0, because existing programs send it for full time. */
const coefficient = fc.oneof(digitsUpTo(3), fc.constantFrom(0, '0', '000'));

/** One of these codes, as text or as a number. */
const codeOf = (codes: Iterable<string>): fc.Arbitrary<string | number> =>
  fc.tuple(fc.constantFrom(...codes), fc.boolean()).map(([code, text]) => (text ? code : Number(code)));

/** Texts that the portal's pages can show, without leading or trailing blanks. */
const text = (max: number) =>
  fc
    .string({
      unit: fc
        .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0xa1, max: 0xff }))
        .map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: max,
    })
    // A soft hyphen is invisible, so it is not a text by itself.
    .filter((value) => /[^\s\xad]/.test(value));

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';
/** The stored form: text, padded with zeros to the width. */
const kept = (value: unknown, width = 0) => (isAbsent(value) ? '' : String(value).padStart(width, '0'));

/** Flags that change nothing in the filing. */
const otherFlags = {
  test: maybe(fc.constantFrom(0, '0')),
  duplicate: maybe(fc.constantFrom(0, 1, '1')),
  obtener_idc: maybe(fc.constantFrom(0, 1, '1')),
};

/** The worker and the account, with numbers as text or as numbers, and documents in lower case. */
const identity = ({ nss, identificacion, dni }: Person, { regimen, ccc }: ContributionAccount) =>
  fc.record({
    nss: fc.constantFrom<string | number>(nss, Number(nss)),
    regimen: fc.constantFrom<string | number>(regimen, Number(regimen)),
    ccc: fc.constantFrom<string | number>(ccc, Number(ccc)),
    identificacion: fc.constantFrom<string | number>(identificacion, String(identificacion)),
    dni: fc.constantFrom(dni, dni.toLowerCase(), ` ${dni} `),
  });

// --- Registrations

const { newWorkers, nieWorker, passportWorker, worker, cesion, agency } = seed.demo;

const strangers = [...newWorkers.slice(0, 3), nieWorker, passportWorker, worker];
const entries = strangers.flatMap((person) =>
  accounts
    .filter(({ ccc }) => !registrations.some((stay) => stay.nss === person.nss && stay.ccc === ccc))
    .map((account) => ({ person, account })),
);

const WITH_COLLECTIVE = ['402', '502', '407', '507'];

const registration = fc.constantFrom(...entries).chain(({ person, account }) => {
  const artists = account.regimen === '0112';
  const agrarian = account.regimen === '0163';
  const none = fc.constant(undefined);
  const assignment = fc
    .tuple(
      fc.constantFrom<{ regimen: string; ccc: string }>(cesion, agency),
      codeOf(['01', '02', '03', '04']),
    )
    .map(([{ regimen, ccc }, tipo]) => ({
      cesion_regimen: regimen,
      cesion_ccc: ccc,
      cesion_tipo: tipo,
    }));
  const substitution = fc
    .tuple(digits(2), fc.constantFrom(...seed.state.persons))
    .map(([sust_cause, { nss }]) => ({ sust_cause, sust_nss: nss }));
  return fc
    .tuple(
      identity(person, account),
      fc.record({
        ...otherFlags,
        fecha_real: date('1900-01-01', addDays(TODAY, 60)),
        grupo_cotizacion: codeOf(Object.keys(GRUPOS)),
        tipo_contrato: codeOf(CONTRATOS),
        cno: digitsUpTo(4),
        category_professional: artists ? digits(7) : none,
        coeficiente: maybe(coefficient),
        rlce: maybe(digitsUpTo(4)),
        worker_collective: maybe(digitsUpTo(3)),
        ocupacion: maybe(fc.stringMatching(/^[A-Za-z]$/)),
        convenio: maybe(fc.oneof(digits(14), fc.constantFrom(...Object.keys(CONVENIOS), account.convenio))),
        modalidad_ctz: agrarian ? maybe(codeOf(['1', '2'])) : none,
        fic: maybe(anyDate),
        exc_ctz: maybe(digits(3)),
        cond_desempleado: maybe(fc.oneof(fc.constant('1'), text(10))),
        beneficios: maybe(text(10)),
        fom_empl_agrario: agrarian ? maybe(codeOf(['1', '2'])) : none,
        sexo: maybe(fc.constantFrom('M', 'F')),
        fnacimiento: maybe(anyDate),
      }),
      fc.option(assignment, { nil: {} }),
      fc.option(substitution, { nil: {} }),
    )
    .map(([who, terms, assigned, substituted]) => ({
      person,
      account,
      request: { ...who, ...terms, ...assigned, ...substituted } as Fields,
    }))
    .filter(
      ({ request }) =>
        (!isAbsent(request.worker_collective) || !WITH_COLLECTIVE.includes(kept(request.tipo_contrato, 3))) &&
        (kept(request.cond_desempleado).trim() !== '1' || !isAbsent(request.beneficios)),
    );
});

test('a registration is stored as it was sent', async () => {
  await fc.assert(
    fc.asyncProperty(registration, async ({ person, account, request }) => {
      const after = await filed(registerEmployee, alta, request);
      const fechaReal = request.fecha_real as string;
      const coeficiente = kept(request.coeficiente, 3);
      const convenio = kept(request.convenio, 14);
      const admitted = convenio in CONVENIOS;
      expect(after).toEqual({
        ...before,
        tgss: {
          ...before.tgss,
          nextId: before.tgss.nextId + 1,
          registrations: [
            ...before.tgss.registrations,
            {
              id: before.tgss.nextId,
              nss: person.nss,
              ccc: account.ccc,
              alta: {
                date: fechaReal,
                effective: fechaReal > TODAY ? fechaReal : TODAY,
                situacion: '01',
                communicated: COMMUNICATED,
              },
              terms: {
                grupo: kept(request.grupo_cotizacion, 2),
                grupoMensual: false,
                contrato: kept(request.tipo_contrato, 3),
                // Thousandths. An empty value means full time.
                coeficiente: coeficiente === '000' ? '' : coeficiente,
                cno: kept(request.cno, 4),
                // The authority replaces an agreement that it does not admit with the account's.
                convenio: admitted ? convenio : account.convenio,
                colectivo: kept(request.worker_collective, 3),
                ocupacion: kept(request.ocupacion).toUpperCase(),
                rlce: kept(request.rlce, 4),
                modalidad: kept(request.modalidad_ctz),
                categoria: kept(request.category_professional, 7),
                fic: kept(request.fic),
                causaSustitucion: kept(request.sust_cause, 2),
                nssSustituido: kept(request.sust_nss),
                exclusionCotizacion: kept(request.exc_ctz, 3),
                condicionDesempleado: kept(request.cond_desempleado).trim(),
                beneficios: kept(request.beneficios).trim(),
                fomentoAgrario: kept(request.fom_empl_agrario),
                sexo: { M: '1', F: '2' }[kept(request.sexo)] ?? '',
                fechaNacimiento: kept(request.fnacimiento),
              },
              changes: [],
              assignments: isAbsent(request.cesion_ccc)
                ? []
                : [
                    {
                      regimen: request.cesion_regimen,
                      ccc: request.cesion_ccc,
                      tipo: kept(request.cesion_tipo, 2),
                      from: fechaReal,
                    },
                  ],
              peculiarities: [],
            },
          ],
        },
      });
    }),
    tries(60),
  );
});

test('the number of the worker who is replaced is not dropped if the cause is missing', async () => {
  const [{ person, account }] = entries as [(typeof entries)[0]];
  const { nss, dni, identificacion } = person;
  const request = {
    nss,
    dni,
    identificacion,
    regimen: account.regimen,
    ccc: account.ccc,
    fecha_real: TODAY,
    grupo_cotizacion: '07',
    tipo_contrato: '100',
    cno: '4122',
    sust_nss: worker.nss,
  };
  const input = parsed(registerEmployee, request) as unknown as AltaInput;
  await expect(authorities.port('tgss').submit(alta, input)).rejects.toMatchObject({
    status: 422,
    errors: { tgss: [expect.stringMatching(/CAMPO OBLIGATORIO/)] },
  });
  expect(await authorities.state()).toEqual(before);
});

// --- Terminations

const open = registrations.filter(
  ({ baja: ended, ccc }) => !ended && accounts.some((account) => account.ccc === ccc),
);

const termination = fc.constantFrom(...open).chain((stay) => {
  const person = seed.state.persons.find(({ nss }) => nss === stay.nss)!;
  const account = accounts.find(({ ccc }) => ccc === stay.ccc)!;
  const latest = addDays(TODAY, 60);
  return fc
    .tuple(
      identity(person, account),
      fc.oneof(
        { weight: 3, arbitrary: date(stay.alta.date, latest) },
        { weight: 1, arbitrary: fc.constant(stay.alta.date) },
      ),
      fc.record({
        ...otherFlags,
        situacion: codeOf(Object.keys(BAJAS)),
        indicativoSAA: maybe(digitsUpTo(3)),
        inactividad_z: maybe(fc.constantFrom('S', 'N')),
        dias_trabajados: maybe(
          fc.integer({ min: 0, max: 31 }).chain((days) => fc.constantFrom(days, `${days}`)),
        ),
        fecha_fin_temporal: maybe(anyDate),
      }),
      fc.option(fc.nat({ max: 60 })),
    )
    .map(([who, fecha_real, rest, holidays]) => ({
      stay,
      request: {
        ...who,
        fecha_real,
        ...rest,
        // Holidays come after the last day of work.
        ...(holidays !== null && !isAbsent(rest.indicativoSAA)
          ? { fecha_vacaciones: addDays(fecha_real, holidays) }
          : {}),
        // Only for a registration that ends on the day on which it began.
        ...(rest.inactividad_z === 'S' && fecha_real !== stay.alta.date ? { inactividad_z: 'N' } : {}),
      } as Fields,
    }));
});

test('a termination is stored as it was sent', async () => {
  await fc.assert(
    fc.asyncProperty(termination, async ({ stay, request }) => {
      const after = await filed(deregisterEmployee, baja, request);
      const fechaReal = request.fecha_real as string;
      const indicator = request.indicativoSAA;
      const expected = structuredClone(before);
      expected.tgss.registrations.find(({ id }) => id === stay.id)!.baja = {
        date: fechaReal,
        // If it is communicated within three days, it takes effect on its date.
        effective: addDays(fechaReal, 3) >= TODAY ? fechaReal : TODAY,
        communicated: COMMUNICATED,
        situacion: kept(request.situacion, 2),
        finVacaciones: kept(request.fecha_vacaciones),
        indicativoSaa: kept(indicator, typeof indicator === 'number' ? 3 : 0),
        inactividadZ: request.inactividad_z === 'S',
        diasTrabajados: kept(request.dias_trabajados, 2),
        finTemporal: kept(request.fecha_fin_temporal),
      };
      expect(after).toEqual(expected);
    }),
    tries(40),
  );
});
