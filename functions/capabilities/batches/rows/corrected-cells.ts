import { invalid } from '../../../../shared/kernel/errors.ts';
import type { CodeLookUps } from '../../../../shared/kernel/public-codes.ts';
import type { Column } from '../../../../shared/sheets/cells/column.ts';
import {
  columnFinder,
  headerOf,
  plainHeader,
  shareWrittenBy,
  titleOf,
  writtenBy,
} from '../sheets/columns.ts';
import { readCorrected, type SheetEvidence } from '../sheets/corrected-cell.ts';
import { WORKER_NAME, workerNameOf } from '../sheets/headers.ts';
import type { SheetOperation } from '../sheets/types.ts';
import type { Correction } from '../shown.ts';
import type { SentRow } from './row.ts';
import { REPEATS_COLUMN, repeatsIn } from './row-columns.ts';

/** Writes corrected cells into a row, as if they had been sent in its sheet. */

/** Columns that belong to no field of an operation. */
const ROW_COLUMNS = [...WORKER_NAME, REPEATS_COLUMN] as const;

/** The texts that are typed at once, by header, each with its first row. */
export const typedIn = (corrections: Correction[]): ReadonlyMap<string, Map<string, number>> => {
  const typed = new Map<string, Map<string, number>>();
  for (const { rows, cells } of corrections)
    for (const [header, value] of Object.entries(cells)) {
      const text = value?.trim() ?? '';
      const texts = typed.get(plainHeader(header)) ?? new Map<string, number>();
      typed.set(plainHeader(header), texts);
      if (text !== '' && !texts.has(text)) texts.set(text, rows[0]!);
    }
  return typed;
};

/** A row with corrected cells. @throws ServiceError 422 for an unknown column */
export const withCells = (
  before: SentRow,
  changes: Correction['cells'],
  {
    operation,
    place,
    typed,
    ...around
  }: {
    operation: SheetOperation | undefined;
    place: number;
    typed: ReturnType<typeof typedIn>;
    evidence: SheetEvidence;
    lists: CodeLookUps;
  },
): SentRow => {
  const find = operation && columnFinder(operation);
  const row: SentRow = { ...before, cells: { ...before.cells } };
  for (const [header, value] of Object.entries(changes)) {
    const plain = plainHeader(header);
    const rowColumn = ROW_COLUMNS.find((name) => name === plain);
    const column = rowColumn === undefined ? find?.(plain) : undefined;
    if (rowColumn === undefined && !column)
      throw invalid({ [`corrections.${place}.cells`]: [`${header} no es una columna de este trámite.`] });
    const text = value?.trim() ?? '';
    const name = rowColumn ?? column!.header;
    const isOf = (written: string | undefined) =>
      written !== undefined && plainHeader(written) === plainHeader(name);
    const title =
      Object.keys(row.cells!).find(isOf) ?? titleOf({ ...(column ?? { header: name }) } as Column);
    if (text === '') delete row.cells![title];
    else row.cells![title] = text;
    row.mistakes = row.mistakes!.filter((mistake) => !isOf(mistake.column));
    row.notes = row.notes!.filter((note) => !isOf(note.column));
    if (rowColumn === REPEATS_COLUMN) {
      const { repeats, mistakes } = repeatsIn(text);
      row.repeats = repeats;
      row.mistakes.push(...mistakes);
    }
    if (!column) continue;
    const path = column.path;
    if (text === '') {
      setAt(row.body, path, undefined);
      continue;
    }
    const written = column.kind === 'share' ? shareWrittenBy(title) : writtenBy(title);
    const {
      value: read,
      mistake,
      note,
      text: certain,
    } = readCorrected({ ...column, written }, text, { ...around, typed: typed.get(plain) ?? new Map() });
    if (certain !== undefined) row.cells![title] = certain;
    if (mistake !== undefined) row.mistakes.push({ column: headerOf(path), message: mistake });
    if (note !== undefined) row.notes.push({ column: headerOf(path), message: note });
    setAt(row.body, path, read);
  }
  // A row without a sheet has the name from its obligation.
  const workerName = workerNameOf(row.cells!) ?? (row.obligation === undefined ? undefined : before.name);
  return { ...row, name: workerName };
};

/** Sets or removes the member at a path. */
const setAt = (body: Record<string, unknown>, path: Column['path'], value: unknown): void => {
  let target = body as Record<string | number, unknown>;
  for (const [index, part] of path.entries()) {
    const next = path[index + 1];
    if (next === undefined) {
      if (value === undefined && !Array.isArray(target)) delete target[part];
      else target[part] = value ?? null;
      return;
    }
    const inner = target[part];
    if (typeof inner !== 'object' || inner === null) {
      if (value === undefined) return;
      target[part] = typeof next === 'number' ? [] : {};
    }
    target = target[part] as typeof target;
    if (Array.isArray(target) && typeof next === 'number') while (target.length < next) target.push({});
  }
};
