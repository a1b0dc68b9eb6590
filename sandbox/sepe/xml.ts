/** Documents of the employment service: read without anything from outside, written as text. */

import { parseXml, XmlElement } from '@rgrove/parse-xml';

/** Whether a document is one, told without a word on why not. */
export class MalformedXml extends Error {}

/** The root of a document. Declarations of types are refused: none of the service's documents has one. */
export function readXml(text: string): XmlElement {
  if (/<!DOCTYPE/i.test(text)) throw new MalformedXml();
  try {
    const { root } = parseXml(text.replace(/^\uFEFF/, '').trim());
    if (root) return root;
  } catch {
    // Also a nesting too deep for the reader ends here.
  }
  throw new MalformedXml();
}

/** Without its prefix. */
export const localName = (element: XmlElement): string => element.name.replace(/^.*:/, '');

export const childrenOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((node): node is XmlElement => node instanceof XmlElement);

/** The first child of that name on each step down. */
export function find(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (at, name) => at && childrenOf(at).find((child) => localName(child) === name),
    element,
  );
}

/** Text of a descendant as it stands, blanks included; empty where there is none. */
export const raw = (element: XmlElement | undefined, ...path: string[]): string =>
  find(element, ...path)?.text ?? '';

/** The same without blanks around it. */
export const read = (element: XmlElement | undefined, ...path: string[]): string =>
  raw(element, ...path).trim();

/** The address that a name's prefix, or its lack of one, stands for. */
export function namespaceOf(element: XmlElement): string {
  const prefix = /^(.*):/.exec(element.name)?.[1];
  const attribute = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  for (let at: unknown = element; at instanceof XmlElement; at = at.parent) {
    const value = at.attributes[attribute];
    if (value !== undefined) return value;
  }
  return '';
}

/** Text made harmless. Letters outside ISO-8859-1 travel as references, since documents say to be in it. */
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

/** What was read, written again: names without prefix, no attributes, blanks between elements left out. */
export function serialize(source: XmlElement): string {
  const inner = childrenOf(source);
  return element(localName(source), inner.length > 0 ? inner.map(serialize) : source.text);
}

/** The declaration as the service writes it, quotes included: clients compare it letter by letter. */
export const DECLARATION = "<?xml version='1.0' encoding='ISO-8859-1'?>";
