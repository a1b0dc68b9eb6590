import { asShown, isBlank } from '../../../../shared/sheets/cell.ts';
import {
  type ColumnCode,
  type ColumnValues,
  columnCodeOf,
  needsValues,
} from '../../../../shared/sheets/cells/column-codes.ts';
import { MOST_ROWS, SheetFault } from '../../../../shared/sheets/limits.ts';
import type { TableRow } from '../../../../shared/sheets/table-row.ts';
import { apartFrom } from './apart-rows.ts';
import { EXAMPLE_MARK } from './columns.ts';
import type { TableOptions } from './sheet-row.ts';
import type { ColumnEvidence, FoundColumn, FoundColumns, SheetOperation } from './types.ts';
import type { Headers } from './uses.ts';

/** What the values of a sheet's columns show. */
export interface Codes {
  of(index: number, operation: SheetOperation): ColumnCode | undefined;
  /** The values of the columns whose code they show. */
  values: ReadonlyMap<number, ColumnValues>;
}

/** Before the values of a sheet are read. */
export const NO_CODES: Codes = { of: () => undefined, values: new Map() };

/** What the columns of a sheet show about the meaning of their cells, by name of the column. */
export const evidenceOf = (
  { uses }: Headers,
  {
    columns,
    values,
    monthFirst,
  }: Pick<Codes, 'values'> &
    Pick<TableOptions, 'monthFirst'> & { columns: readonly (FoundColumn | undefined)[] },
): FoundColumns['evidence'] =>
  Object.fromEntries(
    uses.flatMap((use, index) =>
      use?.is === 'field'
        ? [...use.columns.values()].flatMap((column): [string, ColumnEvidence][] => {
            const shown = values.get(index);
            const evidence: ColumnEvidence = {
              values: shown && needsValues(column) ? [...shown] : undefined,
              monthFirst: column.kind === 'date' ? monthFirst.get(index) : undefined,
              written: column.written,
              reading: columns[index]?.reading,
            };
            return Object.values(evidence).some((part) => part !== undefined)
              ? [[column.header, evidence]]
              : [];
          })
        : [],
    ),
  );

/** The most distinct values of a column that are compared. A column of codes has few. */
const MOST_VALUES = 1000;

/** Reads all rows once more if a column may have one of several codes, and finds out which one it has. */
export const codesOf = async (
  headers: Headers,
  columns: readonly (FoundColumn | undefined)[],
  { again, limits }: TableOptions,
): Promise<Codes> => {
  const fields = headers.uses.flatMap((use, index) =>
    use?.is === 'field'
      ? [...use.columns].flatMap(([operation, column]) =>
          needsValues(column) ? [{ index, operation, column }] : [],
        )
      : [],
  );
  if (fields.length === 0) return NO_CODES;
  const values = await valuesOf(again(), {
    headers,
    limits,
    indexes: new Set(fields.map(({ index }) => index)),
  });
  const codes = new Map<number, Map<SheetOperation, ColumnCode>>();
  for (const { index, operation, column } of fields) {
    const header = columns[index];
    const code = columnCodeOf(column, values.get(index) ?? new Map(), header?.reading);
    if (header) header.readings ??= code.readings;
    codes.set(index, (codes.get(index) ?? new Map()).set(operation, code));
  }
  return { of: (index, operation) => codes.get(index)?.get(operation), values };
};

/** The distinct values of some columns. Stops if the sheet has too many rows or is damaged, as `monthFirstColumns`. */
const valuesOf = async (
  rows: Iterable<TableRow> | AsyncIterable<TableRow>,
  {
    headers,
    limits,
    indexes,
  }: Pick<TableOptions, 'limits'> & { headers: Headers; indexes: ReadonlySet<number> },
): Promise<Map<number, ColumnValues>> => {
  const values = new Map<number, Map<string, number>>(
    [...headers.fixed].map(([index, { text }]) => [index, new Map([[text, headers.row]])]),
  );
  const named = headers.uses.findIndex((use) => use?.is === 'operation');
  let count = 0;
  try {
    for await (const tableRow of rows) {
      const { row, cells } = tableRow;
      if (row <= headers.row || cells.every(isBlank)) continue;
      count += 1;
      if (count > limits.rows || row > MOST_ROWS) break;
      if (cells[named]?.text.trim().startsWith(EXAMPLE_MARK)) continue;
      if (apartFrom(tableRow, headers)) continue;
      for (const index of indexes) {
        const cell = cells[index];
        if (!cell || isBlank(cell)) continue;
        const of = values.get(index) ?? new Map<string, number>();
        values.set(index, of);
        const text = asShown(cell).trim();
        if (of.size < MOST_VALUES && !of.has(text)) of.set(text, row);
      }
    }
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error;
  }
  return values;
};
