import { expect, test } from 'vitest';
import { rowKinds } from '../../../functions/capabilities/audit/row-kinds.ts';
import type { Act } from '../../../functions/capabilities/audit/store/act-row.ts';
import { EVENT_DAYS } from '../../../functions/capabilities/events/store/event-row.ts';
import { daysLater } from '../../../shared/kernel/spanish-time.ts';

/** The events of acts. */

const at = new Date('2026-11-23T09:15:31.204Z');
const act = (more: Partial<Act> = {}) => ({
  id: '01K9Z3V5Q8R2T4W6X8Y0A2C4E6',
  at: at.toISOString(),
  kind: 'user' as const,
  operation: 'changeUser',
  outcome: 'done' as const,
  userId: 'a user',
  expires: 0,
  accountId: 'an account',
  ...more,
});
const eventsOf = (
  after: Partial<Act>,
  { before, written = at }: { before?: Partial<Act>; written?: Date } = {},
) => rowKinds[0]!.events!({ id: 'a change', at: written }, before && act(before), act(after));

test.each([
  ['that is done', { outcome: 'done' }, { before: { outcome: 'begun' } }, 'activity.user'],
  ['that only begins', { outcome: 'begun' }, {}, undefined],
  ['that is refused', { outcome: 'refused' }, { before: { outcome: 'begun' } }, undefined],
  ['of a sign-in that is refused', { kind: 'signIn', outcome: 'refused' }, {}, 'activity.signInRefused'],
  ['whose row changes and whose end does not', { outcome: 'done' }, { before: {} }, undefined],
] as [string, Partial<Act>, { before?: Partial<Act> }, string | undefined][])(
  'an act %s has its event, if any',
  (_, after, how, type) => {
    expect(eventsOf(after, how).map(({ event }) => event.type)).toEqual(type ? [type] : []);
  },
);

test('an act that is put back from a backup gives the same event again, and none once that has expired', () => {
  const [first] = eventsOf({}, { before: { outcome: 'begun' } });
  expect(eventsOf({}, { written: daysLater(at, EVENT_DAYS - 1) })[0]!.event).toEqual(first!.event);
  expect(eventsOf({}, { written: daysLater(at, EVENT_DAYS + 1) })).toEqual([]);
});
