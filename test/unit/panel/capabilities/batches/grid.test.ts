import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reference } from '../../../../../client/build/reference.ts';
import type { BatchRow } from '../../../../../panel/src/capabilities/batches/batch.ts';
import {
  actOf,
  alikeRows,
  companiesIn,
  correctionsOf,
  extended,
  fieldOfColumn,
  filledDown,
  meantBy,
  mistakesTogether,
  namesIn,
  neededOf,
  openColumns,
  pasted,
  pastedBeyond,
  rowsIn,
  unsavedOf,
  writtenOutside,
} from '../../../../../panel/src/capabilities/batches/grid.ts';
import { isOfCells } from '../../../../../panel/src/shared/copied-cells.ts';
import { formsOf, type OpenApi } from '../../../../../panel/src/shared/fields.ts';

/** A sheet that is corrected in place. */

const forms = formsOf(reference() as unknown as OpenApi).filter(
  ({ operation }) => operation === 'notifyContract',
);
const [contract] = forms;

const rowOf = (row: number, changed: Partial<BatchRow> = {}): BatchRow =>
  ({
    row,
    operation: 'notifyContract',
    state: 'wrong',
    steps: [],
    filled: [],
    notes: [],
    mistakes: [],
    cells: {},
    name: null,
    ...changed,
  }) as unknown as BatchRow;
const lacks = (...columns: string[]) => columns.map((column) => ({ column, message: 'Falta.' }));

describe('the open cells of a batch', () => {
  test('a cell is asked for at once, also if only a rule between fields demands it', () => {
    const row = rowOf(1, { cells: { dni: '12345678Z', codContract: '100', docType: 'D' } });
    const needed = neededOf(contract, row, {});
    expect(needed).toEqual(expect.arrayContaining(['lastSurname', 'INDICATIVO_PRTR']));
    // A field that is always required already is a mistake of the row.
    expect(needed).not.toContain('name');
    // Another type of contract requires fewer fields, or more.
    expect(neededOf(contract, rowOf(1, { cells: { codContract: '200' } }), {})).toContain('jornadaHour');
    expect(neededOf(contract, { ...row, state: 'tried' }, {})).toEqual([]);
  });

  test('the cells follow what is typed, and stay open while it is not saved', () => {
    const row = rowOf(1, { cells: { codContract: '100' } });
    expect(neededOf(contract, row, {})).not.toContain('municipality');
    const edits = { '1 country': '724' };
    expect(neededOf(contract, row, edits)).toEqual(expect.arrayContaining(['country', 'municipality']));
    expect(openColumns([row], forms, edits)).toContain('country');
  });

  test('the cells stand in the order of the form', () => {
    const row = rowOf(1, { mistakes: lacks('startDate', 'name'), cells: { codContract: '100' } });
    const columns = openColumns([row], forms, {});
    expect(columns.indexOf('name')).toBeLessThan(columns.indexOf('startDate'));
    expect(openColumns([row], [], {})).toEqual(['startDate', 'name']);
  });

  test('the cells have the field of their column, also of a step and of an entry of a list', () => {
    expect(fieldOfColumn(forms, 'municipality')).toMatchObject({ list: 'municipalities' });
    expect(fieldOfColumn(forms, 'contrata.codContract')).toMatchObject({ list: 'contracts' });
    expect(fieldOfColumn(forms, 'nada')).toBeUndefined();
  });
});

test('a pasted column fills the cells below, and several columns those to the right', () => {
  const rows = [2, 3, 5];
  const columns = ['sex', 'dateOfBirth'];
  expect(pasted('1\r\n2\r\n', { rows, columns, at: [2, 'sex'] })).toEqual({ '2 sex': '1', '3 sex': '2' });
  expect(pasted('1\t17/05/1990\n2\t01/02/1980\n1\t9', { rows, columns, at: [3, 'sex'] })).toEqual({
    '3 sex': '1',
    '3 dateOfBirth': '17/05/1990',
    '5 sex': '2',
    '5 dateOfBirth': '01/02/1980',
  });
});

test('a copied cell with a line break does not push the rows below by one', () => {
  const text =
    '12345678Z\t2026-12-01\t"100\n"\r\n87654321X\t2026-12-02\t200\r\n11111111H\t2026-12-03\t300\r\n';
  const [rows, columns] = [
    [2, 3, 4],
    ['dni', 'fecha_real', 'tipo_contrato'],
  ];
  expect(pasted(text, { rows, columns, at: [2, 'dni'] })).toEqual({
    '2 dni': '12345678Z',
    '2 fecha_real': '2026-12-01',
    '2 tipo_contrato': '100',
    '3 dni': '87654321X',
    '3 fecha_real': '2026-12-02',
    '3 tipo_contrato': '200',
    '4 dni': '11111111H',
    '4 fecha_real': '2026-12-03',
    '4 tipo_contrato': '300',
  });
  expect(pastedBeyond(text, { rows: 3, columns: 3 })).toBeUndefined();
});

