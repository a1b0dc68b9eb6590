import { strictIdentifiers } from '../../../../shared/kernel/config.ts';
import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { readRequest } from '../../../../shared/kernel/validation.ts';
import { columnsOf, headerOf } from './columns.ts';
import type { Mistake, Row, SheetOperation } from './types.ts';

/**
 * All mistakes of a row: the ones found on reading, and the ones for which a single submission would be refused.
 * @returns without mistakes also the request that the operation's `run` receives
 */
export const checkRow = async (
  row: Row,
  operation: SheetOperation,
): Promise<{ mistakes: Mistake[]; value?: unknown }> => {
  // About an unreadable cell, the reader's message is more precise than the schema's.
  const known = new Set(row.mistakes.map(({ column }) => column));
  let read: ReturnType<typeof readRequest>;
  try {
    read = readRequest(operation.request, row.request, {
      onlyDefined: true,
      ignores: operation.ignores,
      ...(strictIdentifiers() && { identifiers: await import('../../../../shared/kernel/identifiers.ts') }),
      forAuthority: true,
    });
  } catch (error) {
    // The request nests too deeply, or has too many values.
    if (!(error instanceof ServiceError)) throw error;
    return { mistakes: [...row.mistakes, { row: row.row, message: error.message }] };
  }
  const headers = columnsOf(operation).map(({ header }) => header);
  const found = Object.entries(read.errors)
    .map(([path, messages]) => ({ ...placeOf(path, headers), messages }))
    .filter(({ column }) => column === undefined || !known.has(column))
    .flatMap(({ column, prefix, messages }) =>
      messages.map(
        (message): Mistake => ({
          row: row.row,
          ...(column !== undefined && { column }),
          message: prefix + message,
        }),
      ),
    );
  const mistakes = [...row.mistakes, ...found];
  return mistakes.length === 0 ? { mistakes, value: read.value } : { mistakes };
};

/** The column of a dotted path. A mistake in a whole object or list is shown at its first column. */
const placeOf = (path: string, headers: readonly string[]): { column?: string; prefix: string } => {
  if (path === '') return { prefix: '' };
  const header = headerOf(path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
  const first = headers.find((other) => other.startsWith(`${header}.`));
  return first === undefined ? { column: header, prefix: '' } : { column: first, prefix: `${header}: ` };
};
