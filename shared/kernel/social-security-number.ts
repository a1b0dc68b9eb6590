import type { Identifier } from './fields.ts';

/**
 * Numbers of the Seguridad Social: of a person (NSS, 12 digits) and of a contribution account (CCC, 11). Each has two
 * digits of its province, a number, and two check digits. Older ones are a digit shorter: there the zero is missing that
 * newer ones have after the province.
 */

/** Digits of each kind; `account` is the scheme, four digits, with the contribution account. */
const WIDTHS = { nss: 12, ccc: 11, account: 15 } as const;
/** Kinds of identifiers that are such numbers. */
export type SocialSecurityNumber = keyof typeof WIDTHS;

/** Whether an identifier is a social security number. */
export const isSocialSecurityNumber = (kind: Identifier | undefined): kind is SocialSecurityNumber =>
  kind !== undefined && kind in WIDTHS;

/** Digits of the scheme before an account. Schemes begin with 0, but for the few from 1000. */
const SCHEME = 4;

/**
 * Codes of provinces: 01 to 50, Ceuta, Melilla and the former African provinces. Persons without a province have 66, which no
 * account has. Public programs check persons so; for accounts no list is public, so only 66 is taken out.
 */
const isProvince = (kind: SocialSecurityNumber, province: string): boolean =>
  (province >= '01' && province <= '53') || (kind === 'nss' && province === '66');

/**
 * The fault of a number whose province does not exist, in Spanish. Zeros have none: they say that there is no number.
 * @param number whole; nothing is said about another
 */
export const provinceFault = (kind: SocialSecurityNumber, number: unknown): string | undefined => {
  if (typeof number !== 'string' || number.length !== WIDTHS[kind] || !/^\d*[1-9]\d*$/.test(number))
    return undefined;
  const at = kind === 'account' ? SCHEME : 0;
  const province = number.slice(at, at + 2);
  if (isProvince(kind, province)) return undefined;
  const where = at === 0 ? 'los dos primeros dígitos' : 'los dos dígitos que siguen al régimen';
  return `No existe la provincia ${province}, que son ${where}: revise el número.`;
};

/**
 * Whether the last two digits of an NSS or CCC are the remainder of the others divided by 97. Of a number that has a zero
 * after its province the others count with that zero, or without it, as in the times of shorter numbers: for persons a
 * number under 10,000,000 is added to the province times 10,000,000. The sources disagree, so both are right.
 * @param number of 12 or 11 digits
 */
export const hasValidMod97 = (number: string): boolean => {
  const [province, sequence, control] = [number.slice(0, 2), number.slice(2, -2), number.slice(-2)];
  const joined = [province + sequence, ...(sequence.startsWith('0') ? [province + sequence.slice(1)] : [])];
  return joined.some((digits) => Number(digits) % 97 === Number(control));
};

/** The readings of a number that lacks a digit. */
export interface Readings {
  /** With a zero in front, as a spreadsheet program or JSON removes it. */
  inFront: string;
  /** With a zero after the province, as in older numbers. */
  afterProvince: string;
  /** The only possible reading. */
  only?: string;
}

/**
 * How a number that lacks one digit can be read. With the zero in front it is only read where its province is one and the other reading is
 * none: by the province, or since the check digits fit this reading alone.
 * @param digits one fewer than the kind has, the first of them no zero
 */
const readingsOf = (kind: SocialSecurityNumber, digits: string): Readings => {
  const scheme = kind === 'account' ? SCHEME : 0;
  const inFront = `0${digits}`;
  const afterProvince = `${digits.slice(0, scheme + 2)}0${digits.slice(scheme + 2)}`;
  const [front, after] = [inFront.slice(scheme), afterProvince.slice(scheme)];
  const isOnlyInFront =
    isProvince(kind, front.slice(0, 2)) &&
    (!isProvince(kind, after.slice(0, 2)) || (hasValidMod97(front) && !hasValidMod97(after)));
  return { inFront, afterProvince, ...(isOnlyInFront && { only: inFront }) };
};

/**
 * Restores the zeros that a number lost when it was written as an integer.
 * @param digits without leading zeros
 * @returns the whole number, or in Spanish why it is none
 */
export const wholeNumber = (
  kind: SocialSecurityNumber,
  digits: string,
): { number: string } | { error: string } => {
  const width = WIDTHS[kind];
  const error = `Debe tener ${width} dígitos.`;
  if (digits.length === width) return { number: digits };
  // If more digits are missing, they need not be zeros.
  if (digits.length !== width - 1) return { error };
  const { inFront, afterProvince, only } = readingsOf(kind, digits);
  return only === undefined
    ? {
        error: `${error} A ${digits} le falta un cero, y no se sabe dónde: puede ser ${inFront} o, si es un número antiguo, ${afterProvince}. Escriba todas sus cifras.`,
      }
    : { number: only };
};
