import * as z from 'zod';
import { isNothing, nameDoubt, nothingFault, unseenIn, withoutUnseen } from '../../kernel/names.ts';
import type { CodeLookUps } from '../../kernel/public-codes.ts';
import { metaOf, unwrapped } from '../../kernel/request-value.ts';
import { isSocialSecurityNumber } from '../../kernel/social-security-number.ts';
import { codesOf, isSheetError, misreadFault } from '../../kernel/text.ts';
import type { Cell } from '../cell.ts';
import type { MonthFirst } from '../date-order.ts';
import { spelled } from '../spelled.ts';
import { readAmountCell } from './amount-cell.ts';
import type { CellKind, CellValue, Column } from './column.ts';
import { type ColumnCode, spelledCode } from './column-codes.ts';
import { readDate, SHOWN_DATE } from './date-cell.ts';
import { hasDecimals, plainNumber } from './numbers.ts';
import { readShareCell } from './share-cell.ts';

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
  if (column.kind === 'date') return readDate(column, { text, kind }, monthFirst);
  if (kind === 'date')
    return {
      value: text,
      mistake: `El programa de hojas de cálculo ha hecho una fecha (${text}): dé a la celda formato de texto y escriba el valor de nuevo.`,
    };
  if (column.kind === 'share') return readShareCell(column, { text, kind, format }, code);
  const number = kind === 'typed' ? plainNumber(text) : undefined;
  if ((SCIENTIFIC.test(text) && number === undefined) || (kind === 'number' && !isExact(text)))
    return {
      value: text,
      mistake: `${text} no es el valor completo: dé a la celda formato de texto y escriba todas las cifras.`,
    };
  if (column.kind === 'amount') return readAmountCell(column, { text, kind, format });
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
