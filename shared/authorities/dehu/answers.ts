import type { Answer } from '../channel/answer.ts';
import { AccessDenied, OutOfService, Refusal, Unreadable } from '../exchange.ts';
import { maintenanceWords } from '../html/out-of-service.ts';
import { findNode, type Node, readXml, textAt, XmlFault } from '../sepe/xml-reading.ts';
import { type Parts, partsOf } from './multipart.ts';

/** What an operation answered: its element, and what it refers to. */
export interface Answered {
  node: Node;
  attachments: Parts['attachments'];
}

/** More than the longest list has. */
const MAX_TAGS = 500_000;
const MAINTENANCE = maintenanceWords('fuera de servicio|temporalmente no disponible');

/** How the service says that all went well. */
const WELL = '200';
/** Codes by which the certificate is not admitted. */
const NOT_ADMITTED = /^410[23]$/;
/** Codes that refuse what was asked; any other may mean something else, also that it took effect. */
const REFUSES = new Set(['4204', '4207', '4224', '4225']);

/**
 * The answer of an operation.
 * @param name of the element in the body
 * @throws Refusal, AccessDenied, OutOfService or Unreadable for any other
 */
export const answered = (answer: Answer | undefined, name: string): Answered => {
  if (!answer) throw new Unreadable('no answer');
  const { status } = answer;
  if (status === 401 || status === 403) throw new AccessDenied([NO_ACCESS]);
  const isXml = /xml|multipart/i.test(answer.contentType);
  if (status >= 400 && !(status === 500 && isXml)) throw unavailable(answer);
  if (!isXml) throw MAINTENANCE.test(beginningOf(answer)) ? unavailable(answer) : new Unreadable('no XML');
  const { root, attachments } = partsOf(answer);
  const body = findNode(readEnvelope(root), 'Body');
  const fault = body?.children.find((child) => child.name === 'Fault');
  if (fault) throw errorOf(textAt(fault, 'faultstring') ?? '');
  if (status !== 200) throw unavailable(answer);
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
  const text = message.replace(/\s+/g, ' ').trim().slice(0, 400);
  if (NOT_ADMITTED.test(code)) return new AccessDenied([text, NO_ACCESS]);
  if (REFUSES.has(code)) return new Refusal([text]);
  // Without the text, which may quote persons.
  return code === '' || code.startsWith('2')
    ? new OutOfService(500, false)
    : new Unreadable(`code ${code} is not known`);
};

const beginningOf = ({ body }: Answer): string => Buffer.from(body.subarray(0, 20_000)).toString('utf8');

const unavailable = (answer: Answer): OutOfService =>
  new OutOfService(answer.status, answer.status === 503 || MAINTENANCE.test(beginningOf(answer)));

const readEnvelope = (bytes: Uint8Array): Node => {
  try {
    return readXml(new TextDecoder().decode(bytes), MAX_TAGS);
  } catch (error) {
    if (error instanceof XmlFault) throw new Unreadable(`SOAP answer: ${error.message}`);
    throw error;
  }
};
