import fc from 'fast-check';
import { expect } from 'vitest';
import { notifyContract } from '../../../functions/gateway/sepe/operations/notify-contract.ts';
import type { Contract } from '../../../shared/authorities/sepe/documents/contract-document.ts';
import type { ContractType } from '../../../shared/authorities/sepe/documents/contract-types.ts';
import { nameFault, plainName } from '../../../shared/kernel/names.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';

/** Arbitrary requests to notify a contract that satisfy the rules of its type. */

const digits = (width: number) => fc.stringMatching(new RegExp(`^[0-9]{${width}}$`));
/** A code. Zeros alone are not a code. */
const codeOf = (width: number) => digits(width).filter((code) => /[^0]/.test(code));
/** A number of the Seguridad Social: a province that exists, and digits that are not all zeros. */
const inProvince = (width: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: 53 }), codeOf(width))
    .map(([province, number]) => String(province).padStart(2, '0') + number);
const municipality = codeOf(5);
/** Texts of all characters that SEPE's documents can contain. */
const latin1Text = (max: number) =>
  fc
    .string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .filter((code) => code < 0x7f || code > 0xa0)
        .map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: max,
    })
    // A soft hyphen is invisible, so it is not a text by itself.
    .filter((text) => /[^\s\xad]/.test(text))
    .map((text) => text.trim());

/** A description: it has at least one letter. */
const described = (max: number) => latin1Text(max).filter((text) => /\p{L}/u.test(text));

/** A name: letters of ISO-8859-1 and the signs that names have. */
const named = (max: number) =>
  fc
    .string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .map((code) => String.fromCharCode(code))
        .filter((character) => /[\p{L} '´.,·()/-]/u.test(character)),
      minLength: 1,
      maxLength: max,
    })
    .map(plainName)
    .filter((name) => nameFault(name, 'person') === undefined);

const between = (from: string, to: string) =>
  fc
    .integer({ min: Date.parse(from) / 86_400_000, max: Date.parse(to) / 86_400_000 })
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const yesNo = fc.constantFrom('S', 'N');
const minutes = fc.integer({ min: 0, max: 59 }).map((count) => String(count).padStart(2, '0'));

const person = fc.oneof(
  fc.record({
    docType: fc.constant('D'),
    dni: fc.stringMatching(/^[0-9]{8}[A-Z]$/),
    lastSurname: named(20),
  }),
  fc.record({
    docType: fc.constant('E'),
    dni: fc.stringMatching(/^[XYZ][0-9]{7}[A-Z]$/),
    lastSurname: maybe(named(20)),
  }),
  fc.record({
    docType: fc.constantFrom('U', 'W'),
    dni: fc.stringMatching(/^[0-9XYZ]{0,3}[0-9]{7}[A-Z]$/),
    lastSurname: maybe(named(20)),
  }),
);

/** The most whole hours, with any minutes, for each kind of working time. */
const MOST = { A: 1825, B: 11, M: 183, S: 39 };
const kindAndHours = fc.constantFrom(...(Object.keys(MOST) as (keyof typeof MOST)[])).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    hours: fc.integer({ min: 1, max: MOST[kind] }).map((count) => String(count).padStart(4, '0')),
  }),
);

const workingTime = (type: ContractType) => {
  const hours = fc
    .record({ time: kindAndHours, jornadaMin: minutes })
    .map(({ time, jornadaMin }) => ({ jornadaType: time.kind, jornadaHour: time.hours, jornadaMin }));
  if (type.time === 'part') return hours;
  if (type.time === 'training')
    return fc.oneof(
      fc.constant({}),
      hours,
      fc
        .record({ time: kindAndHours, more: fc.oneof(fc.constant(''), minutes) })
        .map(({ time, more }) => ({ jornadaType: time.kind, HORAS_FORMACION: `${time.hours}${more}` })),
    );
  if (type.time === 'either') return fc.oneof(fc.constant({}), hours);
  if (type.time === 'full') return fc.constant({});
  return fc.oneof(
    fc.constant({}),
    hours.map((time) => ({ ...time, jornadaType: 'A' })),
  );
};

