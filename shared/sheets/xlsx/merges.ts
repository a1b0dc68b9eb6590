import { SheetFault, type SheetLimits } from '../limits.ts';
import { type Covered, columnNumber, type TableRow } from '../table-row.ts';
import { damaged, readWhole, type Workbook } from './parts.ts';

/** Merged cells: the first one is shown over all of them. Columns count from 0, rows as in the sheet. */
interface Merge {
  range: string;
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** The most merged cells of a sheet, for each row that it may have. */
const MOST_PER_ROW = 20;

/**
 * The rows of a sheet as merged cells appear: the first cell's value in each row that it covers, and nothing in the other
 * columns. The values of covered cells are invisible, so they are never read. A sheet lists its merged cells after its rows, so
 * they are read first.
 * @throws SheetFault if cells are merged twice, or rows are out of order
 */
export const mergedRows = async (
  workbook: Workbook,
  part: string,
  limits: SheetLimits,
): Promise<(row: TableRow) => TableRow> => {
  if (!(await workbook.contains(part, 'mergeCell'))) return (row) => row;
  const waiting: Merge[] = [];
  await readWhole(workbook.part(part), {
    open: (name, { ref = '' }) => {
      if (name !== 'mergeCell') return;
      const merge = mergeOf(ref);
      // Nothing can be shown beyond the last column.
      if (!merge || merge.left >= limits.columns) return;
      if (waiting.push(merge) > limits.rows * MOST_PER_ROW)
        throw new SheetFault('La hoja tiene demasiadas celdas combinadas: sepárelas.');
    },
  });
  waiting.sort((a, b) => b.top - a.top || b.left - a.left);
  let active: { merge: Merge; shown: TableRow['cells'][number] }[] = [];
  let last = 0;
  return (row) => {
    if (row.row <= last) throw damaged();
    last = row.row;
    while (waiting.length > 0 && waiting.at(-1)!.top <= row.row) {
      const merge = waiting.pop()!;
      active.push({ merge, shown: merge.top === row.row ? row.cells[merge.left] : undefined });
    }
    active = active.filter(({ merge }) => merge.bottom >= row.row);
    if (active.length === 0) return row;
    const cells = [...row.cells];
    const covered = new Map<number, Covered>();
    const taken = new Set<number>();
    for (const { merge, shown } of active) {
      const { range, top, left } = merge;
      for (let column = left; column <= Math.min(merge.right, limits.columns - 1); column++) {
        if (taken.has(column)) throw damaged();
        taken.add(column);
        if (row.row === top && column === left) continue;
        cells[column] = column === left ? shown : undefined;
        covered.set(column, { range, row: top, column: left, shown });
      }
    }
    return { ...row, cells: Array.from(cells), covered };
  };
};

const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/;

const mergeOf = (range: string): Merge | undefined => {
  const [, left = '', top = '', right = left, bottom = top] = RANGE.exec(range) ?? [];
  return left === ''
    ? undefined
    : {
        range,
        left: columnNumber(left),
        right: columnNumber(right),
        top: Number(top),
        bottom: Number(bottom),
      };
};
