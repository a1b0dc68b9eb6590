import type { Document } from '../../../shared/kernel/document.ts';
import type { SheetFile, SheetMapping } from '../../../shared/operation/sent-sheet.ts';
import type { FoundColumn, SheetLook } from './sheets/types.ts';
import type { Batch, FilledFrom, LeftOut, RowState, StepState } from './store/batch.ts';

/** A row of a batch as it is shown. */
export interface ShownRow {
  /** Position in the office's file: the row of its sheet, otherwise its place in the list, from 1. */
  row: number;
  /** Id of the operation as the row names it. */
  operation: string;
  /** Id of the obligation that it fulfils. */
  obligation: string | null;
  /** The trámite that it repeats on purpose. */
  repeats: string | null;
  /** The trámite of an equal act that was accepted before: the row would repeat it, or was not sent for it. */
  repeated: string | null;
  state: RowState;
  /** Why it is left out; `null` if it is not. */
  leftOut: LeftOut | null;
  /** Mistakes, and values that were read differently from how they are written, by field. */
  mistakes: { column?: string; message: string }[];
  notes: { column?: string; message: string }[];
  /** The worker's name in the row's sheet. */
  name: string | null;
  /** Values that were filled in, by field. */
  filled: { column: string; value: string; from: FilledFrom }[];
  /** Why it failed or was not sent. Spanish. */
  messages: string[];
  /** Warnings for a person in Spanish, such as warnings of dry runs. */
  warnings: string[];
  /** The cells of the row's sheet as they were written, by header, without secrets. */
  cells: Record<string, string>;
  /** Ids of its dry runs and filings, in order. */
  dryRuns: string[];
  filings: string[];
  /** The steps of a workflow, in order. */
  steps: ShownStep[];
}

/** The company and the worker of a row. */
export interface RowSubject {
  /** Name of the client company that owns the row's contribution account. */
  companyName: string | null;
  worker: { document: string | null; nss: string | null; name: string | null } | null;
}

/** What a commit files. */
export interface CommitRequest {
  /** `all`: only if all rows passed their dry run; `good`: those that did. */
  which: 'all' | 'good';
  /** The revision that the caller has looked at. */
  revision: number;
}

/** A step of a row, as it is shown. */
export interface ShownStep {
  /** Its name in the workflow. */
  step: string;
  /** Method and address, such as `POST /api/v4/seg-social/alta`. */
  operation: string;
  state: StepState;
  dryRun: string | null;
  filing: string | null;
}

/** An obligation that is due because of a row's filings. */
export interface LeftObligation {
  id: string;
  /** The title of its rule, in Spanish. */
  title: string;
  /** The last day, `YYYY-MM-DD`; `null` if the calendar of its year is not known. */
  due: string | null;
  /** Doubt about the calendar used for counting, in Spanish. */
  calendarNote: string | null;
}

/** A batch as it is sent. */
export interface SentBatch {
  name: string;
  /** Secret of another certificate, for submissions at SEPE. */
  cert_secret_sepe?: string | undefined;
  rows?:
    | {
        operation?: string | undefined;
        /** Id of the obligation that the row fulfils. */
        obligation?: string | undefined;
        /** The trámite that the row repeats on purpose. */
        repeats?: string | undefined;
        cert_secret?: string | undefined;
        cert_secret_sepe?: string | undefined;
        body: Record<string, unknown>;
      }[]
    | undefined;
  /** A file with the rows, in place of `rows`. Its format follows from its name. */
  file?: SheetFile | undefined;
  /** The operation of all rows of the file. Without it, each row names its own. */
  operation?: string | undefined;
  /** Columns for headers of the file, and values of all its rows, as a person chose them. */
  mapping?: SheetMapping | undefined;
}

