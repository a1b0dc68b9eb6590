import { buffer } from 'node:stream/consumers';
import { read, utils } from '@e965/xlsx';
import { expect, test, vi } from 'vitest';
import { checkRow } from '../../../../functions/capabilities/batches/sheets/check-row.ts';
import { readRows } from '../../../../functions/capabilities/batches/sheets/read-rows.ts';
import { resultSheet } from '../../../../functions/capabilities/batches/sheets/result-sheet.ts';
import type { Mistake, ReadOptions, Row } from '../../../../functions/capabilities/batches/sheets/types.ts';
import { seed } from '../../../../sandbox/seed.ts';
import { rowsOf, submissionOf } from '../../../support/sheets/files.ts';
import { mondayFile } from '../../../support/sheets/monday.ts';

vi.stubEnv('STRICT_IDENTIFIERS', 'true');

const alta = submissionOf('registerEmployee');
const options: ReadOptions = { format: 'xlsx', operations: [alta, submissionOf('deregisterEmployee')] };

const mistakesOf = async (source: Uint8Array): Promise<{ rows: Row[]; mistakes: Mistake[] }> => {
  const rows: Row[] = [];
  const mistakes: Mistake[] = [];
  for await (const row of readRows(source, options)) {
    rows.push(row);
    mistakes.push(...(row.operation ? (await checkRow(row, alta)).mistakes : row.mistakes));
  }
  return { rows, mistakes };
};

test('the mistakes of a file are all found in one reading, each at its row and column, and no others are reported', async () => {
  const { file, corrected, expected } = mondayFile();
  const { rows, mistakes } = await mistakesOf(file);
  expect(rows).toHaveLength(1000);
  expect(expected).toHaveLength(40);
  expect(mistakes.map(({ row, column }) => [row, column])).toEqual(
    expected.map(({ row, column }) => [row, column]),
  );
  for (const [index, { message }] of expected.entries()) expect(mistakes[index]?.message).toMatch(message);

  const again = await mistakesOf(corrected);
  expect(again.mistakes).toEqual([]);
  expect(new Set(again.rows.map(({ request }) => request.nss)).size).toBe(1000);
  expect(new Set(again.rows.map(({ request }) => request.fecha_real))).toEqual(new Set([seed.today]));
});

test('a sheet of results has the sheet that was sent, and can be corrected and read again', async () => {
  const { file } = mondayFile();
  const { rows } = await mistakesOf(file);
  const headers = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  const results = rows.map(({ cells, mistakes }) => ({
    cells,
    outcome: {
      state: mistakes.length > 0 ? 'con errores' : 'presentado',
      words: mistakes[0]?.message ?? '=HYPERLINK("x")',
    },
  }));
  for (const format of ['xlsx', 'csv'] as const) {
    const bytes = await buffer(resultSheet(headers, results, format));
    const again = await rowsOf(bytes, { ...options, format });
    expect(again.map(({ row, cells }) => [row, cells])).toEqual(rows.map(({ row, cells }) => [row, cells]));
    const shown = read(format === 'xlsx' ? bytes : bytes.toString().replace('\ufeff', ''), {
      type: format === 'xlsx' ? 'buffer' : 'string',
      raw: true,
    });
    const sheet = shown.Sheets[shown.SheetNames[0]!]!;
    const [, , second] = utils.sheet_to_json<string[]>(sheet, { header: 1 });
    const own = second?.slice(headers.length);
    expect([own?.[0], own?.[2]]).toEqual([
      'presentado',
      format === 'xlsx' ? '=HYPERLINK("x")' : '\'=HYPERLINK("x")',
    ]);
  }
});
