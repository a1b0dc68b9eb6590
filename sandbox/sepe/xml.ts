/** Reads and writes the XML documents of the employment service. External entities are never loaded. */

import { parseXml, XmlElement } from '@rgrove/parse-xml';

/** The error for a text that is not a valid document. It gives no reason. */
export class MalformedXml extends Error {}

/** The deepest nesting; documents of the service need less than half of it. */
const MOST_LEVELS = 32;

/** Whether tags nest deeper, as far as they are well-formed. */
function isTooDeep(text: string): boolean {
  let levels = 0;
  for (const [, end, empty] of text.matchAll(/<(\/?)[A-Za-z_][^<>]*?(\/?)>/g)) {
    levels += end ? -1 : empty ? 0 : 1;
    if (levels > MOST_LEVELS) return true;
  }
  return false;
}

/** The root of a document. Document type declarations are refused: no document of the service has one. */
export function readXml(text: string): XmlElement {
  if (/<!DOCTYPE/i.test(text) || isTooDeep(text)) throw new MalformedXml();
  try {
    const { root } = parseXml(text.replace(/^\uFEFF/, '').trim());
    if (root) return root;
  } catch {
    // It is not well-formed.
  }
  throw new MalformedXml();
}

/** The name without its prefix. */
export const localName = (element: XmlElement): string => element.name.replace(/^.*:/, '');

export const childrenOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((node): node is XmlElement => node instanceof XmlElement);

/** Follows a path of names, at each step to the first child of that name. */
export function find(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (at, name) => at && childrenOf(at).find((child) => localName(child) === name),
    element,
  );
}

/** Text of a descendant with its blanks; empty if there is none. */
export const raw = (element: XmlElement | undefined, ...path: string[]): string =>
  find(element, ...path)?.text ?? '';

/** Trimmed text of a descendant; empty if there is none. */
export const read = (element: XmlElement | undefined, ...path: string[]): string =>
  raw(element, ...path).trim();

/** The namespace of an element, by its prefix, or the default namespace. */
export function namespaceOf(element: XmlElement): string {
  const prefix = /^(.*):/.exec(element.name)?.[1];
  const attribute = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  for (let at: unknown = element; at instanceof XmlElement; at = at.parent) {
    const value = at.attributes[attribute];
    if (value !== undefined) return value;
  }
  return '';
}

/** Escapes a text. Letters outside of ISO-8859-1 become references, because documents declare that character set. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\u0100-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`);

/** An element with text or with other elements, which are XML already. */
export const element = (name: string, content: string | string[], attributes = ''): string => {
  const inner = typeof content === 'string' ? escapeXml(content) : content.join('');
  return inner === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner}</${name}>`;
};

/** Writes an element again: names without prefix, no attributes, no blanks between elements. */
export function serialize(source: XmlElement): string {
  const inner = childrenOf(source);
  return element(localName(source), inner.length > 0 ? inner.map(serialize) : source.text);
}

/** The declaration as the service writes it, with these quotes: clients compare it letter by letter. */
export const DECLARATION = "<?xml version='1.0' encoding='ISO-8859-1'?>";
