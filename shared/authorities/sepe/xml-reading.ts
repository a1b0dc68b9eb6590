import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';

/** An element of a document that somebody else wrote. */
export interface Node {
  /** Without the prefix of its namespace. */
  name: string;
  children: Node[];
  /** Its own text, without that of its children. */
  text: string;
}

/** Why a document cannot be read; holds nothing of what is in it. */
export class XmlFault extends Error {
  readonly reason: 'doctype' | 'size' | 'syntax';
  constructor(reason: XmlFault['reason']) {
    super(`unreadable XML: ${reason}`);
    this.name = 'XmlFault';
    this.reason = reason;
  }
}

/** Deepest nesting; SEPE's documents and envelopes stay below ten levels. */
const MAX_DEPTH = 50;

/**
 * Reads a document. No document type, hence no entities but the five of XML itself, and nothing is fetched.
 * @param maxTags most tags, so that reading stays short
 * @throws XmlFault, and nothing else
 */
export const readXml = (text: string, maxTags: number): Node => {
  if (/<!DOCTYPE/i.test(text)) throw new XmlFault('doctype');
  if (text.split('<', maxTags + 2).length > maxTags + 1) throw new XmlFault('size');
  let root: XmlElement | null;
  try {
    root = parseXml(text).root;
  } catch (error) {
    // The parser descends by calling itself, so that what nests too deeply exhausts the stack, and that is all.
    throw new XmlFault(error instanceof RangeError ? 'size' : 'syntax');
  }
  if (!root) throw new XmlFault('syntax');
  return nodeOf(root, 1);
};

const nodeOf = (element: XmlElement, depth: number): Node => {
  if (depth > MAX_DEPTH) throw new XmlFault('size');
  const children: Node[] = [];
  let text = '';
  for (const child of element.children) {
    if (child instanceof XmlElement) children.push(nodeOf(child, depth + 1));
    else if (child instanceof XmlText) text += child.text;
  }
  return { name: element.name.replace(/^.*:/, ''), children, text };
};

/** The first child of that name. */
const childOf = (node: Node | undefined, name: string): Node | undefined =>
  node?.children.find((child) => child.name === name);

/** The element that a path of names leads to. */
export const at = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>(childOf, node);

/** Text of the element that a path leads to, without blanks at its ends; `undefined` when empty or not there. */
export const textAt = (node: Node | undefined, ...path: string[]): string | undefined =>
  at(node, ...path)?.text.trim() || undefined;

/** The first element of that name anywhere below. */
export const findNode = (node: Node | undefined, name: string): Node | undefined => {
  for (const child of node?.children ?? []) {
    const found = child.name === name ? child : findNode(child, name);
    if (found) return found;
  }
  return undefined;
};