/** Requests for a contract type, with all required fields, and with or without the optional ones. */
export const requestOf = (type: ContractType) =>
  fc
    .record({
      person,
      start: between('2006-01-01', '2027-12-31'),
      length: fc.integer({ min: 0, max: 1400 }),
      time: workingTime(type),
      own: fc.record({
        cif: fc.stringMatching(/^[A-HJNP-SUVW][0-9]{7}[0-9A-J]$/),
        regimen: fc.constantFrom('0111', '0112', '0163'),
        ccc: inProvince(9),
        name: named(15),
        surname: named(20),
        sex: fc.constantFrom('1', '2'),
        dateOfBirth: between('1950-01-01', '1989-12-31'),
        nationality: codeOf(3),
        municipality,
        country: fc.oneof(fc.constant('724'), codeOf(3)),
        nss: inProvince(10),
        nivelFormativo: digits(2),
        occupation: codeOf(4),
        nationalityContract: fc.oneof(fc.constant('724'), codeOf(3)),
        municipalityContract: municipality,
        INDICATIVO_PRTR: yesNo,
        IND_ERE: maybe(yesNo),
        indicativeDisability: maybe(fc.constantFrom('C', 'E', 'F', 'G', 'S')),
        written: fc.boolean(),
        copyBasic: maybe(
          fc.record(
            { TIPO_FIRMA: fc.constantFrom('1', '2', '3', '4'), TEXTO_COPIABASICA: described(750) },
            { requiredKeys: ['TIPO_FIRMA'] },
          ),
        ),
        bonusAgreement: fc.stringMatching(/^[0-9]{2,3}$/),
        relief: fc.record({
          TIPO_TRABAJADOR: digits(1),
          NOMBRE: named(15),
          PRIMER_APELLIDO: named(20),
        }),
      }),
      answer: fc.nat({ max: 1 }),
      modality: maybe(fc.constantFrom('401', '402', '410', '501', '502', '990')),
    })
    .map(({ person, start, length, time, own, answer, modality }) => {
      const { written, relief, bonusAgreement, ...common } = own;
      const has = (block: ContractType['blocks'][number]) => type.blocks.includes(block);
      const end =
        type.end === 'must' || (type.end === 'may' && length % 3 > 0) ? daysAfter(start, length) : undefined;
      const exclusion = has('EXCLUSION') ? modality : undefined;
      const asked = (type.questions ?? []).find((question) =>
        question.asked({ start, end, modality: exclusion }),
      );
      return withoutUndefined({
        ...common,
        ...person,
        codContract: type.code,
        startDate: start,
        endDate: end,
        ...time,
        MODALIDAD_EXCLUSION: exclusion,
        collectiveAgreement: asked?.answers[answer],
        REAL_DECRETO_1435_1985: type.artists && 'A',
        bonusDisability: type.disability && common.indicativeDisability !== 'C' ? 'S' : undefined,
        bonusAgreement: has('BONIFICACION') ? bonusAgreement : undefined,
        sustitucion: has('SUSTITUCION') ? 'A' : undefined,
        municipality: common.country === '724' ? common.municipality : undefined,
        municipalityContract: common.nationalityContract === '724' ? common.municipalityContract : undefined,
        IND_CONTRATO_ESCRITO: has('ESCRITO') ? written : undefined,
        IND_CONTRATO_ALTA_DIRECCION: type.code === '990' && written ? 'N' : undefined,
        DATOS_ANEXO_CONTRATO_RELEVO: has('RELEVO') ? relief : undefined,
        GRUPOCOTIZACIONSEGSOCIAL: has('INSERCION') ? '05' : undefined,
      });
    });

export const withoutUndefined = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

export const contractOf = (request: Record<string, unknown>): Contract => {
  const { value, errors } = readRequest(notifyContract.request, request, {
    onlyDefined: true,
  });
  expect(errors, JSON.stringify(request)).toEqual({});
  return value!;
};
