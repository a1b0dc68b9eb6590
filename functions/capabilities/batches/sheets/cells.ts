import * as z from 'zod';
import { type AmountUnit, readAmount, showAmount } from '../../../../shared/kernel/amounts.ts';
import {
  isNothing,
  nameDoubt,
  nothingFault,
  unseenIn,
  withoutUnseen,
} from '../../../../shared/kernel/names.ts';
import type { CodeLookUps } from '../../../../shared/kernel/public-codes.ts';
import { metaOf, unwrapped } from '../../../../shared/kernel/request-value.ts';
import { isSocialSecurityNumber } from '../../../../shared/kernel/social-security-number.ts';
import { codesOf, isSheetError, misreadFault } from '../../../../shared/kernel/text.ts';
import { FULL_TIME, readShare, shareDigits, showShare } from '../../../../shared/kernel/working-share.ts';
import { type ColumnCode, spelledCode } from './column-codes.ts';
import { isMonthFirst, type MonthFirst, otherOrder } from './date-order.ts';
import { spelled } from './headers.ts';
import { hasDecimals, plainNumber } from './numbers.ts';
import type { CellKind, Column } from './types.ts';

/** A cell as its file has it. */
export interface Cell {
  /** A text as it is shown, a number in plain digits, or a date as `YYYY-MM-DD`. */
  text: string;
  /**
   * `typed`: text of a text file or of a cell in text format. `number`, `date` and `boolean`: a spreadsheet program's
   * interpretation of the typed text. `error`: such as #N/A. `uncomputed`: a formula without a stored value.
   */
  kind: 'typed' | 'number' | 'date' | 'boolean' | 'error' | 'uncomputed';
  /** The unit in a number's format: `1500` as `1.500,00 €`, `0.5` as `50 %`; `other` is another currency. */
  format?: AmountUnit | 'other';
}

/** Whether a cell is empty. A formula without its value is not: its value is missing. */
export const isBlank = (cell: Cell | undefined): boolean =>
  cell === undefined || (cell.kind !== 'uncomputed' && withoutUnseen(cell.text).trim() === '');

/** A cell read as a value of the request, in the form of its column. An unreadable value stays as written. */
export interface CellValue {
  /** `undefined` if the cell says that there is no value. */
  value: unknown;
  /** The mistake and its remedy, in Spanish. */
  mistake?: string;
  /** How the value was read, in Spanish, if this differs from how it is written. */
  note?: string;
  /** A text that means the same in any column, if the written one does only in its own. */
  text?: string;
}

/** The context of a cell: its file and its column. */
interface Around {
  /** Whether the file format has no text cells, so that a spreadsheet program may have removed leading zeros. */
  isLossy: boolean;
  /** A date in the column that has the month first. */
  monthFirst?: MonthFirst | undefined;
  /** What the other cells of the column show. Without it the cell is read by itself, as the interface's codes. */
  code?: ColumnCode | undefined;
  /** The published lists of codes, in which words are looked up. */
  lists: CodeLookUps;
}

/** Spanish: the note on a cell that has a word for nothing. */
export const emptyNote = (text: string): string => `Se ha leído vacía: ${nothingFault(text)}`;

/** Reads a cell that is not blank. The value is `undefined` if the cell means that there is none. */
export const readCell = (column: Column, cell: Cell, around: Around): CellValue => {
  const { text, kind } = cell;
  if (kind === 'error' || isSheetError(text))
    return { value: text, mistake: `La celda tiene el error ${text}: escriba el valor.` };
  if (kind !== 'typed') return readVisible(column, cell, around);
  const misread = misreadFault(text, 'sheet');
  if (misread !== undefined) return { value: text, mistake: misread };
  const visible = withoutUnseen(text).trim();
  const { nameOf } = column;
  if (isNothing(visible, nameOf !== undefined))
    return column.isRequired
      ? { value: visible, mistake: `${nothingFault(visible)} Escriba el valor.` }
      : { value: undefined, note: emptyNote(visible) };
  const read = readVisible(column, { ...cell, text: visible }, around);
  const unseen = unseenIn(text);
  const note =
    read.note ??
    (unseen.length > 0 ? `Tenía signos que no se ven, y no se leen: ${codesOf(unseen)}.` : undefined) ??
    (nameOf && nameDoubt(visible));
  return note === undefined || read.mistake !== undefined ? read : { ...read, note };
};

