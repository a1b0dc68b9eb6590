import * as z from 'zod';
import { readAmount, showAmount } from '../../../shared/kernel/amounts.ts';
import type { Cell, CellValue } from './cells.ts';
import type { Column } from './types.ts';

/** Most digits of an amount that is looked at. */
const MOST_DIGITS = 15;

/**
 * Reads an amount in hundredths. What the header says of the unit decides. Without that, decimals, the unit itself or a format of
 * the cell that shows it mean the unit, all digits of the field mean hundredths, as the interface has them, and anything else may
 * be either, which a person decides.
 */
export const amountOf = (
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
  // A program writes a number with a point before its decimals.
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

/** Names of the units of formats, in a sentence. */
const NAMED = { '€': 'euros', '%': 'porcentaje', other: 'otra moneda' };

/** A number of a cell with a format of per cent as it is shown: a hundred times as much, without an error of binary numbers. */
const shifted = (text: string): string => String(Number((Number(text) * 100).toPrecision(15)));

/** A number as its format shows it, for who reads the sheet again: `1500.5` is `1.500,50 €`. */
export const asShown = ({ text, kind, format }: Pick<Cell, 'text' | 'kind' | 'format'>): string => {
  if (kind !== 'number' || format === undefined || format === 'other') return text;
  return `${(format === '%' ? shifted(text) : text).replace('.', ',')} ${format}`;
};

/** The value of the field for so many hundredths; `undefined` where it has no room for them. */
const fieldOf = ({ schema }: Column, hundredths: string): string | undefined => {
  if (hundredths.length > MOST_DIGITS) return undefined;
  const { data } = z.safeParse(schema, Number(hundredths));
  return typeof data === 'string' ? data : undefined;
};

/** A value with a note on how it was read, unless it was written so. */
const asRead = (value: string, { unit }: Column, text: string): CellValue => {
  const shown = showAmount(value, unit);
  const isSame = text === shown || text === showAmount(value);
  return { value, ...(!isSame && { note: `Se ha leído ${shown}.` }) };
};
