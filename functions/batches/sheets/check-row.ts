import { strictIdentifiers } from '../../../shared/kernel/config.ts';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';
import { columnsOf, headerOf } from './columns.ts';
import type { Mistake, Row, SheetOperation } from './types.ts';

/**
 * All that is wrong with a row: what was found on reading, and what a single submission would be refused for.
 * @returns without mistakes also what the operation's `run` receives
 */
export const checkRow = async (
  row: Row,
  operation: SheetOperation,
): Promise<{ mistakes: Mistake[]; value?: unknown }> => {
  // Of a cell that could not be read the schema says less.
  const known = new Set(row.mistakes.map(({ column }) => column));
  let read: ReturnType<typeof readRequest>;
  try {
    read = readRequest(operation.request, row.request, {
      onlyDefined: true,
      ignores: operation.ignores,
      ...(strictIdentifiers() && { identifiers: await import('../../../shared/kernel/identifiers.ts') }),
      forAuthority: true,
    });
  } catch (error) {
    // It nests too deeply, or has too many values.
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

/** The column of a dotted path. What is wrong with an object or list as a whole is shown at its first column. */
const placeOf = (path: string, headers: readonly string[]): { column?: string; prefix: string } => {
  if (path === '') return { prefix: '' };
  const header = headerOf(path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
  const first = headers.find((other) => other.startsWith(`${header}.`));
  return first === undefined ? { column: header, prefix: '' } : { column: first, prefix: `${header}: ` };
};
