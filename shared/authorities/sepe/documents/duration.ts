/** Durations as labour law counts them: both the first and the last day count. */

/** Start and end of a contract. Dates are `YYYY-MM-DD`. */
export interface Term {
  start: string;
  /** Without an end the duration is not known, and its checks return false. */
  end?: string | undefined;
}

/** The text is a calendar date, `YYYY-MM-DD`. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && shifted(text, 0, 0) === text;

/** All are calendar dates, `YYYY-MM-DD`. */
export const areDates = (...values: unknown[]): boolean =>
  values.every((value) => typeof value === 'string' && isDate(value));

/** The contract lasts at least `from` and at most `to` months. */
export const lastsMonths = ({ start, end }: Term, from: number, to: number): boolean =>
  end !== undefined && dayAfter(end) >= monthsAfter(start, from) && dayAfter(end) <= monthsAfter(start, to);

/** The contract lasts fewer months. */
export const lastsFewerMonths = ({ start, end }: Term, months: number): boolean =>
  end !== undefined && dayAfter(end) < monthsAfter(start, months);

/** The contract lasts that many days or fewer. */
export const lastsUpToDays = ({ start, end }: Term, days: number): boolean =>
  end !== undefined && dayAfter(end) <= shifted(start, 0, days);

/** The same date some years later; the last day of the month if the month is shorter. */
export const yearsAfter = (date: string, years: number): string => monthsAfter(date, years * 12);

const dayAfter = (date: string): string => shifted(date, 0, 1);

/** The same day some months later; the last day of the month if the month is shorter. */
const monthsAfter = (date: string, months: number): string => {
  const later = shifted(date, months, 0);
  const overflowed = later.slice(8) !== date.slice(8);
  return overflowed ? shifted(`${later.slice(0, 7)}-01`, 0, -1) : later;
};

const shifted = (date: string, months: number, days: number): string => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, day + days)).toISOString().slice(0, 10);
};
