import { expect, test } from 'vitest';
import { doubtOf, type Obligation, shownOn } from '../../../functions/capabilities/obligations/due.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** Births in the FIE, of which only the subject is known. */

const notice = (id: string, registered: string): Fact => ({
  id,
  kind: 'birthNotice',
  at: `${registered}T09:00:00.000Z`,
  how: 'proved',
  date: registered,
  account: '011128000000097',
  document: '12345678Z',
});
const due = (facts: Fact[], known: Obligation[] = []) =>
  obligationsOf(facts, 'worker', { today: '2026-11-12', known });

test('the notices of a birth make one obligation without a last day, which only a person closes', () => {
  const notices = [notice('b', '2026-11-10'), notice('a', '2026-11-03')];
  const [only, ...more] = due(notices);
  expect(more).toEqual([]);
  expect(only).toMatchObject({ rule: 'nacimiento', of: '2026-11-03', state: 'open' });
  expect(only).not.toHaveProperty('due');
  expect(shownOn(only!, '2027-11-12')).toBe('open');
  expect(doubtOf(only!)).toContain('no es público');
  const closed: Fact = { ...notice('c', '2026-11-11'), kind: 'closed', obligation: only!.id };
  expect(due([...notices, closed], [only!])[0]?.state).toBe('closed');
});
