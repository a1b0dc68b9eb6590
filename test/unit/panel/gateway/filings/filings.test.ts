import { describe, expect, test } from 'vitest';
import type { ListedFiling } from '../../../../../panel/src/capabilities/obligations/to-do.ts';
import {
  isNamed,
  stateText,
  type Worker,
  workerSheet,
} from '../../../../../panel/src/capabilities/reconciliation/workers.ts';
import { companySheet } from '../../../../../panel/src/gateway/companies/companies.ts';
import {
  daysOf,
  isShown,
  kindOf,
  listText,
  monthsUntil,
  requestFor,
  sheetOf,
} from '../../../../../panel/src/gateway/filings/filings.ts';
import { filingState } from '../../../../../panel/src/shared/words.ts';

/** The lists of trámites, companies and workers, as the panel asks for them, describes them and saves them. */

const FILING = {
  state: 'accepted',
  result: null,
  reading: false,
  operationName: 'Dar de alta a un trabajador',
  authority: 'tgss',
  companyName: 'Talleres Ruiz',
  regimen: '0111',
  ccc: '28999901151',
  worker: { document: '99999021N', nss: '289999902112', name: '=HYPERLINK("x")' },
  effectiveDate: '2026-11-30',
  user: { id: 'u', name: 'Luisa "Lu" Pérez', email: 'l@example.com' },
  created_at: '2026-11-29T09:30:00.000Z',
  reference: null,
  messages: ['3408* AFILIADO EN ALTA', 'SEGUNDO'],
} as unknown as ListedFiling;

describe('what the list of trámites asks for', () => {
  test.each<
    [string, Record<string, string>, kind: string, request: object, filing: boolean, reading: boolean]
  >([
    ['what was filed, unless a person chooses', {}, 'presentados', { dry: false }, true, false],
    ['trials', { que: 'simulacros' }, 'simulacros', { dry: true }, true, true],
    ['questions', { que: 'consultas' }, 'consultas', { dry: false }, false, true],
    ['everything', { que: 'todos' }, 'todos', {}, true, true],
    ['everything for a state of trials', { state: 'dryRun' }, 'todos', { state: 'dryRun' }, true, true],
    ['everything for one request', { requestId: 'r' }, 'todos', { requestId: 'r' }, true, true],
    [
      'what was filed for a kind that does not exist',
      { que: 'x' },
      'presentados',
      { dry: false },
      true,
      false,
    ],
    [
      'a month before other days, and no name that the gateway lacks',
      { mes: '2026-02', from: '2020-01-01', que: 'todos', desde: 'x' },
      ...(['todos', { from: '2026-02-01', to: '2026-02-28' }, true, true] as const),
    ],
  ])('the list asks for %s', (_, query, kind, request, filing, reading) => {
    expect(kindOf(query)).toBe(kind);
    expect(requestFor(query)).toEqual(request);
    expect([isShown(query, { reading: false }), isShown(query, { reading: true })]).toEqual([
      filing,
      reading,
    ]);
  });

  test('a month has its first and last day, also in leap years and in December', () => {
    expect(['2026-12', '2028-02', '2026-11'].map((month) => daysOf(month).to)).toEqual([
      ...['2026-12-31', '2028-02-29', '2026-11-30'],
    ]);
    const months = monthsUntil('2026-11-29');
    expect(Object.keys(months)).toHaveLength(13);
    expect([months['2026-11'], months['2025-11']]).toEqual(['noviembre de 2026', 'noviembre de 2025']);
  });
});

test('the list says what it shows, and that there is more', () => {
  const query = { mes: '2026-11', operation: 'POST /seg-social/alta', state: 'accepted' };
  const text = (isWhole: boolean) =>
    listText([FILING], { query, isWhole, named: ['Talleres Ruiz', undefined] });
  expect(text(true)).toBe(
    '1 trámite · Presentaciones · Dar de alta a un trabajador · noviembre de 2026 · Aceptado · Talleres Ruiz',
  );
  expect(text(false)).toMatch(/^Los últimos 1 trámite/);
});

test('the sheet has the shown trámites, and no cell that a spreadsheet program would run', () => {
  const [header, row, end] = sheetOf([FILING]).split('\r\n');
  expect(header).toMatch(/^\ufeff"Trabajador";"Documento";/);
  expect(row).toBe(
    [
      ...['"\'=HYPERLINK(""x"")"', '"99999021N"', '"289999902112"', '"Dar de alta a un trabajador"'],
      ...['"30/11/2026"', '"Aceptado"', '"Talleres Ruiz"', '"28\u00a09999011\u00a051"', '"Seguridad Social"'],
      ...['"29/11/2026, 10:30"', '"Luisa ""Lu"" Pérez"', '""', '"3408* AFILIADO EN ALTA SEGUNDO"'],
    ].join(';'),
  );
  expect(end).toBe('');
});

test('the sheet of companies has all accounts of each', () => {
  const account = ['28999901151', '28999902262'].map((cuenta) => ({ regimen: '0111', cuenta }));
  const profile = {
    dni: 'B99990012',
    razon_social: 'TALLERES RUIZ',
    account,
    codigo_postal: null,
    external_id: '7',
  };
  const company = { name: 'Talleres', profile } as unknown as Parameters<typeof companySheet>[0][number];
  expect(companySheet([company]).split('\r\n')[1]?.replaceAll('\u00a0', ' ')).toBe(
    '"Talleres";"B99990012";"TALLERES RUIZ";"28 9999011 51, 28 9999022 62";"";"7"',
  );
});

describe('the list of workers', () => {
  const worker = {
    ...{
      nombre: 'Íñigo Muñoz Peña',
      dni: '99999021N',
      nss: '289999902112',
      regimen: '0111',
      ccc: '28999901151',
    },
    ...{ fecha_alta: '2026-03-02', fecha_baja: null, tipo_contrato: '200', coeficiente: '500' },
    ...{ grupo_cotizacion: '07', cno: null },
  } as unknown as Worker;

  test.each<[string, boolean]>([
    ['inigo', true],
    ['muño pe', true],
    ['99999021', true],
    ['igo', false],
    ['inigo ruiz', false],
    ['', true],
  ])('the text %j finds a worker by the beginnings of words: %j', (typed, isFound) => {
    const words = typed.normalize('NFD').replace(/\p{M}/gu, '').split(' ').filter(Boolean);
    expect(isNamed(worker, words)).toBe(isFound);
  });

  test('a worker is shown with the first and the last day, and with a planned last day as planned', () => {
    const text = (fecha_baja: string | null) => stateText({ ...worker, fecha_baja } as Worker, '2026-11-29');
    expect([text(null), text('2026-11-29'), text('2026-11-30')]).toEqual([
      'alta 02/03/2026',
      'alta 02/03/2026 · baja 29/11/2026',
      'alta 02/03/2026 · baja prevista 30/11/2026',
    ]);
    expect(workerSheet([worker]).split('\r\n')[1]?.replaceAll('\u00a0', ' ')).toBe(
      '"Íñigo Muñoz Peña";"99999021N";"289999902112";"28 9999011 51";"02/03/2026";"";"200";"500";"07";""',
    );
  });
});

test('a trial that did not pass looks failed', () => {
  const named = (result: string | null) => Object.values(filingState({ state: 'dryRun', result })).join(' ');
  expect([named('passed'), named('refused'), named('failed')]).toEqual([
    ...['Simulacro calm', 'Rechazado en la prueba bad', 'Prueba sin respuesta warn'],
  ]);
});
