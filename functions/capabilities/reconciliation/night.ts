import { createHash } from 'node:crypto';
import { dayAfter, madridDay, madridTime, ofMadridTime } from '../../../shared/kernel/spanish-time.ts';

/** Start times of nightly comparisons. Pure functions. */

/** First hour of the night in Madrid, and its last. */
const FIRST = 22;
const LAST = 6;
/** Minutes over which the starts are spread; the schedule may begin one a little later. */
const MINUTES = 7.5 * 60;

/** Whether it is night in Madrid. */
export const isNight = (now: Date): boolean => {
  const hour = Number(madridTime(now).slice(11, 13));
  return hour >= FIRST || hour < LAST;
};

/** When the next comparison of a company begins: each night at the same time, by a hash of account and company. */
export const nextNight = (accountId: string, company: number, now: Date): Date => {
  const hash = createHash('sha256')
    .update(JSON.stringify([accountId, company]))
    .digest();
  const minute = FIRST * 60 + (hash.readUInt32BE() % MINUTES);
  const [hours, minutes] = [Math.floor(minute / 60) % 24, minute % 60];
  const time = [hours, minutes, 0].map((part) => String(part).padStart(2, '0')).join(':');
  const today = madridDay(now);
  const days = [today, dayAfter(today, { days: 1 }), dayAfter(today, { days: 2 })];
  return days.map((day) => ofMadridTime(`${day}T${time}`)).find((at) => at > now)!;
};
