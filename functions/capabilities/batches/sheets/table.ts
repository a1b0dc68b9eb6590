import { isNothing, withoutUnseen } from '../../../../shared/kernel/names.ts';
import type { CodeLookUps } from '../../../../shared/kernel/public-codes.ts';
import { nearestName } from '../../../../shared/kernel/validation.ts';
import { asShown, isBlank } from '../../../../shared/sheets/cell.ts';
import type { Column } from '../../../../shared/sheets/cells/column.ts';
import {
  type ColumnCode,
  type ColumnValues,
  columnCodeOf,
  needsValues,
} from '../../../../shared/sheets/cells/column-codes.ts';
import { emptyNote, readCell } from '../../../../shared/sheets/cells/read-cell.ts';
import type { MonthFirst } from '../../../../shared/sheets/date-order.ts';
import { MOST_ROWS, SheetFault, tooMany } from '../../../../shared/sheets/limits.ts';
import { spelled } from '../../../../shared/sheets/spelled.ts';
import type { Covered, OtherTab, TableRow } from '../../../../shared/sheets/table-row.ts';
import { columnName, FIRST_ROWS, isBlankRow, textOfRow } from '../../../../shared/sheets/table-row.ts';
import { EXAMPLE_MARK, OPERATION_HEADER, titleOf } from './columns.ts';
import { findHeaders, type Headers, type Use } from './header-row.ts';
import { WORKER_NAME } from './headers.ts';
import type { ColumnEvidence, FoundColumn, FoundColumns, Reading, Row, SheetOperation } from './types.ts';

interface TableOptions extends Reading {
  /** See `readCell`. */
  isLossy: boolean;
  /** The first date with the month first, by column. */
  monthFirst: ReadonlyMap<number, MonthFirst>;
  /** Reads the rows once more. */
  again(): Iterable<TableRow> | AsyncIterable<TableRow>;
  /** See `readCell`. */
  lists: CodeLookUps;
  /** Name of its sheet, and the other sheets of its workbook. */
  tab?: { name: string; others: readonly OtherTab[] };
}

