import { describe, expect, test } from 'vitest';
import { isNamed, meantBy, wordsOf } from '../../../functions/capabilities/search/words.ts';

/** The possible meanings of a search, in the ways in which people write it. */

describe('a document', () => {
  test.each([
    ['99999100E', '99999100E'],
    ['99.999.100-e', '99999100E'],
    [' 99999100 ', '99999100E'],
    ['099999100E', '99999100E'],
    ['x1234567l', 'X1234567L'],
    ['X-1234567-L', 'X1234567L'],
    ['X01234567L', 'X1234567L'],
    ['X1234567', 'X1234567L'],
    ['Y 1234567 X', 'Y1234567X'],
    ['PAB123456', 'PAB123456'],
  ])('the document %s is read as %s', (text, document) => {
    expect(meantBy(text).documents).toEqual([document]);
  });

  test('a name is not read as a document', () => {
    expect(meantBy('García').documents).toEqual([]);
  });
});

test.each(['280000000097', '28 00000000 97', '28/00000000/97', '28-0000000097'])(
  'the number of the Seguridad Social %s is found however it is written',
  (text) => {
    expect(meantBy(text).nss).toEqual(['280000000097']);
  },
);

test.each([
  ['28 9999011 51', '28999901151'],
  ['28/9999011/51', '28999901151'],
  ['0111 28 9999011 51', '011128999901151'],
])('the contribution account %s is read as %s', (text, account) => {
  expect(meantBy(text)).toMatchObject({ accounts: expect.arrayContaining([account]), company: undefined });
});

test('a company is searched for by its tax id without separators, otherwise as it is written', () => {
  expect(meantBy('B-12.345.674').company).toBe('B12345674');
  expect(meantBy('Talleres Ruiz, S.L.').company).toBe('Talleres Ruiz, S.L.');
});

test('the id of a trámite and the number of an authority are no names', () => {
  expect(meantBy('01kaj5z3w8q2n6t4r0m9xcvb7d')).toMatchObject({
    filing: '01KAJ5Z3W8Q2N6T4R0M9XCVB7D',
    words: [],
    company: undefined,
  });
  expect(meantBy('E-28-2026-0012345').reference).toBe('E2820260012345');
  expect(meantBy('Begoña Muñoz')).toMatchObject({ filing: undefined, reference: undefined });
});

describe('a name', () => {
  test('the words of a name have no accents, each once', () => {
    expect(wordsOf('Begoña MUÑOZ Núñez-Muñoz')).toEqual(['BEGONA', 'MUNOZ', 'NUNEZ']);
  });

  test.each([
    ['muñ', true],
    ['MUNOZ PENA', true],
    ['peña begoña', true],
    ['peñas', false],
    ['li', true],
    ['l', false],
    ['mu', false],
  ])('the search for %s finds BEGOÑA MUÑOZ PEÑA LI: %s', (text, isFound) => {
    expect(isNamed('BEGOÑA MUÑOZ PEÑA LI', wordsOf(text))).toBe(isFound);
  });
});
