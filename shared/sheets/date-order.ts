import { Unzip, UnzipInflate } from 'fflate';
import { MOST_ROWS, SheetFault, type SheetLimits } from './limits.ts';
import type { TableRow } from './table-row.ts';

/**
 * The order of days and months in the columns of a sheet. A date such as 12/07/2026 is read with the day first. A date such as
 * 12/31/2026 shows that its column has the month first, so that the other dates of the column are ambiguous.
 */

/** A date that has the month first, and its row. */
export interface MonthFirst {
  row: number;
  text: string;
}

/** A numeric date at the beginning of a text. */
const PARTS = /^(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})(?!\d)/;
/** Matches in every date with the month first. It begins with rare characters, because long files are searched. */
const ANYWHERE = /[/.-](?<=\d.)(?:1[3-9]|2\d|3[01])[/.-]\d{2}/;

/** Whether the first part of a date can be a month, and the second cannot. */
export const isMonthFirst = (text: string): boolean => {
  const [, first, second] = PARTS.exec(text) ?? [];
  return first !== undefined && isMonth(first) && Number(second) > LAST_MONTH && Number(second) <= LAST_DAY;
};

const LAST_MONTH = 12;
const LAST_DAY = 31;
const isMonth = (part: string): boolean => Number(part) >= 1 && Number(part) <= LAST_MONTH;

/** The day, `YYYY-MM-DD`, that results from swapping day and month; `undefined` if there is none. */
export const otherOrder = (date: string): string | undefined => {
  const [year, month, day] = date.split('-');
  return day !== undefined && isMonth(day) && day !== month ? `${year}-${day}-${month}` : undefined;
};

/**
 * The first date with the month first, by column. Stops if the sheet has too many rows or is damaged, because the reader of its
 * rows reports that.
 */
export const monthFirstColumns = async (
  rows: AsyncIterable<TableRow>,
  { rows: most }: Pick<SheetLimits, 'rows'>,
): Promise<ReadonlyMap<number, MonthFirst>> => {
  const found = new Map<number, MonthFirst>();
  let count = 0;
  try {
    for await (const { row, cells } of rows) {
      count += Number(cells.some((cell) => cell?.text.trim()));
      // The header row counts too.
      if (count > most + 1 || row > MOST_ROWS) break;
      for (const [index, cell] of cells.entries())
        if (cell?.kind === 'typed' && !found.has(index)) {
          const text = cell.text.trim();
          if (isMonthFirst(text)) found.set(index, { row, text });
        }
    }
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error;
  }
  return found;
};

/** Characters of a date that may be in the previous chunk. */
const OVERLAP = 8;

/**
 * Whether there is such a date anywhere in the bytes of a text file, in any encoding. Thanks to this check, nearly all files
 * are read only once.
 */
export const mayHaveMonthFirst = (bytes: Uint8Array): boolean => {
  const has = finder();
  for (let at = 0; at < bytes.length; at += CHUNK) if (has(bytes.subarray(at, at + CHUNK))) return true;
  return false;
};

const CHUNK = 64 * 1024;

/** Looks for such a date in consecutive chunks. */
const finder = () => {
  let before = '';
  return (chunk: Uint8Array): boolean => {
    // In UTF-16 each digit is followed or preceded by a zero byte.
    const { buffer, byteOffset, byteLength } = chunk;
    const text = before + Buffer.from(buffer, byteOffset, byteLength).toString('latin1').replaceAll('\0', '');
    before = text.slice(-OVERLAP);
    return ANYWHERE.test(text);
  };
};

/**
 * As `mayHaveMonthFirst`, for a workbook.
 * @param most bytes that may be unpacked. A larger workbook is refused when it is read
 */
export const mayHaveMonthFirstInWorkbook = (bytes: Uint8Array, most: number): boolean => {
  let left = most;
  let isFound = false;
  const unzip = new Unzip((file) => {
    if (!/\.xml$/i.test(file.name)) return;
    const has = finder();
    file.ondata = (_, chunk) => {
      left -= chunk?.length ?? 0;
      isFound ||= chunk !== null && has(chunk);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length && !isFound && left > 0; at += PACKED_CHUNK)
      unzip.push(bytes.subarray(at, at + PACKED_CHUNK), at + PACKED_CHUNK >= bytes.length);
  } catch {
    // The reader of its rows reports the damage.
    return false;
  }
  return isFound || left <= 0;
};

/** Bytes that are unpacked at once. They unpack to a thousand times as many at most. */
const PACKED_CHUNK = 4096;
