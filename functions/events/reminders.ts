import { daysLater } from '../../shared/kernel/spanish-time.ts';
import { measureDefect } from '../../shared/metrics/emit.ts';
import type { Services } from '../../shared/serving/services.ts';
import { remindersOfObligation, standsObligation } from '../obligations/reminders.ts';
import type { Follow } from './changes.ts';
import type { GatewayEvent } from './gateway-event.ts';
import { eventIdOf } from './store/event-row.ts';
import type { DueReminder, Reminder } from './store/reminders.ts';
import type { Change, ChangedCertificate } from './store/stream.ts';

/** Days before expiry on which a certificate has an event. */
const EXPIRING_DAYS = [30, 7, 1];

/** Reminders of a certificate from an instant until it has expired. */
export const remindersOfCertificate = (
  { id, accountId, clientId, notAfter }: ChangedCertificate,
  from: Date,
): Reminder[] => {
  const end = new Date(notAfter);
  const subject = { accountId, subject: { kind: 'certificate' as const, id }, ...(clientId && { clientId }) };
  const expiring = EXPIRING_DAYS.map(
    (days): Reminder => ({
      ...subject,
      type: 'certificate.expiring',
      dueAt: daysLater(end, -days).toISOString(),
      detail: { days },
    }),
  );
  return [...expiring, { ...subject, type: 'certificate.expired' as const, dueAt: end.toISOString() }].filter(
    ({ dueAt }) => dueAt > from.toISOString(),
  );
};

/** Reminders that follow from a change. */
const remindersOf = (change: Change): Reminder[] => {
  const { kind, before, after, at } = change;
  if (kind === 'certificate')
    return !before && after ? remindersOfCertificate(after as ChangedCertificate, at) : [];
  return kind === 'obligation' ? remindersOfObligation(change) : [];
};

/** Writes the reminders that follow from changes. */
export const remind: Follow = async ({ stores, now }, changes) =>
  stores.events.putReminders(changes.flatMap(remindersOf), now());

/** Whether the subject of a reminder still exists and the reminder applies, by kind of subject. */
type Stands = (services: Services, reminder: Reminder) => Promise<boolean>;
const STANDS: Partial<Record<GatewayEvent['subject']['kind'], Stands>> = {
  certificate: async ({ stores }, { accountId, clientId = 0, subject }) =>
    (await stores.certificates.findCertificate(accountId, { clientId, certificateId: subject.id })) !==
    undefined,
  obligation: standsObligation,
};

/**
 * Turns due reminders into events, unless their subject is gone. Idempotent: the id of an event follows from its reminder.
 * @returns the number of reminders taken
 */
export const takeReminders = async (services: Services): Promise<number> => {
  const { log, metrics, stores } = services;
  const now = services.now();
  const { due, isAll, isNewDay } = await stores.events.dueReminders(now);
  let failures = 0;
  for (const [accountId, own] of Map.groupBy(due, ({ reminder }) => reminder.accountId))
    try {
      await takeOf(services, accountId, own);
    } catch (error) {
      failures += 1;
      log.error('failed to emit the due reminders of an account', {
        account: accountId,
        error: error as Error,
      });
      measureDefect(metrics);
    }
  if (isAll && isNewDay && failures === 0) await stores.events.doneWithReminders(now);
  return due.length;
};

const takeOf = async (services: Services, accountId: string, own: DueReminder[]): Promise<void> => {
  const { events } = services.stores;
  const standing: Reminder[] = [];
  for (const { reminder } of own)
    if (await STANDS[reminder.subject.kind]?.(services, reminder)) standing.push(reminder);
  await events.appendEvents(accountId, standing.map(eventOf), { now: services.now() });
  for (const one of own) await events.dropReminder(one);
};

const eventOf = ({ accountId, dueAt, ...event }: Reminder): GatewayEvent => ({
  ...event,
  id: eventIdOf('reminder', accountId, event.type, event.subject.id, dueAt),
  at: dueAt,
});
