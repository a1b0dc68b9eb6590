import { expect, test } from 'vitest';
import { reference } from '../../../../../client/build/reference.ts';
import { isUnderWay } from '../../../../../client/src/under-way.ts';
import { notifications } from '../../../../../functions/capabilities/obligations/rules/notification.ts';
import {
  type Batch,
  type BatchRow,
  checksAgain,
  chosenTabOf,
  columnLabels,
  columnsOf,
  countByOperation,
  filingOf,
  filledAt,
  isAsked,
  isCorrectable,
  isFaulty,
  kindsOf,
  nameOf,
  nextOf,
  progressOf,
  remarksAt,
  restName,
  settledBy,
  stateOf,
  unfiledIn,
  unsettled,
  WORKFLOWS,
  writtenAt,
  wrongColumnsOf,
} from '../../../../../panel/src/capabilities/batches/batch.ts';
import { alikeRows } from '../../../../../panel/src/capabilities/batches/grid.ts';
import type { Obligation } from '../../../../../panel/src/capabilities/obligations/to-do.ts';
import { openingOf } from '../../../../../panel/src/gateway/filings/openings.ts';
import { describedIn, type OpenApi } from '../../../../../panel/src/shared/fields.ts';
import { operations } from '../../../../support/infra/groups.ts';

/** How the panel presents batches and notifications. */

const document = reference() as unknown as OpenApi;

test('a sheet can be of each submission with a form, and of workflows that the template names by codes', () => {
  const kinds = kindsOf(document);
  expect(kinds.find(({ operation }) => operation === 'registerEmployee')).toMatchObject({
    title: 'Dar de alta a un trabajador',
    certificateType: 1,
  });
  expect(new Set(kinds.map(({ operation }) => operation)).size).toBe(kinds.length);
  const workflows = kinds.filter(({ group }) => group === 'Varios trámites en una fila');
  expect(workflows.map(({ operation }) => operation)).toEqual(WORKFLOWS);
  const withWorkflow = structuredClone(document);
  const template = withWorkflow.paths['/api/v4/batches/templates/{operation}']!.get!;
  const parameter = template.parameters!.find(({ name }) => name === 'operation')!;
  parameter.schema = { ...parameter.schema, 'x-codes': { trial: 'Alta y contrato' } };
  const [first] = kindsOf(withWorkflow);
  expect(first).toMatchObject({ operation: 'trial', title: 'Alta y contrato', certificateType: 1 });
});

test('columns have the names of the fields of forms, and no two are alike', () => {
  const forms = (...ids: string[]) =>
    describedIn(document).filter(({ operation }) => ids.includes(operation));
  const labels = (columns: string[], ...ids: string[]) => [...columnLabels(columns, forms(...ids)).values()];
  expect(labels(['trabajador.apellidos', 'dni', 'fecha_real', 'cert_secret'], 'registerEmployee')).toEqual([
    'Apellidos',
    'Número del documento de identidad',
    'Fecha real del alta',
    'cert_secret',
  ]);
  // A row of several trámites names its step first, and entries of lists are counted from one.
  expect(labels(['contrato.nivelFormativo'], 'registerEmployee', 'notifyContract')).toEqual([
    'Nivel formativo',
  ]);
  expect(labels(['employees.1.nss', 'employees.2.nss'], 'callWorkers')).toEqual([
    expect.stringContaining(' · 1 · '),
    expect.stringContaining(' · 2 · '),
  ]);
  expect(labels(['name', 'trabajador.nombre'], 'notifyContract')).toEqual([
    'Nombre (name)',
    'Nombre (trabajador.nombre)',
  ]);
  expect(labels(['dni'])).toEqual(['dni']);
});

