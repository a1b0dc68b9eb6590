import type { WorkSheet } from '@e965/xlsx';
import { Unreadable } from '../../exchange.ts';

/**
 * The spreadsheet of the FIE as rows by column header. It only needs a row of headers, found by a header that has
 * always been there, with the titles of sections in the row above. New columns are read without a change here.
 */

type Xlsx = typeof import('@e965/xlsx');

/** Headers by which the row of headers is found. */
const KNOWN = /^(?:Fecha Registro|N\.?A\.?F\.?|IPF)$/i;
/** Rows in which the headers are searched. */
const MAX_ABOVE = 20;
/** Most cells: some 20,000 workers. A larger sheet is an error: rows must not be left out without notice. */
const MAX_CELLS = 2_000_000;

/** One object for each worker, texts by header. @throws Unreadable */
export const readFie = async (bytes: Uint8Array): Promise<Record<string, string>[]> => {
  // Loaded here, so that only this report needs the time to load it.
  const xlsx = await import('@e965/xlsx');
  const sheet = firstSheet(xlsx, bytes);
  const { e: end } = xlsx.utils.decode_range(sheet['!ref'] ?? 'A1');
  if ((end.r + 1) * (end.c + 1) > MAX_CELLS) throw new Unreadable('FIE too large');
  const row = (index: number): string[] =>
    Array.from({ length: end.c + 1 }, (_, column) => textAt(xlsx, sheet, { r: index, c: column }));

  const headerRow = Array.from({ length: Math.min(MAX_ABOVE, end.r + 1) }, (_, index) => index).find(
    (index) => row(index).some((text) => KNOWN.test(text)),
  );
  if (headerRow === undefined) throw new Unreadable('FIE without headers');
  const sections = headerRow === 0 ? [] : sectionsIn(row(headerRow - 1), sheet, headerRow - 1);
  const names = namesOf(row(headerRow), sections);
  const rows: Record<string, string>[] = [];
  for (let index = headerRow + 1; index <= end.r; index++) {
    const texts = row(index);
    if (texts.some(Boolean))
      rows.push(Object.fromEntries(names.map((name, column) => [name, texts[column] ?? ''])));
  }
  return rows;
};

const firstSheet = ({ read }: Xlsx, bytes: Uint8Array): WorkSheet => {
  try {
    const { Sheets, SheetNames } = read(bytes, { type: 'array', cellNF: true });
    const sheet = Sheets[SheetNames[0] ?? ''];
    if (sheet) return sheet;
  } catch {
    // The reader's error may quote the file, which names persons.
  }
  throw new Unreadable('FIE is not a spreadsheet');
};

/** The text of a cell: numbers with all digits, because of identifiers; dates as the report writes them, `YYYYMMDD`. */
const textAt = ({ utils, SSF }: Xlsx, sheet: WorkSheet, at: { r: number; c: number }): string => {
  const cell = sheet[utils.encode_cell(at)];
  if (cell?.v === undefined || cell.v === null) return '';
  if (cell.t === 'n' && SSF.is_date(String(cell.z ?? ''))) return SSF.format('yyyymmdd', cell.v);
  return String(cell.v).trim();
};

/** The title of the section of each column: the cell of a title is merged over the section's columns. */
const sectionsIn = (titles: string[], sheet: WorkSheet, row: number): string[] => {
  const sections = [...titles];
  for (const { s, e } of sheet['!merges'] ?? []) {
    if (s.r > row || e.r < row) continue;
    for (let column = s.c; column <= e.c && column < sections.length; column++)
      sections[column] = titles[s.c] ?? '';
  }
  return sections;
};

/**
 * Unique names of the columns. The first column with a header is named after it. Later ones get the code of their
 * section too, `Entidad Responsable (DIP)`, or a number if that name is taken as well.
 */
const namesOf = (headers: string[], sections: string[]): string[] => {
  const taken = new Set<string>();
  return headers.map((header, column) => {
    const plain = header || `Columna ${column + 1}`;
    const code = /\((\w+)\)\s*$/.exec(sections[column] ?? '')?.[1];
    let name = plain;
    if (taken.has(name) && code) name = `${plain} (${code})`;
    for (let number = 2; taken.has(name); number++) name = `${plain} (${number})`;
    taken.add(name);
    return name;
  });
};
