import * as z from 'zod';
import { readAmount, showAmount } from '../../kernel/amounts.ts';
import { type Cell, shifted } from '../cell.ts';
import type { CellValue, Column } from './column.ts';

/** The most digits of an amount that is read. */
const MOST_DIGITS = 15;

/**
 * Reads an amount in hundredths. A unit in the header decides. Otherwise, decimals mean whole units, and so does a cell or a
 * format that shows the unit; a full set of digits means hundredths, as in the interface. Anything else is ambiguous, and a
 * person decides.
 */
export const readAmountCell = (
  column: Column,
  { text: raw, kind, format }: Pick<Cell, 'text' | 'kind' | 'format'>,
): CellValue => {
  const { unit = '€' } = column;
  const text = format === '%' ? shifted(raw) : raw;
  const isFormatted = format !== undefined;
  if (isFormatted && format !== unit)
    return {
      value: raw,
      mistake: `La celda tiene formato de ${NAMED[format]}, y la columna pide ${NAMED[unit]}: cambie el formato y compruebe el valor.`,
    };
  const written = isFormatted && column.written === undefined ? 'unit' : column.written;
  const wrong = (mistake: string): CellValue => ({ value: text, mistake });
  if (text.length > 2 * MOST_DIGITS) return wrong('Es demasiado largo para un importe.');
  // A spreadsheet program writes a point before the decimals of a number.
  const read = readAmount(kind === 'number' ? text.replace('.', ',') : text, unit);
  const inUnit = 'hundredths' in read ? fieldOf(column, read.hundredths) : undefined;
  const isDigits = /^\d+$/.test(text) && !isFormatted;
  const inHundredths = isDigits ? fieldOf(column, text) : undefined;
  const isWhole = written === undefined && isDigits && inHundredths?.length === text.length;

  if (written === 'hundredths' || isWhole) {
    if (inHundredths) return asRead(inHundredths, column, text);
    const meant = 'hundredths' in read && inUnit ? `, y parece ${showAmount(inUnit, unit)}` : '';
    const how = inUnit ? ` Si lo es, escriba ${Number(inUnit)}.` : '';
    return wrong(`La columna pide ${unit === '€' ? 'céntimos' : 'centésimas'}, sin signos${meant}.${how}`);
  }
  if ('mistake' in read) return wrong(read.mistake);
  if (written === undefined && isDigits && inHundredths && Number(text) > 0)
    return wrong(
      `${text} puede ser ${showAmount(read.hundredths, unit)} o, en ${unit === '€' ? 'céntimos' : 'centésimas'}, ${showAmount(text, unit)}: escríbalo con dos decimales.`,
    );
  return inUnit ? asRead(inUnit, column, text) : wrong(`Es demasiado: ${showAmount(read.hundredths, unit)}.`);
};

/** Names for the units of formats, in Spanish. */
const NAMED = { '€': 'euros', '%': 'porcentaje', other: 'otra moneda' };

/** The field's value for these hundredths; `undefined` if they have too many digits. */
const fieldOf = ({ schema }: Column, hundredths: string): string | undefined => {
  // A field may be longer than the most digits, and is filled up with zeros then.
  const digits = hundredths.replace(/^0+(?=\d)/, '');
  if (digits.length > MOST_DIGITS) return undefined;
  const { data } = z.safeParse(schema, Number(digits));
  return typeof data === 'string' ? data : undefined;
};

/** A value, with a note on how it was read, unless it was written in that form. */
const asRead = (value: string, { unit }: Column, text: string): CellValue => {
  const shown = showAmount(value, unit);
  const isSame = text === shown || text === showAmount(value);
  return { value, ...(!isSame && { note: `Se ha leído ${shown}.` }) };
};