const NONE = {
  waiting: 0,
  wrong: 0,
  leftOut: 0,
  trying: 0,
  tried: 0,
  failed: 0,
  filing: 0,
  filed: 0,
  refused: 0,
  partial: 0,
  unknown: 0,
  notSent: 0,
};
const batch = (more: Omit<Partial<Batch>, 'counts'> & { counts?: Partial<typeof NONE> }) =>
  ({
    id: 'b',
    state: 'previewed',
    rows: 3,
    user: 'ana',
    committed_at: null,
    previewed_at: '2026-11-23T08:00:00.000Z',
    ...more,
    counts: { ...NONE, tried: 3, ...more.counts },
  }) as Batch;

test.each<[string, Batch, string, string]>([
  ['of any who may file', batch({}), 'optional', 'commit'],
  ['by who tried it, where another must commit', batch({}), 'another', 'another'],
  ['by another one', batch({ user: 'luis' }), 'another', 'commit'],
  ['two hours after', batch({ previewed_at: '2026-11-23T06:29:59.000Z' }), 'optional', 'late'],
  ['without a good row', batch({ counts: { tried: 0, failed: 3 } }), 'optional', 'nothing'],
  ['whose file is wrong as a whole', batch({ message: 'El fichero tiene errores' }), 'optional', 'nothing'],
  ['that is being tried', batch({ state: 'previewing' }), 'optional', 'nothing'],
  ['that was committed', batch({ state: 'filing' }), 'optional', 'nothing'],
])('a previewed batch may be filed, or not, and its page says why: %s', (_, one, preview, expected) => {
  expect(nextOf(one, { id: 'ana', preview }, new Date('2026-11-23T08:30:00Z'))).toBe(expected);
});

test.each<[string, Batch, boolean]>([
  ['whose rows all passed', batch({}), false],
  ['that was tried too long ago', batch({ previewed_at: '2026-11-23T06:29:59.000Z' }), true],
  ['with a mistake', batch({ counts: { wrong: 1 } }), true],
  [
    'with a row that did not pass, while others are tried',
    batch({ state: 'previewing', counts: { failed: 1 } }),
    true,
  ],
  [
    'that was committed',
    batch({ state: 'filing', committed_at: '2026-11-23T08:20:00.000Z', counts: { wrong: 1 } }),
    false,
  ],
  ['that was cancelled', batch({ state: 'cancelled', counts: { wrong: 1 } }), false],
])('a batch %s can be checked again as it is, or not', (_, sent, expected) => {
  expect(checksAgain(sent, new Date('2026-11-23T08:30:00Z'))).toBe(expected);
});

test('rows that have ended are counted out of those that are tried, and then out of those that are filed', () => {
  const tried = batch({ state: 'previewing', counts: { tried: 1, wrong: 1, trying: 1 } });
  expect([isUnderWay(tried), progressOf(tried)]).toEqual([true, { done: 2, of: 3 }]);
  const without = batch({ state: 'previewing', counts: { tried: 1, leftOut: 1, trying: 1 } });
  expect(progressOf(without)).toEqual({ done: 1, of: 2 });
  const committed_at = '2026-11-23T08:10:00.000Z';
  const filed = { filed: 1, unknown: 1, tried: 1, wrong: 1 };
  const filing = batch({ state: 'filing', rows: 4, committed_at, counts: filed });
  expect(progressOf(filing)).toEqual({ done: 2, of: 3 });
  const cancelled = batch({ state: 'cancelled', ended_at: null, counts: { trying: 1 } });
  expect(isUnderWay(cancelled)).toBe(true);
  expect(isUnderWay(batch({ state: 'cancelled', ended_at: '2026-11-23T08:00:00.000Z' }))).toBe(false);
});

