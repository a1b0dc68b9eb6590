import { nieOfToday } from '../../kernel/text.ts';

/** Conversions between identifiers of SEPE and of the interface. */

/** The footprint (huella) of a contract: province, year, number, and perhaps a suffix. */
const FOOTPRINT = /^E?-?(\d{2})-?(\d{4})-?(\d{7})(?:-?(\d{2}))?$/;

/**
 * The suffix that SEPE appends to a contract's key for its transformation. A contract has one transformation at most.
 */
export const TRANSFORMATION_SUFFIX = '55';

/** The parts of a footprint, as forms have them. */
export interface Footprint {
  province: string;
  year: string;
  number: string;
}

/** Province, year, number and suffix of a footprint in any known notation; nothing for anything else. */
const partsOf = (text: string): (string | undefined)[] =>
  FOOTPRINT.exec(text.replace(/\s/g, '').toUpperCase())?.slice(1) ?? [];

/** The parts of a footprint in any known notation; `undefined` for anything else. */
export const readFootprint = (text: string): Footprint | undefined => {
  const [province, year, number] = partsOf(text);
  return province && year && number ? { province, year, number } : undefined;
};

/** The contract and the number of an extension, from its identifier in any known notation. */
export const readExtension = (text: string): { footprint: Footprint; number: string } | undefined => {
  const footprint = readFootprint(text);
  const number = partsOf(text)[3];
  return footprint && number ? { footprint, number } : undefined;
};

/** A footprint in the interface's notation, `E-##-####-#######`, with the suffix of an extension or transformation. */
export const showFootprint = (text: string): string | undefined => {
  const parts = partsOf(text);
  return parts.length > 0 ? ['E', ...parts.filter(Boolean)].join('-') : undefined;
};

/** The suffix of a contract's own key in calls to work: it is not transformed. */
const NO_TRANSFORMATION = '00';

/** The key of a contract in a document: `E` and 13 digits. */
export const contractKey = ({ province, year, number }: Footprint): string => `E${province}${year}${number}`;

/** The contract of a call to work: its footprint, and the number of its transformation, if it has one. */
export interface CalledContract extends Footprint {
  transformation: string;
}

/** The contract of a call, `E-##-####-#########`: its number and the number of its transformation (`00` of none), joined or not. */
export const readCalledContract = (text: string): CalledContract | undefined => {
  const [, province, year, number, transformation = NO_TRANSFORMATION] =
    /^E-(\d{2})-(\d{4})-(\d{7})(?:-?(\d{2}))?$/.exec(text) ?? [];
  return province && year && number ? { province, year, number, transformation } : undefined;
};

/** The contract of a call as programs write it: number and transformation joined. */
export const showCalledContract = ({ province, year, number, transformation }: CalledContract): string =>
  ['E', province, year, number + transformation].join('-');

/** A date `YYYY-MM-DD` as in documents, `AAAAMMDD`. */
export const compactDate = (date: string): string => date.replaceAll('-', '');

/** `AAAAMMDD` or `DD/MM/AAAA` as `YYYY-MM-DD`; `undefined` for anything else. */
export const isoDate = (text: string): string | undefined => {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim());
  if (compact) return compact.slice(1).join('-');
  const [, day, month, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text.trim()) ?? [];
  return day && month && year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

/**
 * An identity document without blanks, and without the letter with which SEPE's documents give its kind; a NIE as of
 * today. With U and W are SEPE's own numbers, which may look like an older one.
 */
export const withoutKind = (document: string): string => {
  const number = document.replace(/^[DEUW]\s*/, '').trim();
  return /^[UW]/.test(document) ? number : nieOfToday(number);
};

/**
 * A worker's document as in SEPE's documents: the letter of its kind first. Eight characters need a blank before them,
 * as the schema has it.
 */
export const identifierOf = (kind: string, document: string): string => kind + document.padStart(9);
