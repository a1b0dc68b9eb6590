import { CSV_START, csvRow } from '../../../shared/sheets/csv/write.ts';

/** A file that spreadsheet programs open. @param rows the first one has the headers; nothing is an empty cell */
export const csvFile = (rows: readonly (readonly (string | null | undefined)[])[]): string =>
  CSV_START + rows.map((row) => csvRow(row.map((cell) => cell ?? ''))).join('');
