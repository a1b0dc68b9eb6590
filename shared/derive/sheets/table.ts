import { nearestName } from '../../kernel/validation.ts';
import { type Cell, isBlank, readCell } from './cells.ts';
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
import { outcomeHeader } from './result-sheet.ts';
import {
  type Column,
  type EarlierResult,
  type Reading,
  type Row,
  SheetFault,
  type SheetOperation,
  tooMany,
} from './types.ts';

/** A row of a sheet as its file has it. Blank cells may be missing. */
export interface TableRow {
  row: number;
  cells: (Cell | undefined)[];
}

/** What the rows of a sheet are read with. */
interface TableOptions extends Reading {
  /** See `readCell`. */
  isLossy: boolean;
}

/** Rows of a sheet, blank ones too, that a spreadsheet program has (ECMA-376). */
const MOST_ROWS = 1_048_576;

/** What a column of a sheet is for. */
type Use =
  | { is: 'operation' }
  | { is: 'result'; name: keyof EarlierResult | undefined }
  | { is: 'wrong'; header: string; message: string }
  | { is: 'own'; header: string }
  | { is: 'field'; header: string; title: string; columns: Map<SheetOperation, Column> };

/**
 * The submissions of a sheet. Its first row are the headers; a mistake in them is one of row 1.
 * @throws SheetFault what `rows` throws, and with too many rows or columns
 */
export async function* readTable(
  rows: Iterable<TableRow> | AsyncIterable<TableRow>,
  options: TableOptions,
): AsyncGenerator<Row> {
  let headers: (Use | undefined)[] | undefined;
  let count = 0;
  for await (const row of rows) {
    if (row.row > MOST_ROWS) throw tooMany(options.limits.rows, row.row);
    if (row.cells.every(isBlank)) continue;
    if (row.cells.findLastIndex((cell) => !isBlank(cell)) >= options.limits.columns)
      throw new SheetFault(`La hoja tiene más de ${options.limits.columns} columnas.`, row.row);
    if (!headers) {
      const read = readHeaders(row, options);
      headers = read.uses;
      if (read.first.mistakes.length > 0) yield read.first;
      continue;
    }
    const read = rowOf(row, headers, options);
    if (!read) continue;
    count += 1;
    if (count > options.limits.rows) throw tooMany(options.limits.rows, row.row);
    yield read;
  }
  if (!headers) throw new SheetFault('La hoja está vacía: use la plantilla del trámite.');
}

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
    if (column) return { is: 'field', header: column.header, title: titleOf(column), columns };
    return wrong(unknownHeader(plain, operations));
  });
  if (operations.length !== 1 && !uses.some((use) => use?.is === 'operation'))
    first.mistakes.push({
      row,
      message: `Falta la columna ${OPERATION_HEADER}, con el trámite de cada fila.`,
    });
  return { uses, first };
};

/** What is read of the columns of results. */
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
  { row, cells }: TableRow,
  uses: readonly (Use | undefined)[],
  { operations, limits, isLossy }: TableOptions,
): Row | undefined => {
  const read = emptyRow(row);
  const wrong = (column: string, message: string) => read.mistakes.push({ row, column, message });
  const named = cells.find((cell, index) => uses[index]?.is === 'operation' && !isBlank(cell))?.text.trim();
  if (named?.startsWith(EXAMPLE_MARK)) return undefined;
  const operation = operationOf(named, operations);
  if (operation) read.operation = operation.id;
  else wrong(OPERATION_HEADER, whichOperation(named, operations));

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
    // What is sent again says how its amounts are written.
    else read.cells[use.is === 'field' ? use.title : use.header] = text;
    if (use.is === 'own') read.own[use.header] = text;
    if (use.is !== 'field' || !operation) continue;
    const column = use.columns.get(operation);
    if (!column) {
      wrong(use.header, `Déjela vacía: el trámite ${operation.id} no tiene este dato.`);
      continue;
    }
    const { value, mistake, note } = readCell(column, { ...cell, text }, isLossy);
    if (mistake !== undefined) wrong(column.header, mistake);
    if (note !== undefined) read.notes.push({ row, column: column.header, message: note });
    values.push([column, value]);
  }
  read.request = requestOf(values);
  return read;
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

/** What is below no header. */
const unnamed = (index: number): Use => ({
  is: 'wrong',
  header: columnName(index),
  message: `La ${columnName(index)} no tiene nombre en la fila 1.`,
});

/** A column as spreadsheet programs name it: A, Z, AA. */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
