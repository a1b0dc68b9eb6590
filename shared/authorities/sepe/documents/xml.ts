/** Writes XML with elements and text only, which is enough for SEPE's documents. */

/** The content of an element: text, or elements by name in the order of writing. `undefined` is not written. */
export type Content = string | Elements;
export interface Elements {
  [name: string]: Content | undefined;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text for an element. A carriage return is written as a reference, because a reader turns it into a line feed. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ENTITIES[character]!).replace(/\r/g, '&#13;');

/** An element with its content. */
export const element = (name: string, content: Content): string => {
  if (typeof content === 'string') return `<${name}>${escapeText(content)}</${name}>`;
  const children = Object.entries(content).map(([child, inner]) =>
    inner === undefined ? '' : element(child, inner),
  );
  return `<${name}>${children.join('')}</${name}>`;
};

/** A document for SEPE, which declares that it is in ISO-8859-1. */
export const latin1Document = (root: string, content: Content): string =>
  `<?xml version="1.0" encoding="ISO-8859-1"?>\n${element(root, content)}`;
