import type { SheetLimits } from './types.ts';

/** What is read at most, where the caller says nothing else. */
export const LIMITS: SheetLimits = {
  rows: 5000,
  bytes: 10 * 1024 * 1024,
  columns: 300,
  // Of a spreadsheet program.
  cell: 32_767,
  unpacked: 64 * 1024 * 1024,
  sheets: 10,
};

/** Why a file cannot be read further. The message is Spanish, for the office that sent it. */
export class SheetFault extends Error {
  override name = 'SheetFault';
  /** Row at which reading ended, as `Row.row`. */
  readonly row: number;
  constructor(message: string, row = 1) {
    super(message);
    this.row = row;
  }
}

/** There are more rows than may be. */
export const tooMany = (most: number, row?: number) =>
  new SheetFault(`El fichero tiene más de ${most} filas: repártalas en varios.`, row);
