import type { Obligation } from './to-do.ts';

/** An obligation in the history of a worker or a company. */
export interface DueEntry {
  kind: 'obligation' | 'notification';
  id: string;
  /** A moment, ISO 8601, or a day, AAAA-MM-DD. */
  at: string;
  worker: Obligation['worker'];
  companyName: string | null;
  obligation: Obligation;
}

/**
 * The entries of obligations: notifications by the day on which they were sent, and others by their last day. Withdrawn ones are
 * left out, and one that is in several lists appears once.
 */
export const dueEntries = (obligations: readonly Obligation[]): DueEntry[] =>
  [...new Map(obligations.map((obligation) => [obligation.id, obligation])).values()]
    .filter(({ state }) => state !== 'withdrawn')
    .map((obligation) => {
      const isNotification = obligation.rule.id.startsWith('notificacion-');
      return {
        kind: isNotification ? 'notification' : 'obligation',
        id: obligation.id,
        at: isNotification ? obligation.opens : (obligation.due ?? obligation.of),
        worker: obligation.worker,
        companyName: obligation.companyName,
        obligation,
      };
    });
