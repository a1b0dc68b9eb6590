import { nearestName } from '../../../shared/kernel/validation.ts';
import { asShown, type Cell, isBlank, readCell } from './cells.ts';
import {
  columnFinder,
  DRY_RUN_FIELD,
  EXAMPLE_MARK,
  OPERATION_HEADER,
  plainHeader,
  RESULT_PREFIX,
  titleOf,
  writtenBy,
} from './columns.ts';
import type { MonthFirst } from './date-order.ts';
import { outcomeHeader } from './result-sheet.ts';
import {
  type Column,
  type EarlierResult,
  MOST_ROWS,
  type Reading,
  type Row,
  SheetFault,
  type SheetOperation,
  tooMany,
} from './types.ts';

/** A row of a sheet as its file shows it. Blank cells may be missing. */
export interface TableRow {
  row: number;
  cells: (Cell | undefined)[];
  /** The program that opens the file does not show it. */
  isHidden?: boolean;
  /** Columns that it does not show, from 0. */
  hiddenColumns?: ReadonlySet<number>;
  /** Cells that a merged one covers, by column from 0. */
  covered?: ReadonlyMap<number, Covered>;
}

/** A cell that belongs to a merged one. In the column of the first cell it has that cell's value, in others none. */
export interface Covered {
  /** The cells that are merged, such as `J2:J4`. */
  range: string;
  /** Row and column, from 0, of the first cell. */
  row: number;
  column: number;
  /** The cell that is shown for the merged ones. */
  shown: Cell | undefined;
}

interface TableOptions extends Reading {
  /** See `readCell`. */
  isLossy: boolean;
  /** By the place of a column, a date of it that has the month first. */
  monthFirst: ReadonlyMap<number, MonthFirst>;
}

/** The use of a column of a sheet. */
type Use =
  | { is: 'operation' }
  | { is: 'result'; name: keyof EarlierResult | undefined }
  | { is: 'wrong'; header: string; message: string }
  | { is: 'own'; header: string }
  | { is: 'field'; header: string; title: string; isAmount: boolean; columns: Map<SheetOperation, Column> };

/**
 * The submissions of a sheet. Its first row are the headers; a mistake in them is one of row 1.
 * @throws SheetFault as `rows` does, and with too many rows or columns
 */
export async function* readTable(
  rows: Iterable<TableRow> | AsyncIterable<TableRow>,
  options: TableOptions,
): AsyncGenerator<Row> {
  let headers: Headers | undefined;
  let count = 0;
  const unseen = new Unseen();
  for await (const row of rows) {
    if (row.row > MOST_ROWS) throw tooMany(options.limits.rows, row.row);
    // All that a taller row shows is in its first one.
    if (row.cells.every((cell, index) => isBlank(cell) || row.covered?.has(index))) continue;
    if (row.cells.findLastIndex((cell) => !isBlank(cell)) >= options.limits.columns)
      throw new SheetFault(`La hoja tiene más de ${options.limits.columns} columnas.`, row.row);
    if (!headers) {
      const read = readHeaders(row, options);
      headers = { row: row.row, uses: read.uses };
      if (read.first.mistakes.length > 0) yield read.first;
      continue;
    }
    const read = rowOf(row, headers, options);
    if (!read) continue;
    count += 1;
    if (count > options.limits.rows) throw tooMany(options.limits.rows, row.row);
    unseen.add(row, headers);
    yield read;
  }
  if (!headers) throw new SheetFault('La hoja está vacía: use la plantilla del trámite.');
  for (const message of unseen.notes()) options.note(message);
}

/** The headers of a sheet, and their row. */
interface Headers {
  row: number;
  uses: readonly (Use | undefined)[];
}

/** Differences between the file as it looks when opened and its content as it is filed, for notes on the whole file. */
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

/** Most members of a list that a note names. */
const MOST_LISTED = 20;

const listed = (names: string[]): string =>
  names.length > MOST_LISTED
    ? `${names.slice(0, MOST_LISTED).join(', ')} y ${names.length - MOST_LISTED} más`
    : names.join(', ');

/** The header of a column with data that is read; `undefined` for others. */
const headerAt = ({ uses }: Headers, index: number): string | undefined => {
  const use = uses[index];
  if (use === undefined || use.is === 'result') return undefined;
  return use.is === 'operation' ? OPERATION_HEADER : use.header;
};

/** A row about the whole file. */
export const rowOfFile = (row: number, mistakes: Row['mistakes'] = []): Row => ({
  ...emptyRow(row),
  mistakes,
  ofFile: true,
});

/** A row of which nothing is read yet. */
export const emptyRow = (row: number): Row => ({
  row,
  request: {},
  own: {},
  cells: {},
  mistakes: [],
  notes: [],
});

