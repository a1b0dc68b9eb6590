import { readShare, type ShareCode, type SharePlace, shareColumnOf } from '../../kernel/working-share.ts';
import type { Column } from './column.ts';
import { plainNumber } from './numbers.ts';
import type { CellReading } from './readings.ts';

/**
 * Which code a column uses, as all its values show: M is a woman in a column with H, and a man in one with F. A person decides a
 * column that does not show its code, and until then none of its doubtful cells is read.
 */

/** What the values of a column show. */
export interface ColumnCode {
  /** How a part-time coefficient is written. */
  share?: SharePlace;
  /** What a text, in capitals, means: a code of the field, or a truth. */
  meanings?: ReadonlyMap<string, string | boolean>;
  /** Which other values show that. Spanish, the end of a note. */
  because?: string;
  /** Why a text, in capitals, cannot be read, in Spanish. */
  doubts?: ReadonlyMap<string, string>;
  /** The codes that a person may choose from, if the values do not show one. */
  readings?: CellReading[];
}

/** The distinct values of a column as they are written, each with its first row. */
export type ColumnValues = ReadonlyMap<string, number>;

/** The code of each meaning; `undefined` if the column has others. */
const codesFor = ({ codes = {} }: Column, meanings: readonly string[]): Map<string, string> | undefined => {
  const byMeaning = new Map(Object.entries(codes).map(([code, meaning]) => [meaning, code]));
  const isSame = byMeaning.size === meanings.length && meanings.every((meaning) => byMeaning.has(meaning));
  return isSame ? byMeaning : undefined;
};

const sexCodes = (column: Column) => codesFor(column, ['hombre', 'mujer']);
const truthCodes = (column: Column) => codesFor(column, ['sí', 'no']);
const isTruth = (column: Column): boolean =>
  column.kind === 'flag' || column.kind === 'boolean' || truthCodes(column) !== undefined;

/** Whether other values of the column can change what a cell means. */
export const needsValues = (column: Column): boolean =>
  column.kind === 'share' ||
  column.codeList === 'groups' ||
  sexCodes(column) !== undefined ||
  isTruth(column);

/** @param chosen the code that a person chose; see `ColumnCode.readings` */
export const columnCodeOf = (column: Column, values: ColumnValues, chosen?: CellReading): ColumnCode => {
  if (column.kind === 'share') return shareCode(column, values, chosen);
  const plain = new Map([...values].map(([text, row]) => [spelledCode(text), row]));
  const sex = sexCodes(column);
  if (sex) return sexCode(sex, plain, chosen);
  if (isTruth(column)) return truthCode(truthCodes(column), plain);
  return column.codeList === 'groups' ? groupCode(plain) : {};
};

/** A code in the form in which codes are compared: without blanks, small letters, and the decimals of a program. */
export const spelledCode = (text: string): string =>
  (plainNumber(text.trim()) ?? text.trim()).normalize().toUpperCase();

const at = (values: ColumnValues, ...texts: string[]): string | undefined => {
  const first = texts.find((text) => values.has(text));
  return first === undefined ? undefined : `${first} (fila ${values.get(first)})`;
};

/** Codes that mean one sex wherever they are used: initials, and the numbers of the authorities. */
const SEXES: Readonly<Record<string, 'hombre' | 'mujer'>> = {
  H: 'hombre',
  V: 'hombre',
  F: 'mujer',
  '1': 'hombre',
  '2': 'mujer',
  '6': 'mujer',
};

/** The codes of a column in which M is the only letter. */
const SEX_READINGS: readonly CellReading[] = ['HM', 'MF'];

const sexCode = (codes: Map<string, string>, values: ColumnValues, chosen?: CellReading): ColumnCode => {
  const [man, woman] = [at(values, 'H', 'V'), at(values, 'F')];
  const meanings = new Map(Object.entries(SEXES).map(([text, meaning]) => [text, codes.get(meaning)!]));
  const doubts = new Map<string, string>();
  const keepBack = (texts: string[], message: string) => {
    for (const text of texts) doubts.set(text, message);
  };
  if (man && woman && values.has('M'))
    keepBack(
      ['M', 'H', 'V', 'F'],
      `En esta columna M puede ser hombre o mujer, porque tiene ${man} y ${woman}: escriba hombre o mujer.`,
    );
  const isWoman = man !== undefined || (woman === undefined && chosen === 'HM');
  if (isWoman || woman !== undefined || chosen === 'MF')
    meanings.set('M', codes.get(isWoman ? 'mujer' : 'hombre')!);
  else
    keepBack(
      ['M'],
      'M puede ser mujer (si hombre es H o V) u hombre (si mujer es F): elija qué código usa la columna, o escriba hombre o mujer.',
    );
  const [two, six, zero] = [at(values, '2'), at(values, '6'), at(values, '0')];
  if ((two && six) || (zero && values.has('1')))
    keepBack(
      ['1', '2', '6'],
      `No se sabe qué código usa esta columna, que tiene ${two && six ? `${two} y ${six}` : zero}: escriba hombre o mujer.`,
    );
  const because = man ?? woman;
  return {
    meanings,
    doubts,
    ...(because && { because: `la columna tiene ${because}` }),
    ...(values.has('M') && doubts.has('M') && !man && { readings: [...SEX_READINGS] }),
  };
};

