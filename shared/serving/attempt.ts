import { measureDefect } from '../metrics/emit.ts';
import { withDeadline } from '../stores/limits.ts';
import type { Services } from './services.ts';

/** Milliseconds after which no AWS call of it goes on: before the time of the scheduled function is up. */
const CALLS_MS = 80_000;

/**
 * Runs scheduled work. If it fails, that is logged and measured as a defect, and the other work of this minute continues.
 * @param what what is done, for the log: the infinitive after "failed to"
 */
export const attempt = async (
  services: Services,
  what: string,
  work: (services: Services) => Promise<unknown>,
): Promise<void> => {
  const { log, metrics } = services;
  try {
    await withDeadline(CALLS_MS, work, services);
  } catch (error) {
    log.error(`failed to ${what}`, { error: error as Error });
    measureDefect(metrics);
  }
};
