/** Calendar days as text, `YYYY-MM-DD`. They can be compared as strings, and do not depend on a time zone. */

export type IsoDate = string;

const DAY = 86_400_000;

const isoDay = (time: number): IsoDate => new Date(time).toISOString().slice(0, 10);

/** The day `days` after this one, or before it when negative. */
export const addDays = (date: IsoDate, days: number): IsoDate =>
  isoDay(Date.parse(`${date}T00:00:00Z`) + days * DAY);

/** A calendar day; undefined if there is no such day. */
export function realDay(year: number, month: number, day: number): IsoDate | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    year >= 1900 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day;
  return exists ? isoDay(date.getTime()) : undefined;
}

/** The last day of a month, given its first. */
export const endOfMonth = (first: IsoDate): IsoDate => addDays(`${addDays(first, 31).slice(0, 8)}01`, -1);

const MADRID = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Madrid',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The time in Madrid, as `YYYY-MM-DDTHH:MM:SS`. */
export const madridTime = (now: Date): string => MADRID.format(now).replace(' ', 'T');

/** The day in Madrid. */
export const madridDay = (now: Date): IsoDate => madridTime(now).slice(0, 10);

/** The same hour in Madrid, this many days later. */
export function daysLater(instant: Date, days: number): Date {
  if (days === 0) return instant;
  const later = new Date(instant.getTime() + days * DAY);
  const ahead = (time: Date) => Date.parse(`${madridTime(time)}Z`) - Math.floor(time.getTime() / 1000) * 1000;
  return new Date(later.getTime() + ahead(instant) - ahead(later));
}

const parts = (date: IsoDate) => [date.slice(8, 10), date.slice(5, 7), date.slice(0, 4)];

/** `dd/mm/yyyy`; empty for no date. */
export const slashed = (date: IsoDate | undefined): string => (date ? parts(date).join('/') : '');

/** `dd mm yyyy`, as in the cells of row lists. */
export const spaced = (date: IsoDate | undefined): string => (date ? parts(date).join(' ') : '');

/** `dd-mm-yyyy`. */
export const dashed = (date: IsoDate | undefined): string => (date ? parts(date).join('-') : '');
