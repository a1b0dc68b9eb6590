import type { Cell } from '../cell.ts';
import { isMonthFirst, type MonthFirst, otherOrder } from '../date-order.ts';
import type { CellValue, Column } from './column.ts';

/** A date with the day first, as people write it. A program may add midnight. */
export const SHOWN_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: 0?0:00(?::00)?)?$/;
/** A year of two digits is in this century. Other centuries need all four digits. */
const SHORT_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-]([0-4]\d)$/;
const ISO_DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
const HOW_DATE = 'Escriba una fecha como 31/12/2026 o 2026-12-31.';

/** A year of birth of two digits may be in either century. */
const isOfBirth = ({ description }: Column): boolean => /nacimiento/i.test(description);

/** Numbers of days from 1927 to 2173, in which a number of five figures is no other way to write a day. */
const DAY_NUMBER = /^[1-9]\d{4}$/;
/** The day, `DD/MM/YYYY`, for which spreadsheet programs keep this number: they count from 30 December 1899. */
const dayOfNumber = (number: number): string => {
  const [year, month, day] = new Date(Date.UTC(1899, 11, 30 + number)).toISOString().slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
};

const dateOf = (column: Column, { text, kind }: Pick<Cell, 'text' | 'kind'>): CellValue => {
  const counted = DAY_NUMBER.test(text) ? dayOfNumber(Number(text)) : undefined;
  if (counted !== undefined)
    return {
      value: text,
      mistake: `${text} no es una fecha. Puede ser el número con que una hoja de cálculo guarda el ${counted}: si lo es, escriba ese día. ${HOW_DATE}`,
    };
  if (kind === 'number' || kind === 'boolean')
    return { value: text, mistake: `${text} no es una fecha. ${HOW_DATE}` };
  const [, day, month, year] = SHOWN_DATE.exec(text) ?? [];
  if (year !== undefined) return { value: `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` };
  const [, shortDay, shortMonth, short] = (!isOfBirth(column) && SHORT_DATE.exec(text)) || [];
  if (short !== undefined) {
    const [d, m] = [shortDay!.padStart(2, '0'), shortMonth!.padStart(2, '0')];
    return { value: `20${short}-${m}-${d}`, note: `Se ha leído ${d}/${m}/20${short}.` };
  }
  const iso = ISO_DATE.exec(text)?.[1];
  return iso === undefined ? { value: text, mistake: HOW_DATE } : { value: iso };
};

/** Reads a date. In a column that has the month first, day and month of other dates may be swapped. */
export const readDate = (
  column: Column,
  { text, kind }: Pick<Cell, 'text' | 'kind'>,
  monthFirst: MonthFirst | undefined,
): CellValue => {
  const read = dateOf(column, { text, kind });
  if (!monthFirst) return read;
  if (isMonthFirst(text))
    return { value: text, mistake: `${text} tiene el mes delante del día. ${HOW_DATE}` };
  if (read.mistake !== undefined) return read;
  const date = String(read.value);
  // A date that a person typed with the year first is certain. A program may have read any other date in either order.
  const other = kind === 'typed' && ISO_DATE.test(text) ? undefined : otherOrder(date);
  return other === undefined
    ? read
    : {
        value: text,
        mistake: `${text} puede ser ${date} o ${other}: en esta columna ${monthFirst.text} (fila ${monthFirst.row}) tiene el mes delante del día. Escríbala como una de las dos.`,
      };
};
