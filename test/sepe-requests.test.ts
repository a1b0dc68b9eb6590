import { describe, expect, test } from 'vitest';
import { sepe } from '../functions/sepe/group.ts';
import { createBasicCopy } from '../functions/sepe/operations/create-basic-copy.ts';
import { createBasicCopyXml } from '../functions/sepe/operations/create-basic-copy-xml.ts';
import { deleteContract } from '../functions/sepe/operations/delete-contract.ts';
import { listContracts } from '../functions/sepe/operations/list-contracts.ts';
import { notifyContract } from '../functions/sepe/operations/notify-contract.ts';
import { notifyContractXml } from '../functions/sepe/operations/notify-contract-xml.ts';
import { transformContract } from '../functions/sepe/operations/transform-contract.ts';
import { transformContractXml } from '../functions/sepe/operations/transform-contract-xml.ts';
import { CONTRACT_TYPES } from '../shared/authorities/sepe/contract-types.ts';
import { isDate, lastsFewerMonths, lastsMonths, lastsUpToDays } from '../shared/authorities/sepe/duration.ts';
import type { Operation } from '../shared/operation.ts';
import { readRequest, withoutBlanks } from '../shared/validation.ts';

type Values = Record<string, unknown>;

const errorsOf = (operation: Operation, request: Values) =>
  readRequest(operation.request, withoutBlanks(request) as Values, {
    refuseTypos: true,
    strictIdentifiers: false,
  }).errors;

/** What every contract carries. */
const COMMON = {
  cif: 'B12345674',
  regimen: '0111',
  ccc: '28000000097',
  docType: 'D',
  dni: '12345678Z',
  name: 'ANA',
  surname: 'GARCIA',
  lastSurname: 'LOPEZ',
  sex: 2,
  dateOfBirth: '1990-05-17',
  nationality: 724,
  municipality: 28079,
  country: 724,
  nss: '280000000097',
  nivelFormativo: 32,
  occupation: 4309,
  nationalityContract: 724,
  municipalityContract: 28079,
  INDICATIVO_PRTR: 'N',
  startDate: '2026-01-01',
};
const PART = { jornadaType: 'S', jornadaHour: '0020', jornadaMin: '00' };
const RELIEF = { TIPO_TRABAJADOR: 1, NOMBRE: 'LUIS', PRIMER_APELLIDO: 'PEREZ' };
/** Lasts 151 days, so that no question about its duration is asked. */
const END = { endDate: '2026-05-31' };

/** The least that each type needs beyond. */
const OWN: Record<string, Values> = {
  '100': {},
  '130': {},
  '150': { bonusAgreement: 12 },
  '200': PART,
  '230': PART,
  '250': { ...PART, bonusAgreement: '124' },
  '300': {},
  '330': {},
  '350': { bonusAgreement: '124' },
  '401': {},
  '402': { ...END, REAL_DECRETO_1435_1985: 'B' },
  '403': { GRUPOCOTIZACIONSEGSOCIAL: 5 },
  '404': {},
  '405': {},
  '406': {},
  '407': { REAL_DECRETO_1435_1985: 'A' },
  '408': {},
  '410': { sustitucion: 'a' },
  '411': {},
  '412': {},
  '413': {},
  '418': {},
  '420': END,
  '421': { ...END, ...PART },
  '430': { ...END, bonusDisability: 'N' },
  '441': { ...END, DATOS_ANEXO_CONTRATO_RELEVO: RELIEF },
  '450': {},
  '452': END,
  '500': PART,
  '501': PART,
  '502': { ...END, ...PART, REAL_DECRETO_1435_1985: 'B' },
  '503': { ...PART, GRUPOCOTIZACIONSEGSOCIAL: '05' },
  '505': PART,
  '506': PART,
  '507': { ...PART, REAL_DECRETO_1435_1985: 'A' },
  '508': PART,
  '510': { ...PART, sustitucion: 'H' },
  '511': PART,
  '513': PART,
  '518': PART,
  '520': { ...END, ...PART },
  '521': { ...END, ...PART },
  '530': { ...END, ...PART, bonusDisability: 'N' },
  '540': PART,
  '541': { ...END, ...PART, DATOS_ANEXO_CONTRATO_RELEVO: RELIEF },
  '550': PART,
  '552': { ...END, ...PART },
  '970': END,
  '980': {},
  '990': { IND_CONTRATO_ESCRITO: 0 },
};

