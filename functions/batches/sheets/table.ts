import { isNothing, withoutUnseen } from '../../../shared/kernel/names.ts';
import type { CodeLookUps } from '../../../shared/kernel/public-codes.ts';
import { nearestName } from '../../../shared/kernel/validation.ts';
import { asShown, type Cell, emptyNote, isBlank, readCell } from './cells.ts';
import { type ColumnCode, type ColumnValues, columnCodeOf, needsValues } from './column-codes.ts';
import { EXAMPLE_MARK, OPERATION_HEADER, titleOf } from './columns.ts';
import type { MonthFirst } from './date-order.ts';
import { columnName, findHeaders, type Headers, textOf, type Use } from './header-row.ts';
import {
  type Column,
  type FoundColumn,
  MOST_ROWS,
  type Reading,
  type Row,
  SheetFault,
  type SheetOperation,
  tooMany,
} from './types.ts';

/** A row of a sheet, as its file shows it. Blank cells may be missing. */
export interface TableRow {
  row: number;
  cells: (Cell | undefined)[];
  /** Whether the program that opens the file hides it. */
  isHidden?: boolean;
  /** Hidden columns, from 0. */
  hiddenColumns?: ReadonlySet<number>;
  /** Cells that a merged cell covers, by column from 0. */
  covered?: ReadonlyMap<number, Covered>;
}

/** A cell that is part of a merged one. In the first cell's column it has that cell's value, in other columns none. */
export interface Covered {
  /** The range of the merged cells, such as `J2:J4`. */
  range: string;
  /** Row and column, from 0, of the first cell. */
  row: number;
  column: number;
  /** The cell that is shown for the whole range. */
  shown: Cell | undefined;
}

interface TableOptions extends Reading {
  /** See `readCell`. */
  isLossy: boolean;
  /** The first date with the month first, by column. */
  monthFirst: ReadonlyMap<number, MonthFirst>;
  /** Reads the rows once more. */
  again(): Iterable<TableRow> | AsyncIterable<TableRow>;
  /** See `readCell`. */
  lists: CodeLookUps;
}

/** What the values of a sheet's columns show, by column and operation. */
type Codes = (index: number, operation: SheetOperation) => ColumnCode | undefined;

/** Rows that are searched for headers, and values of a column that are shown to the person who chooses its meaning. */
const FIRST_ROWS = 20;
const SAMPLES = 3;
/** The most characters of such a value. A longer one may be the secret of a certificate. */
const MOST_SAMPLE = 60;
const LIKE_SECRET = /^[\w.-]{44,}$/;

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
  let codes: Codes = () => undefined;
  let count = 0;
  const first: TableRow[] = [];
  const totals: string[] = [];
  const unseen = new Unseen();
  const read = function* (row: TableRow): Generator<Row> {
    const one = rowOf(row, headers!, { ...options, codes });
    if (one === undefined) return;
    if (one === 'total') {
      totals.push(`${row.row} («${textOf(row)}»)`);
      return;
    }
    count += 1;
    if (count > options.limits.rows) throw tooMany(options.limits.rows, row.row);
    unseen.add(row, headers!);
    addSamples(columns, row, headers!);
    yield one;
  };
  const begin = async function* (): AsyncGenerator<Row> {
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
      // All values of a merged row are in its first row.
      if (row.cells.every((cell, index) => isBlank(cell) || row.covered?.has(index))) continue;
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
  if (totals.length > 0)
    options.note(`Filas de totales, que no son un trámite y no se leen: ${listed(totals)}.`);
  options.found({ row: headers.row, columns: columns.filter((one) => one !== undefined) });
}

/** The most distinct values of a column that are compared. A column of codes has few. */
const MOST_VALUES = 1000;