/** How programs copy a cell: they quote it if it has one of these characters, or only if its line or column would end. */
const copiers = {
  'with quotes around every special cell': /[\t\r\n"]/,
  'with quotes around cells of several lines': /[\t\r\n]|^"/,
};
test.each(Object.entries(copiers))(
  'the cells that a program copies %s are read back one by one',
  (_, special) => {
    const copied = (cell: string) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const unit = fc.constantFrom('a', 'ñ', ' ', '"', '\t', '\n', '\r\n', '1', ';', ',');
    const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
      fc.array(fc.array(fc.string({ unit, maxLength: 6 }), { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 5,
      }),
    );
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n', '\r'), (cells, end) => {
        const text = cells.map((line) => line.map(copied).join('\t') + end).join('');
        const columns = cells[0]!.map((_, index) => `c${index}`);
        const rows = cells.map((_, index) => index + 1);
        const oneLine = (cell: string) => cell.replace(/\s*[\t\r\n]\s*/g, ' ').trim();
        expect(pasted(text, { rows, columns, at: [1, 'c0'] })).toEqual(
          Object.fromEntries(
            cells.flatMap((line, down) =>
              line.map((cell, right) => [`${down + 1} c${right}`, oneLine(cell)]),
            ),
          ),
        );
        expect(pastedBeyond(text, { rows: cells.length, columns: columns.length })).toBeUndefined();
      }),
    );
  },
);

test.each([
  ['5" tubo\t"', ['5" tubo', '"']],
  ['"abierta\tb', ['"abierta', 'b']],
  ['"a"b\tc', ['"a"b', 'c']],
  ['', ['']],
])('quotation marks that do not enclose a cell stay in it: %j', (text, cells) => {
  const edits = pasted(text, { rows: [1], columns: ['a', 'b'], at: [1, 'a'] });
  expect(Object.values(edits)).toEqual(cells);
});

test.each([
  ['a\tb', true],
  ['a\r\nb\r\n', true],
  ['"5"" tubo"\r\n', true],
  ['5 tubo\r\n', false],
  ['"', false],
])(
  'the clipboard %j fills the cells below and to the right, or only the present one: %s',
  (text, expected) => {
    expect(isOfCells(text)).toBe(expected);
  },
);

test.each([
  ['1\n2\n', { rows: 2, columns: 1 }, undefined],
  ['1\n2\n3', { rows: 2, columns: 1 }, '1 fila'],
  ['1\t2\t3\n2\n3\n4', { rows: 2, columns: 1 }, '2 filas y 2 columnas'],
])('the paste of %j into %j says how much does not fit: %s', (text, room, expected) => {
  const said = pastedBeyond(text, room);
  expect(said).toBe(expected && `En esta página no cabe todo lo pegado. Ha quedado fuera: ${expected}.`);
});

test('a pasted line stays with its row, also if cells between are not open', () => {
  const rows = [1, 2, 3, 4];
  const columns = ['nss', 'sex'];
  const cells: Record<string, { isOpen: boolean; text: string } | undefined> = {
    '2 nss': { isOpen: false, text: '281111111111' },
    '2 sex': { isOpen: false, text: '1' },
    '3 nss': undefined,
    '3 sex': undefined,
  };
  const cellAt = (row: number, column: string) =>
    `${row} ${column}` in cells ? cells[`${row} ${column}`] : { isOpen: true, text: '' };
  const at: [number, string] = [1, 'nss'];
  // Otherwise each worker below would get the number of another.
  expect(pasted('n1\n281111111111\nn3\nn4', { rows, columns, at, cellAt })).toEqual({
    '1 nss': 'n1',
    '4 nss': 'n4',
  });
  // Another value opens the cell, where the person sees it. An empty one takes nothing away that is there.
  expect(pasted('n1\t2\nn2\t\nn3\t2\n\t1', { rows, columns, at, cellAt })).toEqual({
    '1 nss': 'n1',
    '1 sex': '2',
    '2 nss': 'n2',
    '4 nss': '',
    '4 sex': '1',
  });
});

