import type { Period } from '../../../shared/authorities/aeat/modelo-111-record.ts';
import { dayAfter } from '../../../shared/kernel/spanish-time.ts';
import type { Known } from '../../../shared/operation/fact.ts';

/** First and last day of a period of a year, `YYYY-MM-DD`; `undefined` for a period that is neither a month nor a quarter. */
export const daysOfPeriod = (year: string, period: string): { start: string; end: string } | undefined => {
  const [, quarter] = /^([1-4])T$/.exec(period) ?? [];
  const month = quarter === undefined ? Number(period) : 3 * Number(quarter) - 2;
  if (!/^\d{4}$/.test(year) || !(month >= 1 && month <= 12)) return undefined;
  const start = `${year}-${String(month).padStart(2, '0')}-01`;
  return { start, end: dayAfter(start, { months: quarter === undefined ? 1 : 3, days: -1 }) };
};

/** The fact that withholdings of a period were declared; none for a period that is not known. */
export const withholdingsFact = (
  { cif, ejercicio, periodo }: { cif: string; ejercicio: string; periodo: Period | (string & {}) },
  more: Pick<Known, 'reference' | 'payment'>,
): Known[] => {
  const days = daysOfPeriod(ejercicio, periodo);
  return days ? [{ kind: 'withholdings', cif, start: days.start, date: days.end, ...more }] : [];
};

/** The fact that the withholdings of a year were summed up in a declaration. */
export const yearFact = (
  { cif, ejercicio }: { cif: string; ejercicio: string },
  more: Pick<Known, 'reference'>,
): Known => ({
  kind: 'withholdingsYear',
  cif,
  start: `${ejercicio}-01-01`,
  date: `${ejercicio}-12-31`,
  ...more,
});
