import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as made from '../../../sandbox/identifiers.ts';
import type { Identifier } from '../../../shared/kernel/fields.ts';
import { hasValidCheckDigits, identifierText } from '../../../shared/kernel/identifiers.ts';
import { withoutPadding } from '../../../shared/kernel/text.ts';

/** Check digits of identifiers, and which texts are checked. */

const DNI = made.dni(12345678);
const NIE = made.nie('X', 1234567);
const CIF = made.cif(5881850);
const IBAN = 'ES9121000418450200051332';
const NSS = made.nss(28, 12345678);
const CCC = made.ccc(8, 1234567);

/** The same identifier with another last character. */
const wrong = (right: string) =>
  right.slice(0, -1) +
  (/\d$/.test(right) ? (Number(right.at(-1)) + 1) % 10 : right.endsWith('A') ? 'B' : 'A');

const isValid = (kind: Identifier, value: string, context: Record<string, unknown> = {}) =>
  hasValidCheckDigits(kind, value, context);

describe.each<[Identifier, string]>([
  ['nss', NSS],
  ['ccc', CCC],
  ['iban', IBAN],
  ['cif', CIF],
  ['cif', DNI],
  ['cif', NIE],
  ['document', DNI],
  ['document', NIE],
])('the identifier %s %s', (kind, right) => {
  test('the identifier is right, and is wrong with another end', () => {
    expect(isValid(kind, right)).toBe(true);
    expect(isValid(kind, wrong(right))).toBe(false);
  });

  test('the identifier is right with blanks at its ends, and in lower case too', () => {
    expect(isValid(kind, ` ${right.toLowerCase()} `)).toBe(true);
    expect(isValid(kind, ` ${wrong(right).toLowerCase()} `)).toBe(false);
  });
});

describe('numbers that lost their leading zeros', () => {
  test('the numbers are the same as those with their zeros', () => {
    expect(CCC.startsWith('0')).toBe(true);
    expect(isValid('ccc', CCC.slice(1))).toBe(true);
    expect(isValid('ccc', wrong(CCC.slice(1)))).toBe(false);
    const nss = made.nss(8, 12345678);
    expect(isValid('nss', nss.slice(1))).toBe(true);
    expect(isValid('nss', wrong(nss.slice(1)))).toBe(false);
    // If the zero after the province does not count, it matters where the second part begins.
    expect(isValid('nss', `800000001${80_000_001 % 97}`)).toBe(true);
    expect(isValid('ccc', `80000001${8_000_001 % 97}`)).toBe(true);
  });
});

test.each<[Identifier, before: string, number: string]>([
  ['nss', '', '2800000001'],
  ['nss', '', '2801234567'],
  ['ccc', '', '280000001'],
  ['ccc', '', '280123456'],
  ['account', '0111', '280123456'],
])(
  'the zero after the province of an %s may be left out or not, and nothing else is right (%s%s)',
  (kind, before, number) => {
    const good = [number, number.slice(0, 2) + number.slice(3)].map((joined) => Number(joined) % 97);
    for (let control = 0; control < 100; control++) {
      const whole = `${before}${number}${String(control).padStart(2, '0')}`;
      expect(isValid(kind, whole), whole).toBe(good.includes(control));
    }
  },
);

describe('the kind of an identity document', () => {
  test.each<[Record<string, unknown>, string, boolean]>([
    [{ identificacion: 1 }, DNI, true],
    [{ identificacion: '1' }, wrong(DNI), false],
    [{ identificacion: '1' }, NIE, false],
    [{ docType: 'D' }, DNI, true],
    [{ docType: 'D' }, NIE, false],
    [{ identificacion: '6' }, NIE, true],
    [{ identificacion: '6' }, wrong(NIE), false],
    [{ identificacion: '6' }, DNI, false],
    [{ docType: 'E' }, NIE, true],
    [{ docType: 'E' }, DNI, false],
    [{ identificacion: '2' }, wrong(DNI), true],
    [{ docType: 'P' }, wrong(DNI), true],
    // The first of the two fields counts.
    [{ identificacion: '2', docType: 'D' }, wrong(DNI), true],
    // If the kind is unknown, a number that looks like one of them must be valid.
    [{}, wrong(DNI), false],
    [{}, wrong(NIE), false],
    [{}, 'PAB123456', true],
    [{}, `${DNI}1`, true],
    [{}, `A${wrong(DNI)}`, true],
    [{}, `A${wrong(NIE)}`, true],
    [{}, `${wrong(NIE)}1`, true],
    [{}, '1234567A', true],
    [{}, 'X123456A', true],
  ])('the kind in %j of %s is right: %s', (context, document, expected) => {
    expect(isValid('document', document, context)).toBe(expected);
  });
});