/** Reads a text without characters that cannot be seen, or a value of a spreadsheet program. */
const readVisible = (
  column: Column,
  { text, kind, format }: Cell,
  { isLossy, monthFirst, code, lists }: Around,
): CellValue => {
  if (kind === 'uncomputed')
    return {
      value: text,
      mistake: 'La fórmula no tiene un valor guardado: escriba el valor, o abra el fichero y guárdelo.',
    };
  if (column.kind === 'date')
    return dateInOrder(dateOf(text, kind, isOfBirth(column)), { text, kind }, monthFirst);
  if (kind === 'date')
    return {
      value: text,
      mistake: `El programa de hojas de cálculo ha hecho una fecha (${text}): dé a la celda formato de texto y escriba el valor de nuevo.`,
    };
  if (column.kind === 'share') return shareOf(column, { text, kind, format }, code);
  const number = kind === 'typed' ? plainNumber(text) : undefined;
  if ((SCIENTIFIC.test(text) && number === undefined) || (kind === 'number' && !isExact(text)))
    return {
      value: text,
      mistake: `${text} no es el valor completo: dé a la celda formato de texto y escriba todas las cifras.`,
    };
  if (column.kind === 'amount') return amountOf(column, { text, kind, format });
  const choice = choiceOf(column, text);
  if (choice !== undefined)
    return column.kind === 'text'
      ? { value: choice, text: choice }
      : READ[column.kind](column, choice, false);
  const ofCode = code && codeOf(column, text, code);
  if (ofCode) return ofCode;
  const isNumber = number !== undefined && !isText(column, text, number);
  const ofWord = kind === 'typed' && !isNumber ? codeOfWord(column, text, lists) : undefined;
  if (ofWord) return ofWord;
  const plain = isNumber ? number : kind === 'typed' ? withoutSigns(column, text) : text;
  const read = READ[column.kind](column, plain, isLossy || kind === 'number' || isNumber, code);
  if (plain === text || read.mistake !== undefined) return read;
  return { ...read, note: read.note ?? `Se ha leído ${String(read.value)}.` };
};

/**
 * Whether a text that looks like a number is meant as it is: the field takes it, and makes no code of the number. Only programs
 * write `1.0` into a field for text.
 */
const isText = ({ kind, schema }: Column, text: string, number: string): boolean =>
  kind === 'text' &&
  text !== `${number}.0` &&
  z.safeParse(schema, text).success &&
  !isWithZeros(z.safeParse(schema, Number(number)).data, number);

/** The code of a text that has it with its meaning, as lists of choices show it: `M · hombre`. */
const choiceOf = ({ codes = {} }: Column, text: string): string | undefined =>
  Object.keys(codes).find((code) => text === `${code} · ${codes[code]}`);

/** The value of a cell by the code that its column has; `undefined` if the cell is read by itself. */
const codeOf = (
  { codes }: Column,
  text: string,
  { meanings, because, doubts }: ColumnCode,
): CellValue | undefined => {
  const spelt = spelledCode(text);
  const doubt = doubts?.get(spelt);
  if (doubt !== undefined) return { value: text, mistake: doubt };
  const value = meanings?.get(spelt);
  if (typeof value !== 'string' || value === text) return undefined;
  const why = because === undefined ? '' : `: ${because}`;
  return { value, text: value, note: `Se ha leído ${codes?.[value] ?? value} (${value})${why}.` };
};

/** Reads a part of the full working time, by the other cells of its column. */
const shareOf = (
  { fullTime, written }: Column,
  { text: raw, kind, format }: Pick<Cell, 'text' | 'kind' | 'format'>,
  code: ColumnCode = {},
): CellValue => {
  const text = asShown({ text: kind === 'number' ? rounded(raw) : raw, kind, format });
  const place = code.share ?? (written === undefined ? {} : { code: 'percent' as const });
  const read = readShare(text, place);
  if ('mistake' in read) return { value: raw, mistake: read.mistake };
  const { thousandths } = read;
  const value = shareDigits(thousandths);
  if (thousandths === 0) return { value, note: `Se ha leído la jornada completa (${value}).` };
  if (thousandths === FULL_TIME) {
    const isAbsent = fullTime === 'absent';
    return {
      value: isAbsent ? undefined : shareDigits(0),
      text: showShare(thousandths),
      note: `Se ha leído la jornada completa${isAbsent ? ', que se presenta sin coeficiente' : ''}.`,
    };
  }
  // As in the interface.
  if (text === value && thousandths > 100) return { value };
  const percent = showShare(value);
  const isSame = Number.parseFloat(text.replace(',', '.')) === thousandths / 10 && text.endsWith('%');
  return {
    value,
    text: percent,
    ...(!isSame && { note: `Se ha leído el ${percent} de la jornada (${value} milésimas).` }),
  };
};

