import { dayAfter } from '../../../kernel/spanish-time.ts';

/** Durations as labour law counts them: both the first and the last day count. */

/** Start and end of a contract. Dates are `YYYY-MM-DD`. */
export interface Term {
  start: string;
  /** Without an end the duration is not known, and its checks return false. */
  end?: string | undefined;
}

/** The contract lasts at least `from` and at most `to` months. */
export const lastsMonths = ({ start, end }: Term, from: number, to: number): boolean =>
  end !== undefined && nextDay(end) >= monthsAfter(start, from) && nextDay(end) <= monthsAfter(start, to);

/** The contract lasts fewer months. */
export const lastsFewerMonths = ({ start, end }: Term, months: number): boolean =>
  end !== undefined && nextDay(end) < monthsAfter(start, months);

/** The contract lasts that many days or fewer. */
export const lastsUpToDays = ({ start, end }: Term, days: number): boolean =>
  end !== undefined && nextDay(end) <= dayAfter(start, { days });

/** The same date some years later; the last day of the month if the month is shorter. */
export const yearsAfter = (date: string, years: number): string => monthsAfter(date, years * 12);

const nextDay = (date: string): string => dayAfter(date, { days: 1 });

/** The same day some months later; the last day of the month if the month is shorter. */
const monthsAfter = (date: string, months: number): string => {
  const later = dayAfter(date, { months });
  const overflowed = later.slice(8) !== date.slice(8);
  return overflowed ? dayAfter(`${later.slice(0, 7)}-01`, { days: -1 }) : later;
};
