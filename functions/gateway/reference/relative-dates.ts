/**
 * Examples whose dates count from today, so that they still work tomorrow. The build writes each such date as a mark, and
 * the reference puts the date of the day in its place.
 */

/**
 * `day` is YYYY-MM-DD, `compact` YYYYMMDD, `yearOfDay` the year of a day, `end` the last day of a month; the number counts
 * days, months or years from today.
 */
const MARK = /\{\{(day|compact|yearOfDay|month|end|year)([+-]\d+)\}\}/g;

type Unit = 'day' | 'compact' | 'yearOfDay' | 'month' | 'end' | 'year';

/** A text that begins with it is a file: the rest is its content, in ISO-8859-1. */
export const XML_FILE = '{{xml}}';

/** A mark. @param distance days, months or years from today, as the unit says */
export const markOf = (unit: Unit, distance: number): string =>
  `{{${unit}${distance < 0 ? '' : '+'}${distance}}}`;

/** The values of an example on this day, YYYY-MM-DD. */
export const onDay = <T>(value: T, today: string): T => {
  if (typeof value === 'string') return textOnDay(value, today) as T;
  if (Array.isArray(value)) return value.map((each) => onDay(each, today)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, onDay(each, today)])) as T;
};

const textOnDay = (text: string, today: string): string | number => {
  const dated = text.replace(MARK, (_, unit: string, distance: string) =>
    dateOf(unit, Number(distance), today),
  );
  if (/^\{\{year.\d+\}\}$/.test(text)) return Number(dated);
  if (!dated.startsWith(XML_FILE)) return dated;
  const content = Buffer.from(dated.slice(XML_FILE.length), 'latin1').toString('base64');
  return `data:application/xml;base64,${content}`;
};

/**
 * The date of a mark on this day.
 * @param by days, months or years from today, as the unit says
 */
const dateOf = (unit: string, by: number, today: string): string => {
  const date = new Date(`${today}T00:00:00Z`);
  if (unit === 'end') date.setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth() + by + 1, 0);
  else if (unit === 'month') date.setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth() + by, 1);
  else if (unit === 'year') date.setUTCFullYear(date.getUTCFullYear() + by, 0, 1);
  else date.setUTCDate(date.getUTCDate() + by);
  const iso = date.toISOString().slice(0, 10);
  if (unit === 'compact') return iso.replaceAll('-', '');
  if (unit === 'month') return iso.slice(0, 7);
  return unit === 'year' || unit === 'yearOfDay' ? iso.slice(0, 4) : iso;
};