test('a value is applied to rows with the same gap, and not to cells that a person filled in', () => {
  const rows = [1, 2, 3, 4].map((row) =>
    rowOf(row, { mistakes: lacks('nivelFormativo', 'dni', 'ccc'), companyName: row < 3 ? 'Bar' : 'Taller' }),
  );
  const isOpen = () => true;
  const alike = (column: string, byHand: string[] = []) =>
    alikeRows(rows, rows[0]!, { column, isOpen, isByHand: (key) => byHand.includes(key) });
  expect(alike('nivelFormativo')).toEqual([1, 2, 3, 4]);
  expect(alike('nivelFormativo', ['1 nivelFormativo', '3 nivelFormativo'])).toEqual([1, 2, 4]);
  // One person's data are no other's, and accounts stay with their company.
  expect(alike('dni')).toEqual([1]);
  expect(alike('datos.1.nss')).toEqual([1]);
  expect(alike('ccc')).toEqual([1, 2]);
  expect(alike('Datos_Trabajador.Nombre')).toEqual([1]);
  expect(alike('certificado.Datos_Trabajador.DNI_NIE')).toEqual([1]);
  expect(alike('Datos_Representante.Nombre')).toEqual([1, 2]);
  expect(alike('Datos_Empresa.CIF_NIF')).toEqual([1, 2]);
});

test('a value that was typed after saving stays when the saved rows come', () => {
  const saved = { '1 sex': '1', '2 sex': '2' };
  expect(unsavedOf({ ...saved }, saved)).toEqual({});
  expect(unsavedOf({ ...saved, '2 sex': '1', '3 sex': '2' }, saved)).toEqual({ '2 sex': '1', '3 sex': '2' });
});

test('a choice is understood by its whole text, and never by a letter, which could mean another', () => {
  const sex = fieldOfColumn(forms, 'sex');
  expect(['Mujer', 'HOMBRE', 'M', '1', ''].map((text) => meantBy(sex, text))).toEqual([
    '2',
    '1',
    'M',
    '1',
    '',
  ]);
});

test('a pasted letter is no choice although it is the code of one, and is sent as it was written', () => {
  const choices = { M: 'M · hombre', F: 'F · mujer' };
  const value = meantBy({ choices }, 'M');
  expect(writtenOutside(choices, value, [])?.trim()).toBe('M');
  expect(correctionsOf({ '2 sexo': value }, () => ({ choices }))).toEqual([
    { rows: [2], cells: [{ column: 'sexo', value: 'M' }] },
  ]);
  expect(meantBy({ choices }, 'Hombre')).toBe('M');
});

test('a code with a mistake is shown as it is written, so that no choice looks made, and each one can be made', () => {
  const sex = { M: 'M · hombre', F: 'F · mujer' };
  expect(writtenOutside(sex, 'M', ['M puede ser mujer u hombre.'])).toBe('M');
  expect(writtenOutside(sex, 'M', [])).toBeUndefined();
  // Nothing is a choice of each list.
  expect(['H', ''].map((text) => writtenOutside(sex, text, []))).toEqual(['H', undefined]);
});

test('a part of the working time is a percentage in a cell of the sheet, as in a form', () => {
  const share = { share: 'absent' } as const;
  expect(['50', '37.5', '375', '100', '1', '20 h'].map((text) => meantBy(share, text))).toEqual([
    '50 %',
    '37,5 %',
    '37,5 %',
    '100 %',
    '1',
    '20 h',
  ]);
});

test('names are proposed only if they are missing and a document proves two surnames', () => {
  const missing = { mistakes: lacks('name', 'surname'), name: 'ANA DE LA FUENTE RUIZ' };
  const rows = [
    rowOf(1, { ...missing, cells: { dni: '12345678Z' } }),
    rowOf(2, { ...missing, cells: { dni: 'X1234567L' } }),
    rowOf(3, { name: 'ANA RUIZ LOPEZ', cells: { dni: '12345678Z', name: 'ANA' } }),
  ];
  expect(namesIn(rows, {})).toEqual({
    '1 name': 'ANA',
    '1 surname': 'DE LA FUENTE',
    '1 lastSurname': 'RUIZ',
  });
  expect(namesIn(rows, { '1 name': 'Ana María' })).toEqual({});
});