const contract = (codContract: string, changes: Values = {}) => ({
  ...COMMON,
  codContract,
  ...OWN[codContract],
  ...changes,
});
const failing = (codContract: string, changes: Values) =>
  Object.keys(errorsOf(notifyContract, contract(codContract, changes))).toSorted();

describe('contracts', () => {
  test('all types of the table are tried', () => {
    expect(Object.keys(OWN).toSorted()).toEqual([...CONTRACT_TYPES.keys()].toSorted());
  });

  test.each(Object.keys(OWN))('%s: the least that it needs is enough', (type) => {
    expect(errorsOf(notifyContract, contract(type))).toEqual({});
  });

  test.each(
    Object.entries(OWN).flatMap(([type, own]) => Object.keys(own).map((field) => [type, field] as const)),
  )('%s without %s fails there', (type, field) => {
    // Seasonal and special contracts name no hours; what is optional is not in the list of the least.
    const expected = failing(type, { [field]: undefined });
    expect(expected).toEqual([field]);
  });

  test.each(Object.keys(COMMON))('none goes without %s', (field) => {
    expect(failing('100', { [field]: undefined })).toContain(field);
  });

  test('all failing fields are told at once', () => {
    expect(Object.keys(errorsOf(notifyContract, {})).toSorted()).toEqual(
      [
        ...Object.keys(COMMON).filter((field) => !['lastSurname', 'INDICATIVO_PRTR'].includes(field)),
        'codContract',
      ]
        .filter((field, index, all) => all.indexOf(field) === index)
        .toSorted(),
    );
    expect(
      failing('502', {
        cif: 'x',
        endDate: '2026-02-30',
        jornadaType: undefined,
        REAL_DECRETO_1435_1985: 'C',
      }),
    ).toEqual(['REAL_DECRETO_1435_1985', 'cif', 'endDate', 'jornadaType']);
  });

  test.each<[why: string, type: string, changes: Values, fields: string[]]>([
    // The worker.
    ['a second surname with a NIF', '100', { lastSurname: undefined }, ['lastSurname']],
    ['none with a NIE', '100', { docType: 'E', dni: 'X1234567L', lastSurname: undefined }, []],
    ['none with a passport', '100', { docType: 'W', dni: '12345678Z', lastSurname: '' }, []],
    ['a NIE is no NIF', '100', { dni: 'X1234567L' }, ['dni']],
    ['a NIF is no NIE', '100', { docType: 'E' }, ['dni']],
    ['a passport as SEPE takes it', '100', { docType: 'W', dni: 'AB123456' }, ['dni']],
    ['another kind of document', '100', { docType: 'P' }, ['docType']],
    ['no number yet', '100', { nss: 0 }, []],
    ['no number with a passport', '100', { docType: 'W', nss: 0 }, ['nss']],
    ['a name that is too long for SEPE', '100', { name: 'MARIA DE LOS ANGELES' }, ['name']],
    ['characters that SEPE cannot write', '100', { surname: 'ŁUKASZ' }, ['surname']],
    ['those of Spain', '100', { surname: 'NÚÑEZ-ÇÜ' }, []],
    ['born after the start', '100', { dateOfBirth: '2026-01-01' }, ['dateOfBirth']],
    ['an unknown sex', '100', { sex: 0 }, ['sex']],
    ['a tax id that SEPE cannot write', '100', { cif: 'B1234567' }, ['cif']],

    // The type.
    ['a type that does not exist', '999', {}, ['codContract']],
    ['a transformation is no contract', '189', {}, ['codContract']],

    // Start and end.
    ['a permanent contract has no end', '100', END, ['endDate']],
    ['nor has a seasonal one', '300', END, ['endDate']],
    ['the end before the start', '401', { endDate: '2025-12-31' }, ['endDate']],
    ['the end on the first day', '401', { endDate: '2026-01-01' }, []],
    ['more than ten years', '401', { endDate: '2036-01-02' }, ['endDate']],
    ['ten years', '401', { endDate: '2036-01-01' }, []],

    // Agreement: 402 and 502 of 6 to 12 months.
    ['402 of one day less than 6 months', '402', { endDate: '2026-06-29' }, []],
    ['402 of 6 months', '402', { endDate: '2026-06-30' }, ['collectiveAgreement']],
    ['402 of 6 months, answered', '402', { endDate: '2026-06-30', collectiveAgreement: 'S' }, []],
    ['402 of 6 months, the other answer', '402', { endDate: '2026-06-30', collectiveAgreement: 'N' }, []],
    [
      '402 of 6 months, the answer to another question',
      '402',
      { endDate: '2026-06-30', collectiveAgreement: 'C' },
      ['collectiveAgreement'],
    ],
    ['502 of 12 months', '502', { endDate: '2026-12-31' }, ['collectiveAgreement']],
    ['502 of 12 months, answered', '502', { endDate: '2026-12-31', collectiveAgreement: 'N' }, []],
    ['502 of more', '502', { endDate: '2027-01-01', collectiveAgreement: 'N' }, ['collectiveAgreement']],
    ['502 of more, not answered', '502', { endDate: '2027-01-01' }, []],
    ['402 between 90 days and 6 months', '402', { collectiveAgreement: 'S' }, ['collectiveAgreement']],

    // Agreement: 90 days or less.
    ['402 of 90 days', '402', { endDate: '2026-03-31' }, ['collectiveAgreement']],
    ['402 of 90 days, answered', '402', { endDate: '2026-03-31', collectiveAgreement: 'C' }, []],
    ['402 of 90 days, the other answer', '402', { endDate: '2026-03-31', collectiveAgreement: 'D' }, []],
    [
      '402 of 90 days, the answer to another question',
      '402',
      { endDate: '2026-03-31', collectiveAgreement: 'S' },
      ['collectiveAgreement'],
    ],
    ['402 of 91 days', '402', { endDate: '2026-04-01' }, []],
    ['502 of 90 days', '502', { endDate: '2026-03-31' }, ['collectiveAgreement']],
    ['450 of 90 days', '450', { endDate: '2026-03-31' }, ['collectiveAgreement']],
    [
      '450-402 of 90 days',
      '450',
      { endDate: '2026-03-31', MODALIDAD_EXCLUSION: 402, collectiveAgreement: 'C' },
      [],
    ],
    ['450-410 of 90 days', '450', { endDate: '2026-03-31', MODALIDAD_EXCLUSION: '410' }, []],
    [
      '450-410 of 90 days, answered',
      '450',
      { endDate: '2026-03-31', MODALIDAD_EXCLUSION: '410', collectiveAgreement: 'C' },
      ['collectiveAgreement'],
    ],
    [
      '550-502 of 90 days',
      '550',
      { endDate: '2026-03-31', MODALIDAD_EXCLUSION: '502' },
      ['collectiveAgreement'],
    ],
    ['450 of 6 months', '450', { endDate: '2026-06-30', collectiveAgreement: 'S' }, ['collectiveAgreement']],
    ['450 without end', '450', { collectiveAgreement: 'C' }, ['collectiveAgreement']],

    // Agreement: an earlier contract.
    ['404 of a day less than a year', '404', { endDate: '2026-12-30' }, ['collectiveAgreement']],
    [
      '404 of a day less than a year, answered',
      '404',
      { endDate: '2026-12-30', collectiveAgreement: 'S' },
      [],
    ],
    ['404 of a year', '404', { endDate: '2026-12-31' }, []],
    [
      '404 of a year, answered',
      '404',
      { endDate: '2026-12-31', collectiveAgreement: 'S' },
      ['collectiveAgreement'],
    ],
    ['412 of less than three years', '412', { endDate: '2028-12-30', collectiveAgreement: 'N' }, []],
    ['412 of less than three years, not answered', '412', { endDate: '2028-12-30' }, ['collectiveAgreement']],
    ['412 of three years', '412', { endDate: '2028-12-31' }, []],

    // Agreement: training.
    [
      '421 of 24 months, begun before',
      '421',
      { startDate: '2022-03-29', endDate: '2024-03-28' },
      ['collectiveAgreement'],
    ],
    [
      '421 of 24 months, answered',
      '421',
      { startDate: '2022-03-29', endDate: '2024-03-28', collectiveAgreement: 'N' },
      [],
    ],
    ['421 of 36 months', '421', { startDate: '2022-03-29', endDate: '2025-03-28' }, ['collectiveAgreement']],
    ['421 of more', '421', { startDate: '2022-03-29', endDate: '2025-03-29' }, []],
    ['421 of less', '421', { startDate: '2022-03-29', endDate: '2024-03-27' }, []],
    ['421 begun on the day', '421', { startDate: '2022-03-30', endDate: '2024-06-29' }, []],
    [
      '421 begun on the day, answered',
      '421',
      { startDate: '2022-03-30', endDate: '2024-06-29', collectiveAgreement: 'S' },
      ['collectiveAgreement'],
    ],

    // Agreement: any other.
    ['100 answered', '100', { collectiveAgreement: 'S' }, ['collectiveAgreement']],
    ['401 answered', '401', { endDate: '2026-08-31', collectiveAgreement: 'S' }, ['collectiveAgreement']],
    ['no answer at all', '402', { endDate: '2026-06-30', collectiveAgreement: 'X' }, ['collectiveAgreement']],

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
    ['full time with hours of zero', '100', { jornadaHour: '0000', jornadaMin: '00' }, []],
    ['seasonal by the week', '300', PART, ['jornadaType']],
    ['seasonal by the year', '300', { ...PART, jornadaType: 'A' }, []],
    ['450 with all of it', '450', PART, []],
    ['450 with some of it', '450', { jornadaType: 'S' }, ['jornadaHour', 'jornadaMin']],
    ['hours of training', '421', { HORAS_FORMACION: 10, jornadaFormativaMin: 0 }, []],
    ['hours of training at full time', '100', { HORAS_FORMACION: 10 }, ['HORAS_FORMACION']],
    ['partial retirement', '540', { PORCENTAJE_JUBILACION_PARCIAL: '5000' }, []],
    [
      'partial retirement of another',
      '200',
      { PORCENTAJE_JUBILACION_PARCIAL: '5000' },
      ['PORCENTAJE_JUBILACION_PARCIAL'],
    ],

    // Artists, recovery plan.
    ['the decree for others', '100', { REAL_DECRETO_1435_1985: 'A' }, ['REAL_DECRETO_1435_1985']],
    ['the recovery plan of 405', '405', { INDICATIVO_PRTR: undefined }, []],
    ['the recovery plan of 505', '505', { INDICATIVO_PRTR: '' }, []],
    ['the recovery plan of 502', '502', { INDICATIVO_PRTR: null }, ['INDICATIVO_PRTR']],
    ['neither yes nor no', '405', { INDICATIVO_PRTR: 'X' }, ['INDICATIVO_PRTR']],

    // Disability and subsidies.
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
    ['the subsidy of another', '100', { bonusDisability: 'S' }, ['bonusDisability']],
    ['a collective of one digit', '150', { bonusAgreement: '1' }, ['bonusAgreement']],
    ['150 in a centre', '150', { bonusAgreement: undefined, indicativeDisability: 'C' }, []],
    ['a collective of an ordinary contract', '100', { bonusAgreement: '12' }, ['bonusAgreement']],
    ['an unknown disability', '130', { indicativeDisability: 'X' }, ['indicativeDisability']],

    // Blocks of few types.
    ['a replacement of another', '100', { sustitucion: 'A' }, ['sustitucion']],
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
    ['a modality of an ordinary contract', '100', { MODALIDAD_EXCLUSION: '402' }, ['MODALIDAD_EXCLUSION']],
    ['a basic copy', '100', { copyBasic: { TIPO_FIRMA: 2 } }, []],
    ['an empty basic copy', '100', { copyBasic: { TIPO_FIRMA: '', TEXTO_COPIABASICA: null } }, []],
    ['an unknown signature', '100', { copyBasic: { TIPO_FIRMA: 5 } }, ['copyBasic.TIPO_FIRMA']],

    // Dry runs and slips.
    ['a test that is neither', '100', { test: 'si' }, ['test']],
    [
      'a mistyped name',
      '200',
      { jornadaHora: '0020', jornadaHour: undefined },
      ['jornadaHora', 'jornadaHour'],
    ],
  ])('%s', (_why, type, changes, fields) => {
    expect(failing(type, changes)).toEqual(fields);
  });

  test('what fails is said in Spanish, without words of the program', () => {
    const messages = Object.values(
      errorsOf(notifyContract, { codContract: '502', dni: 7, sex: 'x', nss: {} }),
    ).flat();
    for (const message of messages) expect(message).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
  });
});

