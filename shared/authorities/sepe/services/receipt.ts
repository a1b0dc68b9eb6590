import { Refusal, Unreadable } from '../../exchange.ts';
import { elementText, errorOf, hasElement } from './communication.ts';

/**
 * The answer to a document. `shipment`: SEPE received it, and its result must be asked for. `closed`: SEPE did not
 * receive it, because the service is closed at this hour.
 */
export type Receipt = { shipment: string } | { closed: true };

/** Texts of `<ERROR>` about the service, and not about the document. */
const CLOSED = /^(?:CCT0208|CGE0088)$|no disponible en el siguiente horario|actualmente no est. disponible/i;

/**
 * Reads `<COMUNICACION>` with a shipment number or an error. The text of `<ERROR>` is a code of SEPE or a sentence.
 * @throws Refusal for an error, Unreadable for anything else, also for a number together with an error
 */
export const readReceipt = (text: string): Receipt => {
  const shipment = /^[A-Za-z0-9-]{1,30}$/.exec(elementText(text, 'NUM_ENVIO') ?? '')?.[0];
  const error = errorOf(text);
  if (error !== undefined && !hasElement(text, 'NUM_ENVIO')) {
    if (CLOSED.test(error)) return { closed: true };
    throw new Refusal([error]);
  }
  if (shipment && !hasElement(text, 'ERROR')) return { shipment };
  throw new Unreadable('neither shipment number nor error');
};
