import { startOfMadridDay } from '../../kernel/spanish-time.ts';
import { comingIn, comingOf, eventOf, shownOn } from '../../obligations/obligations.ts';
import type { Reminder } from '../../stores/events/reminders.ts';
import type { Change } from '../../stores/events/stream.ts';
import type { Services } from '../services.ts';
import { todayOf } from './learn.ts';

/**
 * What is to be said of an obligation as days pass, once it is open: by our own clock. On a sandbox stage, where the clock
 * of an account is moved, moving it says the same under the same id.
 */
export const remindersOfObligation = ({
  before,
  after,
}: Extract<Change, { kind: 'obligation' }>): Reminder[] => {
  if (after?.state !== 'open' || before?.state === 'open') return [];
  const { id, accountId, companyId } = after;
  return comingOf(after).map(({ what, day }) => ({
    accountId,
    type: eventOf(after.rule, what),
    dueAt: startOfMadridDay(day).toISOString(),
    ...(companyId !== undefined && { clientId: companyId, companyId }),
    subject: { kind: 'obligation', id },
  }));
};

/**
 * Whether what a reminder says of an obligation is so: it may be closed by now, or late already where it was to be near.
 * When one of a contribution account opens, the next month is planned.
 */
export const standsObligation = async (
  services: Services,
  { accountId, type, subject }: Reminder,
): Promise<boolean> => {
  const { obligations } = services.stores;
  const [[one], today] = await Promise.all([
    obligations.getObligations(accountId, [subject.id]),
    todayOf(services, accountId),
  ]);
  if (!one) return false;
  const what = comingIn(type);
  if (what === 'opened' && one.subject.kind === 'account')
    await obligations.learn(accountId, one.subject, { facts: [], today });
  const shown = shownOn(one, today);
  return what === 'opened' ? shown === 'open' || shown === 'near' : shown === what;
};
