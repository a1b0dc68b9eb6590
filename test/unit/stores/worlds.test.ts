import { expect, test, vi } from 'vitest';
import { groupsOf } from '../../../reference/groups.ts';
import { daysLater } from '../../../shared/kernel/spanish-time.ts';
import { daysAheadOf } from '../../../shared/stores/worlds.ts';

/** The day of a sandbox is moved only on a sandbox stage. */

test.each([
  ['sandbox', 10, 10],
  ['sandbox', undefined, 0],
  ['production', 10, 0],
  ['production', undefined, 0],
])(
  'the clock on stage %s of an account whose row says %s days is %i days ahead',
  (stage, daysAhead, expected) => {
    vi.stubEnv('STAGE', stage);
    expect(daysAheadOf(daysAhead === undefined ? {} : { daysAhead })).toBe(expected);
  },
);

test('a stage without stand-ins has no operation that moves a day, and no right to do so', () => {
  const all = (standIns: boolean) =>
    groupsOf({ standIns }).filter(
      ({ needs, operations }) =>
        needs?.includes('worlds:begin') || operations.some(({ id }) => /Sandbox/.test(id)),
    );
  expect(all(true).map(({ name }) => name)).toEqual(['sandbox']);
  expect(all(false)).toEqual([]);
});

test('a world of the sandbox is moved by whole days only', () => {
  expect(daysLater(new Date('2026-02-27T22:30:00Z'), 2).toISOString()).toBe('2026-03-01T22:30:00.000Z');
});
