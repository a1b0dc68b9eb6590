import type { CertificateSecret } from '../../../../shared/stores/certificates.ts';
import { headerOf } from '../sheets/columns.ts';
import type { EarlierResult } from '../sheets/types.ts';
import type { FilledFrom, LeftOut } from '../store/batch.ts';

/**
 * A row of a batch on its way. It is sent (`SentRow`), checked alone (`CheckedRow`), and compared with the others and stored
 * (`BatchRow`). How far it has come is apart (`RowProgress`), and both together are what callers see (`ShownRow`).
 */

/** One submission of a row. */
export interface RowStep {
  /** Method and address, such as `POST /api/v4/seg-social/alta`. */
  operation: string;
  /** The certificate, never its secret. */
  certificate: CertificateSecret;
  /** The request, as an integrator would send it. */
  body: Record<string, unknown>;
  /** Its name in a workflow. */
  name?: string;
  /** Its authority can only try it after the previous step was filed. */
  isTriedAtFiling?: true;
  /** Warnings for a person, in Spanish, known before the dry run. */
  warnings?: string[];
}

/** A mistake in a row, or a note on how it was read. */
export interface Remark {
  /** Field of the request in the interface, joined by dots; absent if the remark belongs to no field. */
  column?: string;
  /** Spanish. */
  message: string;
}

/** A value that was filled in because a row left it out. */
export interface Filled {
  /** Field of the row, as in `Remark`. */
  column: string;
  value: string;
  from: FilledFrom;
}

/** The certificates of a row: in general, and for submissions at SEPE. */
export interface RowCertificates {
  any?: CertificateSecret | undefined;
  sepe?: CertificateSecret | undefined;
}

/** Secrets of a row's certificate, and of another one for submissions at SEPE, if there is one. */
export interface RowSecrets {
  certSecret?: string | undefined;
  certSecretSepe?: string | undefined;
  /** For a row that is checked again, because secrets are never stored. */
  certificates?: RowCertificates | undefined;
}

/** A row as it was sent, in a list or in a file. */
export interface SentRow extends RowSecrets {
  /** Position of the row in the office's file. */
  row: number;
  operation?: string | undefined;
  body: Record<string, unknown>;
  cells?: Record<string, string>;
  mistakes?: Remark[];
  notes?: Remark[];
  /** Its result in the sheet of results of an earlier batch. */
  earlier?: EarlierResult | undefined;
  /** Whether it stands for a fault of the file, and is not a submission. */
  ofFile?: true | undefined;
  leftOut?: LeftOut | undefined;
  /** Whether it comes from a sheet, whose columns number the entries of a list from 1. */
  isOfSheet?: true | undefined;
  /** The worker's name in the row's sheet, or in the obligation. */
  name?: string | undefined;
  /** Id of the obligation that it fulfils. */
  obligation?: string | undefined;
  /** The trámite that it repeats on purpose. */
  repeats?: string | undefined;
  /** Why it cannot fulfil the obligation now. Spanish. */
  dueFault?: string | undefined;
}

/**
 * The part of a sent row that is stored with the checked one, before anything was filled in, so that the row can be checked again:
 * with the mistakes that its reader found, and the certificates in place of their secrets.
 */
type StoredSentRow = Required<Pick<SentRow, 'body' | 'mistakes'>> & { certificates: RowCertificates } & Pick<
    SentRow,
    'earlier' | 'isOfSheet' | 'obligation' | 'repeats'
  >;

/** A row of a batch, as it is stored. */
export interface BatchRow {
  /** From 1, in the order of the batch. */
  number: number;
  /** Position in the office's file: the row of its sheet, otherwise `number`. */
  row: number;
  /** Id of the operation as the row names it. */
  operation: string;
  /** Its submissions in order; empty if it is held back. */
  steps: RowStep[];
  mistakes: Remark[];
  /** Values that were read differently from how they are written. */
  notes: Remark[];
  filled: Filled[];
  /** Whether it stands for a fault of the file. While there is such a fault, no row is filed. */
  ofFile?: true;
  /** Required columns that the whole sheet lacks. They are reported once, for the file. */
  lacks?: string[];
  /** Why it is left out until a person takes it in. */
  leftOut?: LeftOut;
  /** The worker's name in the row's sheet. */
  name?: string;
  /** The sent row, which is checked again after a correction; absent if the row cannot be corrected here. */
  asked?: StoredSentRow;
  /** How often its content was changed. Dry runs of earlier content do not count. */
  revision?: number;
  /** Numbers of the rows that would file the same content. */
  equalTo?: number[];
  /** Hashes of the contents of its steps, and of contents that were or may have been filed before. */
  hashes?: string[];
  filed?: string[];
  /** Cells of the sheet as they were written, by header, without secrets. */
  cells: Record<string, string>;
}

/** A row that was read and checked, and not compared with the other rows yet. */
export type CheckedRow = Omit<BatchRow, 'number' | 'hashes' | 'filed'> & {
  /** Hashes of the contents of its steps. */
  hashes: string[];
  /** Hashes of contents that were or may have been filed before, and that this row does not file. */
  filed: string[];
};

/** Whether a row is neither tried nor filed in its present form. */
export const isHeldBack = ({
  mistakes,
  lacks = [],
  leftOut,
}: Pick<BatchRow, 'mistakes' | 'lacks' | 'leftOut'>): boolean =>
  mistakes.length > 0 || lacks.length > 0 || leftOut !== undefined;

/** A stored row as it was sent, to be checked again. It must have `asked`. */
export const sentAgain = ({ row, operation, cells, notes, name, leftOut, asked }: BatchRow): SentRow => {
  const { body, mistakes, certificates, earlier, isOfSheet, obligation, repeats } = asked!;
  return {
    row,
    operation,
    cells,
    notes,
    name,
    leftOut,
    mistakes,
    certificates,
    earlier,
    isOfSheet,
    obligation,
    repeats,
    body: structuredClone(body),
  };
};

/** A mistake, with the header of its column. */
export const inColumns = ({ column, message }: Remark): Remark => ({
  message,
  ...(column !== undefined && {
    column: headerOf(column.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))),
  }),
});
