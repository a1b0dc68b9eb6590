import type { Cell } from '../../../../shared/sheets/cell.ts';
import type { Column } from '../../../../shared/sheets/cells/column.ts';
import { OPERATION_HEADER } from './columns.ts';
import type { EarlierResult, SheetOperation } from './types.ts';

/** How a column of a sheet is used. */
export type Use =
  | { is: 'operation' }
  | { is: 'result'; name: keyof EarlierResult | undefined }
  /** Data that would be lost silently. The file reports this once. */
  | { is: 'wrong'; header: string; message: string; isSaid: boolean }
  /** A person chose not to read it. */
  | { is: 'ignored'; header: string }
  | { is: 'own'; header: string; sheetHeader: string }
  | {
      is: 'field';
      /** The column's name. */
      header: string;
      /** Its header as its sheet has it. */
      sheetHeader: string;
      /** Its name in the sheet of results. */
      title: string;
      isAmount: boolean;
      columns: Map<SheetOperation, Column>;
      /** Its meaning in rows of other operations. */
      own?: string;
    };

/** The headers of a sheet. */
export interface Headers {
  /** The row that has them. */
  row: number;
  uses: readonly (Use | undefined)[];
  /** The cells that all rows have in columns that the sheet lacks, by index in `uses`. */
  fixed: ReadonlyMap<number, Cell>;
}

/** The header of a column that is read and has data; `undefined` for other columns. */
export const headerAt = ({ uses }: Pick<Headers, 'uses'>, index: number): string | undefined => {
  const use = uses[index];
  if (use === undefined || use.is === 'result' || use.is === 'ignored') return undefined;
  return use.is === 'operation' ? OPERATION_HEADER : use.header;
};

/** The same as its sheet has it, for a person. */
export const sheetHeaderAt = ({ uses }: Pick<Headers, 'uses'>, index: number): string | undefined => {
  const use = uses[index];
  return use?.is === 'field' || use?.is === 'own' ? use.sheetHeader : headerAt({ uses }, index);
};
