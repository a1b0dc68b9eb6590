import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { Reminder } from '../../../functions/capabilities/events/store/reminders.ts';
import {
  remindersOfObligation,
  standsObligation,
} from '../../../functions/capabilities/obligations/reminders.ts';
import { obligationKey } from '../../../functions/capabilities/obligations/store/obligation-row.ts';
import { realServices } from '../../../functions/services.ts';
import { stores } from '../../../functions/stores.ts';
import { setting } from '../../../shared/kernel/config.ts';
import { madridDay, startOfMadridDay } from '../../../shared/kernel/spanish-time.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';

test('an obligation that turns out to be due earlier is near and late by its new days, each reported once', async () => {
  const accountId = randomUUID();
  const row = (registered: string, day: string): Fact => ({
    id: registered,
    kind: 'sickLeave',
    at: `${day}T09:00:00.000Z`,
    how: 'proved',
    date: registered,
    account: '011128000000097',
    document: '12345678Z',
    start: '2026-11-02',
  });
  const learn = async (fact: Fact) => {
    const what = { facts: [fact], today: madridDay(new Date(fact.at)) };
    const [one] = await stores.obligations.learn(accountId, { kind: 'worker', mac: accountId }, what);
    return (await stores.obligations.getObligations(accountId, [one!.id]))[0]!;
  };
  const days = (reminders: Reminder[]) =>
    reminders.map(({ type, dueAt }) => [type, madridDay(new Date(dueAt))]);
  const change = { kind: 'obligation', id: 'change' } as const;

  const before = await learn(row('2026-11-10', '2026-11-11'));
  const planned = remindersOfObligation({ ...change, at: new Date(before.by.at), after: before });
  expect(days(planned)).toEqual([
    ['obligation.near', '2026-11-11'],
    ['obligation.late', '2026-11-14'],
  ]);
  const after = await learn(row('2026-11-09', '2026-11-12'));
  expect([before.due, after.due]).toEqual(['2026-11-13', '2026-11-12']);
  // Calendar programs accept the new day only if this number has grown.
  expect([before.moved, after.moved]).toEqual([undefined, 1]);
  const again = remindersOfObligation({ ...change, at: new Date('2026-11-12T09:00:00Z'), before, after });
  expect(days(again)).toEqual([['obligation.late', '2026-11-13']]);

  const standsOn = (reminder: Reminder, day: string) => {
    const services = { ...realServices, loadGroups: async () => [], now: () => startOfMadridDay(day) };
    const accounts = { ...stores.accounts, findAccount: async () => undefined };
    return standsObligation({ ...services, stores: { ...stores, accounts } }, reminder);
  };
  expect(await standsOn(again[0]!, '2026-11-13')).toBe(true);
  // The reminder for the day that counted before is obsolete.
  expect(await standsOn(planned[1]!, '2026-11-14')).toBe(false);
  // If the days have not changed, nothing is reported again.
  expect(remindersOfObligation({ ...change, at: new Date(), before: after, after })).toEqual([]);
});

test('an obligation by a former rule is withdrawn when its day comes, and is not reported as late', async () => {
  const accountId = randomUUID();
  const baja: Fact = {
    id: 'baja',
    kind: 'baja',
    at: '2026-11-02T09:00:00.000Z',
    how: 'accepted',
    date: '2026-11-04',
    account: '011128000000097',
    document: '99999001R',
    cause: '93',
  };
  const subject = { kind: 'worker', mac: accountId } as const;
  const [one] = await stores.obligations.learn(accountId, subject, { facts: [baja], today: '2026-11-02' });
  expect(one).toMatchObject({ rule: 'certificado-empresa', due: '2026-11-04' });
  // A cause for which an earlier version made the certificate due.
  const { pk, sk } = obligationKey.fact(accountId, subject, baja.id);
  await dynamo().send(
    new PutCommand({ TableName: setting('OBLIGATIONS_TABLE'), Item: { pk, sk, ...baja, cause: '55' } }),
  );
  const accounts = { ...stores.accounts, findAccount: async () => undefined };
  const now = () => startOfMadridDay('2026-11-05');
  const services = { ...realServices, loadGroups: async () => [], now, stores: { ...stores, accounts } };
  const late: Reminder = {
    accountId,
    type: 'obligation.late',
    dueAt: now().toISOString(),
    subject: { kind: 'obligation', id: one!.id },
  };
  expect(await standsObligation(services, late)).toBe(false);
  expect(await stores.obligations.getObligations(accountId, [one!.id])).toMatchObject([
    { state: 'withdrawn' },
  ]);
});
