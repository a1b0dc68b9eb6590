/** Days and moments as people read them, in the time of Madrid. */

const ZONE = 'Europe/Madrid';
const MOMENT = new Intl.DateTimeFormat('es-ES', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: ZONE,
});
const MOMENT_OF_YEAR = new Intl.DateTimeFormat('es-ES', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: ZONE,
});
const DAY = new Intl.DateTimeFormat('es-ES', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const ISO_DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE });

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day in Madrid at a moment, AAAA-MM-DD. */
export const madridDay = (moment: Date): string => ISO_DAY.format(moment);

/** A day some days after another, both AAAA-MM-DD. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from one day to another, both AAAA-MM-DD; negative if the second one is before the first. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** A moment, ISO 8601, as it is read. The year is left out where it is this one. */
export const showMoment = (iso: string, now = new Date()): string => {
  const moment = new Date(iso);
  const isThisYear = madridDay(moment).slice(0, 4) === madridDay(now).slice(0, 4);
  return (isThisYear ? MOMENT : MOMENT_OF_YEAR).format(moment);
};

/** A day AAAA-MM-DD, or a month AAAA-MM, as it is read. */
export const showDay = (day: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(day)
    ? DAY.format(new Date(`${day}T00:00:00Z`))
    : /^\d{4}-\d{2}$/.test(day)
      ? day.split('-').reverse().join('/')
      : day;

/** How far a last day is. @param days left; 0 on the last one, negative after it */
export const showDaysLeft = (days: number | null): string => {
  if (days === null) return 'sin fecha';
  if (days === 0) return 'hoy';
  if (days === 1) return 'mañana';
  if (days === -1) return 'venció ayer';
  return days < 0 ? `venció hace ${-days} días` : `en ${days} días`;
};