const YES = ['1', 'TRUE', 'VERDADERO', 'SÍ', 'SI', 'S', 'X', 'Y', 'YES'];
const NO = ['0', 'FALSE', 'FALSO', 'NO', 'N'];
/** Marks that mean yes, so that an X in the same column means no. */
const TICKS = ['V', 'OK', '✓', '✔', '☑'];

const truthCode = (codes: Map<string, string> | undefined, values: ColumnValues): ColumnCode => {
  const meanings = new Map<string, string | boolean>();
  const add = (texts: string[], isTrue: boolean) => {
    for (const text of texts) meanings.set(text, codes ? codes.get(isTrue ? 'sí' : 'no')! : isTrue);
  };
  add(YES, true);
  add(NO, false);
  // Verdadero and falso, or true and false.
  for (const initial of ['V', 'T']) if (values.has(initial) && values.has('F')) add([initial], true);
  if (meanings.has('V') || meanings.has('T')) add(['F'], false);
  const doubts = new Map<string, string>();
  const tick = at(values, ...TICKS);
  if (tick) doubts.set('X', `En esta columna X puede ser no, porque tiene ${tick}: escriba sí o no.`);
  const others = [...values.keys()].filter((text) => /^\d+$/.test(text) && !meanings.has(text));
  const number = at(values, ...others);
  if (number)
    for (const digit of ['0', '1'])
      doubts.set(
        digit,
        `En esta columna ${digit} puede no ser sí ni no, porque tiene ${number}: escriba sí o no.`,
      );
  return { meanings, doubts };
};

/** A code of another list of groups: with a letter, or a Roman number. */
const OTHER_GROUP = /^(?:[A-Z][-.]?\d{0,2}|\d{1,2}[A-Z]|[IVX]{1,4})$/;

const groupCode = (values: ColumnValues): ColumnCode => {
  const others = [...values.keys()].filter((text) => OTHER_GROUP.test(text));
  // One alone may be a typing error.
  if (others.length < 2) return {};
  const message = (text: string) =>
    `La columna tiene ${at(values, ...others)}, que no es un grupo de cotización, y ${text} puede ser de la misma lista: escriba los grupos de cotización, de 01 a 11.`;
  return {
    doubts: new Map(
      [...values.keys()].filter((text) => /^\d+$/.test(text)).map((text) => [text, message(text)]),
    ),
  };
};

/** The value of a number without a sign; of any other text no number. */
const plainValue = (text: string): number => (/^\d/.test(text) ? Number(text.replace(',', '.')) : Number.NaN);

const SHARE_READINGS: readonly ShareCode[] = ['percent', 'thousandths', 'fraction'];

const shareCode = (
  { written }: Column,
  values: ColumnValues,
  chosen: CellReading | undefined,
): ColumnCode => {
  const ofPerson = SHARE_READINGS.find((reading) => reading === chosen);
  if (ofPerson) return { share: { code: ofPerson, isChosen: true } };
  const texts = [...values.keys()];
  const { code, hasHours, isPercent, hasSmall } = shareColumnOf(texts);
  const share: SharePlace = {
    code: code ?? (written === undefined ? undefined : 'percent'),
    mayBeHours: hasHours || (written === 'time' && !isPercent && hasSmall),
  };
  const doubtful = texts.filter((text) => 'mistake' in readShare(text, share)).map(plainValue);
  const readings = SHARE_READINGS.filter((reading) =>
    doubtful.some((value) => (reading === 'fraction' ? value === 1 : value > 1 && value <= 100)),
  );
  return { share, ...(readings.length > 0 && { readings }) };
};