describe('the zero with which TGSS prints documents', () => {
  test.each([
    [`0${DNI}`, DNI],
    [`0${NIE}`, NIE],
    [`0${CIF}`, CIF],
    [DNI, DNI],
    // Not ten characters, or no leading zero.
    [`00${DNI}`, `00${DNI}`],
    [`0${DNI}1`, `0${DNI}1`],
    [`1${DNI}`, `1${DNI}`],
    ['0123456789A', '0123456789A'],
    ['0AB345678Z', '0AB345678Z'],
    ['012345678-', '012345678-'],
    ['0-1234567Z', '0-1234567Z'],
  ])('the document %s is read as %s', (printed, document) => {
    expect(withoutPadding(printed)).toBe(document);
  });

  test('the zero is no part of documents and tax ids, and is part of all other values', () => {
    expect(isValid('document', `0${DNI}`, { identificacion: '1' })).toBe(true);
    expect(isValid('document', `0${wrong(DNI)}`, { identificacion: '1' })).toBe(false);
    expect(isValid('cif', `0${CIF}`)).toBe(true);
    expect(isValid('cif', `0${wrong(CIF)}`)).toBe(false);
  });
});

describe('the text of a value', () => {
  const PARTS = { iban: 'ES91', entidad: '2100', oficina: '0418', dcnc: '4502', num1: '0005', num2: '1332' };

  test('the text is the value itself, text or number', () => {
    expect(identifierText('nss', NSS)).toBe(NSS);
    expect(identifierText('ccc', 8123)).toBe('8123');
    expect(identifierText('iban', IBAN)).toBe(IBAN);
    for (const none of [undefined, null, true, {}, [NSS]])
      expect(identifierText('nss', none)).toBeUndefined();
  });

  test('the text of an account in parts has all of its parts with four characters each', () => {
    expect(identifierText('iban', PARTS)).toBe(IBAN);
    expect(identifierText('iban', { ...PARTS, num1: 5, oficina: 418 })).toBe(IBAN);
    expect(identifierText('iban', null)).toBeUndefined();
    for (const part of Object.keys(PARTS))
      expect(identifierText('iban', { ...PARTS, [part]: undefined }), part).toBeUndefined();
    expect(identifierText('nss', PARTS)).toBeUndefined();
  });
});

test('one or two of the hundred controls of a number are right', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 52 }),
      fc.integer({ min: 0, max: 99_999_999 }),
      (province, number) => {
        const nss = made.nss(province, number);
        const right = Array.from(
          { length: 100 },
          (_, control) => nss.slice(0, -2) + String(control).padStart(2, '0'),
        );
        const taken = right.filter((one) => isValid('nss', one));
        expect(taken).toContain(nss);
        // The zero after the province may count or not.
        expect(taken.length).toBeLessThanOrEqual(number < 10_000_000 ? 2 : 1);
      },
    ),
  );
});

test('an old number, from shorter numbers, is right with the check digits that it had then', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 53 }),
      fc.integer({ min: 0, max: 9_999_999 }),
      (province, number) => {
        const digits = (value: number, width: number) => String(value).padStart(width, '0');
        const control = digits((province * 10_000_000 + number) % 97, 2);
        expect(isValid('nss', digits(province, 2) + digits(number, 8) + control)).toBe(true);
        const ofAccount = number % 1_000_000;
        const its = digits((province * 1_000_000 + ofAccount) % 97, 2);
        expect(isValid('ccc', digits(province, 2) + digits(ofAccount, 7) + its)).toBe(true);
      },
    ),
  );
});

test('a company’s tax number ends in its control, as digit or as letter, and in nothing else', () => {
  const letters = 'JABCDEFGHI';
  const ends = [...`0123456789${letters}`];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), (number) => {
      const right = made.cif(number);
      const [body, control] = [right.slice(0, -1), right.at(-1)!];
      expect(ends.filter((end) => isValid('cif', body + end))).toEqual([control, letters[Number(control)]]);
    }),
  );
});
