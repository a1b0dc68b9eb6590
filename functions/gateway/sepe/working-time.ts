import * as z from 'zod';

/**
 * Bounds of working time. Programs write hours in several forms (hours, or hours and minutes in one number), so one
 * may mean 14 hours by a number that another reads as 1,400. Impossible values are refused, and the message shows
 * the reading.
 */

/** Kind of working time, with the letter of the interface. */
type Kind = 'A' | 'B' | 'M' | 'S';

/**
 * Most hours of each kind, and where that comes from:
 * - a day, 12: twelve hours lie between two working days (Estatuto de los Trabajadores, article 34.3);
 * - a week, 40, on the average of a year (article 34.1);
 * - a month, 184: eight hours on 23 working days, the most that a month has;
 * - a year, 1,826: 40 hours a week without rests and holidays, as the courts count it.
 */
const MOST: Record<Kind, { hours: number; period: string }> = {
  B: { hours: 12, period: 'al día' },
  S: { hours: 40, period: 'a la semana' },
  M: { hours: 184, period: 'al mes' },
  A: { hours: 1826, period: 'al año' },
};

const counted = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('es-ES', { useGrouping: 'always' })} ${count === 1 ? one : several}`;

/** A time in words, such as «1.400 horas y 1 minuto». */
const inWords = (minutes: number): string => {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [
    ...(hours > 0 || rest === 0 ? [counted(hours, 'hora', 'horas')] : []),
    ...(rest > 0 ? [counted(rest, 'minuto', 'minutos')] : []),
  ];
  return parts.join(' y ');
};

/** Minutes of a time `HHHHMM`; 0 if it is none. */
const minutesIn = (time: string | undefined): number =>
  /^\d{6}$/.test(time ?? '') ? Number(time!.slice(0, 4)) * 60 + Number(time!.slice(4)) : 0;

const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && Object.hasOwn(MOST, kind);

/**
 * The fault of an impossible working time, in Spanish.
 * @param time `HHHHMM`
 * @param isPart part time: a week is shorter than the full one
 */
export const impossibleTime = (
  kind: unknown,
  time: string | undefined,
  isPart: boolean,
): string | undefined => {
  if (!isKind(kind)) return undefined;
  const { hours, period } = MOST[kind];
  const minutes = minutesIn(time);
  const isShorter = isPart && kind === 'S';
  if (minutes < hours * 60 || (minutes === hours * 60 && !isShorter)) return undefined;
  const bound = isShorter ? `menos de ${hours}` : `como máximo ${counted(hours, 'hora', 'horas')}`;
  return `Se lee como ${inWords(minutes)} ${period}, y deben ser ${bound}.`;
};

/**
 * The fault of an impossible training time, in Spanish: it is part of the working time of the contract.
 * @param training `HHHHMM`
 * @param work `HHHHMM` if the contract has hours; otherwise full-time hours count
 */
export const impossibleTraining = (
  kind: unknown,
  training: string | undefined,
  work: string | undefined,
): string | undefined => {
  const most = minutesIn(work);
  if (most === 0) return impossibleTime(kind, training, false);
  return minutesIn(training) > most
    ? `Se lee como ${inWords(minutesIn(training))}, más que la jornada del contrato (${inWords(most)}).`
    : undefined;
};

/**
 * How to write either of what four digits of training may have meant, after a fault: programs send hours and minutes in
 * them, the interface has hours. Nothing where they cannot be hours and minutes.
 */
export const eitherTraining = (sent: unknown): string => {
  const [, hours = '', minutes = ''] = /^(?!00)(\d{2})([0-5]\d)$/.exec(String(sent)) ?? [];
  if (hours === '') return '';
  const short = inWords(Number(hours) * 60 + Number(minutes));
  return (
    ` En HORAS_FORMACION, sin jornadaFormativaMin, ${short} son 00${hours}${minutes}, y ` +
    `${inWords(Number(hours + minutes) * 60)} son ${hours}${minutes}00.`
  );
};

/**
 * Hours and minutes in one number, `HHHHMM`. An integer of one or two digits has no hours in this form, so its sender
 * probably meant hours.
 */
export const hoursWithMinutes = (description: string) =>
  z.preprocess(
    (value) =>
      Number.isSafeInteger(value) && ((value as number) >= 100 || value === 0)
        ? String(value).padStart(6, '0')
        : value,
    z
      .string({
        error: ({ input }) =>
          typeof input === 'number' && input > 0 && input < 60
            ? `Se lee como ${inWords(input)}: envíe horas y minutos con 6 dígitos, HHHHMM.`
            : 'Debe tener 6 dígitos.',
      })
      .regex(/^\d{6}$/, { error: 'Debe tener 6 dígitos.' })
      .meta({ description: `${description} 6 dígitos.`, type: ['string', 'integer'] }),
  );

/**
 * The fault of an impossible percentage of partial retirement, in Spanish. The working time is reduced by 25 to 75 % (Ley
 * General de la Seguridad Social, article 215), and by up to 85 % under its transitional rules.
 * @param percentage in hundredths, four digits
 */
export const impossibleReduction = (percentage: unknown): string | undefined => {
  if (typeof percentage !== 'string' || !/^\d{4}$/.test(percentage)) return undefined;
  const hundredths = Number(percentage);
  if (hundredths >= 2500 && hundredths <= 8500) return undefined;
  const read = (hundredths / 100).toLocaleString('es-ES', { minimumFractionDigits: 2 });
  return `Se lee como ${read} %, y debe estar entre 25 y 85 %: se envía en centésimas, 5000 es 50 %.`;
};
