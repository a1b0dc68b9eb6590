import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { production, propertiesOf } from '../support/infra/templates.ts';

const OFFICES = [1, 100, 10_000];

const text = readFileSync(join(import.meta.dirname, '../../docs/scale.md'), 'utf8');

/** The rows of the cost table in docs/scale.md: their names, and the numbers in their cells. */
const rows = text
  .split('## The bill')[1]!
  .split('\n')
  .filter((line) => line.startsWith('|') && /\d/.test(line.split('|').at(-2)!))
  .slice(1)
  .map((line) => line.split('|').slice(1, -1))
  .map(([what = '', ...cells]) => ({
    what: what.trim(),
    cells: cells.map((cell) => (cell.trim() === '' ? undefined : Number(cell.trim().replaceAll(',', '')))),
  }));

test('the bill multiplies prices by what is fixed and what offices use, and adds them up', () => {
  const lines = rows.slice(0, -1);
  const { what: last, cells: sums } = rows.at(-1)!;
  expect([lines.length, last]).toEqual([19, 'All']);
  for (const [index, offices] of OFFICES.entries()) {
    for (const { what, cells } of lines) {
      const [price, fixed, each, ...shown] = cells as number[];
      expect(shown[index], `${what}, ${offices} offices`).toBeCloseTo(price! * (fixed! + each! * offices), 1);
    }
    expect(sums[3 + index]).toBeCloseTo(
      lines.reduce((sum, { cells }) => sum + cells[3 + index]!, 0),
      1,
    );
  }
  const [, office, further] =
    /pays AWS\s+some\s+(\d+) USD a month with one office, and some (\d+) cents for each further/.exec(text)!;
  const [one, hundred] = sums.slice(3) as number[];
  expect(Number(office)).toBe(Math.round(one!));
  expect(Number(further)).toBe(Math.round(((hundred! - one!) / 99) * 10) * 10);
});

test('the bill counts the queues that Lambda polls, and the secrets and keys of production', () => {
  const fixedOf = (what: string) => rows.find((row) => row.what.startsWith(what))!.cells[1]!;
  const polled = propertiesOf('Lambda::EventSourceMapping', production).filter(
    ({ StartingPosition }) => StartingPosition === undefined,
  );
  // Five pollers for each queue, each with a request of 20 seconds, in 30 days.
  const polls = polled.length * 5 * 3 * 60 * 24 * 30;
  expect(fixedOf('Polls of queues')).toBe(Math.round(polls / 1e5) / 10);
  expect(fixedOf('Certificates')).toBe(propertiesOf('SecretsManager::Secret', production).length);
  expect(fixedOf('Encryption key')).toBe(propertiesOf('KMS::Key', production).length);
  const [acl] = propertiesOf('WAFv2::WebACL', production);
  // A web ACL costs 5 USD, and each of its rules 1.
  expect(rows.find(({ what }) => what.startsWith('Web ACL'))!.cells[0]).toBe(5 + acl.Rules.length);
});