/** A number of a workbook without the error of binary numbers. */
const rounded = (text: string): string => String(Number(Number(text).toPrecision(12)));

/** The code that a word means in a column with a published list of codes; `undefined` if the cell has no word, or no such column. */
const codeOfWord = ({ codeList }: Column, text: string, lists: CodeLookUps): CellValue | undefined => {
  const list = codeList && lists.get(codeList);
  if (!list || !/\p{L}/u.test(text)) return undefined;
  const codes = list.codesOf(text);
  if (codes.length === 1)
    return { value: codes[0], note: `Se ha leído ${codes[0]} (${list.textOf(codes[0]!)}).` };
  const why = codes.length === 0 ? `no está en ${list.about}` : `puede ser ${codes.join(' o ')}`;
  return { value: text, mistake: `«${text}» ${why}: escriba el código.` };
};

/** Signs with which people write numbers: `99.999.102-R`, `28/99999100/91`. A program may make a dash of a hyphen. */
const SIGNS = /[\s./·\u2212\p{Pd}]+/gu;

/** Other words for the meaning of a code. */
const SAME_WORDS: Readonly<Record<string, string>> = {
  varon: 'hombre',
  masculino: 'hombre',
  femenino: 'mujer',
  hembra: 'mujer',
};

/** A number without separators, or the code for a meaning (`DNI` is 1), unless the field accepts the text itself. */
const withoutSigns = ({ schema, codes }: Column, text: string): string => {
  if (z.safeParse(schema, text).success) return text;
  // A text that may be a date is not an identifier with separators.
  if (z.globalRegistry.get(unwrapped(schema))?.identifier && !SHOWN_DATE.test(text) && !hasDecimals(text)) {
    const plain = text.replace(SIGNS, '');
    return /^[\dA-Za-z]{8,}$/.test(plain) ? plain : text;
  }
  const word = SAME_WORDS[spelled(text)] ?? spelled(text);
  const meant = Object.entries(codes ?? {}).filter(([, meaning]) =>
    [meaning, ...meaning.split('/')].some((one) => spelled(one) === word),
  );
  return meant.length === 1 ? meant[0]![0] : text;
};

/** The form in which spreadsheet programs show long numbers. */
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d+$/i;
/** A spreadsheet program keeps 15 digits of a number. */
const isExact = (text: string): boolean => text.replace(/\D/g, '').length <= 15;

const SHOWN_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: 0?0:00(?::00)?)?$/;
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

const dateOf = (text: string, kind: Cell['kind'], isOfBirth: boolean): CellValue => {
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
  const [, shortDay, shortMonth, short] = (!isOfBirth && SHORT_DATE.exec(text)) || [];
  if (short !== undefined) {
    const [d, m] = [shortDay!.padStart(2, '0'), shortMonth!.padStart(2, '0')];
    return { value: `20${short}-${m}-${d}`, note: `Se ha leído ${d}/${m}/20${short}.` };
  }
  const iso = ISO_DATE.exec(text)?.[1];
  return iso === undefined ? { value: text, mistake: HOW_DATE } : { value: iso };
};

