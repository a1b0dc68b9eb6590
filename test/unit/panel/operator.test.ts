import { expect, test } from 'vitest';
import { byFailures, share, totalsByState } from '../../../panel/src/logic/operator.ts';

/** What the operator's page makes of answers. */

const account = (id: string, failure_rate: number | null, last_call_at: string | null = null) => ({
  ...{ id, name: id, created_at: '2026-01-01T00:00:00Z', disabled: false, last_call_at, failure_rate },
  ...{ accepted: 0, refused: 0, notSent: 0, unknown: 0 },
});

test('accounts of which most fails come first, and those without trámites last', () => {
  const accounts = [
    account('none', null),
    account('called', null, '2026-11-24T08:00:00Z'),
    account('well', 0),
    account('bad', 0.5),
  ];
  expect(byFailures(accounts).map(({ id }) => id)).toEqual(['bad', 'well', 'called', 'none']);
});

test('totals of all days and operations are one for each state', () => {
  const total = (state: 'accepted' | 'unknown', count: number, day: string) => ({
    ...{ state, count, day, authority: 'tgss', operation: 'POST /api/v4/seg-social/alta' },
  });
  const totals = [
    total('unknown', 4, '2026-11-24'),
    total('accepted', 3, '2026-11-24'),
    total('accepted', 2, '2026-11-23'),
  ];
  expect(totalsByState(totals)).toEqual([
    ['accepted', 5],
    ['unknown', 4],
  ]);
});

test('a part is shown in percent', () => {
  expect(share(0.025)).toBe('2,5\u00a0%');
});
