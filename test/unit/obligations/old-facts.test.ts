import { expect, test } from 'vitest';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** A job that began before the rules applied causes the obligations whose terms begin after that day. */

const TODAY = '2026-11-20';
const contract = (date: string, more: Partial<Fact> = {}): Fact => ({
  id: 'contract',
  kind: 'contract',
  at: `${date}T09:00:00.000Z`,
  how: 'accepted',
  date,
  account: '011128000000097',
  document: '99999001R',
  contractType: '402',
  ...more,
});
const due = (...facts: Fact[]) =>
  obligationsOf(facts, 'worker', { today: TODAY }).map((one) => `${one.rule} ${one.due}`);

test.each(['2000-02-29', '2012-07-01', '2024-01-08', '2024-12-31'])(
  'a contract of %s that ends in 2026 has its termination and its extension due, and nothing of its start',
  (date) => {
    expect(due(contract(date, { end: '2026-12-31' }))).toEqual(['baja 2027-01-06', 'prorroga 2027-01-18']);
    expect(due(contract(date))).toEqual([]);
  },
);

test('an end before the first rules makes no obligation', () => {
  expect(due(contract('2024-01-08', { end: '2024-12-31' }))).toEqual([]);
  expect(due(contract('2024-01-08', { end: '2025-01-01' }))).toEqual([
    'baja 2025-01-04',
    'prorroga 2025-01-16',
  ]);
});

test('a contract filed before the first rules has the obligations that count from its start, if that is later', () => {
  expect(due(contract('2025-02-03', { at: '2024-12-20T09:00:00.000Z' }))).toEqual(['alta 2025-02-02']);
});

test('an assignment, a transformation and a sick leave of an old job are due by their own days', () => {
  const old = contract('2015-05-04');
  const more = (kind: Fact['kind'], date: string, also: Partial<Fact> = {}): Fact => ({
    ...old,
    id: kind,
    kind,
    date,
    at: `${TODAY}T09:00:00.000Z`,
    ...also,
  });
  expect(due(old, more('cesion', '2015-05-04', { end: '2026-11-30' }))).toEqual(['fin-cesion 2026-12-06']);
  expect(due(old, more('transformation', '2026-11-18', { start: '2015-05-04' }))).toEqual([
    'variacion 2026-11-24',
  ]);
  expect(due(old, more('sickLeave', '2026-11-18', { start: '2026-11-17', how: 'proved' }))).toEqual([
    'it 2026-11-23',
  ]);
});

test('an end that is over when a reading shows it makes no obligation, and a later end does', () => {
  const seen = (end: string) =>
    due(contract('2023-03-01', { end, how: 'proved', at: `${TODAY}T09:00:00.000Z` }));
  expect(seen('2025-02-28')).toEqual([]);
  expect(seen('2026-11-13')).toEqual(['prorroga 2026-11-27']);
  // An obligation that is due on the day of the reading can still be fulfilled.
  expect(seen('2026-11-14')).toEqual(['baja 2026-11-20', 'prorroga 2026-11-27']);
  expect(seen('2026-11-30')).toEqual(['baja 2026-12-06', 'prorroga 2026-12-15']);
});
