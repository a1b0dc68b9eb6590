import * as cif from 'stdnum/lib/cjs/es/cif.js';
import * as dni from 'stdnum/lib/cjs/es/dni.js';
import * as nie from 'stdnum/lib/cjs/es/nie.js';
import type { Identifier } from '../../../shared/kernel/fields.ts';
import {
  hasValidMod97,
  isSocialSecurityNumber,
  provinceFault,
} from '../../../shared/kernel/social-security-number.ts';

/** Numbers of persons, companies and accounts, as people write them and as they are sent. */

/** Length of the kinds of numbers that consist of digits only. */
const WIDTHS: Partial<Record<Identifier, number>> = { nss: 12, ccc: 11, account: 15 };

/**
 * A number as it is sent, from the text that a person wrote: separators are removed from `99.999.102-R` and `28/99999101/44`. A
 * text with unexpected letters is left unchanged.
 */
export const readNumber = (kind: Identifier, written: string): string => {
  const read = written.replace(/[\s./·-]/g, '').toUpperCase();
  return /^\d+$/.test(read) || !(kind in WIDTHS) ? read : written;
};

/** The mistake in a number, in Spanish; `undefined` if it is right, empty or of a kind that cannot be checked. */
export const mistakeIn = (kind: Identifier, written: string): string | undefined => {
  const number = readNumber(kind, written);
  if (number === '') return undefined;
  const width = WIDTHS[kind];
  if (width) {
    if (number.length !== width || !/^\d+$/.test(number))
      return `Debe tener ${width} cifras, y tiene ${number.replace(/\D/g, '').length}.`;
    const ofProvince = isSocialSecurityNumber(kind) ? provinceFault(kind, number) : undefined;
    if (ofProvince) return ofProvince;
    return hasValidMod97(number.slice(kind === 'account' ? 4 : 0)) ? undefined : WRONG_CONTROL;
  }
  if (kind === 'iban') return undefined;
  if (/^\d{8}[A-Z]$/.test(number)) return dni.validate(number).isValid ? undefined : WRONG_LETTER;
  if (/^[XYZ]\d{7}[A-Z]$/.test(number)) return nie.validate(number).isValid ? undefined : WRONG_LETTER;
  if (/^\d{8}$/.test(number)) return 'Falta la letra del final.';
  // A passport number has no fixed format.
  return kind === 'cif' && !cif.validate(number).isValid ? 'No es un CIF, DNI ni NIE: revíselo.' : undefined;
};

const WRONG_CONTROL = 'Las dos últimas cifras no cuadran con las demás: revise el número.';
const WRONG_LETTER = 'La letra no cuadra con las cifras: revise el número.';

/** Whether a number is complete, so that a mistake in it is not merely a number that is still being written. */
export const isWhole = (kind: Identifier, written: string): boolean =>
  readNumber(kind, written).length >= (WIDTHS[kind] ?? 9);
