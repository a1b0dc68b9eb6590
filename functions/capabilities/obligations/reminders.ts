import { dayAfter, madridDay, startOfMadridDay } from '../../../shared/kernel/spanish-time.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Change } from '../events/row-kinds.ts';
import type { Reminder } from '../events/store/reminders.ts';
import { comingIn, comingOf, eventOf, shownOn } from './due.ts';
import { todayOf } from './learn.ts';
import type { KeptObligation } from './store/obligation-row.ts';

/**
 * Reminders for an open obligation as days pass by our own clock, made when it opens and again when its days change. On a
 * sandbox stage, moving the clock of an account emits the same events with the same ids.
 */
export const remindersOfObligation = ({
  before,
  after,
  at,
}: Extract<Change, { kind: 'obligation' }>): Reminder[] => {
  if (after?.state !== 'open') return [];
  const { id, accountId, companyId, due } = after;
  const isOpened = before?.state !== 'open';
  const known = isOpened ? [] : comingOf(before).map(timeOf);
  const reminders = comingOf(after)
    .filter((one) => !known.includes(timeOf(one)))
    .map(
      ({ what, day }): Reminder => ({
        accountId,
        type: eventOf(after.rule, what),
        dueAt: startOfMadridDay(day).toISOString(),
        ...(companyId !== undefined && { clientId: companyId, companyId }),
        subject: { kind: 'obligation', id },
      }),
    );
  return isOpened && due === undefined ? [...reminders, countAgain(after, at)] : reminders;
};

const timeOf = ({ what, day }: { what: string; day: string }) =>
  `${what} ${startOfMadridDay(day).toISOString()}`;

/**
 * On the next day, counts a term again that reaches into a year without calendar: without a last day there is no event `near`.
 */
const countAgain = ({ id, accountId }: Pick<KeptObligation, 'id' | 'accountId'>, now: Date): Reminder => ({
  accountId,
  type: 'obligation.near',
  subject: { kind: 'obligation', id },
  dueAt: startOfMadridDay(dayAfter(madridDay(now), { days: 1 })).toISOString(),
});

/**
 * Whether a reminder still applies: its obligation may be closed by now, due on another day, or already late. The obligation is
 * computed again first, because rules and calendars may have changed, and because the reminders of the next month depend on it.
 */
export const standsObligation = async (
  services: Services,
  { accountId, type, subject, dueAt }: Reminder,
): Promise<boolean> => {
  const { obligations, events } = services.stores;
  const [[kept], today] = await Promise.all([
    obligations.getObligations(accountId, [subject.id]),
    todayOf(services, accountId),
  ]);
  if (kept?.state !== 'open') return false;
  const what = comingIn(type);
  const changed = await obligations.learn(accountId, kept.subject, { facts: [], today });
  const one = changed.find(({ id }) => id === kept.id) ?? kept;
  if (one.state === 'open' && one.due === undefined && what === 'near')
    await events.putReminders([countAgain(one, services.now())], services.now());
  if (!comingOf(one).some((coming) => timeOf(coming) === `${what} ${dueAt}`)) return false;
  const shown = shownOn(one, today);
  return what === 'opened' ? shown === 'open' || shown === 'near' : shown === what;
};
