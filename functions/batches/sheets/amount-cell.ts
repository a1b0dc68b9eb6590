import * as z from 'zod';
import { readAmount, showAmount } from '../../../shared/kernel/amounts.ts';
import type { Cell, CellValue } from './cells.ts';
import type { Column } from './types.ts';

/** Most digits of an amount that is looked at. */
const MOST_DIGITS = 15;

/**
 * Reads an amount in hundredths. What the header says of the unit decides. Without that, decimals or the unit itself mean the unit,
 * all digits of the field mean hundredths, as the interface has them, and anything else may be either, which a person decides.
 */
export const amountOf = (column: Column, { text, kind }: Pick<Cell, 'text' | 'kind'>): CellValue => {
  const { unit = '€', written } = column;
  const wrong = (mistake: string): CellValue => ({ value: text, mistake });
  if (text.length > 2 * MOST_DIGITS) return wrong('Es demasiado largo para un importe.');
  // A program writes a number with a point before its decimals.
  const read = readAmount(kind === 'number' ? text.replace('.', ',') : text, unit);
  const inUnit = 'hundredths' in read ? fieldOf(column, read.hundredths) : undefined;
  const isDigits = /^\d+$/.test(text);
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

/** The value of the field for so many hundredths; `undefined` where it has no room for them. */
const fieldOf = ({ schema }: Column, hundredths: string): string | undefined => {
  if (hundredths.length > MOST_DIGITS) return undefined;
  const { data } = z.safeParse(schema, Number(hundredths));
  return typeof data === 'string' ? data : undefined;
};

/** With what was read, unless it is written so. */
const asRead = (value: string, { unit }: Column, text: string): CellValue => {
  const shown = showAmount(value, unit);
  const isSame = text === shown || text === showAmount(value);
  return { value, ...(!isSame && { note: `Se ha leído ${shown}.` }) };
};
