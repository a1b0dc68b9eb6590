import { sheetOfTexts, type WrittenFormat } from '../../../../shared/sheets/sheet-of-texts.ts';
import { plainHeader, RESULT_PREFIX } from './columns.ts';
import type { Outcome, ResultRow } from './types.ts';

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
