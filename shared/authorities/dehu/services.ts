import { createHash } from 'node:crypto';
import type { Document } from '../../kernel/document.ts';
import type { Answer } from '../channel/channel.ts';
import { AccessDenied, OutOfService, Refusal, type Step, Unreadable } from '../exchange.ts';
import { collapse } from '../html/page.ts';
import { bytesInBase64 } from '../notices.ts';
import { element } from '../sepe/documents/xml.ts';
import { at, findNode, type Node, textAt } from '../sepe/xml-reading.ts';
import { type Enveloped, envelopeIn } from '../soap/envelope.ts';
import { actorOf, signedCall } from '../soap/security.ts';
import type { NoticeKey } from './notices.ts';

/** LEMA, the services of DEHú for large recipients: two addresses, and a namespace for each operation. */

const NAMESPACE = 'http://administracion.gob.es/punto-unico-notificaciones/';
const ACTION = 'https://administracionelectronica.gob.es/notifica/ws/lema/';
const LEMA = '/ws/v2/lema';
const REALISED = '/ws/v1/realizadas';

/** Address of each operation. `PeticionAcceso` is the only one with legal effect. */
export const SERVICES = {
  Localiza: { path: LEMA, namespace: `${NAMESPACE}localiza` },
  PeticionAcceso: { path: LEMA, namespace: `${NAMESPACE}peticionAcceso` },
  ConsultaAnexos: { path: LEMA, namespace: `${NAMESPACE}consultaAnexos` },
  ConsultaAcusePdf: { path: LEMA, namespace: `${NAMESPACE}consultaAcusePdf` },
  LocalizaRealizadas: { path: REALISED, namespace: `${NAMESPACE}localizaRealizadas` },
  ConsultaRealizadas: { path: REALISED, namespace: `${NAMESPACE}consultaRealizadas` },
} as const;
export type ServiceName = keyof typeof SERVICES;

/**
 * The signed call of an operation.
 * @param content the XML inside its element, which may name who acts
 */
export const callStep = (
  operation: ServiceName,
  content: (actor: ReturnType<typeof actorOf>) => string,
): Step => {
  const { path, namespace } = SERVICES[operation];
  return signedCall(
    { path, action: ACTION + operation },
    // The default namespace: dates under a prefix are an internal error there.
    (credential) => `<${operation} xmlns="${namespace}">${content(actorOf(credential))}</${operation}>`,
  );
};

/** The answer of an operation: its element, and the attachments to which it refers. */
export interface Answered extends Pick<Enveloped, 'attachments'> {
  node: Node;
}

/** How the service says that all went well. */
const WELL = '200';
/** Codes of a rejected certificate. */
const NOT_ADMITTED = /^410[23]$/;
/** Codes that refuse the request. Any other code may mean anything, even that the request took effect. */
const REFUSES = new Set(['4204', '4207', '4224', '4225']);

/**
 * The answer of an operation.
 * @param name of the element in the body
 * @throws Refusal, AccessDenied, OutOfService or Unreadable for any other
 */
export const answered = (answer: Answer | undefined, name: string): Answered => {
  const { body, fault, attachments } = envelopeIn(answer, NO_ACCESS);
  if (fault !== undefined) throw errorOf(fault);
  const node = body?.children.find((child) => child.name === name);
  if (!node) throw new Unreadable(`no ${name}`);
  const code = textAt(node, 'codigoRespuesta') ?? '';
  if (code !== WELL) throw errorOf(`${code} ${textAt(node, 'descripcionRespuesta') ?? ''}`);
  return { node, attachments };
};

const NO_ACCESS =
  'DEHú no autoriza el acceso con este certificado: su titular debe estar dado de alta en LEMA como gran destinatario.';

/** The error for a message with a code of four digits. */
const errorOf = (message: string): Error => {
  const code = /\b\d{4}\b/.exec(message)?.[0] ?? '';
  const text = collapse(message).slice(0, 400);
  if (NOT_ADMITTED.test(code)) return new AccessDenied([text, NO_ACCESS]);
  if (REFUSES.has(code)) return new Refusal([text]);
  // Without the text, which may quote persons.
  return code === '' || code.startsWith('2')
    ? new OutOfService(500, false)
    : new Unreadable(`code ${code} is not known`);
};

/** Parts of the messages of several operations: the name of a notice, and documents. */

/** The elements that name a notice, in the order of the schema. */
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
 * Reads the document in an element; `undefined` if there is none.
 * @param name without extension; it names the kind of document, never a person
 * @throws Unreadable for a broken one
 */
export const documentIn = (node: Node | undefined, reply: Answered, name: string): Document | undefined => {
  const bytes = bytesIn(at(node, 'contenido'), reply.attachments);
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
  return bytesInBase64(text);
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
