import { expect, test } from 'vitest';
import { oncePerContent } from '../../../functions/capabilities/batches/rows/equal-rows.ts';
import type { CheckedRow } from '../../../functions/capabilities/batches/rows/row.ts';

/** Rows of a batch that ask for the same are filed once. */

const row = (number: number, given: Partial<CheckedRow> = {}): CheckedRow => ({
  row: number,
  operation: 'updateCno',
  mistakes: [],
  notes: [],
  filled: [],
  cells: {},
  filed: [],
  hashes: ['one'],
  ...given,
  steps: (given.hashes ?? ['one']).map((name) => ({
    operation: 'PUT /x',
    certificate: {} as never,
    body: {},
    ...(given.operation === 'hire' && { name }),
  })),
});
const wrong = { mistakes: [{ message: 'Falta.' }] };
const equalTo = (number: number, what = 'Es') =>
  `${what} igual que la fila ${number}: se presentaría dos veces.`;

test.each<[string, CheckedRow[], (string | number)[]]>([
  ['the second of two', [row(2), row(3)], [1, equalTo(2)]],
  ['none that differs', [row(2), row(3, { hashes: ['other'] })], [1, 1]],
  ['none after one that is wrong', [row(2, wrong), row(3)], ['Falta.', 1]],
  [
    'one after it was filed',
    [row(2, { ...wrong, hashes: [], filed: ['one'] }), row(3)],
    ['Falta.', equalTo(2)],
  ],
  [
    'one before it was filed',
    [row(2), row(3, { ...wrong, hashes: [], filed: ['one'] })],
    [equalTo(3), 'Falta.'],
  ],
  [
    'a step of several',
    [
      row(2, { operation: 'hire', hashes: ['contrata'], filed: ['alta'] }),
      row(3, { operation: 'hire', hashes: ['alta', 'other'] }),
      row(4, { operation: 'hire', hashes: ['other'] }),
    ],
    [1, equalTo(2, 'alta: es'), 1],
  ],
])('of several equal rows only the first is good: %s', (_, rows, expected) => {
  const entries = oncePerContent(rows);
  expect(entries.map(({ mistakes, steps }) => mistakes[0]?.message ?? steps.length)).toEqual(expected);
  expect(entries.map(({ number }) => number)).toEqual(rows.map((__, place) => place + 1));
  for (const { mistakes, steps } of entries) if (mistakes.length > 0) expect(steps).toEqual([]);
});

test.each<[string, CheckedRow, string | number]>([
  ['is wrong where one that stays is like it', row(2), equalTo(2)],
  ['is good where the one that is like it stays wrong', row(2, wrong), 1],
  [
    'is wrong where one that stays filed the same before',
    row(2, { ...wrong, hashes: [], filed: ['one'] }),
    equalTo(2),
  ],
])('a corrected row that was like another one %s', (_, stays, expected) => {
  const [kept] = oncePerContent([stays]);
  const [entry] = oncePerContent([row(3)], [kept!]);
  expect(entry!.mistakes[0]?.message ?? entry!.steps.length).toBe(expected);
  expect(entry!.equalTo).toEqual(expected === 1 ? undefined : [2]);
});

test('a row that is like another one keeps the mistakes that it has of its own', () => {
  const [, entry] = oncePerContent([row(2), row(3, wrong)]);
  expect(entry!.mistakes.map(({ message }) => message)).toEqual(['Falta.', equalTo(2)]);
});