const readHeaders = ({ row, cells }: TableRow, { operations, rowColumns }: TableOptions) => {
  const first = rowOfFile(row);
  const finders = operations.map((operation) => ({ operation, find: columnFinder(operation) }));
  const own = new Map(rowColumns.map((header) => [plainHeader(header), header]));
  const seen = new Set<string>();
  const uses = cells.map((cell, index): Use | undefined => {
    const written = (cell?.text ?? '')
      .trim()
      .split(/[\r\n]/, 1)[0]!
      .trim();
    const plain = plainHeader(written);
    if (plain === '') return undefined;
    const wrong = (message: string, header = written) => {
      first.mistakes.push({ row, column: written, message });
      return { is: 'wrong', header, message } as const;
    };
    if (plain.startsWith(RESULT_PREFIX)) return { is: 'result', name: EARLIER.get(plain) };
    if (seen.has(plain))
      return wrong('Esta columna está dos veces: deje una.', `${written} (${columnName(index)})`);
    seen.add(plain);
    if (OPERATION_HEADERS.has(plain)) return { is: 'operation' };
    const header = own.get(plain);
    if (header !== undefined) return { is: 'own', header };
    if (plain === DRY_RUN_FIELD)
      return wrong('Quite esta columna: todo el fichero se prueba antes de presentarse.');
    const amounts = writtenBy(cell?.text ?? '');
    const columns = new Map(
      finders.flatMap(({ operation, find }) => {
        const column = find(plain);
        return column ? [[operation, { ...column, written: amounts }] as const] : [];
      }),
    );
    const [column] = columns.values();
    if (column)
      return {
        is: 'field',
        header: column.header,
        title: titleOf(column),
        columns,
        isAmount: column.kind === 'amount',
      };
    return wrong(unknownHeader(plain, operations));
  });
  if (operations.length !== 1 && !uses.some((use) => use?.is === 'operation'))
    first.mistakes.push({
      row,
      message: `Falta la columna ${OPERATION_HEADER}, con el trámite de cada fila.`,
    });
  return { uses, first };
};

/** The columns of results that are read. */
const EARLIER = new Map((['state', 'filing'] as const).map((name) => [outcomeHeader(name), name]));

const OPERATION_HEADERS = new Set([OPERATION_HEADER, 'trámite']);

const unknownHeader = (plain: string, operations: readonly SheetOperation[]): string => {
  const near = nearestName(
    plain,
    operations.flatMap(({ request }) => Object.keys(request.shape)).filter((name) => name !== DRY_RUN_FIELD),
  );
  return `Columna desconocida${near ? `: ¿quiso decir ${near}?` : '.'} Use los nombres de la plantilla, o quítela.`;
};

/** A row of the sheet; none if it is the example of a template. */
const rowOf = (
  { row, cells, isHidden, hiddenColumns, covered }: TableRow,
  headers: Headers,
  { operations, limits, isLossy, monthFirst }: TableOptions,
): Row | undefined => {
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
    const use = uses[index] ?? unnamed(index);
    const text = cell.text.trim();
    if (use.is === 'result') {
      if (use.name) read.earlier = { ...read.earlier, [use.name]: text };
      continue;
    }
    if (use.is === 'wrong') wrong(use.header, use.message);
    if (text.length > limits.cell) {
      wrong(
        use.is === 'operation' ? OPERATION_HEADER : use.header,
        `Tiene más de ${limits.cell} caracteres.`,
      );
      continue;
    }
    if (use.is === 'operation') read.cells[OPERATION_HEADER] = text;
    // The form in which amounts are written stays for a sheet that is sent again.
    else if (use.is === 'field') read.cells[use.title] = use.isAmount ? asShown({ ...cell, text }) : text;
    else read.cells[use.header] = text;
    if (use.is === 'own') read.own[use.header] = text;
    if (use.is !== 'field' || !operation) continue;
    const column = use.columns.get(operation);
    if (!column) {
      wrong(use.header, `Déjela vacía: el trámite ${operation.id} no tiene este dato.`);
      continue;
    }
    const { value, mistake, note } = readCell(
      column,
      { ...cell, text },
      { isLossy, monthFirst: monthFirst.get(index) },
    );
    if (mistake !== undefined) wrong(column.header, mistake);
    if (note !== undefined) read.notes.push({ row, column: column.header, message: note });
    values.push([column, value]);
  }
  read.request = requestOf(values);
  return read;
};

/** Why the value of a cell is not known that is merged with others than those below it. */
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

/** The request of a row's values. Entries of a list that are left out are empty, so that the schema asks for them. */
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

const columnName = (index: number): string => `columna ${letters(index)}`;

/** Cells below no header. */
const unnamed = (index: number): Use => ({
  is: 'wrong',
  header: columnName(index),
  message: `La ${columnName(index)} no tiene nombre en la fila 1.`,
});

/** A column as spreadsheet programs name it: A, Z, AA. */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
