/** Makes valid identifiers, and normalizes names and document numbers. */

const digits = (value: number, width: number) => String(value).padStart(width, '0');

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** National identity document of this number, with its letter. */
export const dni = (number: number): string => `${digits(number, 8)}${DNI_LETTERS[number % 23]}`;

/** Foreigner's number: the first letter counts as a leading 0, 1 or 2. */
export const nie = (series: 'X' | 'Y' | 'Z', number: number): string =>
  `${series}${digits(number, 7)}${DNI_LETTERS[('XYZ'.indexOf(series) * 10 ** 7 + number) % 23]}`;

/** The control of the seven digits of an entity's tax number: Luhn. */
export function entityControl(body: string): number {
  const sum = [...body].reduce((total, character, index) => {
    const doubled = Number(character) * 2;
    return total + (index % 2 === 0 ? Math.floor(doubled / 10) + (doubled % 10) : Number(character));
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** Tax number of a limited company (letter B, so its control is a digit). */
export const cif = (number: number): string => `B${digits(number, 7)}${entityControl(digits(number, 7))}`;

/** Affiliation number: province, eight digits, and both modulo 97. */
export const nss = (province: number, number: number): string =>
  `${digits(province, 2)}${digits(number, 8)}${digits((province * 10 ** 8 + number) % 97, 2)}`;

/** Contribution account: province, seven digits, and both modulo 97. */
export const ccc = (province: number, number: number): string =>
  `${digits(province, 2)}${digits(number, 7)}${digits((province * 10 ** 7 + number) % 97, 2)}`;

/** A name without accents, in upper case: clients write names in different ways. */
export const normalizeName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

/** A document number without padding zeros and blanks, in upper case: clients differ in these. */
export const normalizeDocument = (document: string): string =>
  document.replace(/\s/g, '').toUpperCase().replace(/^0+/, '');