/** Reads all rows once more if a column may have one of several codes, and finds out which one it has. */
const codesOf = async (
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
  if (fields.length === 0) return () => undefined;
  const values = await valuesOf(again(), {
    headers,
    limits,
    indexes: new Set(fields.map(({ index }) => index)),
  });
  const codes = new Map<number, Map<SheetOperation, ColumnCode>>();
  for (const { index, operation, column } of fields) {
    const header = columns[index]!;
    const code = columnCodeOf(column, values.get(index) ?? new Map(), header.reading);
    header.readings ??= code.readings;
    codes.set(index, (codes.get(index) ?? new Map()).set(operation, code));
  }
  return (index, operation) => codes.get(index)?.get(operation);
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
  const values = new Map<number, Map<string, number>>();
  const named = headers.uses.findIndex((use) => use?.is === 'operation');
  let count = 0;
  try {
    for await (const { row, cells } of rows) {
      if (row <= headers.row || cells.every(isBlank)) continue;
      count += 1;
      if (count > limits.rows || row > MOST_ROWS) break;
      if (isTotal(cells) || cells[named]?.text.trim().startsWith(EXAMPLE_MARK)) continue;
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

/** Keeps the first values of the columns, for the person who chooses their meaning. */
const addSamples = (columns: (FoundColumn | undefined)[], { cells }: TableRow, { uses }: Headers): void => {
  for (const [index, cell] of cells.entries()) {
    if (isBlank(cell)) continue;
    // A column without a header is listed only if a row has a value in it.
    if (!uses[index])
      columns[index] ??= { header: columnName(index), samples: [], how: 'none', column: null };
    const column = columns[index];
    const text = cell!.text.trim().slice(0, MOST_SAMPLE);
    if (!column || column.samples.length === SAMPLES || column.samples.includes(text)) continue;
    if (!LIKE_SECRET.test(text) && !column.column?.startsWith('cert_secret')) column.samples.push(text);
  }
};

/** Differences between the file's appearance when opened and its content as filed, for notes about the whole file. */
class Unseen {
  readonly #rows: string[] = [];
  readonly #columns = new Set<string>();
  readonly #ranges = new Set<string>();

  add({ row, cells, isHidden, hiddenColumns, covered }: TableRow, headers: Headers): void {
    if (isHidden) this.#rows.push(String(row));
    for (const index of hiddenColumns ?? [])
      if (!isBlank(cells[index])) this.#columns.add(headerAt(headers, index) ?? columnName(index));
    for (const { range, shown } of covered?.values() ?? []) if (!isBlank(shown)) this.#ranges.add(range);
  }

  *notes(): Generator<string> {
    if (this.#rows.length > 0)
      yield `El libro tiene filas ocultas, a mano o por un filtro, que también se presentan: ${listed(this.#rows)}.`;
    if (this.#columns.size > 0)
      yield `El libro tiene columnas ocultas con datos, que también se presentan: ${listed([...this.#columns])}.`;
    if (this.#ranges.size > 0)
      yield `El libro tiene celdas combinadas: lo que muestran vale para todas las filas que ocupan (${listed([...this.#ranges])}).`;
  }
}

/** The most members of a list that a note names. */
const MOST_LISTED = 20;

const listed = (names: string[]): string =>
  names.length > MOST_LISTED
    ? `${names.slice(0, MOST_LISTED).join(', ')} y ${names.length - MOST_LISTED} más`
    : names.join(', ');

/** The header of a column that is read and has data; `undefined` for other columns. */
const headerAt = ({ uses }: Headers, index: number): string | undefined => {
  const use = uses[index];
  if (use === undefined || use.is === 'result' || use.is === 'ignored') return undefined;
  return use.is === 'operation' ? OPERATION_HEADER : use.header;
};

/** A row that stands for the whole file. */
export const rowOfFile = (row: number, mistakes: Row['mistakes'] = []): Row => ({
  ...emptyRow(row),
  mistakes,
  ofFile: true,
});

/** A row before anything of it is read. */
export const emptyRow = (row: number): Row => ({
  row,
  request: {},
  own: {},
  cells: {},
  mistakes: [],
  notes: [],
});

/** A row of the sheet; `undefined` for the example of a template, `total` if it only sums up the others. */
const rowOf = (
  { row, cells, isHidden, hiddenColumns, covered }: TableRow,
  headers: Headers,
  { operations, limits, isLossy, monthFirst, codes, lists }: TableOptions & { codes: Codes },
): Row | 'total' | undefined => {
  const { uses } = headers;
  const read = emptyRow(row);
  const wrong = (column: string, message: string) => read.mistakes.push({ row, column, message });
  const named = cells.find((cell, index) => uses[index]?.is === 'operation' && !isBlank(cell))?.text.trim();
  if (named?.startsWith(EXAMPLE_MARK)) return undefined;
  const operation = operationOf(named, operations);
  if (operation) read.operation = operation.id;
  else wrong(OPERATION_HEADER, whichOperation(named, operations));
  if (isHidden)
    read.notes.push({ row, message: 'Esta fila está oculta en el libro, a mano o por un filtro.' });
  for (const [index, cell] of covered ?? []) {
    const column = headerAt(headers, index);
    if (column === undefined || isBlank(cell.shown)) continue;
    if (cell.column !== index || cell.row <= headers.row) wrong(column, mergedWith(headers, cell));
    else read.notes.push({ row, column, message: `Es lo que muestra la celda combinada ${cell.range}.` });
  }
  for (const index of hiddenColumns ?? []) {
    const column = headerAt(headers, index);
    if (column !== undefined && !isBlank(cells[index]))
      read.notes.push({ row, column, message: 'Esta columna está oculta en el libro.' });
  }

  const values: [Column, unknown][] = [];
  for (const [index, cell] of cells.entries()) {
    if (!cell || isBlank(cell)) continue;
    const use = uses[index] ?? unnamed(index, headers.row);
    const text = cell.text.trim();
    if (use.is === 'ignored') continue;
    if (use.is === 'result') {
      if (use.name) read.earlier = { ...read.earlier, [use.name]: text };
      continue;
    }
    if (use.is === 'wrong' && !use.isSaid) wrong(use.header, use.message);
    if (text.length > limits.cell) {
      wrong(
        use.is === 'operation' ? OPERATION_HEADER : use.header,
        `Tiene más de ${limits.cell} caracteres.`,
      );
      continue;
    }
    if (use.is === 'operation') read.cells[OPERATION_HEADER] = text;
    const column = use.is === 'field' && operation ? use.columns.get(operation) : undefined;
    const own = use.is === 'own' ? use.header : use.is === 'field' && !column ? use.own : undefined;
    // Amounts keep their written form, so that the sheet can be sent again.
    if (use.is === 'field' && own === undefined)
      read.cells[column ? titleOf(column) : use.title] = use.isAmount ? asShown({ ...cell, text }) : text;
    else if (use.is !== 'operation') read.cells[own ?? use.header] = text;
    if (own !== undefined) {
      const visible = withoutUnseen(text).trim();
      if (isNothing(visible, true)) read.notes.push({ row, column: own, message: emptyNote(visible) });
      else read.own[own] = visible;
    }
    if (use.is !== 'field' || !operation || own !== undefined) continue;
    if (!column) {
      wrong(use.header, `Déjela vacía: el trámite ${operation.id} no tiene este dato.`);
      continue;
    }
    const {
      value,
      mistake,
      note,
      text: certain,
    } = readCell(
      column,
      { ...cell, text },
      { isLossy, monthFirst: monthFirst.get(index), code: codes(index, operation), lists },
    );
    if (certain !== undefined) read.cells[titleOf(column)] = certain;
    if (mistake !== undefined) wrong(column.header, mistake);
    if (note !== undefined) read.notes.push({ row, column: column.header, message: note });
    if (value !== undefined) values.push([column, value]);
  }
  if (values.length === 0 && named === undefined && isTotal(cells)) return 'total';
  read.request = requestOf(values);
  return read;
};

/** Whether a row calls itself a sum of others. */
const isTotal = (cells: TableRow['cells']): boolean =>
  /^(?:sub)?total(?:es)?\b|^suma\b/i.test(cells.find((cell) => !isBlank(cell))?.text.trim() ?? '');

/** Why the value of a cell is not known: it is merged with cells other than the ones below it. */
const mergedWith = (headers: Headers, { range, row, column }: Covered): string => {
  const other = row <= headers.row ? 'su cabecera' : (headerAt(headers, column) ?? columnName(column));
  return `La celda está combinada con ${other} (${range}): sepárelas y escriba el valor de cada una.`;
};

const operationOf = (named: string | undefined, operations: readonly SheetOperation[]) => {
  if (named === undefined) return operations.length === 1 ? operations[0] : undefined;
  const plain = named.toLowerCase();
  return operations.find(({ id, summary }) => id.toLowerCase() === plain || summary.toLowerCase() === plain);
};

const whichOperation = (named: string | undefined, operations: readonly SheetOperation[]): string => {
  const ids = operations.map(({ id }) => id);
  const near = named && nearestName(named, ids);
  const how = near ? `¿Quiso decir ${near}?` : `Escriba uno de: ${ids.join(', ')}.`;
  return named === undefined ? `Falta el trámite. ${how}` : `Trámite desconocido. ${how}`;
};

/** The request with a row's values. Left-out entries of a list are empty objects, so that the schema reports them. */
const requestOf = (values: readonly [Column, unknown][]): Record<string, unknown> => {
  const request: Record<string, unknown> = {};
  for (const [{ path }, value] of values) {
    let target = request as Record<string | number, unknown>;
    for (const [index, part] of path.entries()) {
      const next = path[index + 1];
      if (Array.isArray(target))
        while (target.length < (part as number)) target.push(next === undefined ? null : {});
      if (next === undefined) target[part] = value;
      else target[part] ??= typeof next === 'number' ? [] : {};
      target = target[part] as typeof target;
    }
  }
  return request;
};

/** The mistake for cells of a column without a header. */
const unnamed = (index: number, row: number): Use => ({
  is: 'wrong',
  header: columnName(index),
  message: `La ${columnName(index)} no tiene nombre en la fila ${row}.`,
  isSaid: false,
});
