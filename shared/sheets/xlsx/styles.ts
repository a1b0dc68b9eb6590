import type { Cell } from '../cell.ts';
import { isTrue, readWhole } from './parts.ts';

/** Whether a number is a built-in format for dates, which a workbook need not describe (ECMA-376 part 1, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Kind of a number format; `undefined` for a plain number. */
export type Shown = 'date' | NonNullable<Cell['format']> | undefined;

/** Kind of a built-in format, which a workbook need not describe. Currency formats have the program's currency, here euros. */
const builtIn = (id: number): Shown => {
  if (isBuiltInDate(id)) return 'date';
  if (id === 9 || id === 10) return '%';
  return (id >= 5 && id <= 8) || id === 42 || id === 44 ? '€' : undefined;
};

/** What a cell's style says about its value. */
export interface Style {
  shown: Shown;
  isStruck: boolean;
}

/** The styles of a workbook, by the number with which cells name them (ECMA-376 part 1, 18.8). */
export const stylesOf = async (part: AsyncIterable<Uint8Array>): Promise<Style[]> => {
  const custom = new Map<number, Shown>();
  const struckFonts = new Set<number>();
  const styles: Style[] = [];
  /** The list that is open. Other lists have fonts and formats, too. */
  let list = '';
  let font = -1;
  await readWhole(part, {
    open: (name, { numFmtId, fontId, formatCode = '', val }) => {
      if (LISTS.has(name)) list = name;
      if (name === 'numFmt') custom.set(Number(numFmtId), shownAs(formatCode));
      if (list === 'fonts' && name === 'font') font += 1;
      if (list === 'fonts' && name === 'strike' && isTrue(val ?? '1')) struckFonts.add(font);
      if (list === 'cellXfs' && name === 'xf') {
        const id = Number(numFmtId);
        const shown = custom.has(id) ? custom.get(id) : builtIn(id);
        styles.push({ shown, isStruck: struckFonts.has(Number(fontId)) });
      }
    },
    close: (name) => {
      if (name === list) list = '';
    },
  });
  return styles;
};

const LISTS: ReadonlySet<string> = new Set(['fonts', 'cellXfs']);

/**
 * Kind of a number format, from its first section, which is for positive numbers. `[$€-C0A]` is a currency, `[$-C0A]` a
 * language.
 */
const shownAs = (format: string): Shown => {
  if (isDateFormat(format)) return 'date';
  // The character after `_` is not shown; it only sets the width of a blank.
  const [positive = ''] = format.replace(/[_*]./g, '').split(';', 1);
  if (/€|\beur/i.test(positive)) return '€';
  if (/\[\$[^-\]]|[$£¥]"|"[$£¥]|^[$£¥]|\\[$£¥]/.test(positive)) return 'other';
  return /%/.test(positive.replace(/"[^"]*"|\\./g, '')) ? '%' : undefined;
};

/** Texts in quotes, in brackets and after a backslash are not part of the format. */
const isDateFormat = (format: string): boolean =>
  /[dmyhs]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '').replace(/general/gi, ''));
