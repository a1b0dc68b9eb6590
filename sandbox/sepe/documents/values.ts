/** Reads and checks values of documents. Each check has a code for its error. */

import type { XmlElement } from '@rgrove/parse-xml';
import { addDays, type IsoDate, realDay } from '../../calendar.ts';
import { ccc, cif, dni, nie, nss } from '../../identifiers.ts';
import type { Context } from '../context.ts';
import { read } from '../xml.ts';

const SPAIN = '724';
/** Education levels as the application offers them. */
const LEVELS = new Set('11 12 21 22 23 31 32 33 34 41 51 52 53 54 55 56 57 58 59 60 61 80'.split(' '));

/** The day of an `AAAAMMDD`; undefined if there is no such day. */
export const dayOf = (text: string): IsoDate | undefined =>
  /^\d{8}$/.test(text)
    ? realDay(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6)))
    : undefined;

/** A day as `AAAAMMDD`. */
export const compact = (date: IsoDate | ''): string => date.slice(0, 10).replaceAll('-', '');

/** The same day this number of months later, or the last day of that month. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 8);
  for (let last = day; ; last -= 1) {
    const found = realDay(Number(first.slice(0, 4)), Number(first.slice(5, 7)), last);
    if (found) return found;
  }
}

/** Collects the codes of failed checks, each once. */
export class Checks {
  readonly errors: string[] = [];

  /** Adds the code if the condition does not hold. Returns the condition. */
  require(holds: boolean, code: string): boolean {
    if (!holds && !this.errors.includes(code)) this.errors.push(code);
    return holds;
  }
}

/** A document under examination, with its context and the failed checks so far. */
export interface Examined {
  document: XmlElement;
  context: Context;
  checks: Checks;
}

/** Reads a day. The codes are for a wrong length, and for a wrong form. */
export function readDay(
  text: string,
  checks: Checks,
  { length, form }: { length: string; form: string },
): IsoDate | '' {
  if (!checks.require(text.length === 8, length)) return '';
  const day = dayOf(text);
  checks.require(day !== undefined, form);
  return day ?? '';
}

/** Reads the first day of the communicated period. */
export const readStart = (text: string, checks: Checks): IsoDate | '' =>
  readDay(text, checks, { length: 'CCT0065', form: 'CCT0023' });

/** Reads the last day of the communicated period. */
export const readEnd = (text: string, checks: Checks): IsoDate | '' =>
  readDay(text, checks, { length: 'CCT0066', form: 'CCT0024' });

/** A province of Spain, then a number. There is no table of municipalities here. */
const isMunicipality = (code: string) => {
  const province = Number(code.slice(0, 2));
  return province >= 1 && province <= 52 && Number(code.slice(2)) > 0;
};

/** Checks a country, and a municipality, which is required in Spain and not allowed elsewhere. */
export function checkPlace(
  [country, municipality]: [string, string],
  checks: Checks,
  codes: { country: string; missing: string; number: string; table: string; elsewhere: string },
) {
  if (!checks.require(/^\d{3}$/.test(country) && country !== '000', codes.country)) return;
  if (country !== SPAIN) {
    checks.require(municipality === '', codes.elsewhere);
    return;
  }
  if (!checks.require(municipality !== '', codes.missing)) return;
  if (!checks.require(/^\d{5}$/.test(municipality), codes.number)) return;
  checks.require(isMunicipality(municipality), codes.table);
}

/** Checks the place of work. */
export const checkWorkplace = (place: [string, string], checks: Checks) =>
  checkPlace(place, checks, {
    country: place[0] === '' ? 'CCT0015' : 'CCT0035',
    missing: 'CCT0036',
    number: 'CCT0093',
    table: 'CCT0055',
    elsewhere: 'CCT0017',
  });

/** Reads the CNO of a code of eight characters, whose blanks count. */
export function readOccupation(text: string, checks: Checks): string {
  if (!checks.require(text.trim() !== '', 'CCT0014')) return '';
  checks.require(/^\d{4}(\d{4}| {4})$/.test(text), 'CCT0048');
  return text.slice(0, 4);
}

export const readLevel = (text: string, checks: Checks): string => {
  checks.require(LEVELS.has(text), 'CCT0002');
  return text;
};

const isCif = (number: string) =>
  !/^[A-Z]\d{8}$/.test(number) || cif(Number(number.slice(1, 8))).slice(-1) === number.slice(-1);

/**
 * Reads the company and its account. Both must be known and belong together, and the holder must be allowed to act on
 * the account.
 */
