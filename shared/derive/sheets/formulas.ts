/**
 * What a spreadsheet program takes for a formula, also after blanks and apostrophes (OWASP, "CSV Injection": `=`, `+`,
 * `-`, `@`, tab and carriage return, and the same signs in full width).
 */
const FORMULA = /^[\s']*(?:[=+\-@＝＋－＠]|[\t\r\n])/;

/** A text as a text file may have it: an apostrophe before what would be a formula. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that `harmless` made so. */
export const asWritten = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