describe('durations', () => {
  const start = '2024-08-31';
  test('months end on the day before, or with the month where it is shorter', () => {
    expect(lastsMonths({ start: '2026-01-01', end: '2026-06-30' }, 6, 6)).toBe(true);
    expect(lastsMonths({ start, end: '2025-02-27' }, 6, 6)).toBe(true);
    expect(lastsMonths({ start, end: '2025-02-26' }, 6, 6)).toBe(false);
    expect(lastsFewerMonths({ start, end: '2025-08-29' }, 12)).toBe(true);
    expect(lastsFewerMonths({ start, end: '2025-08-30' }, 12)).toBe(false);
  });
  test('days are counted from the first to the last', () => {
    expect(lastsUpToDays({ start: '2024-02-28', end: '2024-03-01' }, 3)).toBe(true);
    expect(lastsUpToDays({ start: '2024-02-28', end: '2024-03-01' }, 2)).toBe(false);
  });
  test('without an end nothing is said of the duration', () => {
    expect([
      lastsMonths({ start }, 0, 99),
      lastsFewerMonths({ start }, 99),
      lastsUpToDays({ start }, 99),
    ]).toEqual([false, false, false]);
  });
  test('a date is one of the calendar', () => {
    expect(['2024-02-29', '2026-02-29', '2026-2-1', '', '2026-13-01'].map(isDate)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('transformations', () => {
  const transformation = (TIPO_CONTRATO: string, changes: Values = {}) => ({
    ...(transformContract.example.request as Values),
    TIPO_CONTRATO,
    ...changes,
  });
  const TIME = { DATOS_CONTRATO_TIEMPO_PARCIAL: { TIPO_JORNADA: 'S', HORAS_JORNADA: '002000' } };
  const DISABLED = { DATOS_ADICIONALES_TRANSFORMACION: { IND_DISCAPACIDAD: 'S' } };

  test.each<[why: string, type: string, changes: Values, fields: string[]]>([
    ['full time', '109', {}, []],
    [
      'full time with hours',
      '109',
      TIME,
      ['DATOS_CONTRATO_TIEMPO_PARCIAL.HORAS_JORNADA', 'DATOS_CONTRATO_TIEMPO_PARCIAL.TIPO_JORNADA'],
    ],
    ['part time', '209', TIME, []],
    [
      'part time without hours',
      '289',
      {},
      ['DATOS_CONTRATO_TIEMPO_PARCIAL.HORAS_JORNADA', 'DATOS_CONTRATO_TIEMPO_PARCIAL.TIPO_JORNADA'],
    ],
    [
      'part time of no hours',
      '209',
      { DATOS_CONTRATO_TIEMPO_PARCIAL: { TIPO_JORNADA: 'S', HORAS_JORNADA: '000000' } },
      ['DATOS_CONTRATO_TIEMPO_PARCIAL.HORAS_JORNADA'],
    ],
    [
      '60 minutes',
      '209',
      { DATOS_CONTRATO_TIEMPO_PARCIAL: { TIPO_JORNADA: 'S', HORAS_JORNADA: '002060' } },
      ['DATOS_CONTRATO_TIEMPO_PARCIAL.HORAS_JORNADA'],
    ],
    ['seasonal without hours', '389', {}, []],
    ['seasonal by the week', '309', TIME, ['DATOS_CONTRATO_TIEMPO_PARCIAL.TIPO_JORNADA']],
    ['disability', '139', DISABLED, []],
    ['disability in a centre', '139', { DATOS_ADICIONALES_TRANSFORMACION: { IND_DISCAPACIDAD: 'C' } }, []],
    ['disability not told', '339', {}, ['DATOS_ADICIONALES_TRANSFORMACION.IND_DISCAPACIDAD']],
    [
      'disability not told, empty block',
      '239',
      { ...TIME, DATOS_ADICIONALES_TRANSFORMACION: { IND_DISCAPACIDAD: '' } },
      ['DATOS_ADICIONALES_TRANSFORMACION.IND_DISCAPACIDAD'],
    ],
    [
      'a subsidy where there is none',
      '189',
      { DATOS_BONIFICACION: { COLECTIVO_DISCAPACITADOS: '70' } },
      ['DATOS_BONIFICACION.COLECTIVO_DISCAPACITADOS'],
    ],
    ['an unknown type', '100', {}, ['TIPO_CONTRATO']],
    [
      'before the contract',
      '109',
      { DATOS_GENERALES_TRANSFORMACION: { FECHA_INICIO: '2026-11-03', CODIGO_OCUPACION: 11 } },
      ['DATOS_GENERALES_TRANSFORMACION.FECHA_INICIO'],
    ],
    [
      'a person without kind',
      '109',
      {
        DATOS_CONTRATO: {
          FECHA_INICIO_CTO: '2026-11-03',
          IDENTIFICADORPFISICA: '12345678Z',
          CLAVE_CONTRATO: 'E-28-2026-0000123',
        },
      },
      ['DATOS_CONTRATO.IDENTIFICADORPFISICA'],
    ],
    [
      'nothing of the contract',
      '109',
      { DATOS_CONTRATO: {} },
      [
        'DATOS_CONTRATO.CLAVE_CONTRATO',
        'DATOS_CONTRATO.FECHA_INICIO_CTO',
        'DATOS_CONTRATO.IDENTIFICADORPFISICA',
      ],
    ],
    ['no basic copy', '109', { DATOS_COMUNICA_COPIA_BASICA: undefined }, ['DATOS_COMUNICA_COPIA_BASICA']],
  ])('%s', (_why, type, changes, fields) => {
    expect(Object.keys(errorsOf(transformContract, transformation(type, changes))).toSorted()).toEqual(
      fields,
    );
  });

  test('it answers with certificates of either kind', () => {
    expect(transformContract.authority).toBe('sepe');
    expect(transformContract.alsoCertificateTypes).toEqual([1]);
  });
});

describe('others', () => {
  test.each<[string, Operation, Values, string[]]>([
    ['a footprint of another form', deleteContract, { sepeId: '28-2026-123', option: 1 }, ['sepeId']],
    ['an option that is none', deleteContract, { sepeId: 'E-28-2026-0000123', option: 3 }, ['option']],
    ['both right', deleteContract, { sepeId: 'e-28-2026-0000123', option: 2, test: 1 }, []],
    [
      'a list that ends before it begins',
      listContracts,
      { ...(listContracts.example.request as Values), endDate: '2026-10-31' },
      ['endDate'],
    ],
    [
      'a basic copy without text',
      createBasicCopy,
      { ...(createBasicCopy.example.request as Values), TEXTO_COPIABASICA: ' ' },
      ['TEXTO_COPIABASICA'],
    ],
    [
      'a basic copy without footprint',
      createBasicCopy,
      { ...(createBasicCopy.example.request as Values), sepeId: '' },
      [],
    ],
    [
      'a text that is too long',
      createBasicCopy,
      { ...(createBasicCopy.example.request as Values), TEXTO_COPIABASICA: 'x'.repeat(751) },
      ['TEXTO_COPIABASICA'],
    ],
  ])('%s', (_why, operation, request, fields) => {
    expect(Object.keys(errorsOf(operation, request)).toSorted()).toEqual(fields);
  });

  test('the former address of the list names its successor', () => {
    const superseded = sepe.operations.filter(({ supersededBy }) => supersededBy);
    expect(superseded.map(({ path, supersededBy }) => [path, supersededBy])).toEqual([
      ['/certifica/data', '/certifica/list'],
    ]);
  });

  test('what writes honours a dry run, or offers none', () => {
    const writing = sepe.operations.filter(({ kind }) => kind === 'submission');
    expect(
      writing.map(({ method, path, ...operation }) => [
        `${method} ${path}`,
        'dryRun' in operation && operation.dryRun,
      ]),
    ).toEqual([
      ['POST /contrata', 'confirmation'],
      ['DELETE /contrata', 'confirmation'],
      ['POST /contrata/xml', 'not-offered'],
      ['POST /transformation', 'confirmation'],
      ['POST /contrata/transformation/xml', 'not-offered'],
      ['POST /copy-basic', 'confirmation'],
      ['POST /copy-basic/xml', 'not-offered'],
    ]);
  });
});

describe('uploaded files', () => {
  const HEAD = '<?xml version="1.0" encoding="ISO-8859-1"?>';
  const CONTRACT =
    '<CONTRATO_100><DATOS_TRABAJADOR><IDENTIFICADORPFISICA>D12345678Z</IDENTIFICADORPFISICA></DATOS_TRABAJADOR>' +
    '<DATOS_GENERALES_CONTRATO><FECHA_INICIO>20260101</FECHA_INICIO></DATOS_GENERALES_CONTRATO></CONTRATO_100>';
  const upload = (document: string | Buffer, changes: Values = {}) => {
    const bytes = typeof document === 'string' ? Buffer.from(document, 'latin1') : document;
    return {
      file: {
        content: `data:application/xml;base64,${bytes.toString('base64')}`,
        contentType: 'application/xml',
        name: 'contratos.xml',
        size: bytes.length,
        ...changes,
      },
    };
  };
  const said = (operation: Operation, request: Values) => errorsOf(operation, request);
  const contracts = (inner: string) => `${HEAD}<CONTRATOS>${inner}</CONTRATOS>`;

  test('a good one comes out as it is, with what is in it', () => {
    const { value, errors } = readRequest(
      notifyContractXml.request,
      upload(contracts(CONTRACT + CONTRACT.replaceAll('100', '402').replace('12345678Z', '87654321Ñ'))),
      { refuseTypos: true, strictIdentifiers: false },
    );
    expect(errors).toEqual({});
    expect(value?.file.text).toContain('87654321Ñ');
    expect(value?.file.records.map(({ kind, document, startDate }) => [kind, document, startDate])).toEqual([
      ['CONTRATO_100', '12345678Z', '2026-01-01'],
      ['CONTRATO_402', '87654321Ñ', '2026-01-01'],
    ]);
  });

  test.each<[string, Values, string]>([
    ['another type', { contentType: 'text/plain' }, 'file.contentType'],
    ['no data URL', { content: 'PD94bWw=' }, 'file.content'],
    ['a data URL of something else', { content: 'data:text/html;base64,PD94bWw=' }, 'file.content'],
    ['no base64', { content: 'data:application/xml;base64,<?xml' }, 'file.content'],
    ['cut base64', { content: 'data:application/xml;base64,PD94b' }, 'file.content'],
    ['another size', { size: 3 }, 'file.size'],
    ['too large a size', { size: 1024 * 1024 + 1 }, 'file.size'],
    ['no name', { name: '' }, 'file.name'],
  ])('%s', (_why, changes, field) => {
    expect(Object.keys(said(notifyContractXml, upload(contracts(CONTRACT), changes)))).toEqual([field]);
  });

  test('more than 1 MiB', () => {
    const large = contracts(CONTRACT + ' '.repeat(1024 * 1024));
    expect(Object.keys(said(notifyContractXml, upload(large)))).toContain('file.size');
    expect(Object.keys(said(notifyContractXml, upload(large, { size: 1000 })))).toContain('file.content');
  });

  const MIB = 1024 * 1024 - 200;
  const filled = (unit: string) => unit.repeat(Math.floor(MIB / unit.length));
  const ENTITIES = Array.from(
    { length: 20 },
    (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
  ).join('');

  test.each<[why: string, document: string | Buffer, message: RegExp]>([
    [
      'entities that multiply',
      `${HEAD}<!DOCTYPE CONTRATOS [<!ENTITY e0 "x">${ENTITIES}]><CONTRATOS>&e20;</CONTRATOS>`,
      /DOCTYPE/,
    ],
    [
      'entities of another place',
      `${HEAD}<!DOCTYPE CONTRATOS [<!ENTITY x SYSTEM "file:///etc/passwd">]><CONTRATOS>&x;</CONTRATOS>`,
      /DOCTYPE/,
    ],
    [
      'a document type of another place',
      `${HEAD}<!DOCTYPE CONTRATOS SYSTEM "http://example.com/x.dtd">${contracts('')}`,
      /DOCTYPE/,
    ],
    [
      'a parameter entity',
      `${HEAD}<!DOCTYPE CONTRATOS [<!ENTITY % p SYSTEM "http://example.com/x">%p;]><CONTRATOS/>`,
      /DOCTYPE/,
    ],
    ['an entity that nobody declared', contracts('&x;'), /bien formado/],
    [
      'a document type of a hundred thousand entities',
      `${HEAD}<!DOCTYPE C [${filled('<!ENTITY a "b">')}`,
      /DOCTYPE/,
    ],
    ['deep nesting', `${HEAD}${'<CONTRATOS>'.repeat(45_000)}${'</CONTRATOS>'.repeat(45_000)}`, /niveles/],
    ['deep nesting below the tags', contracts(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`), /niveles/],
    ['elements without number', contracts(filled('<a/>')), /elementos/],
    ['only opening tags', `${HEAD}${filled('<')}`, /elementos|bien formado/],
    [
      'attributes without number',
      `${HEAD}<CONTRATOS ${Array.from({ length: 60_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
      /ninguna comunicación/,
    ],
    ['an attribute twice', `${HEAD}<CONTRATOS a="1" a="2"/>`, /bien formado/],
    ['an open attribute', `${HEAD}<CONTRATOS a="${'x'.repeat(MIB - 100)}`, /bien formado/],
    ['a comment without end', `${HEAD}<CONTRATOS>${filled('<!--')}`, /elementos|bien formado/],
    ['a section without end', `${HEAD}<CONTRATOS><![CDATA[${'x'.repeat(MIB - 100)}`, /bien formado/],
    ['ampersands', contracts('&'.repeat(MIB - 100)), /bien formado/],
    ['references', contracts('&amp;'.repeat((MIB - 100) / 5)), /ninguna comunicación/],
    ['blanks', contracts(' '.repeat(MIB - 100)), /ninguna comunicación/],
    ['another root after the first', `${contracts(CONTRACT)}<CONTRATOS/>`, /bien formado/],
    ['text after the root', `${contracts(CONTRACT)}x`, /bien formado/],
    ['cut short', contracts(CONTRACT).slice(0, -5), /bien formado/],
    ['no declaration', `<CONTRATOS>${CONTRACT}</CONTRATOS>`, /debe empezar/],
    ['something before the declaration', ` ${contracts(CONTRACT)}`, /debe empezar/],
    ['a mark of UTF-8', `\xef\xbb\xbf${contracts(CONTRACT)}`, /debe empezar/],
    ['UTF-16', Buffer.from(`\ufeff${contracts(CONTRACT)}`, 'utf16le'), /debe empezar/],
    ['UTF-8', contracts(CONTRACT).replace('ISO-8859-1', 'UTF-8'), /declara UTF-8/],
    ['windows-1252', contracts(CONTRACT).replace('ISO-8859-1', 'windows-1252'), /declara windows-1252/],
    ['UTF-7', contracts(CONTRACT).replace('ISO-8859-1', 'UTF-7'), /declara UTF-7/],
    ['no encoding', contracts(CONTRACT).replace(' encoding="ISO-8859-1"', ''), /ninguna codificación/],
    [
      'bytes of windows-1252',
      contracts(CONTRACT).replace('D12345678Z', 'D12345678Z\x80'),
      /no son de ISO-8859-1/,
    ],
    ['a zero', contracts(`${CONTRACT}\x00`), /no son de ISO-8859-1/],
    ['nothing', '', /debe empezar/],
    ['no contract', contracts(''), /ninguna comunicación/],
    ['another root', `${HEAD}<PRORROGAS><PRORROGA_TIPO/></PRORROGAS>`, /raíz/],
    ['something among the contracts', contracts(`${CONTRACT}<OTRO/>`), /OTRO/],
    ['a contract of nobody', contracts('<CONTRATO_100/>'), /IDENTIFICADORPFISICA/],
    ['a contract without start', contracts(CONTRACT.replace('20260101', '2026')), /FECHA_INICIO/],
    ['too many contracts', contracts('<CONTRATO_100/>'.repeat(1001)), /1001/],
  ])('%s is refused, in less than a second', (_why, document, message) => {
    const request = upload(document);
    const began = performance.now();
    const errors = said(notifyContractXml, request);
    expect(performance.now() - began).toBeLessThan(1000);
    expect(errors['file.content']?.join()).toMatch(message);
  });

  test('each operation takes its own kind of document', () => {
    const transformations = `${HEAD}<TRANSFORMACIONES><TRANSFORMACION_109><CLAVE_CONTRATO>E2820260000123</CLAVE_CONTRATO></TRANSFORMACION_109></TRANSFORMACIONES>`;
    const copies = `${HEAD}<COPIASBASICAS><COPIA/></COPIASBASICAS>`;
    const taken = (document: string) =>
      [notifyContractXml, transformContractXml, createBasicCopyXml].map(
        (operation) => Object.keys(said(operation, upload(document))).length === 0,
      );
    expect(taken(contracts(CONTRACT))).toEqual([true, false, false]);
    expect(taken(transformations)).toEqual([false, true, false]);
    expect(taken(copies)).toEqual([false, false, true]);
    expect(taken(transformations.replaceAll('109', '110'))).toEqual([false, false, false]);
    expect(taken(transformations.replace('E2820260000123', ''))).toEqual([false, false, false]);
  });
});
