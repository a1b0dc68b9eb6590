/**
 * Texts that a spreadsheet program would take for a formula, also after blanks and apostrophes (OWASP, "CSV Injection": `=`,
 * `+`, `-`, `@`, tab and carriage return, and the same signs in full width).
 */
const FORMULA = /^[\s']*(?:[=+\-@＝＋－＠]|[\t\r\n])/;

/** A text that is safe in a text file: an apostrophe precedes a text that would be a formula. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Undoes `harmless`. */
export const asWritten = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;

/** What a text file for Spanish spreadsheet programs begins with: the byte order mark of UTF-8. */
export const CSV_START = '\ufeff';

/** A row of a text file that Spanish spreadsheet programs open: semicolons, and all values quoted. */
export const csvRow = (row: readonly string[]): string =>
  `${row.map((text) => `"${harmless(text).replaceAll('"', '""')}"`).join(';')}\r\n`;

/** Rows as a text file that Spanish spreadsheet programs open. */
export async function* writeCsv(rows: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(CSV_START);
  for await (const row of rows) yield Buffer.from(csvRow(row));
}