/** The columns of a sheet, before it is sent as a batch. */
export interface SheetColumns {
  /** Row of the headers; `null` for files without headers. */
  headerRow: number | null;
  /** Its sheets and first rows, from which a person chooses. A file without headers has none of either. */
  look: SheetLook;
  columns: (Omit<FoundColumn, 'how'> & { how: FoundColumn['how'] | 'remembered' })[];
  /** All columns that the operation may have. */
  fields: { column: string; title: string; required: boolean }[];
  /** Columns that every row needs and that neither the sheet nor the service provides. */
  missing: string[];
  rows: number;
  notes: string[];
  /** Faults of the file that no mapping can correct. */
  faults: string[];
}

/** Corrections of some rows. */
export interface Correction {
  /** The rows, as numbered in `ShownRow.row`. */
  rows: number[];
  /** New values by column; `null` to empty a cell. */
  cells: Record<string, string | null>;
  /** Whether the rows are left out or taken in; `undefined` for no change. */
  leftOut: boolean | undefined;
}

/** What is corrected in a batch. */
export interface CorrectionRequest {
  corrections: Correction[];
  /** Whether the rows that did not pass are checked again as they are, because something outside of the batch has changed. */
  again: boolean;
}

/** A file, and the number of parts of the whole result. */
export interface BatchResult {
  document: Document;
  parts: number;
}

/** The port of operations on batches. */
export interface BatchPorts {
  /**
   * Checks the rows of a batch, stores it and begins its dry runs. A batch that was sent before is returned in its present
   * state.
   * @throws ServiceError 422 if the key was used with another batch
   */
  create(sent: SentBatch): Promise<{ batch: Batch; rows: ShownRow[]; isNew: boolean }>;
  /**
   * Reads the meaning of a sheet's columns, so that a person can resolve the uncertain ones. Nothing is sent.
   * @throws ServiceError as `create`
   */
  columns(
    sent: Pick<SentBatch, 'operation' | 'mapping'> & Required<Pick<SentBatch, 'file'>>,
  ): Promise<SheetColumns>;
  /**
   * Corrects cells of rows that have filed nothing, takes rows in or leaves them out, or checks again the rows that did not
   * pass, and tries only these rows again.
   * @returns the updated batch, and the corrected rows
   * @throws ServiceError 409 if a row can no longer be corrected, 422 for unknown rows or columns
   */
  correct(batch: Batch, request: CorrectionRequest): Promise<{ batch: Batch; rows: ShownRow[] }>;
  /** The caller's batch with this id, after continuing it. @throws ServiceError 404 for any other */
  find(id: string): Promise<Batch>;
  /** All rows of a batch. */
  rows(batch: Batch): Promise<ShownRow[]>;
  /** The obligations that these rows' workers have now, by row number. */
  left(rows: ShownRow[]): Promise<Map<number, LeftObligation[]>>;
  /** Company and worker of these rows, by row number. */
  who(rows: ShownRow[]): Promise<Map<number, RowSubject>>;
  /**
   * Files the rows that passed their dry run; `all` requires that every row passed.
   * @throws ServiceError 409 if that is not possible now, or the account requires another person to commit
   */
  commit(batch: Batch, request: CommitRequest): Promise<Batch>;
  /** The results of the rows: the sent sheet with further columns, or a part of the documents as a zip. */
  result(batch: Batch, request: { format: 'xlsx' | 'csv' | 'zip'; part: number }): Promise<BatchResult>;
  /** The template of an operation's sheet. @throws ServiceError 404 if there is none */
  template(operation: string, format: 'xlsx' | 'csv'): Promise<Document>;
  /**
   * Stops it before the next row. @throws ServiceError 409 if it has ended, or if it was committed and `committed` is `refuse`
   */
  cancel(batch: Batch, committed: 'stop' | 'refuse'): Promise<Batch>;
}

declare module '../../../shared/operation/ports.ts' {
  interface ResourcePorts {
    /** Batches of submissions, beyond their rows. */
    batches: BatchPorts;
  }
}
