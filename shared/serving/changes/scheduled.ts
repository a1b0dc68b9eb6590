import { measureDefect } from '../../metrics/measure.ts';
import { withDeadline } from '../../stores/limits.ts';
import { lookForNotices } from '../notices/look.ts';
import type { Services } from '../services.ts';
import { noteAuthorities } from './authority-events.ts';
import { takeReminders } from './reminders.ts';

/** Milliseconds after which no AWS call of it goes on: before the function's time is up. */
const CALLS_MS = 80_000;

/**
 * Writes the events that follow from no change of a row, but from time and from what all know of the authorities, and looks
 * for notifications. The schedule does it each minute; that one fails keeps nothing else waiting.
 */
export const noteScheduled = async (services: Services): Promise<void> => {
  const { log, metrics } = services;
  const attempt = async (what: string, work: (services: Services) => Promise<unknown>) => {
    try {
      await withDeadline(CALLS_MS, () => work(services));
    } catch (error) {
      log.error(`${what} could not be written`, { error: error as Error });
      measureDefect(metrics);
    }
  };
  await Promise.all([
    attempt('states of authorities', noteAuthorities),
    attempt('what is due', takeReminders),
    attempt('what lists of notifications have', lookForNotices),
  ]);
};
