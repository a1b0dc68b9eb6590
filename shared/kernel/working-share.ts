/**
 * The part-time coefficient: which part of the full working time is worked. The authority and the interface have it in
 * thousandths, people in per cent. All conversions work on digits, so nothing is rounded.
 */

/** Thousandths of the full working time. */
export const FULL_TIME = 1000;

/** How numbers without a sign are written: `37,5`, `375`, or `0,375`. */
export type ShareCode = 'percent' | 'thousandths' | 'fraction';

/** What is known about the place of a text: a field of a form, or a column of a sheet. */
export interface SharePlace {
  /** How its numbers are written, if that is known. */
  code?: ShareCode | undefined;
  /** Whether its numbers may be hours. */
  mayBeHours?: boolean | undefined;
  /** Whether a person said how its numbers are written. */
  isChosen?: boolean | undefined;
}

/** Thousandths, from 0 to 1000; or the mistake, in Spanish. */
export type ReadShare = { thousandths: number } | { mistake: string };

const HOW =
  'Escriba la parte de la jornada completa en %, como 37,5 %, o en milésimas con tres cifras, como 375.';
const WITH_SIGN = /^(\d{1,4})(?:[.,](\d{1,15}))?\s*%(?:\s*de\s+(?:la\s+)?jornada)?$/i;
const WITH_WORD = /^(\d{1,4})\s*(?:milésimas|milesimas|‰)$/i;
const PLAIN = /^(\d{1,4})(?:[.,](\d{1,15}))?$/;
const COMPLETE = /^(?:a\s+)?(?:tiempo|jornada)?\s*complet[ao]$/i;
const HOURS = /^\d{1,4}(?:[.,:]\d{1,2})?\s*h(?:s|oras?)?\b/i;

/** Thousandths of digits with a decimal point `places` digits before them; `undefined` if there are further decimals. */
const thousandthsOf = (whole: string, decimals: string, places: number): number | undefined =>
  /^0*$/.test(decimals.slice(places))
    ? Number(whole + decimals.slice(0, places).padEnd(places, '0'))
    : undefined;

/** What a text says by itself: thousandths, hours, or a number that depends on its place. */
type Parsed =
  | { is: 'certain'; thousandths: number | undefined; by: ShareCode }
  | { is: 'full' }
  | { is: 'hours' }
  | { is: 'other' }
  | { is: 'number'; whole: string };

const parsed = (cell: string): Parsed => {
  const text = cell.trim();
  if (COMPLETE.test(text)) return { is: 'full' };
  const [, percent, percentDecimals = ''] = WITH_SIGN.exec(text) ?? [];
  if (percent !== undefined)
    return { is: 'certain', thousandths: thousandthsOf(percent, percentDecimals, 1), by: 'percent' };
  const [, named] = WITH_WORD.exec(text) ?? [];
  if (named !== undefined) return { is: 'certain', thousandths: Number(named), by: 'thousandths' };
  if (HOURS.test(text)) return { is: 'hours' };
  const [, whole, written = ''] = PLAIN.exec(text) ?? [];
  if (whole === undefined) return { is: 'other' };
  const value = Number(whole);
  // A program writes `.0` after whole numbers, and only thousandths are above 100.
  const isWhole = written === '' || (/^0+$/.test(written) && (value > 100 || text.endsWith('.0')));
  const decimals = isWhole ? undefined : written;
  // No work is less than one per cent of the full time, so a number below one is a part of one.
  if (decimals !== undefined && value === 0)
    return { is: 'certain', thousandths: thousandthsOf(whole, decimals, 3), by: 'fraction' };
  if (decimals !== undefined && value > 1 && value < 1000)
    return { is: 'certain', thousandths: thousandthsOf(whole, decimals, 1), by: 'percent' };
  if (decimals === undefined && (value === 0 || value > 100))
    return { is: 'certain', thousandths: value, by: 'thousandths' };
  return decimals === undefined || /^0+$/.test(decimals)
    ? { is: 'number', whole }
    : { is: 'certain', thousandths: thousandthsOf(whole, decimals, 1), by: 'percent' };
};

