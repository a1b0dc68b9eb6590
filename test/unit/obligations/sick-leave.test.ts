import { expect, test } from 'vitest';
import type { Obligation } from '../../../functions/capabilities/obligations/due.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** A sick leave has many rows in the FIE: one for each of its notices, and each reading shows them again. */

const LEAVE = '2026-11-02';
const row = (id: string, registered: string, readOn: string): Fact => ({
  id,
  kind: 'sickLeave',
  at: `${readOn}T09:00:00.000Z`,
  how: 'proved',
  date: registered,
  start: LEAVE,
  account: '011128000000097',
  document: '12345678Z',
});
const first = row('b', '2026-11-03', '2026-11-12');
const confirmed = row('a', '2026-11-10', '2026-11-11');
const due = (facts: Fact[], known: Obligation[] = []) =>
  obligationsOf(facts, 'worker', { today: '2026-11-12', known });

test('all notices of a leave make one obligation, three working days after the first notice that is known', () => {
  const [one, ...more] = due([first, confirmed]);
  expect(more).toEqual([]);
  expect(one).toMatchObject({ rule: 'it', of: LEAVE, due: '2026-11-06', counted: { from: '2026-11-03' } });
});

test('an earlier notice that becomes known later makes the obligation due earlier, and opens no closed one', () => {
  const known = due([confirmed]);
  expect(known).toMatchObject([{ due: '2026-11-13', state: 'open' }]);
  expect(due([confirmed, first], known)).toMatchObject([
    { id: known[0]!.id, due: '2026-11-06', state: 'open' },
  ]);
  const closed: Fact = {
    id: 'c',
    kind: 'closed',
    at: '2026-11-11T10:00:00.000Z',
    how: 'declared',
    date: '',
    obligation: known[0]!.id,
  };
  expect(due([confirmed, closed, first], known)).toMatchObject([{ state: 'closed' }]);
});

test('a second leave of the same worker makes a second obligation', () => {
  const again = { ...row('d', '2026-11-24', '2026-11-25'), start: '2026-11-23' };
  expect(due([first, again]).map(({ of }) => of)).toEqual([LEAVE, '2026-11-23']);
});

test('the data of a leave close its obligation, and not that of another leave or worker', () => {
  const sent = (more: Partial<Fact> = {}): Fact => ({
    ...row('e', LEAVE, '2026-11-12'),
    kind: 'sickLeaveData',
    how: 'accepted',
    ...more,
  });
  const known = due([first]);
  const stateWith = (more?: Partial<Fact>) => due([first, sent(more)], known)[0]?.state;
  expect(stateWith()).toBe('closed');
  expect(stateWith({ start: '2026-11-01' })).toBe('open');
  expect(stateWith({ document: '87654321X' })).toBe('open');
});
