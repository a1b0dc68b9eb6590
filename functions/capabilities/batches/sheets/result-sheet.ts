import { plainHeader, RESULT_PREFIX } from './columns.ts';
import type { Outcome, ResultRow, WrittenFormat } from './types.ts';
import type { WrittenRow } from './xlsx-write.ts';

/** Headers of the results of a row. When the sheet is sent again, only the columns of `EarlierResult` are read. */
const OUTCOME_HEADERS: Record<keyof Outcome, string> = {
  state: 'estado',
  filing: 'tramite',
  words: 'respuesta',
  warnings: 'avisos',
  number: 'numero',
  document: 'documento',
  notes: 'notas',
  filled: 'completado',
  left: 'pendiente',
};

/** The header of a result. */
export const outcomeHeader = (name: keyof Outcome): string => RESULT_PREFIX + OUTCOME_HEADERS[name];

/**
 * A sheet with the result of each row, written while rows arrive. All its cells are texts, and none is a formula.
 * @param headers the headers of `Row.cells` of all rows
 */
export async function* resultSheet(
  headers: readonly string[],
  rows: Iterable<ResultRow> | AsyncIterable<ResultRow>,
  format: WrittenFormat,
): AsyncGenerator<Uint8Array> {
  const own = headers.filter((header) => !plainHeader(header).startsWith(RESULT_PREFIX));
  const outcomes = Object.keys(OUTCOME_HEADERS) as (keyof Outcome)[];
  const all = [...own, ...outcomes.map(outcomeHeader)];
  const texts = async function* () {
    yield all;
    for await (const { cells, outcome } of rows)
      yield [...own.map((header) => cells[header] ?? ''), ...outcomes.map((name) => outcome[name] ?? '')];
  };
  yield* sheetOfTexts(texts(), { columns: all.length, format });
}

/**
 * A sheet of texts, written while its rows arrive. None of its cells is a formula.
 * @param rows the first one has the headers
 */
export async function* sheetOfTexts(
  rows: AsyncIterable<string[]>,
  { columns, format }: { columns: number; format: WrittenFormat },
): AsyncGenerator<Uint8Array> {
  if (format === 'csv') {
    const { writeCsv } = await import('./csv-write.ts');
    yield* writeCsv(rows);
    return;
  }
  const { writeXlsx } = await import('./xlsx-write.ts');
  const written = async function* (): AsyncGenerator<WrittenRow> {
    let isHeader = true;
    for await (const cells of rows) {
      yield { cells, ...(isHeader && { style: 'header' }) };
      isHeader = false;
    }
  };
  yield* writeXlsx([
    { name: 'Resultado', widths: Array.from({ length: columns }, () => 24), rows: written() },
  ]);
}
