/** Reads the fields of a form. Values without padding are accepted; missing and wrong values are refused. */

import { type IsoDate, realDay } from '../calendar.ts';
import type { Form } from '../form.ts';
import { normalizeDocument } from '../identifiers.ts';
import type { ContributionAccount, Person } from '../state.ts';
import type { Context } from './context.ts';
import type { AccountIds, WorkerIds } from './elements.ts';
import { DIL, Refusal } from './messages.ts';

/** The text of a text input. */
export const inputText = (form: Form, id: string): string => form.get(`txt_${id}`);

/** Whether a button was pressed. Its value does not matter: clients send it empty or damaged. */
export const pressed = (form: Form, id: string): boolean => form.has(`btn_${id}`);

/** Whether a single checkbox was ticked. */
export const ticked = (form: Form, id: string): boolean => form.has(`chk_${id}`);

/** Number of the chosen checkbox of a group: the name that occurs most often, or the first of several. */
export function tickedOf(form: Form, group: string): number | undefined {
  const names = form.names().filter((name) => name.startsWith(`chk_${group}_`));
  const times = (name: string) => names.filter((other) => other === name).length;
  const [chosen] = names.toSorted((a, b) => times(b) - times(a));
  return chosen === undefined ? undefined : Number(chosen.slice(`chk_${group}_`.length));
}

/** Whether the second option of a list is chosen, by index or by text. */
export const secondOption = (form: Form, id: string, text: string): boolean => {
  const value = form.get(`cbo_${id}`);
  return value === '1' || value.toLowerCase() === text.toLowerCase();
};

/** Digits of a fixed-width field, with leading zeros added; empty for an empty field. */
export function optionalDigits(form: Form, id: string, width: number): string {
  const value = inputText(form, id);
  if (value === '') return '';
  if (!/^\d+$/.test(value) || value.length > width) throw new Refusal(DIL.syntax, id);
  return value.padStart(width, '0');
}

/** Digits of a required fixed-width field, with leading zeros added. */
export function digits(form: Form, id: string, width: number): string {
  const value = optionalDigits(form, id, width);
  if (value === '') throw new Refusal(DIL.missing, id);
  return value;
}

/** A part-time coefficient in thousandths. Zero means full time, as does an empty field. */
export function coefficient(form: Form, id: string): string {
  const value = optionalDigits(form, id, 3);
  return value === '000' ? '' : value;
}

/** A date in three inputs; undefined if all are empty. */
export function optionalDate(form: Form, [day, month, year]: readonly string[]): IsoDate | undefined {
  const values = [year!, month!, day!].map((id) => inputText(form, id));
  if (values.every((value) => value === '')) return undefined;
  const [y, m, d] = values.map((value) => (/^\d{1,4}$/.test(value) ? Number(value) : Number.NaN));
  const date = realDay(y!, m!, d!);
  if (!date) throw new Refusal(DIL.wrongDate, day);
  return date;
}

/** A required date. */
export function requiredDate(form: Form, ids: readonly string[]): IsoDate {
  const date = optionalDate(form, ids);
  if (!date) throw new Refusal(DIL.missing, ids[0]);
  return date;
}

/** The first day of a month in two inputs; undefined if both are empty. */
export function optionalMonth(form: Form, month: string, year: string): IsoDate | undefined {
  const [m, y] = [inputText(form, month), inputText(form, year)];
  if (m === '' && y === '') return undefined;
  const date = /^\d{1,2}$/.test(m) && /^\d{4}$/.test(y) ? realDay(Number(y), Number(m), 1) : undefined;
  if (!date) throw new Refusal(DIL.wrongDate, month);
  return date;
}

/** The worker of an affiliation number, which must have its check digits. */
export function readWorker(form: Form, context: Context, ids: WorkerIds): Person {
  const province = digits(form, ids.province, 2);
  const number = digits(form, ids.number, 10);
  const person = context.state.persons.find(({ nss }) => nss === `${province}${number}`);
  if (!person) throw new Refusal(DIL.unknownWorker, ids.province);
  return person;
}

/** The account, if the holder may act on it. An account that does not exist gets the same refusal. */
export function readAccount(form: Form, context: Context, ids: AccountIds): ContributionAccount {
  const regimen = digits(form, ids.regimen, 4);
  const ccc = digits(form, ids.province, 2) + digits(form, ids.number, 9);
  const account = context.state.accounts.find((candidate) => candidate.ccc === ccc);
  if (!account || !context.mayActOn(ccc)) throw new Refusal(DIL.unauthorisedAccount, ids.province);
  if (account.regimen !== regimen) throw new Refusal(DIL.wrongScheme, ids.regimen);
  return account;
}

/** Refuses a document that is not the worker's. */
export function checkDocument(form: Form, worker: Person, ids: { type: string; number: string }): void {
  const type = digits(form, ids.type, 1);
  const number = inputText(form, ids.number);
  if (number === '') throw new Refusal(DIL.missing, ids.number);
  if (type !== String(worker.identificacion) || normalizeDocument(number) !== normalizeDocument(worker.dni)) {
    throw new Refusal(DIL.wrongDocument, ids.number);
  }
}

/** How a report is delivered; required. */
export function readPrintType(form: Form): 'online' | 'deferred' {
  const value = form.get('cbo_ListaTipoImpresion').toLowerCase();
  if (value === 'online') return 'online';
  if (value === 'diferido') return 'deferred';
  throw new Refusal(DIL.wrongPrintType, 'ListaTipoImpresion');
}
