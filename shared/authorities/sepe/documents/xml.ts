/** Writes XML with elements and text only, which is enough for SEPE's documents. */

/** The content of an element: text, or elements by name in the order of writing. `undefined` is not written. */
export type Content = string | Elements;
export interface Elements {
  /** Several contents are as many elements of that name. */
  [name: string]: Content | readonly Content[] | undefined;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text for an element. A carriage return is written as a reference, because a reader turns it into a line feed. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ENTITIES[character]!).replace(/\r/g, '&#13;');

/** An element with its content. */
export const element = (name: string, content: Content): string => {
  if (typeof content === 'string') return `<${name}>${escapeText(content)}</${name}>`;
  const children = Object.entries(content).map(([child, inner]) =>
    inner === undefined
      ? ''
      : [inner]
          .flat()
          .map((one) => element(child, one as Content))
          .join(''),
  );
  return `<${name}>${children.join('')}</${name}>`;
};

/** Characters that no document in ISO-8859-1 can have: control characters, except line breaks and tabs, and characters of other charsets. */
const UNWRITABLE = /[^\t\n\r\x20-\x7e\xa0-\xff]/;

/**
 * A document for SEPE, which declares that it is in ISO-8859-1.
 * @throws Error for a text with a character that cannot be written: requests are checked before, and SEPE would read another
 */
export const latin1Document = (root: string, content: Content): string => {
  const text = element(root, content);
  if (UNWRITABLE.test(text)) throw new Error('a character that is not in ISO-8859-1');
  return `<?xml version="1.0" encoding="ISO-8859-1"?>\n${text}`;
};
