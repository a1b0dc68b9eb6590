/** Texts that were copied from a spreadsheet program. */

/**
 * A cell of a text that was copied from a sheet, and what ends it. Spreadsheet programs put a cell that contains a line break, a
 * tab or a quote into quotes, and double the quotes in it. A quote anywhere else is part of the text.
 */
const COPIED_CELL = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/g;

/** Whether a pasted text is of several cells, or of one in the quotes of a spreadsheet program. */
export const isOfCells = (text: string): boolean => /[\t\n].|^"[\s\S]*"\s*$/.test(text);

/** The cells of a text that was copied from a sheet. A cell is one line here, so that its line breaks and tabs are blanks. */
export const linesIn = (text: string): string[][] => {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.replace(/(?:\r\n|\r|\n)$/, '').matchAll(COPIED_CELL)) {
    lines.at(-1)!.push((quoted?.replaceAll('""', '"') ?? plain).replace(/\s*[\t\r\n]\s*/g, ' ').trim());
    if (end === '') break;
    if (end !== '\t') lines.push([]);
  }
  return lines;
};
