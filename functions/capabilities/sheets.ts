import type { SheetOperation } from './batches/sheets/types.ts';

/**
 * Sheets of capabilities that are no submissions, which a file may name for all its rows. They are apart from the list of
 * capabilities, because the function that reads files has nothing that reaches AWS.
 */
export const loadSheets = async (): Promise<SheetOperation[]> => [
  (await import('./reconciliation/sheet.ts')).workforceSheet,
  (await import('./office/sheet.ts')).companiesSheet,
];
