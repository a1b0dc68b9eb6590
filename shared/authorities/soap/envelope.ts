import type { Answer } from '../channel/channel.ts';
import { AccessDenied, OutOfService, Unreadable } from '../exchange.ts';
import { maintenanceWords } from '../html/page.ts';
import { findNode, type Node, readAnswerXml, textAt } from '../sepe/xml-reading.ts';
import { type Parts, partsOf } from './multipart.ts';

/** The answer of a service: the body of its envelope or the text of its fault, and the attachments to which it refers. */
export interface Enveloped {
  body: Node | undefined;
  /** Of a fault; `''` where it has no text. */
  fault: string | undefined;
  attachments: Parts['attachments'];
}

/** More than the longest list has. */
const MAX_TAGS = 500_000;
const MAINTENANCE = maintenanceWords('fuera de servicio|temporalmente no disponible');

/**
 * The envelope in an answer, with status 200 unless it is a fault.
 * @param noAccess message for a rejected certificate
 * @throws AccessDenied, OutOfService or Unreadable for any other answer
 */
export const envelopeIn = (answer: Answer | undefined, noAccess: string): Enveloped => {
  if (!answer) throw new Unreadable('no answer');
  const { status } = answer;
  if (status === 401 || status === 403) throw new AccessDenied([noAccess]);
  const isXml = /xml|multipart/i.test(answer.contentType);
  if (status >= 400 && !(status === 500 && isXml)) throw unavailable(answer);
  if (!isXml) throw MAINTENANCE.test(beginningOf(answer)) ? unavailable(answer) : new Unreadable('no XML');
  const { root, attachments } = partsOf(answer);
  const body = findNode(readAnswerXml('SOAP answer', new TextDecoder().decode(root), MAX_TAGS), 'Body');
  const fault = body?.children.find((child) => child.name === 'Fault');
  if (fault) return { body, fault: textAt(fault, 'faultstring') ?? '', attachments };
  if (status !== 200) throw unavailable(answer);
  return { body, fault: undefined, attachments };
};

const beginningOf = ({ body }: Answer): string => Buffer.from(body.subarray(0, 20_000)).toString('utf8');

const unavailable = (answer: Answer): OutOfService =>
  new OutOfService(answer.status, answer.status === 503 || MAINTENANCE.test(beginningOf(answer)));