/** Reads a text as a part of the full working time. What could be two parts is a mistake that names both. */
export const readShare = (written: string, place: SharePlace = {}): ReadShare => {
  const text = written.trim();
  const read = parsed(text);
  if (read.is === 'full') return { thousandths: FULL_TIME };
  if (read.is === 'hours')
    return { mistake: `${text} son horas: escriba qué parte de la jornada completa es, como 50 %.` };
  if (read.is === 'other') return { mistake: HOW };
  if (read.is === 'number') return inPlace(text, Number(read.whole), place);
  const { thousandths, by } = read;
  if (thousandths === undefined)
    return { mistake: `${text} tiene más decimales: solo hay milésimas, como 33,3 %.` };
  if (place.mayBeHours && by === 'percent' && !/%/.test(text))
    return { mistake: `${text} puede ser un porcentaje u horas: escríbalo con %, como 50 %.` };
  return thousandths > FULL_TIME
    ? { mistake: `${text} pasa de la jornada completa. ${HOW}` }
    : { thousandths };
};

/** Most hours of a full working week: a greater number is none of hours. */
const FULL_WEEK = 40;

/** A whole number from 1 to 100, which depends on its place. */
const inPlace = (text: string, value: number, { code, mayBeHours, isChosen }: SharePlace): ReadShare => {
  // Thousandths have three figures; a program may have removed their zeros.
  const isThousandths = /^0\d\d$/.test(text) || (code === 'thousandths' && (isChosen || text.length === 3));
  if (isThousandths && (code === undefined || code === 'thousandths')) return { thousandths: value };
  if (code === 'fraction' && value === 1) return { thousandths: FULL_TIME };
  const isHours = mayBeHours === true && value <= FULL_WEEK;
  if (code === 'percent' && value > 1 && !isHours && !isThousandths) return { thousandths: value * 10 };
  if (value === 1) return { mistake: `${text} puede ser la jornada completa o el 1 %: escriba 100 % o 1 %.` };
  if (isHours)
    return { mistake: `${text} puede ser el ${value} % u horas: escríbalo con %, como ${value} % o 50 %.` };
  const [first, second] = [showShare(value * 10), showShare(value)];
  return {
    mistake: `${text} puede ser el ${first} de la jornada o el ${second} (en milésimas): escriba ${first} o ${second}.`,
  };
};

/** How a column writes its numbers. */
export interface ShareColumn {
  /** Absent if its numbers show several ways, or none. */
  code?: ShareCode;
  /** Whether some of its cells are hours. */
  hasHours: boolean;
  /** Whether some without a sign are more than the hours of a week, and so in per cent. */
  isPercent: boolean;
  /** Whether some without a sign are not more than the hours of a week. */
  hasSmall: boolean;
}

/** How a column writes its numbers, by all its texts. */
export const shareColumnOf = (texts: readonly string[]): ShareColumn => {
  const all = texts.map(parsed);
  const codes = new Set(
    all.flatMap((text) => (text.is === 'certain' && text.thousandths !== 0 ? text.by : [])),
  );
  const [code, ...others] = codes;
  const plain = texts.flatMap((text) => (PLAIN.test(text) ? [Number(text.replace(',', '.'))] : []));
  return {
    ...(code !== undefined && others.length === 0 && { code }),
    hasHours: all.some(({ is }) => is === 'hours'),
    isPercent: plain.some((value) => value > FULL_WEEK && value <= 100),
    hasSmall: plain.some((value) => value > 1 && value <= FULL_WEEK && Number.isInteger(value)),
  };
};

/** Thousandths as people read them: `375` is `37,5 %`. */
export const showShare = (thousandths: string | number): string =>
  `${(Number(thousandths) / 10).toFixed(1).replace('.', ',').replace(/,0$/, '')} %`;

/** Thousandths as a field has them. @param thousandths below 1000 */
export const shareDigits = (thousandths: number): string => String(thousandths).padStart(3, '0');

/** The description of a coefficient for people, who write it in per cent. */
export const inPercent = (description: string): string =>
  description
    .replace(/,? en milésimas/, ', en % de la jornada completa')
    .replace(/ ?Máximo 3 dígitos\.$/, '');
