/** Writes XML of elements and text, which is all that SEPE's documents are made of. */

/**
 * What an element holds: text, or elements by name in the order in which they are written. What is `undefined` is not
 * written.
 */
export type Content = string | Elements;
export interface Elements {
  [name: string]: Content | undefined;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Text as it may stand in an element. A carriage return travels as a reference, since a reader would make a line feed
 * of it.
 */
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

/** A document as SEPE takes it: in ISO-8859-1, which it also says of itself. */
export const latin1Document = (root: string, content: Content): string =>
  `<?xml version="1.0" encoding="ISO-8859-1"?>\n${element(root, content)}`;
