import type { Submission } from '../../../../shared/operation/operation.ts';
import type { SheetMapping } from '../../../../shared/operation/sent-sheet.ts';
import type { Column } from '../../../../shared/sheets/cells/column.ts';
import type { CellReading } from '../../../../shared/sheets/cells/readings.ts';
import type { MonthFirst } from '../../../../shared/sheets/date-order.ts';
import type { SheetLimits } from '../../../../shared/sheets/limits.ts';

/** An operation of a sheet: a submission, or a workflow of several. */
export type SheetOperation = Pick<Submission, 'id' | 'summary' | 'request' | 'ignores' | 'example'>;

/** Formats of files with many submissions. AFI is TGSS's file for Sistema RED, `contrata-xml` SEPE's document for Contrat@. */
export type SheetFormat = 'xlsx' | 'csv' | 'afi' | 'contrata-xml' | 'json';

/** A mistake, and its place. */
export interface Mistake {
  /** The row as the office sees it, see `Row.row`. */
  row: number;
  /** Header of its column, if it belongs to one. */
  column?: string;
  /** The mistake and its remedy, in Spanish. */
  message: string;
}

/** A value that was read differently from how it is written, such as a leading zero that a spreadsheet program removed. */
export type Note = Mistake;

/** One submission of a file. */
export interface Row {
  /**
   * Position in the office's file: the row of its sheet; the line of a movement in the AFI file; the place of the
   * record in the XML document, or of the entry in the JSON list, from 1.
   */
  row: number;
  /** Id of the operation; absent if the file does not name it, which is a mistake. */
  operation?: string;
  /** The body, as an integrator would send it. It has the written text of unreadable cells. */
  request: Record<string, unknown>;
  /** Values of `ReadOptions.rowColumns`, by header. */
  own: Record<string, string>;
  /** Cells that are not blank, as they are written, by header, for `resultSheet`. */
  cells: Record<string, string>;
  mistakes: Mistake[];
  notes: Note[];
  /** Its result in the sheet of results of an earlier file. */
  earlier?: EarlierResult;
  /** How its sheet shows that it may not be meant: hidden, or with a struck-out cell. */
  leftOut?: 'hidden' | 'struck';
  /** Whether it is not a submission but a fault of the file, or of lines that belong to no submission. */
  ofFile?: true;
}

/** How a file is read. */
export interface ReadOptions {
  format: SheetFormat;
  /** Operations that its rows may have. If there is only one, a row need not name it. */
  operations: readonly SheetOperation[];
  /** `LIMITS` apply to the ones that are not given. */
  limits?: Partial<SheetLimits>;
  /** Headers of columns that belong to the row and not to its request, such as the certificate. */
  rowColumns?: readonly string[];
  /** Columns for headers of the sheet, and values of all rows, as a person chose them. */
  mapping?: SheetMapping;
  /** The sheet of a workbook that is read, and the row of its headers, as a person chose them. */
  tab?: string | undefined;
  headerRow?: number | undefined;
  /** Receives the first rows of a sheet before its headers are read, and the sheets of its workbook. */
  looked?: (look: SheetLook) => void;
  /** Receives notes about the whole file for the sender, in Spanish, for example that it has hidden rows. */
  note?: (message: string) => void;
  /** Receives the columns of a sheet. */
  found?: (columns: FoundColumns) => void;
}

/** A header of a sheet, and its column. */
export interface FoundColumn {
  /** The header as it is written. */
  header: string;
  /** Values of its first rows. */
  samples: string[];
  /** `none`: nothing is known about it. `twice`: another header means the same column. */
  how: 'name' | 'synonym' | 'mapping' | 'proposal' | 'none' | 'twice';
  /** The column, certain or proposed; `null` if it is not read. */
  column: string | null;
  /** The code of its cells, as a person chose it. */
  reading?: CellReading | undefined;
  /** The codes to choose from, if its cells do not show which one they have. */
  readings?: CellReading[] | undefined;
}

/** What a person sees of a sheet to choose its tab and the row of its headers. */
export interface SheetLook {
  /** The sheet that is read; `undefined` in a file that has no sheets. */
  tab?: string | undefined;
  /** The sheets of the workbook, in its order; none in a file of another format. */
  tabs: { name: string; isHidden: boolean }[];
  /** The first rows that are not blank, with the texts of their cells. */
  rows: { row: number; cells: string[] }[];
}

/**
 * What a column of a sheet shows about the meaning of its cells, for a cell that is corrected later. A column whose cells are read
 * by themselves shows nothing.
 */
export interface ColumnEvidence {
  /** The distinct values as they are written, each with its first row. */
  values?: [text: string, row: number][] | undefined;
  /** A date that has the month first. */
  monthFirst?: MonthFirst | undefined;
  written?: Column['written'];
  /** The code of its cells, as a person chose it. */
  reading?: CellReading | undefined;
}

/** The headers of a sheet. */
export interface FoundColumns {
  /** Row of the headers. */
  row: number;
  columns: FoundColumn[];
  /** By name of the column. */
  evidence: Record<string, ColumnEvidence>;
}

/** The context in which a file is read. */
export type Reading = Required<
  Pick<ReadOptions, 'operations' | 'rowColumns' | 'note' | 'mapping' | 'looked' | 'found'>
> &
  Pick<ReadOptions, 'headerRow'> & {
    limits: SheetLimits;
    /** The name of the sheet that a person chose. */
    tabName?: string | undefined;
  };

/** The result of a row, for the sheet of results. All members are texts for a person. */
export interface Outcome {
  state: string;
  /** Id of the filing. */
  filing?: string;
  /** The authority's words, or the mistakes. */
  words?: string;
  warnings?: string;
  /** The authority's number. */
  number?: string;
  /** Name of the document in the zip. */
  document?: string;
  /** Values that were read differently from how they are written, or that are hidden in the file. */
  notes?: string;
  /** Values that were filled in. */
  filled?: string;
  /** Obligations that are due because of it. */
  left?: string;
}

/** The result of a row in a sheet of results that is sent again. */
export type EarlierResult = { [Name in 'state' | 'filing']?: string | undefined };

/** A row of the sheet of results. */
export interface ResultRow {
  /** By header. */
  cells: Readonly<Record<string, string>>;
  outcome: Outcome;
}

/** A document for the zip. */
export interface ZippedDocument {
  /** Name of the company, or its tax id: a folder. */
  company: string;
  /** Name or document of the worker: a folder within it. Absent if the document is about no worker. */
  worker?: string;
  /** The name with its extension, such as `TA2.pdf`. */
  name: string;
}
