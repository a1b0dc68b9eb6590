import type { Document } from '../../kernel/document.ts';
import { isSameDocument, nieOfToday } from '../../kernel/text.ts';

/** Conversions between the values of the portal and the values of the interface. */

/** A date `YYYY-MM-DD` in the three fields of a screen: `<stem>DD`, `<stem>MM`, `<stem>AA`. */
export const dateFields = (stem: string, date: string, [day, month, year] = ['DD', 'MM', 'AA']) => {
  const [yyyy = '', mm = '', dd = ''] = date.split('-');
  return { [`${stem}${day}`]: dd, [`${stem}${month}`]: mm, [`${stem}${year}`]: yyyy };
};

/** `dd mm yyyy`, with blanks, slashes or hyphens, as `YYYY-MM-DD`; `''` for anything else. */
export const isoDate = (text: string): string => {
  const [, dd, mm, yyyy] = /^(\d{1,2})[ /-](\d{1,2})[ /-](\d{4})$/.exec(text.trim()) ?? [];
  return dd && mm && yyyy ? `${yyyy}-${mm.padStart(2, '0')}-${dd.padStart(2, '0')}` : '';
};

/** A number of 11 or 12 digits in the two fields of a screen: province (2 digits) and the rest. */
export const splitNumber = (digits: string): [province: string, rest: string] => [
  digits.slice(0, 2),
  digits.slice(2),
];

/** The same, as changes of these two fields. */
export const splitFields = (province: string, rest: string, digits: string): Record<string, string> => {
  const [first, second] = splitNumber(digits);
  return { [province]: first, [rest]: second };
};

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** An identity document as the portal expects it: leading zeros up to ten characters. */
export const padDocument = (dni: string): string => nieOfToday(dni).padStart(10, '0');

/** Whether two codes or documents are the same, apart from leading zeros and case. */
export const sameCode = isSameDocument;

/** A document that the portal shows, in its usual form: DNI and NIE have nine characters, a passport any number. */
export const unpadDocument = (shown: string, kind: string): string =>
  kind === '1' || kind === '6' ? nieOfToday(shown).slice(-9) : shown.replace(/^0+/, '');

/**
 * Kind of an identity document, from the form of its number, if the caller does not give it: 1 DNI (also the NIF K, L,
 * M of persons without DNI), 6 NIE, otherwise 2 passport.
 */
export const documentKind = (dni: string): '1' | '2' | '6' => {
  const number = nieOfToday(dni.toUpperCase()).replace(/^0+(?=.{9}$)/, '');
  if (/^(?:\d{1,8}|[KLM]\d{7})[A-Z]$/.test(number)) return '1';
  return /^[XYZ]\d{7}[A-Z]$/.test(number) ? '6' : '2';
};

/** The result of an accepted filing. */
export interface Accepted {
  /** The TA. Absent if the filing was accepted and the document could not be fetched. */
  document?: Document;
  /** The portal's message of acceptance, if it answers with a message instead of a document. */
  message?: string;
}

/** A worker in a contribution account. */
export interface WorkerInCcc {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  /** 12 digits. */
  nss: string;
}

/** A worker with the number of the identity document. */
export interface WorkerWithDni extends WorkerInCcc {
  dni: string;
}

/** A worker with number and kind of the identity document. */
export interface WorkerWithDocument extends WorkerWithDni {
  /** 1 DNI, 2 passport, 6 NIE. */
  identificacion: '1' | '2' | '6';
}

/** A worker whose registration changes on a date. */
export interface RecordChange extends WorkerWithDni {
  /** First day of the change, `YYYY-MM-DD`. */
  fecha_real: string;
}
