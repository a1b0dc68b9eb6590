import { expect, test } from 'vitest';
import { inTurns } from '../../../../shared/stores/filings/due-rows.ts';

test('due rows come in turns by account, each account with its longest overdue first, so that none delays another', () => {
  const row = (accountId: string, dueAt: string) => ({ accountId, dueAt });
  const many = ['3', '1', '2'].map((dueAt) => row('a', dueAt));
  expect(inTurns([...many, row('b', '9'), row('c', '8')])).toEqual([
    row('a', '1'),
    row('b', '9'),
    row('c', '8'),
    row('a', '2'),
    row('a', '3'),
  ]);
  expect(inTurns([])).toEqual([]);
});
