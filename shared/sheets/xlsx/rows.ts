import { type Cell, isBlank } from '../cell.ts';
import { SheetFault, type SheetLimits } from '../limits.ts';
import { columnNumber, type TableRow } from '../table-row.ts';
import { damaged, type Handler, isTrue, readPart, unescaped, type Workbook } from './parts.ts';
import { type SharedString, textOf } from './strings.ts';
import type { Shown, Style } from './styles.ts';

/** What cells refer to, and the limits of reading them. */
export interface Context {
  shared: SharedString[];
  styles: Style[];
  isFrom1904: boolean;
  limits: SheetLimits;
}

/** The rows of a sheet, read while they are unpacked. @throws SheetFault if it is damaged, or exceeds a limit */
export async function* sheetRows(
  workbook: Workbook,
  part: string,
  context: Context,
): AsyncGenerator<TableRow> {
  let rows: TableRow[] = [];
  const handler = rowsOf(context, (row) => rows.push(row));
  const isThere = yield* readPart(workbook.part(part), handler, () => {
    const taken = rows;
    rows = [];
    return taken;
  });
  if (!isThere) throw damaged();
}

/** A cell while it is being read. */
interface OpenCell {
  column: number;
  type: string;
  style: Style | undefined;
  value: string;
  /** Whether a part of its own text is struck out. */
  isStruck: boolean;
  hasFormula: boolean;
}

const rowsOf = (context: Context, found: (row: TableRow) => void): Handler => {
  const { limits } = context;
  const hiddenColumns = new Set<number>();
  let row: TableRow = { row: 0, cells: [] };
  let cell: OpenCell | undefined;
  // Cells without a reference follow each other, blank ones included.
  let column = -1;
  let isValue = false;
  const inline = textOf(
    limits,
    ({ text, isStruck }) => {
      if (cell) Object.assign(cell, { value: text, isStruck });
    },
    'is',
  );
  return {
    open: (name, attributes) => {
      if (name === 'col' && isUnseen(attributes, 'width')) {
        const last = Math.min(Number(attributes.max), limits.columns);
        for (let number = Number(attributes.min); number <= last; number++) hiddenColumns.add(number - 1);
      }
      if (name === 'row') {
        row = {
          row: attributes.r ? Number(attributes.r) : row.row + 1,
          cells: [],
          isHidden: isUnseen(attributes, 'ht'),
          hiddenColumns,
        };
        if (!(row.row > 0)) throw damaged();
        column = -1;
      }
      if (name === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1;
        const style = context.styles[Number(attributes.s ?? 0)];
        cell = { column, type: attributes.t ?? 'n', style, value: '', isStruck: false, hasFormula: false };
      }
      if (name === 'f' && cell) cell.hasFormula = true;
      isValue = name === 'v';
      inline.open(name, attributes);
    },
    text: (text) => {
      if (isValue && cell && cell.value.length <= limits.cell) cell.value += text;
      inline.text(text);
    },
    close: (name) => {
      isValue = false;
      inline.close(name);
      if (name === 'c' && cell) {
        const read = cellOf(cell, context);
        if (read && !isBlank(read)) {
          if (!(cell.column < limits.columns))
            throw new SheetFault(`La hoja tiene más de ${limits.columns} columnas.`, row.row);
          row.cells[cell.column] = read;
          if (isStruckOut(cell, context)) row.isStruck = true;
        }
        cell = undefined;
      }
      if (name === 'row') found({ ...row, cells: Array.from(row.cells) });
    },
  };
};

/** Whether a cell or a part of its text is struck out. */
const isStruckOut = ({ type, style, value, isStruck }: OpenCell, { shared }: Context): boolean =>
  isStruck || style?.isStruck === true || (type === 's' && shared[Number(value)]?.isStruck === true);

/** Whether a row or column is hidden, by a person, by a filter, or because its size is zero. */
const isUnseen = (attributes: Record<string, string>, size: 'ht' | 'width'): boolean =>
  isTrue(attributes.hidden) || Number(attributes[size] ?? 1) === 0;

/** The position of a cell in its row, from 0: `AB12` is 27. */
const columnOf = (reference: string): number => columnNumber(/^[A-Z]{1,4}/.exec(reference)?.[0] ?? '');

const cellOf = (cell: OpenCell, { shared, isFrom1904 }: Context): Cell | undefined => {
  const { type, value, hasFormula } = cell;
  if (value === '') return hasFormula && type !== 'str' ? { text: '', kind: 'uncomputed' } : undefined;
  switch (type) {
    case 's':
      return { text: shared[Number(value)]?.text ?? '', kind: 'typed' };
    case 'str':
      return { text: unescaped(value), kind: 'typed' };
    case 'inlineStr':
      return { text: value, kind: 'typed' };
    case 'b':
      return { text: value === '1' ? 'VERDADERO' : 'FALSO', kind: 'boolean' };
    case 'e':
      return { text: value, kind: 'error' };
    case 'd':
      return { text: value.slice(0, 10), kind: 'date' };
    default:
      return numberOf(value, cell.style?.shown, isFrom1904);
  }
};

/** Days from 1899-12-30, from which Excel counts days, to 1970-01-01. */
const EPOCH = 25_569;
/** Days to add to the dates of a Macintosh workbook. */
const FROM_1904 = 1462;
const DAY = 86_400_000;
/** 9999-12-31, the last day of Excel. */
const LAST_DAY = 2_958_465;

const numberOf = (value: string, as: Shown, isFrom1904: boolean): Cell => {
  const number = Number(value);
  const days = Math.floor(number) + (isFrom1904 ? FROM_1904 : 0);
  // Excel's days before March 1900 are off by one; no request has a date as early.
  if (as === 'date' && days > 60 && days <= LAST_DAY)
    return { text: new Date((days - EPOCH) * DAY).toISOString().slice(0, 10), kind: 'date' };
  // As Excel shows it, with 15 digits, so that 0.1 + 0.2 is 0.3.
  const shown = Number.isSafeInteger(number) ? number : Number(number.toPrecision(15));
  return {
    text: Number.isFinite(number) ? String(shown) : value,
    kind: 'number',
    ...(as !== undefined && as !== 'date' && { format: as }),
  };
};
