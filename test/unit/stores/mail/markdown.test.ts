import { expect, test } from 'vitest';
import { asMailData } from '../../../../shared/stores/mail/markdown.ts';

/** Names that callers choose, in our mails. */

test.each([
  ['Panadería Núñez & Hijos, S.L.', '«Panadería Núñez & Hijos, S.L.»'],
  ['J. A. García e hijos S.A.U.', '«J. A. García e hijos S.A.U.»'],
  ['Col·lecció d’Art', '«Col·lecció d’Art»'],
  ['24/7 Limpiezas: 1.500 clientes', '«24/7 Limpiezas: 1.500 clientes»'],
])('a name in a mail stays a name: %s', (name, shown) => {
  expect(asMailData(name)).toBe(shown);
});

test.each([
  ['with the ideographic full stop', 'malo。example'],
  ['with that of half width', 'malo｡example'],
  ['with a dot of full width', 'malo．example'],
  ['with one dot leader', 'malo․example'],
  ['with a mark on the letter before the dot', 'malo\u0301.example'],
  ['with a variation selector before the dot', 'malo\uFE0F.example'],
  ['with a mark after the dot', 'malo.\u0301example'],
  ['with slashes that are none', 'http:\u2044\u2044malo'],
  ['with a colon and slashes of full width', 'http：／／malo'],
  ['with an at sign of full width', 'robo＠malo'],
  ['of numbers', '192.0.2.7'],
  ['of numbers, with ideographic full stops', '192。0。2。7'],
])('an address in a name is omitted from a mail: %s', (_, address) => {
  expect(asMailData(`Entre en ${address} ya`)).toBeUndefined();
  expect(asMailData(address)).toBeUndefined();
});

const hostOf = (text: string): string | undefined => URL.parse(`http://${text}`)?.hostname;
/** Planes of Unicode that have symbols, without ideographs. */
const CODE_POINTS = [
  ...Array.from({ length: 0x20000 }, (_, code) => code),
  ...Array.from({ length: 0x200 }, (_, place) => 0xe0000 + place),
];

test('no sign in a name makes a domain in a mail, by the rules by which browsers read names', () => {
  const found: string[] = [];
  for (const code of CODE_POINTS) {
    const sign = String.fromCodePoint(code);
    for (const text of [`malo${sign}com`, `malo${sign}.com`, `malo.${sign}com`]) {
      if (hostOf(text) !== 'malo.com') continue;
      const shown = asMailData(text);
      // If a blank was inserted, it is not a domain any more.
      if (
        shown
          ?.slice(1, -1)
          .split(' ')
          .some((word) => hostOf(word) === 'malo.com')
      )
        found.push(sign);
    }
  }
  expect(found).toEqual([]);
});
