/** Limits on reading a file. */
export interface SheetLimits {
  /** Rows with content, without the header. */
  rows: number;
  /** Bytes of the file. */
  bytes: number;
  columns: number;
  /** Characters of a cell. */
  cell: number;
  /** Bytes of a workbook after unpacking. */
  unpacked: number;
  /** Sheets of a workbook. */
  sheets: number;
}

/** The most rows of a sheet in a spreadsheet program, including blank ones (ECMA-376). */
export const MOST_ROWS = 1_048_576;

/** The default limits. */
export const LIMITS: SheetLimits = {
  rows: 5000,
  bytes: 10 * 1024 * 1024,
  columns: 300,
  // The limit of spreadsheet programs.
  cell: 32_767,
  unpacked: 64 * 1024 * 1024,
  sheets: 10,
};

/** Why a file cannot be read further. The message is Spanish, for the office that sent it. */
export class SheetFault extends Error {
  override name = 'SheetFault';
  /** The row at which reading ended, as in `Row.row`. */
  readonly row: number;
  constructor(message: string, row = 1) {
    super(message);
    this.row = row;
  }
}

/** The fault of a file with too many rows. */
export const tooMany = (most: number, row?: number) =>
  new SheetFault(`El fichero tiene más de ${most} filas: repártalas en varios.`, row);
