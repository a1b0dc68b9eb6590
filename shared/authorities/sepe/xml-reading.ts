import { type ParserOptions, parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';
import { isXmlTooDeep } from '../../kernel/xml-depth.ts';
import { Unreadable } from '../exchange.ts';

/** An element of a document from outside. */
export interface Node {
  /** Without the prefix of its namespace. */
  name: string;
  children: Node[];
  /** Its own text, without the text of its children. */
  text: string;
  /** By their names, with prefix. */
  attributes: Record<string, string>;
}

/** Why a document cannot be read. It contains nothing of the document. */
export class XmlFault extends Error {
  readonly reason: 'doctype' | 'size' | 'syntax';
  constructor(reason: XmlFault['reason']) {
    super(`unreadable XML: ${reason}`);
    this.name = 'XmlFault';
    this.reason = reason;
  }
}

/**
 * The root of a document. A document type is not allowed, so there are no entities except the five of XML itself, and nothing
 * is fetched.
 * @param maxTags most tags, so that reading does not take long
 * @param options of the parser
 * @throws XmlFault, and nothing else
 */
export const rootOf = (text: string, maxTags: number, options: ParserOptions = {}): XmlElement => {
  if (/<!DOCTYPE/i.test(text)) throw new XmlFault('doctype');
  if (text.split('<', maxTags + 2).length > maxTags + 1 || isXmlTooDeep(text)) throw new XmlFault('size');
  let root: XmlElement | null;
  try {
    root = parseXml(text, options).root;
  } catch {
    throw new XmlFault('syntax');
  }
  if (!root) throw new XmlFault('syntax');
  return root;
};

/** Reads a document as `rootOf` does. @throws XmlFault, and nothing else */
export const readXml = (text: string, maxTags: number): Node => nodeOf(rootOf(text, maxTags));

/** Reads an authority's XML. @param what name of the document, for the error @throws Unreadable if it is not valid */
export const readAnswerXml = (what: string, text: string, maxTags: number): Node => {
  try {
    return readXml(text, maxTags);
  } catch (error) {
    if (error instanceof XmlFault) throw new Unreadable(`${what}: ${error.message}`);
    throw error;
  }
};

const nodeOf = (element: XmlElement): Node => {
  const children: Node[] = [];
  let text = '';
  for (const child of element.children) {
    if (child instanceof XmlElement) children.push(nodeOf(child));
    else if (child instanceof XmlText) text += child.text;
  }
  return { name: element.name.replace(/^.*:/, ''), children, text, attributes: element.attributes };
};

/** The first child of that name. */
const childOf = (node: Node | undefined, name: string): Node | undefined =>
  node?.children.find((child) => child.name === name);

/** The element at a path of names. */
export const at = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>(childOf, node);

/** Text of the element at a path, without blanks at its ends; `undefined` if it is empty or missing. */
export const textAt = (node: Node | undefined, ...path: string[]): string | undefined =>
  at(node, ...path)?.text.trim() || undefined;

/** The first element of that name below, at any depth. */
export const findNode = (node: Node | undefined, name: string): Node | undefined => {
  for (const child of node?.children ?? []) {
    const found = child.name === name ? child : findNode(child, name);
    if (found) return found;
  }
  return undefined;
};
