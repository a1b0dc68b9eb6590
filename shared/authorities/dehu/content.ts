import { createHash } from 'node:crypto';
import type { Document } from '../../kernel/document.ts';
import { Unreadable } from '../exchange.ts';
import { element } from '../sepe/documents/xml.ts';
import { at, findNode, type Node, textAt } from '../sepe/xml-reading.ts';
import type { Answered } from './answers.ts';
import type { NoticeKey } from './notices.ts';

/** What messages of several operations have: the name of a notice, and documents. */

/** What names a notice, in the order of the schema. */
export const keyOf = ({ identifier, origin }: NoticeKey): string =>
  element('identificador', identifier) + element('codigoOrigen', origin);

const EXTENSIONS: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/html': 'html',
  'application/zip': 'zip',
};

/**
 * The document in an element; `undefined` where there is none.
 * @param name without extension: it says what the document is, and not who it is about
 * @throws Unreadable for one that is broken
 */
export const documentIn = (node: Node | undefined, said: Answered, name: string): Document | undefined => {
  const bytes = bytesIn(at(node, 'contenido'), said.attachments);
  if (!bytes) return undefined;
  checkHash(at(node, 'hashDocumento'), bytes);
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(textAt(node, 'mimeType') ?? '')?.[0]?.toLowerCase();
  const contentType = type ?? 'application/pdf';
  return { contentType, name: `${name}.${EXTENSIONS[contentType] ?? 'bin'}`, bytes };
};

/** The content: an attachment (swaRef or MTOM), else base64 within the element. */
const bytesIn = (node: Node | undefined, attachments: Answered['attachments']): Uint8Array | undefined => {
  if (!node) return undefined;
  const reference = node.attributes.href ?? findNode(node, 'Include')?.attributes.href;
  if (reference !== undefined) {
    const bytes = attachments.get(decodeURIComponent(reference.replace(/^cid:/i, '')));
    if (!bytes) throw new Unreadable('attachment that is not there');
    return bytes;
  }
  // swaRef also as the text of the element.
  const text = node.text.trim();
  if (/^cid:/i.test(text)) return bytesIn({ ...node, attributes: { href: text } }, attachments);
  const base64 = text.replace(/\s+/g, '');
  if (base64 === '') return undefined;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new Unreadable('document that is no base64');
  return Buffer.from(base64, 'base64');
};

/** The hashes that are known, by the letters and digits of their names. */
const HASHES: Record<string, string> = { SHA256: 'sha256', SHA512: 'sha512', SHA384: 'sha384', SHA1: 'sha1' };

/** The hash may be written in base64, in hexadecimal, or as one of these in base64. */
const checkHash = (node: Node | undefined, bytes: Uint8Array): void => {
  const algorithm =
    HASHES[(textAt(node, 'algoritmoHash') ?? '').replace(/.*#/, '').replace(/\W/g, '').toUpperCase()];
  const hash = textAt(node, 'hash');
  if (!algorithm || !hash) return;
  const digest = createHash(algorithm).update(bytes).digest();
  const forms = [digest.toString('base64'), digest.toString('hex')];
  const isRight = [hash, Buffer.from(hash, 'base64').toString('latin1')].some((one) =>
    forms.some((form) => form === one || form === one.toLowerCase()),
  );
  if (!isRight) throw new Unreadable('document that does not have its hash');
};