/** What the values of a sheet's columns show. */
interface Codes {
  of(index: number, operation: SheetOperation): ColumnCode | undefined;
  /** The values of the columns whose code they show. */
  values: ReadonlyMap<number, ColumnValues>;
}
const NO_CODES: Codes = { of: () => undefined, values: new Map() };

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
  let codes: Codes = NO_CODES;
  let count = 0;
  const first: TableRow[] = [];
  const apart: Record<Apart, string[]> = { total: [], note: [] };
  const unseen = new Unseen();
  const read = function* (row: TableRow): Generator<Row> {
    const one = rowOf(row, headers!, { ...options, codes });
    if (one === undefined) return;
    if (one === 'total' || one === 'note') {
      apart[one].push(`${row.row} («${textOfRow(row)}»)`);
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
  if (options.tab) await checkOthers(options.tab, { headers, columns }, options.note);
  options.found({
    row: headers.row,
    columns: columns.filter((one) => one !== undefined),
    evidence: evidenceOf(headers, { columns, values: codes.values, monthFirst: options.monthFirst }),
  });
}

/** What the columns of a sheet show about the meaning of their cells, by name of the column. */
const evidenceOf = (
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

/** A row that is no submission: a sum of others, or a remark. */
type Apart = 'total' | 'note';
const APART: Record<Apart, string> = { total: 'Filas de totales', note: 'Anotaciones' };

/**
 * Notes the sheets that are not read.
 * @throws SheetFault if one that is shown has all required columns of the one that was read, so that it may be its continuation
 */
const checkOthers = async (
  { name, others }: NonNullable<TableOptions['tab']>,
  { headers, columns }: { headers: Headers; columns: (FoundColumn | undefined)[] },
  note: (message: string) => void,
): Promise<void> => {
  const needed = headers.uses.flatMap((use, index) => (isNeeded(use) ? (columns[index]?.header ?? []) : []));
  const unread: string[] = [];
  for (const other of others) {
    const rows = await other.firstRows();
    if (rows.length === 0) continue;
    const isSame = rows.some(({ cells }) => {
      const texts = new Set(cells.map((cell) => spelled(cell?.text ?? '')));
      return needed.length > 0 && needed.every((header) => texts.has(spelled(header)));
    });
    if (isSame && !other.isHidden)
      throw new SheetFault(
        `La hoja «${other.name}» también tiene datos, con las mismas cabeceras, y solo se lee «${name}»: deje en el libro solo la que quiera enviar, o todas las filas en una.`,
      );
    unread.push(`«${other.name}»${other.isHidden ? ' (oculta)' : ''}`);
  }
  if (unread.length > 0)
    note(
      `Del libro solo se ha leído la hoja «${name}». Otras hojas con datos no se leen: ${listed(unread)}.`,
    );
};

const isNeeded = (use: Use | undefined): boolean =>
  use?.is === 'operation' ||
  (use?.is === 'field' && [...use.columns.values()].some(({ isRequired }) => isRequired));

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
  readonly #leftOut: Record<'hidden' | 'struck', string[]> = { hidden: [], struck: [] };
  readonly #columns = new Set<string>();
  readonly #ranges = new Set<string>();

  add(tableRow: TableRow, headers: Headers): void {
    const { row, cells, hiddenColumns, covered } = tableRow;
    const leftOut = leftOutOf(tableRow);
    if (leftOut) this.#leftOut[leftOut].push(String(row));
    for (const index of hiddenColumns ?? [])
      if (!isBlank(cells[index])) this.#columns.add(headerAt(headers, index) ?? columnName(index));
    for (const { range, shown } of covered?.values() ?? []) if (!isBlank(shown)) this.#ranges.add(range);
  }

  *notes(): Generator<string> {
    for (const [kind, rows] of Object.entries(this.#leftOut))
      if (rows.length > 0)
        yield `El libro tiene filas ${LEFT_OUT_ROWS[kind as keyof typeof LEFT_OUT_ROWS]}, que quedan fuera mientras no las incluya: ${listed(rows)}.`;
    if (this.#columns.size > 0)
      yield `El libro tiene columnas ocultas con datos, que también se presentan: ${listed([...this.#columns])}.`;
    if (this.#ranges.size > 0)
      yield `El libro tiene celdas combinadas: lo que muestran vale para todas las filas que ocupan (${listed([...this.#ranges])}).`;
  }
}

/** Why a row is left out, from how its sheet shows it. */
const leftOutOf = ({ isHidden, isStruck }: TableRow): Row['leftOut'] => {
  if (isHidden) return 'hidden';
  return isStruck ? 'struck' : undefined;
};

const LEFT_OUT_ROWS = { hidden: 'ocultas, a mano o por un filtro', struck: 'tachadas' };
const LEFT_OUT_ROW = {
  hidden: 'Esta fila está oculta en el libro, a mano o por un filtro.',
  struck: 'Esta fila está tachada en el libro, entera o en parte.',
};

/** Whether a text has words, and is no number, date or secret of a certificate. */
const isWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !LIKE_SECRET.test(text);

/** The most characters of a cell that a note quotes. */
const MOST_QUOTED = 200;
const unreadCell = (header: string, text: string): string =>
  `En «${header}», que no se lee: «${text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text}».`;

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

/** A row of the sheet; `undefined` for the example of a template. */
const rowOf = (
  tableRow: TableRow,
  headers: Headers,
  { operations, limits, isLossy, monthFirst, codes, lists }: TableOptions & { codes: Codes },
): Row | Apart | undefined => {
  const { row, cells, hiddenColumns, covered } = tableRow;
  const { uses } = headers;
  const read = emptyRow(row);
  const wrong = (column: string, message: string) => read.mistakes.push({ row, column, message });
  const named = cells.find((cell, index) => uses[index]?.is === 'operation' && !isBlank(cell))?.text.trim();
  if (named?.startsWith(EXAMPLE_MARK)) return undefined;
  const apart = apartFrom(tableRow, headers);
  if (apart) return apart;
  const operation = operationOf(named, operations);
  if (operation) read.operation = operation.id;
  else wrong(OPERATION_HEADER, whichOperation(named, operations));
  const leftOut = leftOutOf(tableRow);
  if (leftOut) {
    read.leftOut = leftOut;
    read.notes.push({ row, message: LEFT_OUT_ROW[leftOut] });
  }
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
  const written = [...cells];
  for (const [index, cell] of headers.fixed) written[index] = cell;
  for (const [index, cell] of written.entries()) {
    if (!cell || isBlank(cell)) continue;
    const use = uses[index] ?? unnamed(index, headers.row);
    const text = cell.text.trim();
    if (use.is === 'ignored') {
      // The row may be left out for what is written there, such as "no presentar".
      if (leftOut && isWords(text)) read.notes.push({ row, message: unreadCell(use.header, text) });
      continue;
    }
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
      { isLossy, monthFirst: monthFirst.get(index), code: codes.of(index, operation), lists },
    );
    if (certain !== undefined) read.cells[titleOf(column)] = certain;
    if (mistake !== undefined) wrong(column.header, mistake);
    if (note !== undefined) read.notes.push({ row, column: column.header, message: note });
    if (value !== undefined) values.push([column, value]);
  }
  read.request = requestOf(values);
  return read;
};

/** As `apartOf`. A row that names a trámite is one, unless a sum has its word in that column. */
const apartFrom = (tableRow: TableRow, { uses }: Headers): Apart | undefined => {
  const isNamed = tableRow.cells.some((cell, index) => uses[index]?.is === 'operation' && !isBlank(cell));
  const apart = apartOf(tableRow, uses);
  return isNamed && apart === 'note' ? undefined : apart;
};

/** What a row is if it is no submission: a sum of others, or a remark for people. */
const apartOf = ({ cells, covered }: TableRow, uses: Headers['uses']): Apart | undefined => {
  const filled = cells.flatMap((cell, index) =>
    cell && !isBlank(cell) && !covered?.has(index)
      ? [{ use: uses[index], kind: cell.kind, text: cell.text.trim() }]
      : [],
  );
  const [first, ...others] = filled;
  if (!first) return undefined;
  // A sum has amounts, and no identifiers, in the columns of the trámite.
  const mayBeSum = ({ use, kind, text }: (typeof filled)[number]) =>
    use?.is !== 'field' || (kind !== 'date' && /^[-\d.,\s€%]+$/.test(text) && !/^\d{8,}$/.test(text));
  if (/^(?:sub)?total(?:es)?\b|^suma\b/i.test(first.text) && others.every(mayBeSum)) return 'total';
  if (filled.every(({ use }) => use?.is === 'ignored' || use?.is === 'result')) return 'note';
  return others.length === 0 && isRemark(first) ? 'note' : undefined;
};

/** Whether the only text of a row is certainly no value of its column. A name alone may be a worker whose data are missing. */
const isRemark = ({ use, text }: { use: Use | undefined; text: string }): boolean =>
  use?.is === 'own' && (WORKER_NAME as readonly string[]).includes(use.header)
    ? /[^\p{L}\p{M}\s.,'’ªº·-]/u.test(text)
    : text.split(/\s+/).length >= LEAST_WORDS;

/** The least words of a remark below a header other than the one of names. */
const LEAST_WORDS = 3;

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
