import { expect, test } from 'vitest';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** The months whose settlement is due because of a registration. */

const monthsOf = (date: string, at: string, today = at.slice(0, 10)) => {
  const alta: Fact = {
    id: 'alta',
    kind: 'alta',
    at,
    how: 'accepted',
    date,
    contractType: '100',
    account: '011128000000097',
    document: '12345678Z',
  };
  return obligationsOf([alta], 'account', { today }).map(({ of, opens, due }) => [of, opens, due]);
};
const FEBRUARY = ['2026-02', '2026-03-01', '2026-03-30'];
const MARCH = ['2026-03', '2026-04-01', '2026-04-29'];

test('a registration that is filed late makes the settlement of its own month due, as long as that can be filed', () => {
  expect(monthsOf('2026-02-27', '2026-02-26T09:00:00Z', '2026-02-27')).toEqual([FEBRUARY]);
  expect(monthsOf('2026-02-27', '2026-03-02T09:00:00Z')).toEqual([FEBRUARY, MARCH]);
  // 23:59:59 on the last day in Madrid, and one second later.
  expect(monthsOf('2026-02-27', '2026-03-30T21:59:59Z')).toEqual([FEBRUARY, MARCH]);
  expect(monthsOf('2026-02-27', '2026-03-30T22:00:00Z')).toEqual([MARCH]);
});

test.each(['2000-01-03', '2019-05-06', '2024-12-31', '2025-05-06'])(
  'an old registration, %s, makes no settlement due whose day was before it became known',
  (date) => {
    expect(monthsOf(date, '2026-03-10T09:00:00Z')).toEqual([FEBRUARY, MARCH]);
  },
);

test.each(['2000-01-03', '2012-02-29', '2024-11-30'])(
  'a registration from before the first rules, known since %s, makes each settlement due whose term begins while they are valid',
  (date) => {
    const of = monthsOf(date, `${date}T09:00:00Z`, '2026-03-10').map(([month]) => month);
    expect(of).toHaveLength(16);
    expect([of[0], of.at(-1)]).toEqual(['2024-12', '2026-03']);
  },
);
