import { isBlank } from '../../../../shared/sheets/cell.ts';
import { columnName, type TableRow } from '../../../../shared/sheets/table-row.ts';
import { listed } from './listed.ts';
import type { Row } from './types.ts';
import { type Headers, sheetHeaderAt } from './uses.ts';

/** Differences between the file's appearance when opened and its content as filed, for notes about the whole file. */
export class Unseen {
  readonly #leftOut: Record<'hidden' | 'struck', string[]> = { hidden: [], struck: [] };
  readonly #columns = new Set<string>();
  readonly #ranges = new Set<string>();

  add(tableRow: TableRow, headers: Headers): void {
    const { row, cells, hiddenColumns, covered } = tableRow;
    const leftOut = leftOutOf(tableRow);
    if (leftOut) this.#leftOut[leftOut].push(String(row));
    for (const index of hiddenColumns ?? [])
      if (!isBlank(cells[index])) this.#columns.add(sheetHeaderAt(headers, index) ?? columnName(index));
    for (const { range, shown } of covered?.values() ?? []) if (!isBlank(shown)) this.#ranges.add(range);
  }

  *notes(): Generator<string> {
    for (const [kind, rows] of Object.entries(this.#leftOut))
      if (rows.length > 0)
        yield `El libro tiene filas ${LEFT_OUT_ROWS[kind as keyof typeof LEFT_OUT_ROWS]}, que quedan fuera mientras no las incluya: ${listed(rows)}.`;
    if (this.#columns.size > 0)
      yield `El libro tiene columnas ocultas con datos, que también se presentan: ${listed([...this.#columns])}.`;
    if (this.#ranges.size > 0)
      yield `El libro tiene celdas combinadas: lo que muestran vale para todas las filas que ocupan (${listed([...this.#ranges])}).`;
  }
}

/** Why a row is left out, from how its sheet shows it. */
export const leftOutOf = ({ isHidden, isStruck }: TableRow): Row['leftOut'] => {
  if (isHidden) return 'hidden';
  return isStruck ? 'struck' : undefined;
};

const LEFT_OUT_ROWS = { hidden: 'ocultas, a mano o por un filtro', struck: 'tachadas' };
/** The note on a row that is left out. Spanish. */
export const LEFT_OUT_ROW = {
  hidden: 'Esta fila está oculta en el libro, a mano o por un filtro.',
  struck: 'Esta fila está tachada en el libro, entera o en parte.',
};
