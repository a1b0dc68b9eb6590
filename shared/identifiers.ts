import { isValidIBAN } from 'ibantools';
import * as cifNumber from 'stdnum/lib/cjs/es/cif.js';
import * as dniNumber from 'stdnum/lib/cjs/es/dni.js';
import * as nieNumber from 'stdnum/lib/cjs/es/nie.js';
import type { Identifier } from './fields.ts';

/**
 * Check digits of Spanish identifiers. The gateway refuses wrong ones only where a deployment asks for it: the
 * interface's own samples would not pass.
 */

/**
 * Social security numbers (12 digits) and contribution accounts (11): the last two digits are what remains of the
 * preceding ones divided by 97. For numbers with leading zeros after the province the sources disagree on how the two
 * parts are joined, so either reading is accepted.
 */
export const hasValidMod97 = (number: string): boolean => {
  const control = Number(number.slice(-2));
  const province = number.slice(0, 2);
  const sequence = number.slice(2, -2);
  const joined = [BigInt(province + sequence), BigInt(province + String(Number(sequence)))];
  return joined.some((digits) => Number(digits % 97n) === control);
};

const isDni = (number: string) => dniNumber.validate(number).isValid;
const isNie = (number: string) => nieNumber.validate(number).isValid;

/** Parts of a bank account, four characters each, as the interface sends them. */
const IBAN_PARTS = ['iban', 'entidad', 'oficina', 'dcnc', 'num1', 'num2'];

/** What is to be checked of a value as it was sent: one in parts is joined; `undefined` where there is nothing whole. */
export const identifierText = (kind: Identifier, value: unknown): string | undefined => {
  if (kind === 'iban' && typeof value === 'object' && value !== null) {
    const parts = IBAN_PARTS.map((part) => (value as Record<string, unknown>)[part]);
    return parts.includes(undefined)
      ? undefined
      : parts.map((part) => String(part).padStart(4, '0')).join('');
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

/**
 * True when the check digits are right, or when the kind has none to check.
 * @param context the whole request: the kind of an identity document is said by `identificacion` or `docType`
 */
export const hasValidCheckDigits = (
  kind: Identifier,
  value: string,
  context: Record<string, unknown>,
): boolean => {
  const number = value.trim().toUpperCase();
  switch (kind) {
    case 'nss':
      return hasValidMod97(number.padStart(12, '0'));
    case 'ccc':
      return hasValidMod97(number.padStart(11, '0'));
    case 'iban':
      return isValidIBAN(number);
    case 'cif':
      return cifNumber.validate(number).isValid || isDni(number) || isNie(number);
    case 'document':
      switch (String(context.identificacion ?? context.docType ?? '')) {
        case '1':
        case 'D':
          return isDni(number);
        case '6':
        case 'E':
          return isNie(number);
        case '':
          return !/^([0-9]{8}[A-Z]|[XYZ][0-9]{7}[A-Z])$/.test(number) || isDni(number) || isNie(number);
        default:
          return true;
      }
  }
};
