import type { CodeLookUps } from '../../../../shared/kernel/public-codes.ts';
import type { CellValue, Column } from '../../../../shared/sheets/cells/column.ts';
import {
  type ColumnValues,
  columnCodeOf,
  needsValues,
  spelledCode,
} from '../../../../shared/sheets/cells/column-codes.ts';
import { readCell } from '../../../../shared/sheets/cells/read-cell.ts';
import { isMonthFirst, type MonthFirst } from '../../../../shared/sheets/date-order.ts';
import type { ColumnEvidence } from './types.ts';

/**
 * Reads a text that a person typed in place of a cell, as the column of its sheet is read: by its values, and by the others that
 * are typed with it. What is doubtful in the column is doubtful here, too.
 */

/** The columns of a batch's sheet, by name; `undefined` if its rows came without a sheet, in the codes of the interface. */
export type SheetEvidence = Readonly<Record<string, ColumnEvidence>> | undefined;

/** Groups in two figures: what the question about another list of groups asks for. */
const WHOLE_GROUP = /^(?:0[1-9]|1[01])$/;

export const readCorrected = (
  column: Column,
  text: string,
  {
    evidence,
    typed,
    lists,
  }: {
    evidence: SheetEvidence;
    /** The texts that are typed in this column at once, each with its first row. */
    typed: ColumnValues;
    lists: CodeLookUps;
  },
): CellValue => {
  const columnEvidence = evidence?.[column.header];
  const asInSheet: Column = { ...column, written: columnEvidence?.written ?? column.written };
  const values: ColumnValues = new Map([...typed, ...(columnEvidence?.values ?? [])]);
  const isAnswer = column.codeList === 'groups' && WHOLE_GROUP.test(text);
  const chosen = evidence === undefined ? OF_INTERFACE : columnEvidence?.reading;
  const code = needsValues(column) && !isAnswer ? columnCodeOf(asInSheet, values, chosen) : undefined;
  const read = readCell(
    asInSheet,
    { text, kind: 'typed' },
    { isLossy: true, lists, code, monthFirst: columnEvidence?.monthFirst ?? monthFirstIn(typed) },
  );
  const meant = code?.meanings?.get(spelledCode(text));
  const name = typeof meant === 'string' && read.value === meant ? column.codes?.[meant] : undefined;
  if (name === undefined || read.note !== undefined || read.mistake !== undefined) return read;
  const why = code?.because === undefined ? '' : `: ${code.because}`;
  return { ...read, note: `Se ha leído ${name} (${text})${why}.` };
};

/** The code of a column of sexes in the interface. */
const OF_INTERFACE = 'MF';

const monthFirstIn = (typed: ColumnValues): MonthFirst | undefined => {
  const [first] = [...typed].filter(([text]) => isMonthFirst(text));
  return first && { text: first[0], row: first[1] };
};
