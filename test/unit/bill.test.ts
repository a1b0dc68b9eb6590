import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const OFFICES = [1, 100, 10_000];

/** The rows of the cost table in docs/scale.md: their names, and the numbers in their cells. */
const rows = readFileSync(join(import.meta.dirname, '../../docs/scale.md'), 'utf8')
  .split('## The bill')[1]!
  .split('\n')
  .filter((line) => line.startsWith('|') && /\d/.test(line.split('|').at(-2)!))
  .slice(1)
  .map((line) => line.split('|').slice(1, -1))
  .map(([what = '', ...cells]) => ({
    what: what.trim(),
    cells: cells.map((cell) => (cell.trim() === '' ? undefined : Number(cell.trim().replaceAll(',', '')))),
  }));

test('each line of the bill is its price times what is fixed and what the offices use', () => {
  const lines = rows.slice(0, -1);
  expect(lines.length).toBeGreaterThan(10);
  for (const { what, cells } of lines) {
    const [price, fixed, each, ...shown] = cells as number[];
    for (const [index, offices] of OFFICES.entries())
      expect(shown[index], `${what}, ${offices} offices`).toBeCloseTo(price! * (fixed! + each! * offices), 1);
  }
});

test.each(['scale', 'architecture'])(
  'the page docs/%s.md says in words what the last line of the bill says',
  (page) => {
    const text = readFileSync(join(import.meta.dirname, `../../docs/${page}.md`), 'utf8');
    const [, office, further] =
      /pays AWS\s+some\s+(\d+) USD a month with one office, and some (\d+) cents for each further/.exec(
        text,
      )!;
    const [one, hundred] = rows.at(-1)!.cells.slice(3) as number[];
    expect(Number(office)).toBe(Math.round(one!));
    expect(Number(further)).toBe(Math.round(((hundred! - one!) / 99) * 10) * 10);
  },
);

test('the last line of the bill is the sum of the others', () => {
  const { what, cells } = rows.at(-1)!;
  expect(what).toBe('All');
  for (const [index] of OFFICES.entries())
    expect(cells[3 + index]).toBeCloseTo(
      rows.slice(0, -1).reduce((sum, line) => sum + line.cells[3 + index]!, 0),
      1,
    );
});
