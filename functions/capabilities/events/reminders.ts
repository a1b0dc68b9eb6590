import { daysLater } from '../../../shared/kernel/spanish-time.ts';
import { measureDefect } from '../../../shared/metrics/emit.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Follow } from './changes.ts';
import type { GatewayEvent } from './gateway-event.ts';
import type { ChangedCertificate } from './gateway-rows.ts';
import { eventIdOf } from './store/event-row.ts';
import type { DueReminder, Reminder } from './store/reminders.ts';

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

/** Writes the reminders that follow from changes. */
export const remind: Follow = async ({ stores, now, hooks }, changes) => {
  const kinds = await hooks.loadRowKinds();
  const reminders = changes.flatMap(
    (change) => kinds.find(({ kind }) => kind === change.kind)?.reminders?.of(change) ?? [],
  );
  await stores.events.putReminders(reminders, now());
};

/** Whether a certificate of which a reminder reminds still exists. */
export const standsCertificate = async (
  { stores }: Services,
  { accountId, clientId = 0, subject }: Reminder,
): Promise<boolean> =>
  (await stores.certificates.findCertificate(accountId, { clientId, certificateId: subject.id })) !==
  undefined;

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
  const kinds = await services.hooks.loadRowKinds();
  const standing: Reminder[] = [];
  for (const { reminder } of own) {
    const kind = kinds.find((each) => each.kind === reminder.subject.kind);
    if (await kind?.reminders?.stands(services, reminder)) standing.push(reminder);
  }
  await events.appendEvents(accountId, standing.map(eventOf), { now: services.now() });
  for (const one of own) await events.dropReminder(one);
};

const eventOf = ({ accountId, dueAt, ...event }: Reminder): GatewayEvent => ({
  ...event,
  id: eventIdOf('reminder', accountId, event.type, event.subject.id, dueAt),
  at: dueAt,
});
