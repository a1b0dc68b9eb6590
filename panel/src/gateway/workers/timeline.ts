import type { ListedFiling, Obligation } from '../../capabilities/obligations/to-do.ts';

/** An entry in the timeline of a worker or a company. */
export type Entry = {
  id: string;
  /** A moment, ISO 8601, or a day, AAAA-MM-DD. */
  at: string;
  worker: ListedFiling['worker'];
  companyName: string | null;
} & (
  | { kind: 'filing'; filing: ListedFiling }
  | { kind: 'obligation' | 'notification'; obligation: Obligation }
);

/**
 * The timeline, the latest first: trámites by their start, notifications by the day on which they were sent, and other
 * obligations by their last day. Withdrawn obligations are left out, and an entry that is in several lists appears once.
 */
export const timelineOf = (filings: readonly ListedFiling[], obligations: readonly Obligation[]): Entry[] =>
  [
    ...filings.map(
      (filing): Entry => ({
        kind: 'filing',
        id: filing.id,
        at: filing.created_at,
        worker: filing.worker,
        companyName: filing.companyName,
        filing,
      }),
    ),
    ...[...new Map(obligations.map((obligation) => [obligation.id, obligation])).values()]
      .filter(({ state }) => state !== 'withdrawn')
      .map((obligation): Entry => {
        const isNotification = obligation.rule.id.startsWith('notificacion-');
        return {
          kind: isNotification ? 'notification' : 'obligation',
          id: obligation.id,
          at: isNotification ? obligation.opens : (obligation.due ?? obligation.of),
          worker: obligation.worker,
          companyName: obligation.companyName,
          obligation,
        };
      }),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
