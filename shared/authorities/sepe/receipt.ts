import { Refusal, Unreadable } from '../exchange.ts';
import { told } from './messages.ts';
import type { RecordResult } from './shipment.ts';

/**
 * What came of sending a document. `shipment`: SEPE took it in, its result is to be asked for. `closed`: it took
 * nothing in, because the service is shut at this hour. `found`: its answer was lost, and a look-up found all of it.
 */
export type Receipt = { shipment: string } | { closed: true } | { found: RecordResult[] };

/** Texts of `<ERROR>` that are about the service, and not about what was sent. */
const CLOSED = /^(?:CCT0208|CGE0088)$|no disponible en el siguiente horario|actualmente no est. disponible/i;

/**
 * Reads `<COMUNICACION>` with a number or an error. What stands in `<ERROR>` is a code of SEPE or a sentence.
 * @throws Refusal for an error, Unreadable for anything else, also for a number beside an error
 */
export const readReceipt = (text: string): Receipt => {
  const shipment = /<NUM_ENVIO>\s*([A-Za-z0-9-]{1,30})\s*<\/NUM_ENVIO>/.exec(text)?.[1];
  const error = errorOf(text);
  if (error !== undefined && !text.includes('<NUM_ENVIO>')) {
    if (CLOSED.test(error)) return { closed: true };
    throw new Refusal([told(error)]);
  }
  if (shipment && !text.includes('<ERROR>')) return { shipment };
  throw new Unreadable('neither shipment number nor error');
};

/** What stands in `<ERROR>`, where something does. */
export const errorOf = (text: string): string | undefined =>
  /<ERROR>([^<]{1,1000})<\/ERROR>/.exec(text)?.[1]?.trim() || undefined;