test('the button that files a batch says how many rows are late or have other warnings', () => {
  const late = 'El alta es posterior al inicio de la actividad (02/12/2026): debía presentarse antes.';
  const rows = [
    { row: 2, warnings: ['Es de otra empresa.', late] },
    { row: 3, warnings: [] },
    { row: 4, warnings: [] },
    { row: 5, warnings: [late] },
    { row: 6, warnings: ['Es de otra empresa.', 'Es de otra empresa.'] },
    { row: 7, warnings: [late] },
  ].map((row) => ({ ...row, notes: [{ column: 'dni', message: 'Es otro.' }] })) as unknown as BatchRow[];
  const tried = batch({ counts: { tried: 6 } });
  expect(filingOf(tried, rows)).toBe('Presentar 6 trámites, 3 fuera de plazo, 1 con avisos');
  expect(filingOf(tried, rows.slice(1, 3))).toBe('Presentar 6 trámites');
  expect(filingOf(batch({ counts: { tried: 1 } }), rows.slice(3, 4))).toBe(
    'Presentar 1 trámite, 1 fuera de plazo',
  );
  // A person took the row in although its sheet hides it.
  const hidden = [{ column: null, message: 'Esta fila está oculta en el libro.' }];
  const included = { row: 9, warnings: [], notes: hidden } as unknown as BatchRow;
  expect(filingOf(batch({ counts: { tried: 1 } }), [included])).toBe('Presentar 1 trámite, 1 con avisos');
  // A row that failed has warnings, too, but is not filed.
  expect(filingOf({ ...batch({ counts: { tried: 1, failed: 1 } }), warnings: 1 }, rows.slice(1, 2))).toBe(
    'Presentar 1 trámite',
  );
  // If not all rows of a batch have been read, the gateway's number counts.
  const long = { ...batch({ counts: { tried: 900 } }), warnings: 40 };
  expect(filingOf(long, rows)).toBe('Presentar 900 trámites, 3 fuera de plazo, 37 con avisos');
});

