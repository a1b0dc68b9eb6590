import { isBlank } from '../../../../shared/sheets/cell.ts';
import { MOST_ROWS, SheetFault, tooMany } from '../../../../shared/sheets/limits.ts';
import { FIRST_ROWS, isBlankRow, type TableRow, textOfRow } from '../../../../shared/sheets/table-row.ts';
import { APART, type Apart } from './apart-rows.ts';
import { codesOf, evidenceOf, NO_CODES } from './column-evidence.ts';
import { findHeaders } from './header-row.ts';
import { listed } from './listed.ts';
import { checkOtherTabs } from './other-tabs.ts';
import { rowOfFile } from './row.ts';
import { addSamples, looksOf } from './samples.ts';
import { rowOf, type TableOptions } from './sheet-row.ts';
import type { FoundColumn, Row } from './types.ts';
import { Unseen } from './unseen.ts';
import type { Headers } from './uses.ts';

/**
 * The submissions of a sheet. Its headers are found by their texts, below titles. A mistake in a header is a mistake of the
 * file.
 * @throws SheetFault as `rows`, and if there are too many rows or columns
 */
export async function* readTable(
  rows: Iterable<TableRow> | AsyncIterable<TableRow>,
  options: TableOptions,
): AsyncGenerator<Row> {
  let headers: Headers | undefined;
  let columns: (FoundColumn | undefined)[] = [];
  let codes = NO_CODES;
  let count = 0;
  const first: TableRow[] = [];
  const apart: Record<Apart, string[]> = { total: [], note: [] };
  const unseen = new Unseen();
  const read = function* (row: TableRow): Generator<Row> {
    const submission = rowOf(row, headers!, { ...options, codes });
    if (submission === undefined) return;
    if (submission === 'total' || submission === 'note') {
      apart[submission].push(`${row.row} («${textOfRow(row)}»)`);
      return;
    }
    count += 1;
    if (count > options.limits.rows) throw tooMany(options.limits.rows, row.row);
    unseen.add(row, headers!);
    addSamples(columns, row, headers!);
    yield submission;
  };
  const begin = async function* (): AsyncGenerator<Row> {
    options.looked({ tab: options.tab?.name, tabs: options.tabs ?? [], rows: looksOf(first) });
    const found = findHeaders(first, options);
    ({ headers, columns } = found);
    codes = await codesOf(found.headers, columns, options);
    for (const note of found.notes) options.note(note);
    if (found.mistakes.length > 0) yield rowOfFile(headers.row, found.mistakes);
    for (const row of first.slice(found.count)) yield* read(row);
  };
  try {
    for await (const row of rows) {
      if (row.row > MOST_ROWS) throw tooMany(options.limits.rows, row.row);
      if (isBlankRow(row)) continue;
      if (row.cells.findLastIndex((cell) => !isBlank(cell)) >= options.limits.columns)
        throw new SheetFault(`La hoja tiene más de ${options.limits.columns} columnas.`, row.row);
      if (headers) yield* read(row);
      else if (first.push(row) === FIRST_ROWS) yield* begin();
    }
  } catch (error) {
    // Rows before the fault are still read.
    if (!headers && first.length > 0 && error instanceof SheetFault) yield* begin();
    throw error;
  }
  if (!headers && first.length > 0) yield* begin();
  if (!headers) throw new SheetFault('La hoja está vacía: use la plantilla del trámite.');
  for (const message of unseen.notes()) options.note(message);
  for (const kind of ['total', 'note'] as const)
    if (apart[kind].length > 0)
      options.note(`${APART[kind]}, que no son un trámite y no se leen: ${listed(apart[kind])}.`);
  if (options.tab) await checkOtherTabs(options.tab, { headers, columns }, options.note);
  options.found({
    row: headers.row,
    columns: columns.filter((column) => column !== undefined),
    evidence: evidenceOf(headers, { columns, values: codes.values, monthFirst: options.monthFirst }),
  });
}
