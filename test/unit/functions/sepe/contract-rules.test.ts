import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { notifyContract } from '../../../../functions/gateway/sepe/operations/notify-contract.ts';
import { CONTRACT_FIELDS } from '../../../../shared/authorities/sepe/documents/contract-fields.ts';
import { CONTRACT_TYPES } from '../../../../shared/authorities/sepe/documents/contract-types.ts';
import { failingFields, read } from '../../../support/portals/operations.ts';
import {
  COMMON,
  END,
  failingFieldsOf,
  leastContract,
  OWN,
  PART,
  RELIEF,
} from '../../../support/sepe-contracts/least.ts';

describe('the rules of contracts', () => {
  test('all types of the table are tried', () => {
    expect(Object.keys(OWN).toSorted()).toEqual([...CONTRACT_TYPES.keys()].toSorted());
  });

  test.each(Object.keys(OWN))('a contract of type %s is accepted with its smallest request', (type) => {
    expect(read(notifyContract, leastContract(type)).errors).toEqual({});
  });

  test.each(
    Object.entries(OWN).flatMap(([type, own]) => Object.keys(own).map((field) => [type, field] as const)),
  )('a contract of type %s fails without %s', (type, field) => {
    // `OWN` has only the fields that a type requires.
    const expected = failingFieldsOf(type, { [field]: undefined });
    expect(expected).toEqual([field]);
  });

  test.each(Object.keys(COMMON))('a contract is not accepted without %s', (field) => {
    expect(failingFieldsOf('100', { [field]: undefined })).toContain(field);
  });

  test.each([
    ['IND_CONTRATO_ESCRITO', '402, 450, 452, 550, 552 y 990'],
    ['MODALIDAD_EXCLUSION', '450 y 550'],
    ['REAL_DECRETO_1435_1985', '402, 407, 502 y 507'],
    ['INDICATIVO_PRTR', '405 y 505'],
    ['bonusDisability', '430 y 530'],
    ['sustitucion', '410 y 510'],
    ['GRUPOCOTIZACIONSEGSOCIAL', '403 y 503'],
  ])('the description of %s names the contracts for which the field is: %s', (field, codes) => {
    const { properties = {} } = z.toJSONSchema(notifyContract.request, {
      io: 'input',
      unrepresentable: 'any',
    });
    const { description } = properties[field] as { description?: string };
    expect(description?.match(/\d{3}(?:, \d{3})* y \d{3}/)?.[0]).toBe(codes);
  });

  // Values with which a field counts as sent.
  const SENT: Record<string, unknown> = {
    ...END,
    ...PART,
    jornadaMin: 30,
    IND_CONTRATO_ESCRITO: 1,
    IND_CONTRATO_ALTA_DIRECCION: 'N',
    HORAS_FORMACION: 10,
    collectiveAgreement: 'S',
    MODALIDAD_EXCLUSION: '402',
    jornadaFormativaMin: 15,
    sustitucion: 'A',
    PORCENTAJE_JUBILACION_PARCIAL: '5000',
    REAL_DECRETO_1435_1985: 'A',
    INDICATIVO_PRTR: 'N',
    bonusDisability: 'N',
    bonusAgreement: 70,
    GRUPOCOTIZACIONSEGSOCIAL: 5,
    DATOS_ANEXO_CONTRATO_RELEVO: RELIEF,
  };

  /** Fields that are left out with these values, instead of refused, because the contract is the same without them. */
  const LEFT_OUT = ['IND_CONTRATO_ESCRITO', 'REAL_DECRETO_1435_1985', 'bonusDisability', 'jornadaType'];

  test.each([...CONTRACT_TYPES.values()])(
    'the type $code has the fields of the table and no others',
    (type) => {
      for (const { field, use } of CONTRACT_FIELDS) {
        expect(SENT).toHaveProperty(field);
        const { errors } = read(notifyContract, leastContract(type.code, { [field]: SENT[field] }));
        const isRefused = errors[field]?.some((text) =>
          text.startsWith('Este tipo de contrato no lo admite'),
        );
        expect([field, isRefused ?? false]).toEqual([
          field,
          use(type) === 'never' && !LEFT_OUT.includes(field),
        ]);
        const without = read(notifyContract, leastContract(type.code, { [field]: undefined })).errors;
        const isMissed = without[field]?.some((text) => text.startsWith('Es obligatorio con '));
        expect([field, isMissed ?? false]).toEqual([field, use(type) === 'must']);
      }
    },
  );

  test('all failing fields of a contract are reported at once', () => {
    expect(failingFields(notifyContract, {})).toEqual(
      [
        ...Object.keys(COMMON).filter((field) => !['lastSurname', 'INDICATIVO_PRTR'].includes(field)),
        'codContract',
      ]
        .filter((field, index, all) => all.indexOf(field) === index)
        .toSorted(),
    );
    expect(
      failingFieldsOf('502', {
        cif: 'x',
        endDate: '2026-02-30',
        jornadaType: undefined,
        REAL_DECRETO_1435_1985: 'C',
      }),
    ).toEqual(['REAL_DECRETO_1435_1985', 'cif', 'endDate', 'jornadaType']);
  });

  test.each<[why: string, type: string, changes: Record<string, unknown>, fields: string[]]>([
    // The worker.
    ['a second surname with a NIF', '100', { lastSurname: undefined }, ['lastSurname']],
    ['none with a NIE', '100', { docType: 'E', dni: 'X1234567L', lastSurname: undefined }, []],
    ['none with a passport', '100', { docType: 'W', dni: '12345678Z', lastSurname: '' }, []],
    ['a NIE is not a NIF', '100', { dni: 'X1234567L' }, ['dni']],
    ['a NIF is not a NIE', '100', { docType: 'E' }, ['dni']],
    ['a passport in a form that SEPE refuses', '100', { docType: 'W', dni: 'AB123456' }, ['dni']],
    ['another kind of document', '100', { docType: 'P' }, ['docType']],
    ['no number yet', '100', { nss: 0 }, []],
    ['no number with a passport', '100', { docType: 'W', nss: 0 }, ['nss']],
    ['a name of more letters than SEPE takes', '100', { name: 'MARIA DE LOS ANGELES' }, []],
    ['a name that is none', '100', { name: 'A'.repeat(61) }, ['name']],
    ['the country by the other name', '100', { country: undefined, PAIS_RESIDENCIA: 724 }, []],
    ['the country twice', '100', { PAIS_RESIDENCIA: '724' }, []],
    ['two countries', '100', { PAIS_RESIDENCIA: '250' }, ['PAIS_RESIDENCIA']],
    ['a municipality abroad', '100', { country: 250 }, []],
    ['abroad by the other name', '100', { country: null, PAIS_RESIDENCIA: 250 }, []],
    ['none abroad', '100', { country: 250, municipality: undefined }, []],
    ['none abroad, as programs write it', '100', { country: 250, municipality: 0 }, []],
    ['none in Spain', '100', { municipality: 0 }, ['municipality']],
    ['a wrong country', '100', { country: 'ES' }, ['country']],
    ['a work centre abroad in a municipality', '100', { nationalityContract: 250 }, []],
    ['in none', '100', { nationalityContract: 250, municipalityContract: '00000' }, []],
    ['a DNI as TGSS prints it', '100', { dni: '012345678Z' }, []],
    ['a NIE as TGSS prints it', '100', { docType: 'E', dni: '0X1234567L' }, []],
    ['a passport of eight characters', '100', { docType: 'W', dni: '1234567A' }, []],
    ['a passport with blanks', '100', { docType: 'W', dni: ' X 1234567A' }, []],
    ['a passport of eleven', '100', { docType: 'W', dni: 'XYZ1234567A' }, []],
    ['a passport of twelve', '100', { docType: 'W', dni: 'XYZ12345678A' }, ['dni']],
    ['characters that SEPE cannot write', '100', { surname: 'ŒUVRARD' }, ['surname']],
    ['those of Spain', '100', { surname: 'NÚÑEZ-ÇÜ' }, []],
    ['born after the start', '100', { dateOfBirth: '2026-01-01' }, ['dateOfBirth']],
    ['an unknown sex', '100', { sex: 0 }, ['sex']],
    ['a tax id that SEPE cannot write', '100', { cif: 'B1234567' }, ['cif']],

    // The type.
    ['a type that does not exist', '999', {}, ['codContract']],
    ['a transformation is no contract', '189', {}, ['codContract']],

    // Start and end.
    ['a seasonal contract has no end', '300', END, ['endDate']],
    ['the end before the start', '401', { endDate: '2025-12-31' }, ['endDate']],
    ['the end on the first day', '401', { endDate: '2026-01-01' }, []],
    ['more than ten years', '401', { endDate: '2036-01-02' }, ['endDate']],
    ['ten years', '401', { endDate: '2036-01-01' }, []],

    // Working time.
    [
      'part time without any of it',
      '501',
      { jornadaType: '', jornadaHour: '', jornadaMin: '' },
      ['jornadaHour', 'jornadaMin', 'jornadaType'],
    ],
    ['part time of no hours', '200', { jornadaHour: '0000', jornadaMin: '00' }, ['jornadaHour']],
    ['part time of minutes', '200', { jornadaHour: 0, jornadaMin: 30 }, []],
    ['60 minutes', '200', { jornadaMin: '60' }, ['jornadaMin']],
    ['SEPE’s own letter for the day', '200', { jornadaType: 'D' }, ['jornadaType']],
    ['full time with hours', '100', PART, ['jornadaHour', 'jornadaType']],
    ['full time with the hours of a full week', '100', { ...PART, jornadaHour: 40 }, []],
    [
      'full time with 40 hours a month',
      '100',
      { ...PART, jornadaType: 'M', jornadaHour: 40 },
      ['jornadaHour', 'jornadaType'],
    ],
    ['full time with a kind alone', '100', { jornadaType: 'S' }, []],
    ['full time with hours of zero', '100', { jornadaHour: '0000', jornadaMin: '00' }, []],
    ['seasonal by the week', '300', PART, ['jornadaType']],
    ['seasonal by the year', '300', { ...PART, jornadaType: 'A' }, []],
    ['450 with all of it', '450', PART, []],
    ['450 with some of it', '450', { jornadaType: 'S' }, ['jornadaHour', 'jornadaMin']],
    ['hours of training', '421', { HORAS_FORMACION: 10, jornadaFormativaMin: 0 }, []],
    ['hours of training with their minutes', '421', { HORAS_FORMACION: '001030' }, []],
    ['both ways', '421', { HORAS_FORMACION: '001030', jornadaFormativaMin: 30 }, []],
    ['two minutes', '421', { HORAS_FORMACION: '001030', jornadaFormativaMin: 15 }, ['jornadaFormativaMin']],
    ['60 minutes of training', '421', { HORAS_FORMACION: '001060' }, ['HORAS_FORMACION']],
    ['five digits of training', '421', { HORAS_FORMACION: '00103' }, ['HORAS_FORMACION']],
    ['training without its kind', '421', { HORAS_FORMACION: '001430' }, []],
    ['more training without kind than a week has', '421', { HORAS_FORMACION: '0437' }, ['jornadaType']],
    ['more work without kind', '421', { jornadaHour: 120, jornadaMin: 0 }, ['jornadaType']],
    ['training with hours of work', '421', { jornadaHour: 20, jornadaMin: 0 }, []],
    ['hours of training at full time', '100', { HORAS_FORMACION: 10 }, ['HORAS_FORMACION']],
    ['partial retirement', '540', { PORCENTAJE_JUBILACION_PARCIAL: '5000' }, []],
    [
      'partial retirement of another',
      '200',
      { PORCENTAJE_JUBILACION_PARCIAL: '5000' },
      ['PORCENTAJE_JUBILACION_PARCIAL'],
    ],

    // Artists, recovery plan.
    ['neither yes nor no', '405', { INDICATIVO_PRTR: 'X' }, ['INDICATIVO_PRTR']],

    // Disability and subsidies.
    ['an ordinary contract, not subsidised', '100', { bonusDisability: 'N' }, []],
    ['an ordinary contract, subsidised', '100', { bonusDisability: 'S' }, ['bonusDisability']],
    ['430 subsidised, without collective', '430', { bonusDisability: 'S' }, ['bonusAgreement']],
    ['430 subsidised', '430', { bonusDisability: 'S', bonusAgreement: 70 }, []],
    ['430 in a centre', '430', { bonusDisability: undefined, indicativeDisability: 'C' }, []],
    [
      '430 in an enclave',
      '430',
      { bonusDisability: undefined, indicativeDisability: 'E' },
      ['bonusDisability'],
    ],
    [
      '530 of a disabled worker',
      '530',
      { bonusDisability: undefined, indicativeDisability: 'S' },
      ['bonusDisability'],
    ],
    ['a collective of one digit', '150', { bonusAgreement: '1' }, ['bonusAgreement']],
    ['150 in a centre', '150', { bonusAgreement: undefined, indicativeDisability: 'C' }, []],
    ['a collective of an ordinary contract', '100', { bonusAgreement: '12' }, ['bonusAgreement']],
    ['an unknown disability', '130', { indicativeDisability: 'X' }, ['indicativeDisability']],

    // Blocks that few types have.
    ['a box that is not ticked', '100', { IND_CONTRATO_ESCRITO: false }, []],
    ['100 in writing', '100', { IND_CONTRATO_ESCRITO: 1 }, []],
    ['402 in writing', '402', { IND_CONTRATO_ESCRITO: 1 }, []],
    ['minutes of training at full time', '100', { jornadaFormativaMin: 30 }, ['jornadaFormativaMin']],
    [
      'hours of training without those of work',
      '450',
      { HORAS_FORMACION: 10 },
      ['jornadaHour', 'jornadaMin', 'jornadaType'],
    ],
    ['a replacement of two letters', '410', { sustitucion: 'AB' }, ['sustitucion']],
    [
      'relief without name',
      '441',
      { DATOS_ANEXO_CONTRATO_RELEVO: { TIPO_TRABAJADOR: 1 } },
      ['DATOS_ANEXO_CONTRATO_RELEVO.NOMBRE', 'DATOS_ANEXO_CONTRATO_RELEVO.PRIMER_APELLIDO'],
    ],
    [
      'relief of a temporary contract',
      '401',
      { DATOS_ANEXO_CONTRATO_RELEVO: RELIEF },
      ['DATOS_ANEXO_CONTRATO_RELEVO'],
    ],
    ['another contract in writing', '990', { IND_CONTRATO_ESCRITO: true }, ['IND_CONTRATO_ALTA_DIRECCION']],
    [
      'another contract in writing, of no manager',
      '990',
      { IND_CONTRATO_ESCRITO: 1, IND_CONTRATO_ALTA_DIRECCION: 'N' },
      [],
    ],
    ['a basic copy', '100', { copyBasic: { TIPO_FIRMA: 2 } }, []],
    ['an empty basic copy', '100', { copyBasic: { TIPO_FIRMA: '', TEXTO_COPIABASICA: null } }, []],
    ['an unknown signature', '100', { copyBasic: { TIPO_FIRMA: 5 } }, ['copyBasic.TIPO_FIRMA']],

    // Dry runs and mistyped names.
    ['a test that is neither', '100', { test: 'si' }, ['test']],
    [
      'a mistyped name',
      '200',
      { jornadaHora: '0020', jornadaHour: undefined },
      ['jornadaHora', 'jornadaHour'],
    ],
  ])('a contract is right, or fails at these fields: %s', (_why, type, changes, fields) => {
    expect(failingFieldsOf(type, changes)).toEqual(fields);
  });

  test.each<[type: string, sent: Record<string, unknown>, field: string, message: string]>([
    [
      '100',
      END,
      'endDate',
      'Este tipo de contrato no lo admite: es indefinido, y con fecha de fin sería otro contrato.',
    ],
    ['402', { endDate: null }, 'endDate', 'Es obligatorio con este tipo de contrato, que es temporal.'],
    [
      '100',
      PART,
      'jornadaHour',
      'Este tipo de contrato no lo admite: es a tiempo completo, y a tiempo parcial sería otro contrato.',
    ],
    [
      '100',
      { bonusAgreement: 70 },
      'bonusAgreement',
      'Este tipo de contrato no lo admite: con bonificación sería otro contrato. Solo 130, 150, 230, 250, 330, 350, 430, 450, 452, 530, 550 y 552.',
    ],
    [
      '100',
      { sustitucion: 'A' },
      'sustitucion',
      'Este tipo de contrato no lo admite: para sustituir a alguien sería otro contrato. Solo 410, 450, 510 y 550.',
    ],
  ])(
    'a contract of type %s with %j would be another contract, and the message says why',
    (type, sent, field, message) => {
      expect(read(notifyContract, leastContract(type, sent)).errors[field]).toEqual([message]);
    },
  );

  const NO_TIME = { jornadaType: undefined, jornadaHour: undefined, jornadaMin: undefined };

  test.each<[type: string, sent: Record<string, unknown>, field: string, message: string]>([
    [
      '200',
      { jornadaHour: 3000 },
      'jornadaHour',
      'Se lee como 3.000 horas a la semana, y deben ser menos de 40.',
    ],
    [
      '200',
      { jornadaHour: '0040' },
      'jornadaHour',
      'Se lee como 40 horas a la semana, y deben ser menos de 40.',
    ],
    [
      '450',
      { jornadaHour: 40, jornadaMin: 1 },
      'jornadaHour',
      'Se lee como 40 horas y 1 minuto a la semana, y deben ser como máximo 40 horas.',
    ],
    [
      '200',
      { jornadaType: 'B', jornadaHour: 12, jornadaMin: 1 },
      'jornadaHour',
      'Se lee como 12 horas y 1 minuto al día, y deben ser como máximo 12 horas.',
    ],
    [
      '200',
      { jornadaType: 'M', jornadaHour: 185 },
      'jornadaHour',
      'Se lee como 185 horas al mes, y deben ser como máximo 184 horas.',
    ],
    [
      '200',
      { jornadaType: 'A', jornadaHour: 1827 },
      'jornadaHour',
      'Se lee como 1.827 horas al año, y deben ser como máximo 1.826 horas.',
    ],
    [
      '421',
      { jornadaHour: 0, HORAS_FORMACION: 1400, jornadaFormativaMin: 1 },
      'HORAS_FORMACION',
      'Se lee como 1.400 horas y 1 minuto a la semana, y deben ser como máximo 40 horas. En HORAS_FORMACION, sin ' +
        'jornadaFormativaMin, 14 horas son 001400, y 1.400 horas son 140000.',
    ],
    [
      '421',
      { ...NO_TIME, HORAS_FORMACION: 1430, jornadaFormativaMin: 1 },
      'jornadaType',
      'Es obligatorio si las horas no son de una semana. Se lee como 1.430 horas y 1 minuto a la semana, y deben ser ' +
        'como máximo 40 horas. En HORAS_FORMACION, sin jornadaFormativaMin, 14 horas y 30 minutos son 001430, y 1.430 ' +
        'horas son 143000.',
    ],
    [
      '421',
      { ...NO_TIME, HORAS_FORMACION: '0499', jornadaFormativaMin: 1 },
      'jornadaType',
      'Es obligatorio si las horas no son de una semana. Se lee como 499 horas y 1 minuto a la semana, y deben ser como ' +
        'máximo 40 horas.',
    ],
    [
      '421',
      { ...NO_TIME, HORAS_FORMACION: 12030, jornadaType: 'A', jornadaFormativaMin: 1 },
      'jornadaFormativaMin',
      'Contradice a los minutos de HORAS_FORMACION, que con 6 dígitos (HHHHMM) ya los lleva: no lo envíe.',
    ],
    [
      '421',
      { jornadaHour: 14, jornadaMin: 30, HORAS_FORMACION: '001431' },
      'HORAS_FORMACION',
      'Se lee como 14 horas y 31 minutos, más que la jornada del contrato (14 horas y 30 minutos).',
    ],
    [
      '540',
      { PORCENTAJE_JUBILACION_PARCIAL: 50 },
      'PORCENTAJE_JUBILACION_PARCIAL',
      'Se lee como 0,50 %, y debe estar entre 25 y 85 %: se envía en centésimas, 5000 es 50 %.',
    ],
  ])(
    'a contract of type %s with %j is refused, and the message shows how it was read',
    (type, sent, field, message) => {
      const { errors } = read(notifyContract, { ...leastContract(type), ...PART, ...sent });
      expect(errors[field]).toEqual([message]);
    },
  );

  test.each<[type: string, sent: Record<string, unknown>]>([
    ['200', { jornadaHour: 39, jornadaMin: 59 }],
    ['450', { ...PART, jornadaHour: 40 }],
    ['200', { jornadaType: 'B', jornadaHour: 12, jornadaMin: 0 }],
    ['200', { jornadaType: 'M', jornadaHour: 184, jornadaMin: 0 }],
    ['200', { jornadaType: 'A', jornadaHour: 1826, jornadaMin: 0 }],
    ['421', { jornadaType: 'A', HORAS_FORMACION: '0637' }],
    ['421', { jornadaHour: 14, jornadaMin: 30, HORAS_FORMACION: '001430' }],
    ['540', { ...PART, PORCENTAJE_JUBILACION_PARCIAL: 2500 }],
    ['540', { ...PART, PORCENTAJE_JUBILACION_PARCIAL: '8500' }],
  ])('a contract of type %s with %j is accepted', (type, sent) => {
    expect(failingFieldsOf(type, sent)).toEqual([]);
  });

  test('the messages about contracts are in Spanish, without technical words', () => {
    const messages = Object.values(
      read(notifyContract, { codContract: '502', dni: 7, sex: 'x', nss: {} }).errors,
    ).flat();
    for (const message of messages) expect(message).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
  });
});
