import { type Cell, isBlank } from './cell.ts';

/** A row of a sheet, as its file shows it. Blank cells may be missing. */
export interface TableRow {
  row: number;
  cells: (Cell | undefined)[];
  /** Whether the program that opens the file hides it. */
  isHidden?: boolean;
  /** Whether a cell of it is struck out. */
  isStruck?: boolean;
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

/** A sheet of a workbook that is not read. */
export interface OtherTab {
  name: string;
  isHidden: boolean;
  /** Its first rows that are not blank, as its file has them. @throws SheetFault if it is damaged */
  firstRows(): Promise<TableRow[]>;
}

/** Rows without blank ones that are searched for headers. */
export const FIRST_ROWS = 20;

/** Whether a row has no values of its own. All values of a merged row are in its first row. */
export const isBlankRow = ({ cells, covered }: TableRow): boolean =>
  cells.every((cell, index) => isBlank(cell) || covered?.has(index));

/** The beginning of a row's text, for a note. */
export const textOfRow = ({ cells }: TableRow): string => {
  const text = cells.flatMap((cell) => (isBlank(cell) ? [] : cell!.text.trim())).join(' ');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** The name of a column without a header. */
export const columnName = (index: number): string => `columna ${letters(index)}`;

/** The letters of a column in spreadsheet programs: A, Z, AA. */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** The position of a column in its row, from 0: `AB` is 27; `NaN` without letters. */
export const columnNumber = (letters: string): number => {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column === 0 ? Number.NaN : column - 1;
};
