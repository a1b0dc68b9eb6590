import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findIn, searchText, textOf } from '../../../../shared/stores/clients/words.ts';

const EMPTY = { email: '', name: '', companyName: '' };
const named = (name: string) => ({ text: textOf('', searchText({ ...EMPTY, name })) });

/**
 * Whether a search finds a client by its whole words alone. The second client, which has the search as its name, prevents a
 * search within words.
 */
const matches = (client: { text: string }, search: string) =>
  findIn([client, named(search)], search).includes(client);
/** Whether a search finds a client although no word of the client begins like a word of the search. */
const isWithin = (client: { text: string }, search: string) => findIn([client], search).length > 0;

describe('a search for clients', () => {
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
  ])('clients that are named %s are found by %s', (text, search) => {
    expect(matches(named(text), search)).toBe(true);
  });

  test.each([
    ['PANADERÍA NÚÑEZ', 'unez'],
    ['PANADERÍA NÚÑEZ', 'panaderia lopez'],
    ['Taller 12345674', '345'],
  ])('clients that are named %s are not found by %s', (text, search) => {
    expect(matches(named(text), search)).toBe(false);
  });

  /** Text in any script, as a person writes it. */
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });

  test('clients are found by their whole text, and by each part of it that ends at a blank', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (parts) => {
        const whole = parts.join(' ');
        const client = named(whole);
        for (let count = 1; count <= parts.length; count++)
          expect(matches(client, parts.slice(0, count).join(' '))).toBe(true);
      }),
    );
  });

  const letters = fc.string({
    unit: fc.constantFrom(...'aábcdeéiíïñnNÑÁoöuüç39'),
    minLength: 1,
    maxLength: 12,
  });

  test('clients are found by each beginning of a word, with accents and case or without', () => {
    fc.assert(
      fc.property(letters, fc.nat(11), (word, length) => {
        const beginning = word.slice(0, length + 1);
        const plain = beginning.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
        const client = named(`otra ${word} más`);
        for (const search of [
          beginning,
          plain,
          plain.toUpperCase(),
          beginning.toLowerCase().normalize('NFD'),
        ])
          expect(matches(client, search)).toBe(true);
      }),
    );
  });

  test('clients are found if each word of the search begins a word, whatever the order', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 4 });
    const some = fc.array(plain, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(some, some, (has, wanted) => {
        const expected = wanted.every((one) => has.some((word) => word.startsWith(one)));
        expect(matches(named(has.join(' ')), wanted.join(', '))).toBe(expected);
        expect(matches(named(has.join('-').toUpperCase()), wanted.join(' '))).toBe(expected);
      }),
    );
  });
});

describe('a search for identifiers of clients', () => {
  const details = {
    email: 'nuñez.panes@mail.tahona.com.es',
    name: 'Obrador',
    companyName: 'Obrador S.L.',
    externalId: 'CLI-0042/2026-0123456789-ABCDE',
  };
  const client = { text: textOf('B12345674', searchText(details)) };

  test.each([
    ...['345', '5674', 'B12345674', 'b-12345674', '2345674 obr'],
    ...['UÑEZ', 'anes', 'ail', 'hona', 'com', 'nunez.panes@mail.tahona.com.es', 'uñez anes'],
    ...['0042', '042', 'c', 'cli-0042', '345 012'],
  ])('clients are found by the part %s of an identifier', (search) => {
    expect(matches(client, search)).toBe(true);
  });

  test.each([
    ['two characters that begin no word', '74'],
    ['two characters that begin no word, although a part begins with them', '34 345'],
    ['two parts as if they were one', '674nuñez'],
    ['a part of what the word consists of, in another order', '5612'],
    ['a part of the last label', 'ess'],
    ['a part after the first 24 characters', 'BCDE'],
    ['a part of a name', 'brador'],
  ])('clients are not found by %s', (_, search) => {
    expect(matches(client, search)).toBe(false);
  });

  test('clients are found by whole words also after the first 24 characters', () => {
    expect(matches(client, 'CLI-0042/2026-0123456789-ABCDE')).toBe(true);
  });
});

describe('a search within words', () => {
  test('clients are found by any part of their names', () => {
    expect(isWithin(named('PANADERÍA NÚÑEZ'), 'añadir ñez')).toBe(false);
    expect(isWithin(named('PANADERÍA NÚÑEZ'), 'nadéria ñez')).toBe(true);
  });

  test('the search within words is made only if no client has words that begin so', () => {
    const [within, beginning] = [named('Panadería'), named('Adería')];
    expect(findIn([within, beginning], 'ader')).toEqual([beginning]);
    expect(findIn([within], 'ader')).toEqual([within]);
  });

  test.each([
    ['anader', true],
    ['anader 28', true],
    ['a3', true],
    ['B12345674', false],
    ['cli-0042', false],
    ['cli 0042', true],
    ['345 674', false],
    ['ana@example.com', false],
  ])('the search within words is worth making, or not, for %s: %s', (search, worth) => {
    const within = named(search.replace(/\w+/g, (word) => `x${word}`));
    expect(isWithin(within, search)).toBe(worth);
  });
});
