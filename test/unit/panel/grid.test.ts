import { describe, expect, test } from 'vitest';
import { reference } from '../../../client/build/reference.ts';
import type { BatchRow } from '../../../panel/src/logic/batch.ts';
import { formsOf, type OpenApi } from '../../../panel/src/logic/fields.ts';
import {
  companiesIn,
  correctionsOf,
  fieldOfColumn,
  meantBy,
  namesIn,
  neededOf,
  openColumns,
  pasted,
} from '../../../panel/src/logic/grid.ts';

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

describe('the cells that are open', () => {
  test('are asked for at once, also where only a rule between fields demands them', () => {
    const row = rowOf(1, { cells: { dni: '12345678Z', codContract: '100', docType: 'D' } });
    const needed = neededOf(contract, row, {});
    expect(needed).toEqual(expect.arrayContaining(['lastSurname', 'INDICATIVO_PRTR']));
    // A field that is always required already is a mistake of the row.
    expect(needed).not.toContain('name');
    // Another type of contract requires fewer fields, or more.
    expect(neededOf(contract, rowOf(1, { cells: { codContract: '200' } }), {})).toContain('jornadaHour');
    expect(neededOf(contract, { ...row, state: 'tried' }, {})).toEqual([]);
  });

  test('follow what is typed, and stay open while it is not saved', () => {
    const row = rowOf(1, { cells: { codContract: '100' } });
    expect(neededOf(contract, row, {})).not.toContain('municipality');
    const edits = { '1 country': '724' };
    expect(neededOf(contract, row, edits)).toEqual(expect.arrayContaining(['country', 'municipality']));
    expect(openColumns([row], forms, edits)).toContain('country');
  });

  test('stand in the order of the form', () => {
    const row = rowOf(1, { mistakes: lacks('startDate', 'name'), cells: { codContract: '100' } });
    const columns = openColumns([row], forms, {});
    expect(columns.indexOf('name')).toBeLessThan(columns.indexOf('startDate'));
    expect(openColumns([row], [], {})).toEqual(['startDate', 'name']);
  });

  test('have the field of their column, also of a step and of an entry of a list', () => {
    expect(fieldOfColumn(forms, 'municipality')).toMatchObject({ list: 'municipalities' });
    expect(fieldOfColumn(forms, 'contrata.codContract')).toMatchObject({ list: 'contracts' });
    expect(fieldOfColumn(forms, 'nada')).toBeUndefined();
  });
});

test('a pasted column fills the cells below, and several columns those at the right', () => {
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

test('names are proposed only where they are missing and a document proves two surnames', () => {
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

test('what was typed is sent row by row, and an empty cell as none', () => {
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

test('the companies of rows are counted, those with most first', () => {
  const of = (companyName: string | null) => ({ companyName });
  expect(companiesIn([of('Bar'), of('Taller'), of(null), of('Taller')])).toEqual([
    ['Taller', 2],
    ['Bar', 1],
    ['Sin empresa', 1],
  ]);
});
