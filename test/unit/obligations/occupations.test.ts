import { expect, test } from 'vitest';
import {
  doubtOf,
  isLateForCertain,
  type Obligation,
} from '../../../functions/capabilities/obligations/due.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** The occupations of all staff: of those for whom the authority shows none. */

const START = '2025-03-01';
const fact = (readOn: string, more: Partial<Fact> = {}): Fact => ({
  id: `${readOn} ${more.kind ?? ''}`,
  kind: 'occupation',
  at: `${readOn}T09:00:00.000Z`,
  how: 'proved',
  date: START,
  occupation: '',
  account: '011128000000097',
  document: '12345678Z',
  ...more,
});
const none = fact('2026-11-12');
const due = (facts: Fact[], known: Obligation[] = [], today = '2026-11-20') =>
  obligationsOf(facts, 'worker', { today, known }).filter(({ rule }) => rule === 'cno-plantilla');

test('an empty occupation makes one obligation for its registration, with the doubts of its day', () => {
  const [only, ...more] = due([none, fact('2026-11-15')]);
  expect(more).toEqual([]);
  expect(only).toMatchObject({ of: START, due: '2027-02-01', state: 'open' });
  expect(doubtOf(only!)).toContain('una sola publicación');
  expect(isLateForCertain(only!)).toBe(false);
  expect(due([fact('2026-11-12', { occupation: '4122' })])).toEqual([]);
});

test('an empty occupation that is read after the last day is still to be communicated', () => {
  expect(due([fact('2027-02-10')], [], '2027-02-10')).toMatchObject([{ state: 'open', due: '2027-02-01' }]);
});

test.each<[string, Partial<Fact>, state: string]>([
  [
    'the change that was filed',
    { kind: 'change', how: 'accepted', date: '2026-11-15', occupation: '4122' },
    'closed',
  ],
  ['a later answer with a code', { occupation: '4122' }, 'closed'],
  ['the end of the registration', { kind: 'baja', date: '2026-11-14', occupation: undefined }, 'closed'],
  ['the removal of the registration', { kind: 'removed', removes: 'alta', occupation: undefined }, 'closed'],
  ['a change of something else', { kind: 'change', date: '2026-11-15', occupation: undefined }, 'open'],
  ['the change of another worker', { kind: 'change', occupation: '4122', document: '87654321X' }, 'open'],
  ['an end before the registration', { kind: 'baja', date: '2025-02-01', occupation: undefined }, 'open'],
])('after %s the obligation has the right state', (_, more, state) => {
  const known = due([none]);
  expect(due([none, fact('2026-11-16', more)], known)[0]?.state).toBe(state);
});

test('a code that was filed before the answer with none closes nothing', () => {
  const before = fact('2026-11-01', { kind: 'change', how: 'accepted', occupation: '4122' });
  expect(due([before, none])).toMatchObject([{ state: 'open' }]);
});
