/** The source of our mails is Markdown, from which `forms.ts` makes plain text and HTML. */

/** All characters that may mean something in Markdown (CommonMark, 2.4): after a backslash each stands for itself. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

const asText = (text: string) => text.replace(/\s+/g, ' ').replace(PUNCTUATION, '\\$&');

/**
 * Renders a Markdown template. Inserted values are text and never markup. Where a paragraph begins with an inserted
 * value, the template must not continue with a full stop or bracket, because a number would then begin a list.
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

/** Characters of a user's text that are shown in a mail. */
const MAX_DATA = 80;

/**
 * Characters by which mail programs and people recognise an address or domain. The ideographic full stop may replace
 * a dot in domains (UTS 46); the other characters look like dots, colons and slashes (UTS 39).
 */
const DOT = '[.\u3002\u06D4\u0701\u0702\uA4F8\uA60E\u{10A50}\u{1D16D}]';
const ADDRESS = new RegExp(
  [
    '@',
    '[:\u02D0\u02F8\u0589\u05C3\u2236\uA789][/\u2044\u2215\u2571\u29F8]{2}',
    `\\bwww${DOT}`,
    `[\\p{L}\\p{N}]${DOT}\\p{L}{2}`,
    `\\p{Nd}+(?:${DOT}\\p{Nd}+){3}`,
  ].join('|'),
  'iu',
);

/** As it is compared: letters of full width and the like as the letters that they look like, without marks on them. */
const plainOf = (line: string): string => line.normalize('NFKD').replace(/\p{M}/gu, '');

/**
 * A user's text, such as a name, for use in a mail: one line, without control characters, in quotation marks, cut
 * after 80 characters. `undefined` if it contains an address, because our mails link nowhere else.
 */
export const asMailData = (text: string): string | undefined => {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  if (line === '' || ADDRESS.test(plainOf(line))) return undefined;
  const characters = [...line.replace(/[«»]/g, '"')];
  return `«${characters.slice(0, MAX_DATA).join('')}${characters.length > MAX_DATA ? '…' : ''}»`;
};
