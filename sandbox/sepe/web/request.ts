/** Reads requests to the web application. */

import { type IsoDate, realDay } from '../../calendar.ts';
import type { Form } from '../../form.ts';
import type { Context } from '../context.ts';
import { MESSAGES, type MessageCode } from '../messages.ts';
import type { Contract } from '../records.ts';

/** A refusal of the web application. Its text is shown on a page, as in the real application. */
export class Refusal extends Error {}

/** A request to the web application. */
export interface PageRequest {
  context: Context;
  form: Form;
  /** `pagina` of the address. */
  step: string;
  /** `origen` of the address: the purpose of a search. */
  origin: string;
  posted: boolean;
  shown: Shown;
}

/** The last page of a session. The application relies on it, so two dialogs in one session would get mixed up. */
export interface Shown {
  /** Identifiers of the contracts of a list; the page only has their positions. */
  list: string[];
  /** Identifier of the contract whose page it was, on which a button acts. */
  contract: string;
}

export const noneShown = (): Shown => ({ list: [], contract: '' });

/** A page, or a document. */
export type Reply = string | { pdf: Promise<Uint8Array> };

/** Refuses with the text of a code. */
export const refuse = (code: MessageCode): never => {
  throw new Refusal(MESSAGES[code]);
};

/** The day of three fields; empty if none is filled in. */
export function dayOfForm(form: Form, end: string): IsoDate | '' {
  const [day, month, year] = [`dia${end}`, `mes${end}`, `annio${end}`].map((name) => form.get(name));
  if (!day && !month && !year) return '';
  const found = realDay(Number(year), Number(month), Number(day));
  if (!found) throw new Refusal('El formato de la fecha no es correcto.');
  return found;
}

/** The footprint of the form: from its three parts, or from the field that was filled in instead. */
export function footprintOf(form: Form): string {
  const parts = [1, 2, 3].map((part) => form.get(`idcomunicacion${part}`)).join('');
  return (parts || form.get('idcomunicacion') || form.get('idcontrato')).replace(/\D/g, '').slice(0, 13);
}

/** The contract of a later page of a dialog, which has the identifier in a hidden field. */
export const postedContract = ({ context, form }: PageRequest): Contract =>
  context.contract(form.get('identificador')) ?? refuse('CCT4084');

/** The contract of the form's footprint. */
export function contractById({ context, form }: PageRequest): Contract {
  const id = footprintOf(form);
  if (id.length !== 13) throw new Refusal('Debe indicar el identificador de la comunicación.');
  return context.contract(id) ?? refuse('CCT4084');
}
