import { dayAfter } from './spanish-time.ts';

/** A year of the calendar of electronic registers. */
interface Year {
  /** Holidays in all Spain, `MM-DD`. Those of single regions and towns lengthen no term before a state authority. */
  holidays: readonly string[];
  /** The resolution that has them, or the law that they follow from. */
  source: string;
  /** Its resolution is not out, or was not read. */
  isProvisional?: true;
}

/**
 * Holidays in all Spain, a table a year, made from the official resolution. Only the days that every region keeps are
 * here: a national holiday on a Sunday moves to Monday in some regions only, and a region may replace others.
 *
 * Until the resolution of a year is out, its table has those that no region may replace, by law, and those that the lists of
 * all regions keep: the year is provisional, and whatever is counted in it says so.
 */
export const YEARS: Readonly<Record<string, Year>> = {
  2025: {
    holidays: ['01-01', '01-06', '04-18', '05-01', '08-15', '11-01', '12-06', '12-08', '12-25'],
    source: 'Resolución de 15 de octubre de 2024, de la Dirección General de Trabajo (BOE-A-2024-21316)',
  },
  2026: {
    holidays: ['01-01', '01-06', '04-03', '05-01', '08-15', '10-12', '11-01', '12-08', '12-25'],
    source: 'Resolución de la Dirección General de Trabajo, BOE de 28 de octubre de 2025 (BOE-A-2025-21667)',
  },
  2027: {
    holidays: ['01-01', '01-06', '03-26', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'],
    source:
      'Real Decreto 2001/1983, artículo 45.1 (BOE-A-1983-20906); el 6 de enero, por las listas de todas las comunidades ' +
      '(DOGV, Decreto 42/2026; BORM 27-7-2026 y las demás); falta la resolución',
    isProvisional: true,
  },
};

/** A day lies in a year whose holidays are not in the tables. */
export class NoCalendar extends Error {
  readonly year: string;

  constructor(year: string) {
    super(`no calendar of the year ${year}`);
    this.year = year;
  }
}

/**
 * Whether a day is a working day before the electronic registers of state authorities: not a Saturday, a Sunday or a
 * holiday in all Spain (Ley 39/2015, 30.2 and 31.3).
 * @param day `YYYY-MM-DD`
 * @throws NoCalendar for a day in a year without table
 */
export const isWorkingDay = (day: string): boolean => {
  const year = YEARS[day.slice(0, 4)];
  if (!year) throw new NoCalendar(day.slice(0, 4));
  return isWeekday(day) && !year.holidays.includes(day.slice(5));
};

const isWeekday = (day: string): boolean => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
};

/**
 * The last day of a term of so many working days, which begins on the day after (Ley 39/2015, 30.3).
 * @param count 1 at least
 * @param local further days that do not count
 * @throws NoCalendar if the term reaches into a year without table
 */
export const afterWorkingDays = (
  day: string,
  count: number,
  local: ReadonlySet<string> = new Set(),
): string => lastOf(day, count, (one) => isWorkingDay(one) && !local.has(one));

/** A lower bound for the end of such a term, whatever holidays the years without a table turn out to have. */
export const earliestWorkingDays = (day: string, count: number): string =>
  lastOf(day, count, (one) => (YEARS[one.slice(0, 4)] ? isWorkingDay(one) : isWeekday(one)));

const lastOf = (day: string, count: number, counts: (day: string) => boolean): string => {
  let last = day;
  for (let left = count; left > 0; ) {
    last = dayAfter(last, { days: 1 });
    if (counts(last)) left -= 1;
  }
  return last;
};

/**
 * The last day of a term of so many natural days, which begins on the day after. A holiday at its end moves nothing.
 */
export const afterNaturalDays = (day: string, count: number): string => dayAfter(day, { days: count });

/** The last day but one of the month after a month, `YYYY-MM`. */
export const lastButOneOfNextMonth = (month: string): string =>
  dayAfter(`${month}-01`, { months: 2, days: -2 });

/** Natural days from one day to another; negative where the other is before it. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
