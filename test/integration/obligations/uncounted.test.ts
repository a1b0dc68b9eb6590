import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Reminder } from '../../../functions/capabilities/events/store/reminders.ts';
import {
  remindersOfObligation,
  standsObligation,
} from '../../../functions/capabilities/obligations/reminders.ts';
import { realServices } from '../../../functions/services.ts';
import { stores } from '../../../functions/stores.ts';
import { dayAfter, madridDay, startOfMadridDay } from '../../../shared/kernel/spanish-time.ts';
import { afterWorkingDays, YEARS } from '../../../shared/kernel/working-days.ts';
import type { Fact } from '../../../shared/operation/fact.ts';

/** A year for which no calendar of holidays exists yet. */
const YEAR = '2099';
const START = `${YEAR}-03-02`;

test('an obligation in a year without an official calendar is counted again each day, until its table exists', async () => {
  const accountId = randomUUID();
  const fact: Fact = {
    id: 'far',
    kind: 'alta',
    at: `${START}T09:00:00.000Z`,
    how: 'accepted',
    date: START,
    account: '011128000000097',
    document: '99999001R',
    contractType: '100',
  };
  const facts = { facts: [fact], today: START };
  const [one] = await stores.obligations.learn(accountId, { kind: 'worker', mac: accountId }, facts);
  const kept = async () => (await stores.obligations.getObligations(accountId, [one!.id]))[0]!;
  const before = await kept();
  expect(before).toMatchObject({ rule: 'contrato', state: 'open' });
  expect(before.due).toBeUndefined();

  // The schedule's clock, and the reminders that it would store, because the table also has reminders of other files.
  let now = new Date(`${START}T10:00:00Z`);
  const put: Reminder[] = [];
  const services = {
    ...realServices,
    loadGroups: async () => [],
    now: () => now,
    stores: {
      ...stores,
      // Treated as an account without a sandbox, so that no sandbox's clock applies.
      accounts: { ...stores.accounts, findAccount: async () => undefined },
      events: {
        ...stores.events,
        putReminders: async (reminders: Reminder[]) => void put.push(...reminders),
      },
    },
  };
  const change = { kind: 'obligation', id: 'change' } as const;
  const [again, ...more] = remindersOfObligation({ ...change, at: now, after: before });
  expect(more).toEqual([]);
  const tomorrow = (day: string) => startOfMadridDay(dayAfter(day, { days: 1 })).toISOString();
  expect(again!.dueAt).toBe(tomorrow(START));

  now = new Date(again!.dueAt);
  expect(await standsObligation(services, again!)).toBe(false);
  expect(put.splice(0)).toEqual([{ ...again!, dueAt: tomorrow(madridDay(now)) }]);
  expect(await kept()).toEqual(before);

  const tables = YEARS as Record<string, (typeof YEARS)[string]>;
  try {
    tables[YEAR] = { holidays: ['03-05'], source: 'A table of this test.' };
    expect(await standsObligation(services, again!)).toBe(false);
    const after = await kept();
    expect(after.due).toBe(afterWorkingDays(START, 10));
    expect(put).toEqual([]);
    // From here on its days count, as for any other obligation.
    const coming = remindersOfObligation({ ...change, at: now, before, after });
    expect(coming.map(({ type, dueAt }) => [type, madridDay(new Date(dueAt))])).toEqual([
      ['obligation.near', dayAfter(after.due!, { days: -3 })],
      ['obligation.late', dayAfter(after.due!, { days: 1 })],
    ]);
    now = startOfMadridDay(dayAfter(after.due!, { days: -3 }));
    expect(await standsObligation(services, coming[0]!)).toBe(true);
  } finally {
    delete tables[YEAR];
  }
});
