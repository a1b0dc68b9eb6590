/** The source of our mails is Markdown, from which `forms.ts` makes plain text and HTML. */

/** All characters that may mean something in Markdown (CommonMark, 2.4): after a backslash each stands for itself. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

const asText = (text: string) => text.replace(/\s+/g, ' ').replace(PUNCTUATION, '\\$&');

/**
 * Markdown of a template, in which what is inserted is text and never markup. Where one begins with something inserted, no
 * full stop or bracket follows it: a number would begin a list.
 */
export const markdown = (parts: TemplateStringsArray, ...inserted: (string | number)[]): string =>
  parts.reduce((before, part, index) => `${before}${asText(String(inserted[index - 1]))}${part}`);

/** A link. @param address without spaces and angle brackets  @param text its address by default */
export const link = (address: string, text?: string): string =>
  text === undefined ? `<${address}>` : `[${asText(text)}](<${address}>)`;

/** Paragraphs, lists and headings, one below the other. */
export const blocks = (...sources: string[]): string => sources.join('\n\n');

/** A list of lines. */
export const list = (lines: string[]): string => lines.map((line) => `- ${line}`).join('\n');
