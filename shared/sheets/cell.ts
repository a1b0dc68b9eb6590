import type { AmountUnit } from '../kernel/amounts.ts';
import { withoutUnseen } from '../kernel/names.ts';

/** A cell as its file has it. */
export interface Cell {
  /** A text as it is shown, a number in plain digits, or a date as `YYYY-MM-DD`. */
  text: string;
  /**
   * `typed`: text of a text file or of a cell in text format. `number`, `date` and `boolean`: a spreadsheet program's
   * interpretation of the typed text. `error`: such as #N/A. `uncomputed`: a formula without a stored value.
   */
  kind: 'typed' | 'number' | 'date' | 'boolean' | 'error' | 'uncomputed';
  /** The unit in a number's format: `1500` as `1.500,00 €`, `0.5` as `50 %`; `other` is another currency. */
  format?: AmountUnit | 'other';
}

/** Whether a cell is empty. A formula without its value is not: its value is missing. */
export const isBlank = (cell: Cell | undefined): boolean =>
  cell === undefined || (cell.kind !== 'uncomputed' && withoutUnseen(cell.text).trim() === '');

/** The number that a cell in per cent format shows: a hundred times its value, without the rounding error of binary numbers. */
export const shifted = (text: string): string => String(Number((Number(text) * 100).toPrecision(15)));

/** A number as its format shows it, for whoever reads the sheet again: `1500.5` is `1.500,50 €`. */
export const asShown = ({ text, kind, format }: Pick<Cell, 'text' | 'kind' | 'format'>): string => {
  if (kind !== 'number' || format === undefined || format === 'other') return text;
  return `${(format === '%' ? shifted(text) : text).replace('.', ',')} ${format}`;
};
