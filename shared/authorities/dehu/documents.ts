import { createHash } from 'node:crypto';
import type { Document } from '../../kernel/document.ts';
import { type Exchange, NothingFound, Unreadable } from '../exchange.ts';
import { element } from '../sepe/documents/xml.ts';
import { at, findNode, type Node, textAt } from '../sepe/xml-reading.ts';
import { type Answered, answered } from './answers.ts';
import { findRealised, type Which } from './listing.ts';
import type { Notice, NoticeKey } from './notices.ts';
import { callStep } from './services.ts';

/** A notice that is no longer pending, and what was asked of it. */
export interface Detail {
  notice: Notice;
  /** When it came to its state, ISO 8601; `''` where the service does not say. */
  ended: string;
  /** Absent where the service gives none, such as only a link to it. */
  document?: Document;
  /** Names of its annexes. */
  annexes: string[];
}

/** A notice that is no longer pending, with its document. What is pending is not asked for: that would open it. */
export const realisedDetail: Exchange<'reading', Which, Detail> = {
  kind: 'reading',
  authority: 'dehu',
  name: 'LEMA ConsultaRealizadas',
  standing: {
    state: 'confirmed',
    note: 'Classes made from its WSDL and a program with the real service: the document by MTOM, its date.',
    ifWrong:
      'Nothing: it is asked only of what the list of realised ones shows, whose state does not change any more.',
  },
  *script(which) {
    const notice = yield* findRealised(which);
    const answer = yield callStep(
      'ConsultaRealizadas',
      ({ nif, name }) =>
        keyOf(notice) + element('nifPeticion', nif) + element('nombrePeticion', name) + conceptOf(notice),
    );
    const said = answered(answer, 'RespuestaConsultaRealizadas');
    isOf(said.node, notice);
    return { notice, ended: textAt(said.node, 'fechaUltimoEstado') ?? '', ...contentOf(said) };
  },
};

/** The receipt (acuse) of a notice that is no longer pending, which DEHú gives for a day. */
export const receipt: Exchange<'reading', Which, Document> = {
  kind: 'reading',
  authority: 'dehu',
  name: 'LEMA ConsultaAcusePdf',
  standing: {
    state: 'confirmed',
    note: 'Classes made from its WSDL; documents of a project with it: nothing older than a day.',
    ifWrong: 'Nothing: it gives the receipt of what was opened before.',
  },
  *script(which) {
    const notice = yield* findRealised(which);
    const found = receiptStep(notice, notice.ended!.receipt);
    if (!found) throw new NothingFound(NO_RECEIPT, 'id');
    const document = receiptOf(answered(yield found, 'RespuestaConsultaAcusePdf'));
    if (!document) throw new NothingFound(NO_RECEIPT, 'id');
    return document;
  },
};

const NO_RECEIPT =
  'DEHú no da su resguardo: solo lo hace durante un día desde que se abre. El de las que acepta este servicio está en su ' +
  'trámite.';

/** Asks for a receipt; `undefined` where nothing names it. */
export const receiptStep = (notice: NoticeKey, { reference, csv }: { reference: string; csv: string }) => {
  const name = reference ? element('referencia', reference) : csv && element('csvResguardo', csv);
  if (!name) return undefined;
  return callStep(
    'ConsultaAcusePdf',
    ({ nif }) =>
      `${element('nifReceptor', nif)}${keyOf(notice)}<identificadorAcusePdf>${name}</identificadorAcusePdf>`,
  );
};

/** The receipt in an answer; `undefined` where there is none. @throws Unreadable for one that is broken */
export const receiptOf = (said: Answered): Document | undefined =>
  documentIn(at(said.node, 'acusePdf'), said, 'resguardo');

/** What names a notice, in the order of the schema. */
export const keyOf = ({ identifier, origin }: NoticeKey): string =>
  element('identificador', identifier) + element('codigoOrigen', origin);

/** It must be that of the list, letter by letter. */
export const conceptOf = ({ concept }: Pick<Notice, 'concept'>): string => element('concepto', concept);

/** @throws Unreadable where the answer is about another notice */
export const isOf = (node: Node, { identifier, origin }: NoticeKey): void => {
  if (textAt(node, 'identificador') !== identifier || textAt(node, 'codigoOrigen') !== origin)
    throw new Unreadable('answer about another notice');
};

/** Document and names of annexes. @throws Unreadable for a document that is broken */
export const contentOf = (said: Answered): Pick<Detail, 'document' | 'annexes'> => {
  const document = documentIn(at(said.node, 'documento'), said, 'notificacion');
  const annexes = at(said.node, 'anexos')?.children.flatMap(({ children }) => children) ?? [];
  return {
    ...(document && { document }),
    annexes: annexes.map((annex) => textAt(annex, 'nombre') ?? '').filter((name) => name !== ''),
  };
};

const EXTENSIONS: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/html': 'html',
  'application/zip': 'zip',
};

/** @param name without extension: it says what the document is, and not who it is about */
const documentIn = (node: Node | undefined, said: Answered, name: string): Document | undefined => {
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