test('columns with mistakes come first, then those of the sheet, and the operation is none', () => {
  const rows = [
    { operation: 'a', cells: { tramite: 'a', nss: '1' }, mistakes: [], notes: [], filled: [] },
    {
      operation: 'b',
      cells: { nss: '2', cno: '41' },
      notes: [],
      filled: [],
      mistakes: [
        { column: 'dni', message: 'Falta' },
        { column: null, message: 'Es igual que la fila 2' },
        { column: 'tramite', message: 'No existe' },
      ],
    },
  ] as unknown as BatchRow[];
  expect(columnsOf(rows)).toEqual(['dni', 'nss', 'cno']);
  const { mistakes } = rows[1]!;
  expect([remarksAt(mistakes, 'dni'), remarksAt(mistakes)]).toEqual([
    ['Falta'],
    ['Es igual que la fila 2', 'No existe'],
  ]);
  expect(countByOperation([...rows, rows[0]!])).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

test('each rule on notifications leads to the operation that opens one of its authority', () => {
  const opening = notifications.map((rule) => openingOf({ rule } as unknown as Obligation));
  const paths = operations.filter(({ operation }) => opening.includes(operation.id));
  expect(paths.map(({ name }) => name).toSorted()).toEqual([
    'POST /api/v4/aeat/notification-accept',
    'POST /api/v4/dehu/notification-accept',
    'POST /api/v4/seg-social/notification-accept',
  ]);
  expect(openingOf({ rule: { id: 'contrato', authority: 'sepe' } } as unknown as Obligation)).toBeUndefined();
});

test('a value that was filled in stands in its column, with its source', () => {
  const row = {
    mistakes: [],
    notes: [],
    cells: { dni: '12345678Z' },
    filled: [{ column: 'ccc', value: '28123456789', from: 'company' }],
  } as unknown as BatchRow;
  expect(columnsOf([row])).toEqual(['dni', 'ccc']);
  expect(filledAt(row, 'ccc')).toEqual([{ value: '28123456789', from: 'de la empresa cliente' }]);
  expect(filledAt(row, 'dni')).toEqual([]);
});

test.each<[string, Partial<typeof NONE>, string, string]>([
  ['all was filed', { filed: 3 }, 'Terminado', 'good'],
  ['one was refused', { filed: 2, refused: 1 }, '2 presentadas, 1 sin presentar', 'warn'],
  ['an outcome is unknown', { filed: 2, unknown: 1 }, '2 presentadas, 1 sin saberse', 'warn'],
  ['all were refused', { refused: 3 }, 'Ninguna presentada, 3 sin presentar', 'bad'],
  ['only the good ones were meant', { filed: 1, wrong: 2 }, '1 presentada, 2 sin presentar', 'warn'],
  ['a person left a row out', { filed: 2, leftOut: 1 }, '2 presentadas, 1 sin presentar', 'warn'],
])('a batch that ended looks good only if all of its rows were filed: %s', (_, counts, name, tone) => {
  expect(stateOf(batch({ state: 'ended', counts: { tried: 0, ...counts } }))).toEqual({ name, tone });
});

test('a batch that was stopped says how many rows are not filed, and one that was cancelled does not', () => {
  const counts = { tried: 1, filed: 2 };
  const ended_at = '2026-11-23T08:20:00.000Z';
  const stopped = { state: 'cancelled', ended_at, committed_at: '2026-11-23T08:10:00.000Z', counts } as const;
  expect(stateOf(batch(stopped)).name).toBe('2 presentadas, 1 sin presentar');
  expect(unfiledIn(batch({ ...stopped, committed_at: null }))).toBe(0);
  expect(unfiledIn(batch({ ...stopped, ended_at: null }))).toBe(0);
});

test('a batch with rows that no list has stays on Hoy until a batch that was made of them is over', () => {
  const [id, nextId] = ['01KAJ5Z3W8Q2N6T4R0M9XCVB7D', '01KAJ5Z3W8Q2N6T4R0M9XCVB7E'];
  const first = batch({ id, name: 'altas.xlsx', state: 'ended', counts: { tried: 0, filed: 2, wrong: 1 } });
  const next = { ...batch({ state: 'previewed' }), id: nextId, name: restName(first) };
  expect(nameOf(next)).toBe('Lo que quedó de altas.xlsx');
  expect(nameOf({ name: restName(next) })).toBe('Lo que quedó de altas.xlsx');
  const idsOf = (...all: Batch[]) => unsettled(all).map((one) => one.id);
  expect(idsOf(first)).toEqual([id]);
  expect(idsOf(next, first)).toEqual([id]);
  expect(settledBy(first, [next, first])?.id).toBe(nextId);
  for (const state of ['ended', 'cancelled'] as const) expect(idsOf({ ...next, state }, first)).toEqual([]);
  // Whoever sends the sheet of results again keeps its name.
  expect(idsOf({ ...next, state: 'ended', name: `lote-${id}.xlsx` }, first)).toEqual([]);
  expect(idsOf({ ...next, state: 'ended', name: 'altas.xlsx' }, first)).toEqual([id]);
  // A refusal is a trámite, which Hoy has, and what a person left out was meant.
  const others = { tried: 0, filed: 2, wrong: 0 };
  for (const counts of [{ refused: 1 }, { unknown: 1 }, { leftOut: 1 }])
    expect(
      idsOf(batch({ id, name: 'altas.xlsx', state: 'ended', counts: { ...others, ...counts } })),
    ).toEqual([]);
});

test('a batch whose file has a fault must be corrected, though none of its rows is wrong', () => {
  const counts = { tried: 2, wrong: 0 };
  expect(stateOf(batch({ state: 'previewed', message: null, counts })).name).toBe('Probado, sin presentar');
  expect(stateOf(batch({ state: 'previewed', message: 'El fichero tiene errores', counts })).name).toBe(
    'Por corregir',
  );
});

test('a value has the unit of the header of its column, and its mistakes are at the same column', () => {
  const row = {
    cells: { 'Base (€)': '1500', 'Parte (%)': '50 %', 'Antes (céntimos)': '150000', otra: 'x' },
    mistakes: [{ column: 'Base', message: 'Es demasiado.' }],
    notes: [],
    filled: [],
  } as unknown as BatchRow;
  expect(columnsOf([row])).toEqual(['Base', 'Parte', 'Antes', 'otra']);
  expect(['Base', 'Parte', 'Antes', 'otra', 'nada'].map((column) => writtenAt(row, column))).toEqual([
    ...['1500 €', '50 %', '150000 céntimos', 'x', undefined],
  ]);
});

const wrongRow = (row: number, written: string, column = 'tipo_contrato') =>
  ({
    row,
    operation: 'registerEmployee',
    state: 'wrong',
    cells: { [column]: written },
    mistakes: [{ column, message: 'Solo admite cifras, 3 en total.' }],
  }) as unknown as BatchRow;

test('a correction is offered for the rows that have the same mistake in the same text, and for no others', () => {
  const rows = [
    wrongRow(2, 'Indefinido'),
    wrongRow(3, 'Temporal'),
    wrongRow(4, 'Indefinido'),
    wrongRow(5, 'x', 'cno'),
  ];
  const alike = (row: BatchRow, column: string) =>
    alikeRows(rows, row, {
      column,
      isOpen: ({ mistakes }) => remarksAt(mistakes, column).length > 0,
      isByHand: () => false,
    });
  expect(alike(rows[0]!, 'tipo_contrato')).toEqual([2, 4]);
  expect(alike(rows[1]!, 'tipo_contrato')).toEqual([3]);
  expect(wrongColumnsOf(rows)).toEqual(['tipo_contrato', 'cno']);
});

test.each([
  ['previewed', null, 'failed', true],
  ['previewing', null, 'wrong', true],
  ['previewing', null, 'trying', false],
  ['previewed', '2026-11-23T08:00:00.000Z', 'tried', false],
  ['filing', '2026-11-23T08:00:00.000Z', 'tried', false],
  ['ended', null, 'filed', false],
  ['cancelled', null, 'wrong', false],
] as const)(
  'a batch that is %s (asked to be filed: %s) and whose row is %s can be corrected: %s',
  (state, committed_at, row, expected) =>
    expect(isCorrectable({ state, committed_at }, { state: row, operation: 'hire' } as BatchRow)).toBe(
      expected,
    ),
);

test('a row that stands for the whole file has no cells to correct', () => {
  const ofFile = { state: 'wrong', operation: '' } as BatchRow;
  expect(isCorrectable({ state: 'previewed', committed_at: null }, ofFile)).toBe(false);
});

test('a person is asked about headers that are not certain, and about remembered ones', () => {
  const how = (['name', 'synonym', 'mapping', 'remembered', 'proposal', 'none', 'twice'] as const).filter(
    (one) => isAsked({ header: 'x', samples: [], column: null, how: one }),
  );
  expect(how).toEqual(['remembered', 'proposal', 'none', 'twice']);
});

test.each([
  ['a sheet that was read', 2, [], undefined, { isFaulty: false, tab: 'Enero' }],
  [
    'a sheet with another equal tab',
    null,
    ['La hoja «Febrero» también…'],
    undefined,
    { isFaulty: true, tab: '' },
  ],
  [
    'a picked tab that was not read',
    null,
    ['La fila 9 no puede…'],
    'Febrero',
    { isFaulty: true, tab: 'Febrero' },
  ],
  [
    'a sheet with data above its headers',
    2,
    ['Esta fila está…'],
    undefined,
    { isFaulty: true, tab: 'Enero' },
  ],
])(
  '%s is sent only without faults, and has no tab chosen before a person or a reading says it',
  (...args) => {
    const [, header_row, faults, picked, expected] = args;
    const sheet = { tab: picked ?? 'Enero', header_row, faults };
    expect({ isFaulty: isFaulty(sheet), tab: chosenTabOf(sheet, picked) }).toEqual(expected);
  },
);
