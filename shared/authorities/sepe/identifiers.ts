/** Identifiers in the forms of SEPE and of the interface. */

/** The footprint of a contract: province, year and number. */
const FOOTPRINT = /^E?-?(\d{2})-?(\d{4})-?(\d{7})(?:-?(\d{2}))?$/;

/** What SEPE appends to a contract's key for its transformation: there is never more than one. */
export const TRANSFORMATION_SUFFIX = '55';

/** A footprint in the fields of a form. */
export interface Footprint {
  province: string;
  year: string;
  number: string;
}

/** The parts of a footprint, written in any of the known ways; `undefined` for anything else. */
export const readFootprint = (text: string): Footprint | undefined => {
  const [, province, year, number] = FOOTPRINT.exec(text.replace(/\s/g, '').toUpperCase()) ?? [];
  return province && year && number ? { province, year, number } : undefined;
};

/** A footprint as the interface has it, `E-##-####-#######`, with the suffix of an extension or transformation. */
export const showFootprint = (text: string): string | undefined => {
  const [, province, year, number, suffix] = FOOTPRINT.exec(text.replace(/\s/g, '').toUpperCase()) ?? [];
  return province && ['E', province, year, number, ...(suffix ? [suffix] : [])].join('-');
};

/** The key of a contract in a document: `E` and 13 digits. */
export const contractKey = ({ province, year, number }: Footprint): string => `E${province}${year}${number}`;

/** A date `YYYY-MM-DD` as documents have it, `AAAAMMDD`. */
export const compactDate = (date: string): string => date.replaceAll('-', '');

/** `AAAAMMDD` or `DD/MM/AAAA` as `YYYY-MM-DD`; `undefined` for anything else. */
export const isoDate = (text: string): string | undefined => {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim());
  if (compact) return compact.slice(1).join('-');
  const [, day, month, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text.trim()) ?? [];
  return day && month && year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

/** A date `YYYY-MM-DD` as pages show it, `DD/MM/AAAA`. */
export const slashedDate = (date: string): string => date.split('-').reverse().join('/');

/** An identity document without the letter that says its kind in documents of SEPE, and without blanks. */
export const withoutKind = (document: string): string => document.replace(/^[DEUW]\s*/, '').trim();
