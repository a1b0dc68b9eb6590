import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWords, MAX_WORDS, matches, searchWords } from '../../../../shared/stores/clients/words.ts';

describe('words', () => {
  test.each([
    ['PANADERÍA NÚÑEZ, S.L.', 'panaderia nunez sl'],
    ['PANADERÍA NÚÑEZ, S.L.', 'núñ S.L'],
    ['Panaderia Nunez SL', 'PANADERÍA NÚÑEZ S.L.'],
    ['ACME S.A.U.', 's a u'],
    ['ana.garcia@acme-sl.es', 'ana.garcia@acme'],
    ['B12345674', 'b1234'],
    ['Straße 7º', 'STRASSE 7'],
    ['Peña-Rey', 'rey pen'],
    ['cualquiera', ' -. '],
  ])('%s is found by %s', (text, search) => {
    expect(matches(clientWords([text]), search)).toBe(true);
  });

  test.each([
    ['PANADERÍA NÚÑEZ', 'unez'],
    ['PANADERÍA NÚÑEZ', 'panaderia lopez'],
    ['B12345674', '1234'],
  ])('%s is not found by %s', (text, search) => {
    expect(matches(clientWords([text]), search)).toBe(false);
  });

  /** Text of any script, as a person writes it. */
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });

  test('a text is found by itself, and by each part of it that ends at a blank', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (parts) => {
        const whole = parts.join(' ');
        const words = clientWords([whole]);
        fc.pre(words.length < MAX_WORDS);
        for (let count = 1; count <= parts.length; count++)
          expect(matches(words, parts.slice(0, count).join(' '))).toBe(true);
      }),
    );
  });

  const letters = fc.string({
    unit: fc.constantFrom(...'aábcdeéiíïñnNÑÁoöuüç39'),
    minLength: 1,
    maxLength: 12,
  });

  test('a word is found by each of its beginnings, with accents and case or without', () => {
    fc.assert(
      fc.property(letters, fc.nat(11), (word, length) => {
        const beginning = word.slice(0, length + 1);
        const plain = beginning.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
        const words = clientWords([`otra ${word} más`]);
        for (const search of [
          beginning,
          plain,
          plain.toUpperCase(),
          beginning.toLowerCase().normalize('NFD'),
        ])
          expect(matches(words, search)).toBe(true);
      }),
    );
  });

  test('every word of a search must begin a word, and that is enough', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 4 });
    const some = fc.array(plain, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(some, some, (has, wanted) => {
        const expected = wanted.every((one) => has.some((word) => word.startsWith(one)));
        expect(matches(clientWords([has.join(' ')]), wanted.join(', '))).toBe(expected);
        expect(matches(clientWords(has.map((word) => word.toUpperCase())), wanted.join(' '))).toBe(expected);
      }),
    );
  });

  test('folding them again changes nothing', () => {
    fc.assert(
      fc.property(text, (sent) => {
        const words = searchWords(sent);
        expect(searchWords(words.join(' '))).toEqual(words);
      }),
    );
  });

  test('a client has no more than a transaction has room for', () => {
    const many = Array.from({ length: 400 }, (_, i) => `w${i}`).join(' ');
    expect(clientWords(['first', many])).toHaveLength(MAX_WORDS);
    expect(clientWords(['first', many])[0]).toBe('FIRST');
  });
});
