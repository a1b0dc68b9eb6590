import { expect, test } from 'vitest';
import { MAY_BE_FILED } from '../../../../../functions/capabilities/batches/driver/states.ts';
import { resultSheet } from '../../../../../functions/capabilities/batches/sheets/result-sheet.ts';
import { ROW_STATES, ROW_TEXT } from '../../../../../functions/capabilities/batches/store/batch.ts';
import * as panel from '../../../../../panel/src/capabilities/batches/rest.ts';
import { collected } from '../../../../../shared/sheets/sheet-of-texts.ts';

const sheetOf = async (rows: { cell: string; state: string }[]) => {
  const results = rows.map(({ cell, state }) => ({
    cells: { dni: cell },
    outcome: {
      state,
      filing: '',
      words: '',
      warnings: '',
      number: '',
      document: '',
      notes: '',
      filled: '',
      left: '',
    },
  }));
  return Buffer.from(await collected(resultSheet(['dni'], results, 'csv'))).toString();
};

test('another batch gets the rows of a sheet of results that are not and may not be filed', async () => {
  const rows = ROW_STATES.map((state) => ({ cell: state, state: ROW_TEXT[state] }));
  const kept = panel.restOf(await sheetOf(rows));
  const expected = ROW_STATES.filter((state) => !['filed', 'filing', 'unknown'].includes(state));
  expect(kept).toBe(await sheetOf(rows.filter(({ cell }) => expected.some((state) => state === cell))));
});

test('the rows that are not sent again are those that may be filed as a whole, by the words of the gateway', () => {
  // A row that was filed in part continues with its next step.
  const states = MAY_BE_FILED.filter((state) => state !== 'partial');
  expect(panel.MAY_BE_FILED.toSorted()).toEqual(states.map((state) => ROW_TEXT[state]).toSorted());
});

test('a cell keeps its quotes and line breaks, and only the first line of a state counts', async () => {
  const rows = [
    { cell: 'a;"b"\r\nc', state: 'presentada en parte\nalta: presentada' },
    { cell: '', state: 'presentada\nalta: presentada' },
  ];
  expect(panel.restOf(await sheetOf(rows))).toBe(await sheetOf(rows.slice(0, 1)));
  expect(() => panel.restOf('"dni"\r\n"1"\r\n')).toThrow('no column');
});
