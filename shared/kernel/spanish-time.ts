let madrid: Intl.DateTimeFormat | undefined;

/**
 * An instant as local time in Spain (Europe/Madrid), `YYYY-MM-DD HH:MM:SS`. The sessions group of the interface uses
 * this form.
 */
export const madridTime = (instant: Date): string => {
  // Made once, since making one takes long. The Swedish locale writes dates as ISO does.
  madrid ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Madrid',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return madrid.format(instant);
};

/** An instant as people in Spain write it, local time: `27/11/2026 a las 14:16`. */
export const spanishTime = (instant: Date): string => {
  const [day = '', time = ''] = madridTime(instant).split(' ');
  return `${slashedDate(day)} a las ${time.slice(0, 5)}`;
};

/** The day in Spain, `YYYY-MM-DD`. */
export const madridDay = (instant: Date): string => madridTime(instant).slice(0, 10);

/** Offset of Spanish time from UTC in milliseconds, at an instant in milliseconds since the epoch. */
const aheadAt = (at: number): number =>
  Date.parse(`${madridTime(new Date(at)).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The instant so many days later at the same hour in Spain, also across changes of the clock. */
export const daysLater = (instant: Date, days: number): Date => {
  if (days === 0) return instant;
  const later = instant.getTime() + days * DAY_MS;
  return new Date(later + aheadAt(instant.getTime()) - aheadAt(later));
};

/**
 * The day some months and days after a day, `YYYY-MM-DD`. A day that the month does not have runs over into the next
 * month (30 November and three months are 2 March).
 */
export const dayAfter = (
  day: string,
  { months = 0, days = 0 }: { months?: number; days?: number },
): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, date + days)).toISOString().slice(0, 10);
};

/** When a day, `YYYY-MM-DD`, begins in Spain: one or two hours before it does in UTC, and in former times a little after. */
export const startOfMadridDay = (day: string): Date => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return new Date(midnight - aheadAt(midnight));
};

/** An instant as local time in Spain with its offset, ISO 8601 without parts of a second. */
export const withOffset = (instant: Date): string => {
  const local = madridTime(instant).replace(' ', 'T');
  const minutes = Math.round(aheadAt(instant.getTime()) / 60_000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${local}+${two(minutes / 60)}:${two(minutes % 60)}`;
};

/** The instant of a local time in Spain, `YYYY-MM-DDTHH:MM:SS`; an hour that comes twice is the second. */
export const ofMadridTime = (local: string): Date => {
  const wanted = Date.parse(`${local}Z`);
  return new Date(wanted - aheadAt(wanted - aheadAt(wanted)));
};

/** A date `YYYY-MM-DD` as authorities write it, `DD/MM/AAAA`; `''` stays empty. */
export const slashedDate = (date: string): string => date.split('-').reverse().join('/');