/** A date as it is read, unless its column has the month first, so that day and month may be swapped. */
const dateInOrder = (
  read: CellValue,
  { text, kind }: Cell,
  monthFirst: MonthFirst | undefined,
): CellValue => {
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

const TRUE = new Set(['1', 'true', 'verdadero', 'sí', 'si', 's', 'x']);
const FALSE = new Set(['0', 'false', 'falso', 'no', 'n']);

const truth = (text: string, code?: ColumnCode): boolean | undefined => {
  const meant = code?.meanings?.get(spelledCode(text));
  if (typeof meant === 'boolean') return meant;
  const plain = text.toLowerCase();
  if (TRUE.has(plain)) return true;
  return FALSE.has(plain) ? false : undefined;
};

const READ: Record<
  Exclude<CellKind, 'date' | 'amount' | 'share'>,
  (column: Column, text: string, isLossy: boolean, code?: ColumnCode) => CellValue
> = {
  flag: (_, text, __, code) => {
    const value = truth(text, code);
    return value === undefined
      ? { value: text, mistake: 'Escriba 1 (sí) o 0 (no).' }
      : { value: Number(value) };
  },
  boolean: (_, text, __, code) => {
    const value = truth(text, code);
    return value === undefined ? { value: text, mistake: 'Escriba sí o no.' } : { value };
  },
  integer: (_, text) => ({ value: /^\d{1,15}$/.test(text) ? Number(text) : text }),
  text: (column, text, isLossy) => {
    const { schema } = column;
    const isComplete = !isLossy && !isGroup(schema) && z.safeParse(schema, text).success;
    const alone = codeWithText(column, text);
    if (alone !== undefined)
      return {
        value: text,
        mistake: `«${text}» tiene la clave y un texto: escriba solo la clave, ${alone}.`,
      };
    if (!isNumber(text) || isComplete) return { value: text };
    const read = z.safeParse(schema, Number(text));
    // A number of only zeros belongs to no person.
    if (text === '0' && isRegisteredNumber(schema)) return { value: text };
    // The schema's message explains both ways to read such a number.
    if (!read.success && isRegisteredNumber(schema))
      return { value: text, mistake: read.error.issues[0]!.message };
    if (column.codeList === 'contracts' && isWithZeros(read.data, text) && Number(text) > 0)
      return { value: text, mistake: `${text} no es una clave de contrato, que tiene tres cifras.` };
    return isWithZeros(read.data, text)
      ? {
          value: read.data,
          note: `Se ha leído ${read.data}: faltaban los ceros de la izquierda.`,
        }
      : { value: text };
  },
};

/** The code in a text that also has words, in a column that takes codes alone; `undefined` if the text is something else. */
const codeWithText = ({ schema, codes, codeList }: Column, text: string): string | undefined => {
  if ((codes ?? codeList) === undefined || !/\p{L}/u.test(text) || z.safeParse(schema, text).success)
    return undefined;
  const [number, ...others] = text.match(/(?<![\p{L}\d])\d+(?![\p{L}\d])/gu) ?? [];
  return number !== undefined && others.length === 0 && z.safeParse(schema, number).success
    ? number
    : undefined;
};

const isRegisteredNumber = (schema: Column['schema']): boolean =>
  isSocialSecurityNumber(z.globalRegistry.get(unwrapped(schema))?.identifier);

/** Whether a field is a contribution group, which people write without its zero: 7 is 07, and there is no other group 7. */
const isGroup = (schema: Column['schema']): boolean => metaOf(schema).codeList === 'groups';

/** Whether a text may be a number from which a spreadsheet program dropped leading zeros. */
const isNumber = (text: string): boolean => /^(?:0|[1-9]\d{0,14})$/.test(text);

/**
 * Whether the data are the text with its leading zeros restored. Fields that take an integer in place of a code restore them.
 */
const isWithZeros = (data: unknown, text: string): data is string =>
  typeof data === 'string' && data.length > text.length && data === text.padStart(data.length, '0');

/** The most digits of an amount that is read. */
const MOST_DIGITS = 15;

/**
 * Reads an amount in hundredths. A unit in the header decides. Otherwise, decimals mean whole units, and so does a cell or a
 * format that shows the unit; a full set of digits means hundredths, as in the interface. Anything else is ambiguous, and a
 * person decides.
 */
const amountOf = (
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

/** The number that a cell in per cent format shows: a hundred times its value, without the rounding error of binary numbers. */
const shifted = (text: string): string => String(Number((Number(text) * 100).toPrecision(15)));

/** A number as its format shows it, for whoever reads the sheet again: `1500.5` is `1.500,50 €`. */
export const asShown = ({ text, kind, format }: Pick<Cell, 'text' | 'kind' | 'format'>): string => {
  if (kind !== 'number' || format === undefined || format === 'other') return text;
  return `${(format === '%' ? shifted(text) : text).replace('.', ',')} ${format}`;
};

/** The field's value for these hundredths; `undefined` if they have too many digits. */
const fieldOf = ({ schema }: Column, hundredths: string): string | undefined => {
  if (hundredths.length > MOST_DIGITS) return undefined;
  const { data } = z.safeParse(schema, Number(hundredths));
  return typeof data === 'string' ? data : undefined;
};

/** A value, with a note on how it was read, unless it was written in that form. */
const asRead = (value: string, { unit }: Column, text: string): CellValue => {
  const shown = showAmount(value, unit);
  const isSame = text === shown || text === showAmount(value);
  return { value, ...(!isSame && { note: `Se ha leído ${shown}.` }) };
};