test('the name of a row is split into the block of a company certificate, too', () => {
  const row = rowOf(1, {
    name: 'ANA RUIZ PEÑA',
    mistakes: lacks('Datos_Trabajador.Nombre', 'Datos_Trabajador.Apellido1'),
    cells: { 'Datos_Trabajador.DNI_NIE': '12345678Z' },
  });
  expect(namesIn([row], {})).toEqual({
    '1 Datos_Trabajador.Nombre': 'ANA',
    '1 Datos_Trabajador.Apellido1': 'RUIZ',
    '1 Datos_Trabajador.Apellido2': 'PEÑA',
  });
});

test('typed values are sent row by row, and an empty cell as no value', () => {
  expect(correctionsOf({ '2 sex': '1 ', '3 sex': '', '2 datos.1.dni': '12345678Z' })).toEqual([
    {
      rows: [2],
      cells: [
        { column: 'sex', value: '1' },
        { column: 'datos.1.dni', value: '12345678Z' },
      ],
    },
    { rows: [3], cells: [{ column: 'sex' }] },
  ]);
});

test('a choice of a list is sent with its meaning, and any other text as it was typed', () => {
  const fieldOf = (column: string) =>
    column === 'sexo' ? { choices: { M: 'M · hombre', F: 'F · mujer' } } : undefined;
  expect(correctionsOf({ '2 sexo': 'M', '3 sexo': 'H', '4 cno': 'M' }, fieldOf)).toEqual([
    { rows: [2], cells: [{ column: 'sexo', value: 'M · hombre' }] },
    { rows: [3], cells: [{ column: 'sexo', value: 'H' }] },
    { rows: [4], cells: [{ column: 'cno', value: 'M' }] },
  ]);
});

test('the companies of rows are counted, those with most first', () => {
  const of = (companyName: string | null) => ({ companyName });
  expect(companiesIn([of('Bar'), of('Taller'), of(null), of('Taller')])).toEqual([
    ['Taller', 2],
    ['Bar', 1],
    ['Sin empresa', 1],
  ]);
});

describe('several cells of a column', () => {
  const open = [2, 4, 7, 9];
  const range = (from: number, to: number) => ({ column: 'cno', from, to });

  test('a range has its open rows from top to bottom, and ends at the first and the last of them', () => {
    expect(rowsIn(range(7, 2), open)).toEqual([2, 4, 7]);
    expect(extended(range(4, 4), 1, open)).toEqual(range(4, 7));
    expect(extended(range(4, 9), 1, open)).toEqual(range(4, 9));
    expect(rowsIn(range(3, 4), open)).toEqual([]);
  });

  test.each([
    ['a range', range(4, 9), { '7 cno': 'value of 4', '9 cno': 'value of 4' }],
    ['a single cell', range(4, 4), { '4 cno': 'value of 2' }],
    ['the first cell', range(2, 2), {}],
  ])('filling %s down takes the value of its first cell, or of the cell above', (_, chosen, edits) => {
    expect(filledDown(chosen, open, (row) => `value of ${row}`)).toEqual(edits);
  });

  test.each<[Partial<KeyboardEvent>, boolean, string | undefined]>([
    [{ key: 'ArrowDown' }, false, 'below'],
    [{ key: 'ArrowUp', shiftKey: true }, false, 'extendUp'],
    [{ key: 'd', ctrlKey: true }, false, 'fill'],
    [{ key: 'z', metaKey: true }, false, 'undo'],
    [{ key: 'c', ctrlKey: true }, false, undefined],
    [{ key: 'c', ctrlKey: true }, true, 'copy'],
    [{ key: 'Delete' }, false, undefined],
    [{ key: 'Delete' }, true, 'clear'],
    [{ key: 'd' }, true, undefined],
  ])('the key %j with a range %s does %s', (event, isRange, act) => {
    const none = { shiftKey: false, ctrlKey: false, metaKey: false };
    expect(actOf({ ...none, ...event } as KeyboardEvent, isRange)).toBe(act);
  });
});

test('equal mistakes of a column stand together with their rows, in the order of the rows', () => {
  const mistake = (message: string, column?: string) => ({ message, column: column ?? null });
  const rows = [
    { row: 2, mistakes: [mistake('Falta.', 'cno')] },
    { row: 3, mistakes: [mistake('Falta.', 'dni'), mistake('Igual que la fila 2.')] },
    { row: 5, mistakes: [mistake('Falta.', 'cno')] },
  ] as never;
  expect(mistakesTogether(rows)).toEqual([
    { column: 'cno', message: 'Falta.', rows: [2, 5] },
    { column: 'dni', message: 'Falta.', rows: [3] },
    { column: undefined, message: 'Igual que la fila 2.', rows: [3] },
  ]);
});
