import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { restoreReminders } from '../../../commands/restore-reminders.ts';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { daysLater } from '../../../shared/kernel/spanish-time.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { noteScheduled } from '../../support/iam/due.ts';
import { asFunction } from '../../support/iam/recorder.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** Events that time causes: expiry, and whether authorities are asked. */

const { service } = await ownService();
const { caller, accountId } = service;
const changes = await followChanges(service.services, { isOwn: () => [accountId] });

const eventsOf = async (subjectId: string) =>
  (
    await stores.events.listEvents(accountId, {
      after: undefined,
      limit: 1_000,
      now: new Date(),
      fits: ({ subject }) => subject.id === subjectId,
    })
  ).events.map(({ type, detail }) => [type, detail?.days]);

/**
 * Takes the reminders of this file that are due at an instant, because the table also has reminders of other files. Repeated if
 * a run could not take them, since AWS calls may fail on a busy machine; on a stage the run of the next minute takes them.
 */
const scheduleAt = async (now: Date) => {
  // Other members are inherited, because the store cannot be spread.
  const events: typeof stores.events = Object.assign(Object.create(stores.events), {
    dueReminders: async (at: Date) => {
      const { due, ...rest } = await stores.events.dueReminders(at);
      return { ...rest, due: due.filter(({ reminder }) => reminder.accountId === accountId) };
    },
    // The other files take their own reminders.
    doneWithReminders: async () => {},
  });
  do await noteScheduled({ ...service.services, stores: { ...stores, events }, now: () => now });
  while ((await events.dueReminders(now)).due.length > 0);
};

/** Waits until the stream has brought an event about a certificate. */
const isSaid = (subjectId: string, type: string) =>
  expect
    .poll(
      async () => {
        await changes.catchUp();
        return eventsOf(subjectId);
      },
      { timeout: 120_000 },
    )
    .toContainEqual([type, undefined]);

const storedCertificate = async () => {
  const secret = await storeNewCertificate(caller, { person: seed.demo.holder });
  const { certificateId } = (await stores.certificates.readSecret(secret, accountId))!;
  const row = (await stores.certificates.findCertificate(accountId, { clientId: 0, certificateId }))!;
  await isSaid(row.id, 'certificate.uploaded');
  return { secret, row, end: new Date(row.notAfter) };
};

describe('a certificate that expires', () => {
  test('the certificate has events 30, 7 and 1 days before, and at its end, each once, also after days without a schedule', async () => {
    const { row, end } = await storedCertificate();
    await scheduleAt(daysLater(end, -31));
    expect(await eventsOf(row.id)).toEqual([['certificate.uploaded', undefined]]);
    await scheduleAt(daysLater(end, -30));
    await scheduleAt(daysLater(end, -30));
    const thirty = [
      ['certificate.uploaded', undefined],
      ['certificate.expiring', 30],
    ];
    expect(await eventsOf(row.id)).toEqual(thirty);
    // The reminders are lost with the table of events, and the operator's command writes them again. One that was taken
    // before is taken again, and causes the same event.
    const { due } = await stores.events.dueReminders(daysLater(end, -7));
    for (const lost of due) if (lost.reminder.subject.id === row.id) await stores.events.dropReminder(lost);
    await scheduleAt(daysLater(end, -7));
    expect(await eventsOf(row.id)).toEqual(thirty);
    await restoreReminders(accountId, daysLater(end, -31));
    await scheduleAt(daysLater(end, -30));
    expect(await eventsOf(row.id)).toEqual(thirty);
    await scheduleAt(daysLater(end, -7));
    await scheduleAt(daysLater(end, -1));
    await scheduleAt(end);
    expect(await eventsOf(row.id)).toEqual([
      ...thirty,
      ['certificate.expiring', 7],
      ['certificate.expiring', 1],
      ['certificate.expired', undefined],
    ]);
  });

  test('a certificate that is deleted before has no more events', async () => {
    const { secret, row, end } = await storedCertificate();
    expect((await caller.delete(`/certificate/${secret}`)).status).toBe(200);
    await isSaid(row.id, 'certificate.deleted');
    await scheduleAt(daysLater(end, -30));
    expect(await eventsOf(row.id)).toEqual([
      ['certificate.uploaded', undefined],
      ['certificate.deleted', undefined],
    ]);
  });
});

test('reminders of days without a run of the schedule are made by the next run', async () => {
  const due = new Date('2031-03-04T10:00:00Z');
  const id = randomUUID();
  const reminder = {
    accountId,
    type: 'certificate.expired' as const,
    subject: { kind: 'certificate' as const, id },
    dueAt: due.toISOString(),
  };
  await stores.events.putReminders([reminder], daysLater(due, -1));
  await asFunction('due-filings', () => stores.events.doneWithReminders(daysLater(due, -1)));
  const { due: found } = await stores.events.dueReminders(daysLater(due, 12));
  expect(found.map((one) => one.reminder.subject.id)).toContain(id);
  await stores.events.doneWithReminders(new Date());
});

test('an authority that goes down, comes up, is paused and resumes has one event of each', async () => {
  const ofService = async () =>
    (
      await stores.events.listEvents('service', {
        after: undefined,
        limit: 1_000,
        now: new Date(),
        fits: ({ subject }) => subject.id === 'aeat',
      })
    ).events.map(({ type }) => type);
  const before = await ofService();
  const as = (one: { state: 'up' | 'down' | 'maintenance' | 'slow'; message?: string }) => {
    const health = { ...stores.health, statesOf: async () => [{ authority: 'aeat' as const, ...one }] };
    const services = { ...service.services, stores: { ...stores, health } };
    // Two runs at once.
    return Promise.all([noteScheduled(services), noteScheduled(services)]);
  };
  for (const state of ['down', 'down', 'slow', 'up'] as const) await as({ state });
  await as({ state: 'maintenance', message: 'Pausa' });
  await as({ state: 'up' });
  await as({ state: 'maintenance' });
  await as({ state: 'up' });
  expect((await ofService()).slice(before.length)).toEqual([
    ...['authority.down', 'authority.up'],
    ...['authority.paused', 'authority.resumed'],
    ...['authority.down', 'authority.up'],
  ]);
});
