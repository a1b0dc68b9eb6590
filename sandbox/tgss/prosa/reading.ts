/** Reads the fields of a form. Leading zeros may be missing; wrong values are refused. */

import { type IsoDate, realDay } from '../../calendar.ts';
import type { Form } from '../../form.ts';
import { normalizeDocument } from '../../identifiers.ts';
import type { ContributionAccount, Person } from '../../state.ts';
import type { Context } from '../context.ts';
import { ProsaRefusal, TEXTS } from './refusal.ts';

/** Text of a required field. */
export function required(form: Form, name: string): string {
  const value = form.get(name);
  if (value === '') throw new ProsaRefusal(TEXTS.missing(name));
  return value;
}

/** Digits of an optional field. */
export function optionalDigits(form: Form, name: string, width: number): string {
  const value = form.get(name);
  if (value === '') return '';
  if (!/^\d+$/.test(value) || value.length > width) throw new ProsaRefusal(TEXTS.wrong(name));
  return value.padStart(width, '0');
}

/** Digits of a required field. */
export function digits(form: Form, name: string, width: number): string {
  required(form, name);
  return optionalDigits(form, name, width);
}

/** An optional `dd/mm/yyyy`. */
export function optionalDate(form: Form, name: string): IsoDate | undefined {
  const value = form.get(name);
  if (value === '') return undefined;
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) ?? [];
  const requiredDate = realDay(Number(year), Number(month), Number(day));
  if (!requiredDate) throw new ProsaRefusal(TEXTS.wrongDate);
  return requiredDate;
}

/** A required `dd/mm/yyyy`. */
export function date(form: Form, name: string): IsoDate {
  required(form, name);
  return optionalDate(form, name)!;
}

/** The worker of a complete affiliation number. */
export function readWorker(form: Form, context: Context): Person {
  const nss = digits(form, 'NA5NumSegSocialCompleto', 12);
  const worker = context.state.persons.find((person) => person.nss === nss);
  if (!worker) throw new ProsaRefusal(TEXTS.unknownWorker);
  return worker;
}

/** The account of a scheme and number, if the holder may act on it. */
export function readAccount(form: Form, context: Context): ContributionAccount {
  const written = digits(form, 'CC1EmpresaAut', 15);
  const account = context.state.accounts.find(({ ccc }) => ccc === written.slice(4));
  if (!account || !context.mayActOn(account.ccc)) throw new ProsaRefusal(TEXTS.unauthorisedAccount);
  if (account.regimen !== written.slice(0, 4)) throw new ProsaRefusal(TEXTS.wrongScheme);
  return account;
}

/** Refuses a document that is not the worker's. */
export function checkDocument(form: Form, worker: Person): void {
  const number = normalizeDocument(required(form, 'IP9NumDoc'));
  const right =
    digits(form, 'tipo', 1) === String(worker.identificacion) && number === normalizeDocument(worker.dni);
  if (!right) throw new ProsaRefusal(TEXTS.wrongDocument);
}

/** Whether the document is requested at once. */
export const wantsDocument = (form: Form): boolean => form.get('tipoImpresion').toLowerCase() === 'online';
