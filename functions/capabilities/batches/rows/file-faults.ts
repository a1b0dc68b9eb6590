import { columnFinder } from '../sheets/columns.ts';
import { templateLabel } from '../sheets/headers.ts';
import type { FoundColumns, SheetOperation } from '../sheets/types.ts';
import type { BatchRow, CheckedRow, Remark } from './row.ts';

/** Faults of the whole file, which may concern any of its rows. */

/** How the schema's message for a missing field begins; it may go on with what to do. */
export const MISSING = 'Este campo es obligatorio.';

/** In the message of a column that the sheet lacks. */
const NO_ROW_HAS = 'y ninguna fila tiene el dato';

/** If all rows of a sheet (at least two) need a column that the sheet lacks, reports this once, as a mistake of the file. */
export const lackingOnce = (
  rows: CheckedRow[],
  { row: headerRow, columns }: FoundColumns,
  operations: readonly SheetOperation[],
): CheckedRow[] => {
  const submissions = rows.filter(({ ofFile }) => !ofFile);
  if (submissions.length < 2) return rows;
  const columnsOfSheet = new Set(columns.map(({ column }) => column));
  const [first] = submissions;
  const lacking = first!.mistakes.flatMap(({ column, message }) =>
    column !== undefined &&
    message === MISSING &&
    !columnsOfSheet.has(column) &&
    submissions.every(({ mistakes }) => mistakes.some((mistake) => isMissing(mistake, column)))
      ? [column]
      : [],
  );
  if (lacking.length === 0) return rows;
  const sheet = operations.find(({ id }) => id === first!.operation);
  const titleOf = (name: string): string => {
    const column = sheet && columnFinder(sheet)(name);
    return column ? templateLabel(column) : name;
  };
  const nothing = { steps: [], hashes: [], filed: [], filled: [], notes: [], cells: {} };
  const fault: CheckedRow = {
    ...nothing,
    row: headerRow,
    operation: '',
    ofFile: true,
    mistakes: lacking.map((column) => ({
      column,
      message: `Falta «${titleOf(column)}», ${NO_ROW_HAS}: añada la columna, o diga en mapping cuál es o qué valor vale para todas las filas.`,
    })),
  };
  const withoutMistakes = submissions.map((row) => ({
    ...row,
    lacks: lacking,
    mistakes: row.mistakes.filter((mistake) => !lacking.some((column) => isMissing(mistake, column))),
  }));
  return [fault, ...rows.filter(({ ofFile }) => ofFile), ...withoutMistakes];
};

const isMissing = (mistake: Remark, column: string): boolean =>
  mistake.column === column && mistake.message.startsWith(MISSING);

/**
 * The rows without the columns that the file lacked when it was sent and that no row waits for any more. A row that was checked
 * again has mistakes of its own if it still lacks a value.
 */
export const withoutSolvedFaults = (rows: BatchRow[]): BatchRow[] => {
  const lacking = new Set(rows.flatMap(({ leftOut, lacks = [] }) => (leftOut ? [] : lacks)));
  return rows.flatMap((row) => {
    const mistakes = row.mistakes.filter(
      ({ column = '', message }) => !message.includes(NO_ROW_HAS) || lacking.has(column),
    );
    if (!row.ofFile || mistakes.length === row.mistakes.length) return [row];
    return mistakes.length === 0 ? [] : [{ ...row, mistakes }];
  });
};

/** The most faults of a file that a message names. */
const MOST_FAULTS = 5;

/** The reason why no row of a batch can be filed, in Spanish: a fault of the file may concern any row. */
export const fileFault = (rows: BatchRow[]): string | undefined => {
  const faults = rows.flatMap(({ ofFile, mistakes }) => (ofFile ? mistakes : []));
  if (faults.length === 0) return undefined;
  const texts = faults.map(({ column, message }) =>
    // A column that the sheet lacks is named by its title in the message.
    column === undefined || message.startsWith('Falta «') ? message : `${column}: ${message}`,
  );
  const first = texts.slice(0, MOST_FAULTS);
  const more = texts.length - first.length;
  const rest = more > 0 ? [`Y ${more} más.`] : [];
  return [
    'El fichero tiene errores que no son de una fila, y no se puede presentar ninguna.',
    ...first,
    ...rest,
    'Corríjalo y envíelo otra vez.',
  ].join(' ');
};
