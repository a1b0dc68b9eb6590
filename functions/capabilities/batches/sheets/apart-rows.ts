import { isBlank } from '../../../../shared/sheets/cell.ts';
import type { TableRow } from '../../../../shared/sheets/table-row.ts';
import { WORKER_NAME } from './headers.ts';
import type { Headers, Use } from './uses.ts';

/** A row that is no submission: a sum of others, or a remark. */
export type Apart = 'total' | 'note';
export const APART: Record<Apart, string> = { total: 'Filas de totales', note: 'Anotaciones' };

/** As `apartOf`. A row that names a trámite is one, unless a sum has its word in that column. */
export const apartFrom = (tableRow: TableRow, { uses }: Headers): Apart | undefined => {
  const isNamed = tableRow.cells.some((cell, index) => uses[index]?.is === 'operation' && !isBlank(cell));
  const apart = apartOf(tableRow, uses);
  return isNamed && apart === 'note' ? undefined : apart;
};

/** What a row is if it is no submission: a sum of others, or a remark for people. */
const apartOf = ({ cells, covered }: TableRow, uses: Headers['uses']): Apart | undefined => {
  const filled = cells.flatMap((cell, index) =>
    cell && !isBlank(cell) && !covered?.has(index)
      ? [{ use: uses[index], kind: cell.kind, text: cell.text.trim() }]
      : [],
  );
  const [first, ...others] = filled;
  if (!first) return undefined;
  // A sum has amounts, and no identifiers, in the columns of the trámite.
  const mayBeSum = ({ use, kind, text }: (typeof filled)[number]) =>
    use?.is !== 'field' || (kind !== 'date' && /^[-\d.,\s€%]+$/.test(text) && !/^\d{8,}$/.test(text));
  if (/^(?:sub)?total(?:es)?\b|^suma\b/i.test(first.text) && others.every(mayBeSum)) return 'total';
  if (filled.every(({ use }) => use?.is === 'ignored' || use?.is === 'result')) return 'note';
  return others.length === 0 && isRemark(first) ? 'note' : undefined;
};

/** Whether the only text of a row is certainly no value of its column. A name alone may be a worker whose data are missing. */
const isRemark = ({ use, text }: { use: Use | undefined; text: string }): boolean =>
  use?.is === 'own' && (WORKER_NAME as readonly string[]).includes(use.header)
    ? /[^\p{L}\p{M}\s.,'’ªº·-]/u.test(text)
    : text.split(/\s+/).length >= LEAST_WORDS;

/** The least words of a remark below a header other than the one of names. */
const LEAST_WORDS = 3;
