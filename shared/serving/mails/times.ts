import { madridTime } from '../../kernel/spanish-time.ts';

/** How long a function works on a mail, in milliseconds. */
export const MAILS_MS = 60_000;

/** Seconds for which an outcome must have been unknown until users are written to. The longest delay that SQS has. */
export const UNKNOWN_SECONDS = 15 * 60;

/** When digests are sent, by the clock in Madrid. */
const DIGEST_TIME = '08:00:00';

/** The day in Madrid whose digests are due, `YYYY-MM-DD`; `undefined` before eight. */
export const digestDay = (now: Date): string | undefined => {
  const [day, time] = madridTime(now).split(' ') as [string, string];
  return time >= DIGEST_TIME ? day : undefined;
};
