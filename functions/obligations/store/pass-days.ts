import { startOfMadridDay } from '../../../shared/kernel/spanish-time.ts';
import { appendEvents } from '../../events/store/append.ts';
import { eventIdOf } from '../../events/store/event-row.ts';
import { comingOf, eventOf } from '../due.ts';
import { learn } from './learn.ts';
import { listObligations } from './list.ts';
import type { KeptObligation } from './obligation-row.ts';

const PAGE = 250;

/** All open obligations of an account, also those that are only planned. */
const openOf = async (accountId: string): Promise<KeptObligation[]> => {
  const all: KeptObligation[] = [];
  for (let after: { id: string; dueKey: string } | undefined; ; ) {
    const page = await listObligations({
      ...{ accountId, state: 'open', limit: PAGE, fits: () => true },
      after,
    });
    all.push(...page.obligations);
    if (!page.end) return all;
    after = page.end;
  }
};

/**
 * Says of all that is due in an account what the days between two of them bring: that it opens, that it is near, that it is
 * late. May be done any number of times: an event has the same id each time. What comes again each month is planned again,
 * and what had no last day for lack of a calendar is counted.
 * @param days the last day for which that was done, and the one that it is now, `YYYY-MM-DD`
 */
export const passDays = async (
  accountId: string,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> => {
  const again = (await openOf(accountId)).filter(
    ({ subject, due }) => subject.kind === 'account' || due === undefined,
  );
  const subjects = new Map(again.map(({ subject }) => [`${subject.kind} ${subject.mac}`, subject]));
  for (const subject of subjects.values()) await learn(accountId, subject, { facts: [], today: to });
  const events = (await openOf(accountId)).flatMap((one) =>
    comingOf(one)
      .filter(({ day }) => from < day && day <= to)
      .map(({ what, day }) => ({
        day,
        event: {
          // That of the reminder of the same day, which may be due later by our own clock.
          id: eventIdOf(
            ...['reminder', accountId, eventOf(one.rule, what), one.id],
            startOfMadridDay(day).toISOString(),
          ),
          type: eventOf(one.rule, what),
          at: now.toISOString(),
          ...(one.companyId !== undefined && { clientId: one.companyId, companyId: one.companyId }),
          subject: { kind: 'obligation' as const, id: one.id },
        },
      })),
  );
  const inOrder = events.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  await appendEvents(
    accountId,
    inOrder.map(({ event }) => event),
    { now },
  );
};