export function readCompany(
  document: XmlElement,
  context: Context,
  checks: Checks,
): { cif: string; account: string } {
  const company = { cif: read(document, 'DATOS_EMPRESA', 'CIF_NIF_EMPRESA', 'CIF_NIF'), account: '' };
  company.account =
    read(document, 'DATOS_EMPRESA', 'CODIGO_CUENTA_COTIZACION') || read(document, 'DATOS_EMPRESA', 'CCC');
  const { cif: number, account } = company;
  if (!checks.require(number !== '', 'CCT0077')) return company;
  if (!checks.require(/^[0-9A-Z]\d{7}[0-9A-Z]$/.test(number), 'CCT0078')) return company;
  if (!checks.require(/^\d*$/.test(account), 'CCT0091')) return company;
  if (!checks.require(account.length === 15, 'CCT0063')) return company;
  if (context.records.strict) {
    checks.require(isCif(number), 'CCT0033');
    const [province, sequence] = [Number(account.slice(4, 6)), Number(account.slice(6, 13))];
    checks.require(ccc(province, sequence) === account.slice(4), 'CCT0006');
  }
  if (!checks.require(context.company(number) !== undefined, 'CCT4087')) return company;
  const known = context.account(account.slice(4));
  if (!checks.require(known !== undefined, 'NCC0010')) return company;
  // Some clients do not know the scheme, and send zeros.
  checks.require(['0000', known!.regimen].includes(account.slice(0, 4)), 'CCT0004');
  if (!checks.require(known!.cif === number, 'NCC0012')) return company;
  checks.require(context.mayActOn(account), 'CCT0074');
  return company;
}

/** Reads the letter of the kind and the document, without the blanks that some clients put between them. */
export function readIdentifier(text: string, context: Context, checks: Checks): string {
  const identifier = text.replace(/\s/g, '').toUpperCase();
  if (!checks.require(identifier.length > 1, 'CCT0079')) return identifier;
  if (!checks.require(/^[DEUW]/.test(identifier), 'CCT0071')) return identifier;
  if (!checks.require(text.length <= 12, 'CCT0080')) return identifier;
  const shapes: Record<string, RegExp> = { D: /^\d{8}[A-Z]$/, E: /^[XYZ]\d{7}[A-Z]$/ };
  const number = identifier.slice(1);
  if (!checks.require((shapes[identifier.charAt(0)] ?? /^[0-9A-Z]+$/).test(number), 'CCT0009')) {
    return identifier;
  }
  if (context.records.strict && /^[DE]/.test(identifier)) {
    const right = identifier.startsWith('D')
      ? dni(Number(number.slice(0, 8)))
      : nie(number.charAt(0) as 'X' | 'Y' | 'Z', Number(number.slice(1, 8)));
    checks.require(right === number, 'CCT0070');
  }
  return identifier;
}

/** Reads the affiliation number, which is optional. */
export function readAffiliation(text: string, context: Context, checks: Checks): string {
  if (text === '') return text;
  if (!checks.require(/^\d+$/.test(text), 'CCT0094')) return text;
  if (!checks.require(text.length === 12, 'CCT0003')) return text;
  const province = Number(text.slice(0, 2));
  checks.require(province >= 1 && province <= 66, 'CCT0013');
  if (context.records.strict) checks.require(nss(province, Number(text.slice(2, 10))) === text, 'CCT0013');
  return text;
}

/** Reads the basic copy, if the document has one. */
export function readCopy(document: XmlElement, context: Context, checks: Checks) {
  const block = 'DATOS_COMUNICA_COPIA_BASICA';
  const copy = {
    signature: read(document, block, 'TIPO_FIRMA'),
    text: read(document, block, 'TEXTO_COPIABASICA'),
    workplace: read(document, block, 'DOMIC_CENTRO_TRABAJO'),
    communicated: context.time,
  };
  if (checks.require(copy.signature !== '', 'CCT0032')) {
    checks.require(/^[1-4]$/.test(copy.signature), 'CCT0052');
  }
  checks.require(copy.text.length <= 750 && copy.workplace.length <= 150, 'CCT0198');
  return copy;
}

/** Whether a start is more than three months in the future. */
export const tooEarly = (context: Context, start: IsoDate): boolean => start > addMonths(context.today, 3);
/** Whether a start is more than ten days ago. */
export const tooLate = (context: Context, start: IsoDate): boolean => start < addDays(context.today, -10);
