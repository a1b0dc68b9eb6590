import { isNothing, withoutUnseen } from '../../../../shared/kernel/names.ts';
import type { CodeLookUps } from '../../../../shared/kernel/public-codes.ts';
import { nearestName } from '../../../../shared/kernel/validation.ts';
import { asShown, isBlank } from '../../../../shared/sheets/cell.ts';
import type { Column } from '../../../../shared/sheets/cells/column.ts';
import { emptyNote, readCell } from '../../../../shared/sheets/cells/read-cell.ts';
import type { MonthFirst } from '../../../../shared/sheets/date-order.ts';
import {
  type Covered,
  columnName,
  type OtherTab,
  type TableRow,
} from '../../../../shared/sheets/table-row.ts';
import { type Apart, apartFrom } from './apart-rows.ts';
import type { Codes } from './column-evidence.ts';
import { EXAMPLE_MARK, OPERATION_HEADER, titleOf } from './columns.ts';
import { emptyRow } from './row.ts';
import { LIKE_SECRET } from './samples.ts';
import type { Reading, Row, SheetLook, SheetOperation } from './types.ts';
import { LEFT_OUT_ROW, leftOutOf } from './unseen.ts';
import { type Headers, headerAt, sheetHeaderAt, type Use } from './uses.ts';

export interface TableOptions extends Reading {
  /** See `readCell`. */
  isLossy: boolean;
  /** The first date with the month first, by column. */
  monthFirst: ReadonlyMap<number, MonthFirst>;
  /** Reads the rows once more. */
  again(): Iterable<TableRow> | AsyncIterable<TableRow>;
  /** See `readCell`. */
  lists: CodeLookUps;
  /** Name of its sheet, whether a person chose it, and the other sheets of its workbook. */
  tab?: { name: string; isGiven: boolean; others: readonly OtherTab[] };
  /** All sheets of its workbook. */
  tabs?: SheetLook['tabs'];
}

/** A row of the sheet; `undefined` for the example of a template. */
export const rowOf = (
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
      wrong(
        use.header,
        `Deje vacía «${use.sheetHeader}»: el trámite «${operation.summary}» no tiene este dato.`,
      );
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

/** Whether a text has words, and is no number, date or secret of a certificate. */
const isWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !LIKE_SECRET.test(text);

/** The most characters of a cell that a note quotes. */
const MOST_QUOTED = 200;
const unreadCell = (header: string, text: string): string =>
  `En «${header}», que no se lee: «${text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text}».`;

/** Why the value of a cell is not known: it is merged with cells other than the ones below it. */
const mergedWith = (headers: Headers, { range, row, column }: Covered): string => {
  const other = row <= headers.row ? 'su cabecera' : (sheetHeaderAt(headers, column) ?? columnName(column));
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
