import type { Answer } from '../channel/answer.ts';
import { AccessDenied, OutOfService, Refusal, Unreadable } from '../exchange.ts';
import { type Node, textAt } from '../sepe/xml-reading.ts';
import { type Enveloped, envelopeIn } from '../soap/envelope.ts';

/** What an operation answered: its element, and what it refers to. */
export interface Answered extends Pick<Enveloped, 'attachments'> {
  node: Node;
}

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
  const text = message.replace(/\s+/g, ' ').trim().slice(0, 400);
  if (NOT_ADMITTED.test(code)) return new AccessDenied([text, NO_ACCESS]);
  if (REFUSES.has(code)) return new Refusal([text]);
  // Without the text, which may quote persons.
  return code === '' || code.startsWith('2')
    ? new OutOfService(500, false)
    : new Unreadable(`code ${code} is not known`);
};
