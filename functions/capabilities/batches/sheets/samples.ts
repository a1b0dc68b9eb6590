import { isBlank } from '../../../../shared/sheets/cell.ts';
import { columnName, type TableRow } from '../../../../shared/sheets/table-row.ts';
import type { FoundColumn, SheetLook } from './types.ts';
import type { Headers } from './uses.ts';

const SAMPLES = 3;
/** The most cells of a row that a person looks at to choose the headers. */
const MOST_CELLS = 12;
/** The most characters of such a value. A longer one may be the secret of a certificate. */
const MOST_SAMPLE = 60;
/** A text that may be the secret of a certificate. */
export const LIKE_SECRET = /^[\w.-]{44,}$/;

/** Keeps the first values of the columns, for the person who chooses their meaning. */
export const addSamples = (
  columns: (FoundColumn | undefined)[],
  { cells }: TableRow,
  { uses }: Headers,
): void => {
  for (const [index, cell] of cells.entries()) {
    if (isBlank(cell)) continue;
    // A column without a header is listed only if a row has a value in it.
    if (!uses[index])
      columns[index] ??= { header: columnName(index), samples: [], how: 'none', column: null };
    const column = columns[index];
    const text = cell!.text.trim().slice(0, MOST_SAMPLE);
    if (!column || column.samples.length === SAMPLES || column.samples.includes(text)) continue;
    if (!LIKE_SECRET.test(text) && !column.column?.startsWith('cert_secret')) column.samples.push(text);
  }
};

/** The first rows as a person looks at them to choose the one of the headers. */
export const looksOf = (rows: readonly TableRow[]): SheetLook['rows'] =>
  rows.map(({ row, cells }) => ({
    row,
    cells: Array.from(cells.slice(0, MOST_CELLS), (cell) => {
      const text = cell?.text.trim().slice(0, MOST_SAMPLE) ?? '';
      return LIKE_SECRET.test(text) ? '…' : text;
    }),
  }));
