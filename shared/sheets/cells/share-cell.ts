import { FULL_TIME, readShare, shareDigits, showShare } from '../../kernel/working-share.ts';
import { asShown, type Cell } from '../cell.ts';
import type { CellValue, Column } from './column.ts';
import type { ColumnCode } from './column-codes.ts';

/** Reads a part of the full working time, by the other cells of its column. */
export const readShareCell = (
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
