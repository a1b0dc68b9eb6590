import { isValidIBAN } from 'ibantools';
import * as cifNumber from 'stdnum/lib/cjs/es/cif.js';
import * as dniNumber from 'stdnum/lib/cjs/es/dni.js';
import * as nieNumber from 'stdnum/lib/cjs/es/nie.js';
import type { Identifier } from './fields.ts';
import { hasValidMod97 } from './social-security-number.ts';
import { withoutPadding } from './text.ts';

/**
 * Check digits of Spanish identifiers. The gateway only refuses wrong ones if a deployment is configured so: the
 * samples of the interface itself have wrong ones.
 */

const isDni = (number: string) => dniNumber.validate(number).isValid;
const isNie = (number: string) => nieNumber.validate(number).isValid;

/** Parts of a bank account, four characters each, as the interface sends them. */
const IBAN_PARTS = ['iban', 'entidad', 'oficina', 'dcnc', 'num1', 'num2'];

/** The text to check of a value as it was sent. An IBAN in parts is joined; `undefined` if a part is missing. */
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
 * True if the check digits are right, or if there are none to check.
 * @param context the whole request: `identificacion` or `docType` gives the kind of an identity document
 */
export const hasValidCheckDigits = (
  kind: Identifier,
  value: string,
  context: Record<string, unknown>,
): boolean => {
  const sent = value.trim().toUpperCase();
  const number = kind === 'cif' || kind === 'document' ? withoutPadding(sent) : sent;
  switch (kind) {
    case 'nss':
      return hasValidMod97(number.padStart(12, '0'));
    case 'ccc':
      return hasValidMod97(number.padStart(11, '0'));
    case 'account':
      return hasValidMod97(number.padStart(15, '0').slice(4));
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
