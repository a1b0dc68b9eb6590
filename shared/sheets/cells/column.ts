import type * as z from 'zod';
import type { AmountUnit } from '../../kernel/amounts.ts';
import type { CodeList } from '../../kernel/fields.ts';
import type { NameOf } from '../../kernel/names.ts';

/** How the cells of a column are read. A flag is 0 or 1; a share is a part of the full working time. */
export type CellKind = 'text' | 'date' | 'integer' | 'boolean' | 'flag' | 'amount' | 'share';

/** A column of an operation's sheet: one scalar field of its request. */
export interface Column {
  /**
   * The field's name in the interface. Members of objects are joined by a dot (`cuenta.iban`); entries of lists are numbered
   * from 1 (`employees.1.doc`).
   */
  header: string;
  /** The path of the field in the request. A number is an index of a list. */
  path: readonly (string | number)[];
  schema: z.core.$ZodType;
  kind: CellKind;
  /** Its description in Spanish, as in the reference. */
  description: string;
  /** Whether it and all enclosing objects are required. */
  isRequired: boolean;
  /** The unit of an amount, which the field has in hundredths, or of a share. */
  unit?: AmountUnit;
  /**
   * How the header says that amounts are written; absent if it does not say. Below `time`, which a header of a share may say,
   * numbers may be hours.
   */
  written?: 'unit' | 'hundredths' | 'time' | undefined;
  /** Of a share: whether full time has none, or is 0. */
  fullTime?: 'absent' | 'zero';
  /** Codes with their meanings, if it has a list of codes. */
  codes?: Readonly<Record<string, string>>;
  /** The list of its codes, if they are in one. */
  codeList?: CodeList;
  /** Whose name it has. */
  nameOf?: NameOf;
  /** The operation's example, as the text of a cell. */
  example?: string;
}

/** A cell read as a value of the request, in the form of its column. An unreadable value stays as written. */
export interface CellValue {
  /** `undefined` if the cell says that there is no value. */
  value: unknown;
  /** The mistake and its remedy, in Spanish. */
  mistake?: string;
  /** How the value was read, in Spanish, if this differs from how it is written. */
  note?: string;
  /** A text that means the same in any column, if the written one does only in its own. */
  text?: string;
}
