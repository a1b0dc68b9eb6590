/** Days and times as people read them, in Madrid time. */

const ZONE = 'Europe/Madrid';
const TIME = new Intl.DateTimeFormat('es-ES', { hour: '2-digit', minute: '2-digit', timeZone: ZONE });
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

/** The hour in Madrid of a moment, `14:16`. */
export const showHour = (moment: Date): string => TIME.format(moment);

/** A moment, ISO 8601, as people read it: `27/11/2026, 14:16`. */
export const showMoment = (iso: string): string => {
  const moment = new Date(iso);
  return `${showDay(madridDay(moment))}, ${showHour(moment)}`;
};

/** A day AAAA-MM-DD as people read it, `27/11/2026`, or a month AAAA-MM, `11/2026`. */
export const showDay = (day: string): string =>
  /^\d{4}-\d{2}(-\d{2})?$/.test(day) ? day.split('-').reverse().join('/') : day;

/**
 * How far away a last day is, in words.
 * @param days days left; 0 on the last day, negative after it
 * @param isCertain whether it is certain that the term is over after it
 */
export const showDaysLeft = (days: number | null, isCertain = true): string => {
  if (days === null) return 'sin fecha';
  if (days === 0) return 'hoy';
  if (days === 1) return 'mañana';
  if (days > 0) return `en ${days} días`;
  return `${isCertain ? 'venció' : 'pudo vencer'} ${days === -1 ? 'ayer' : `hace ${-days} días`}`;
};
