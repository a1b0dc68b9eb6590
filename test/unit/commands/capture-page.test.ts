import { expect, test } from 'vitest';
import { capturePage } from '../../../commands/capture/page.ts';
import { READINGS } from '../../../commands/capture/readings.ts';

/** The printed instructions for somebody who has a certificate. */

const page = capturePage();
const numbered = Array.from(
  page.matchAll(/^(\d+)\.\s+(.*(?:\n {4}(?!Aclara|Hay).*)*)/gm),
  ([, number, text]) => ({
    number: Number(number),
    text: text!.replace(/\s+/g, ' '),
  }),
);

test('the page about capturing names ten questions, each of which the command asks', () => {
  expect(numbered.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const asked = numbered.map(({ text }) => READINGS.find(({ exchange }) => text.includes(exchange.name)));
  expect(asked.filter((reading) => reading === undefined)).toEqual([]);
  expect(new Set(asked).size).toBe(10);
  expect(asked.every((reading) => reading!.exchange.kind === 'reading')).toBe(true);
});

test('the page about capturing says for each question which values it needs', () => {
  const given = Array.from(page.matchAll(/Hay que dar: (.*)\./g), ([, options]) => options);
  expect(given).toHaveLength(10);
  const situations = READINGS.find(({ exchange }) => exchange.name === 'ATR61 situations')!;
  expect(given).toContain(situations.needs.map((name) => `--${name}`).join(' '));
});

test('the page about capturing fits on one printed page', () => {
  const lines = page.split('\n');
  expect(lines.length).toBeLessThanOrEqual(66);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
});
