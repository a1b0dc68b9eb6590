import { expect, test } from 'vitest';
import { codesOf, matching } from '../../../../panel/src/shared/codes.ts';
import { codeLists } from '../../../../reference/code-lists.ts';

/** The search for codes. */

const rows = codeLists.occupations();
const occupations = codesOf(Object.fromEntries(rows.map(([code = '', text]) => [code, `${code} · ${text}`])));
const found = (written: string) => matching(occupations, written).map(({ code }) => code);

test('a code is found by the beginning of its number, and not by digits within it', () => {
  expect(found('4309')).toEqual(['4309']);
  expect(found('43').length).toBeGreaterThan(0);
  expect(found('43').every((code) => code.startsWith('43'))).toBe(true);
});

test('a code is found by words in any order, without accents and capitals', () => {
  const [code = '', text = ''] = rows.find(([, each]) => /[áéíóú]/.test(each!) && each!.includes(' '))!;
  const words = text
    .normalize('NFD')
    .replace(/[^\p{L} ]/gu, '')
    .toUpperCase()
    .split(' ');
  expect(found(words.toReversed().join(' '))).toContain(code);
  expect(found('zzz')).toEqual([]);
});

test('all codes are offered for an empty field', () => {
  expect(found('')).toHaveLength(occupations.length);
});

test('each list has codes, each once and with a text', () => {
  for (const [name, list] of Object.entries(codeLists)) {
    const codes = list();
    expect(new Set(codes.map(([code]) => code)).size, name).toBe(codes.length);
    for (const [code, text] of codes) expect(code && text, `${name} ${code}`).toBeTruthy();
  }
});
