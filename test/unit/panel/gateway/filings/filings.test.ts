import { describe, expect, test } from 'vitest';
import {
  daysOf,
  isShown,
  kindOf,
  listText,
  monthsUntil,
  requestFor,
  sheetOf,
} from '../../../../../panel/src/gateway/filings/filings.ts';
import type { ListedFiling } from '../../../../../panel/src/shared/data.ts';
import { filingState } from '../../../../../panel/src/shared/words.ts';

/** The lists of trámites, as the panel asks for them, describes them and saves them. */

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

test('a trial that did not pass looks failed', () => {
  const named = (result: string | null) => Object.values(filingState({ state: 'dryRun', result })).join(' ');
  expect([named('passed'), named('refused'), named('failed')]).toEqual([
    ...['Simulacro calm', 'Rechazado en la prueba bad', 'Prueba sin respuesta warn'],
  ]);
});
