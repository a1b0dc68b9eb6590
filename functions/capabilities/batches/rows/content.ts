import { isValid } from 'ulid';
import type { ServiceError } from '../../../../shared/kernel/errors.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { CertificateSecret } from '../../../../shared/stores/certificates.ts';
import { headerOf } from '../sheets/columns.ts';
import type { SheetEvidence } from '../sheets/corrected-cell.ts';
import type { EarlierResult } from '../sheets/types.ts';
import type { Batch, FilledFrom, LeftOut, Progress } from '../store/batch.ts';

/** The content of a batch's rows, as stored in S3. An object never changes: a correction makes a new one. */

/** One submission of a row. */
export interface Step {
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

/** A row as it was sent, before anything was filled in. */
export interface Asked {
  body: Record<string, unknown>;
  /** Mistakes that its reader found. */
  mistakes: Remark[];
  /** The certificates, never their secrets. */
  certificates: RowCertificates;
  earlier?: EarlierResult | undefined;
  isOfSheet?: true | undefined;
  /** Id of the obligation that it fulfils. */
  obligation?: string | undefined;
  /** The trámite that it repeats on purpose. */
  repeats?: string | undefined;
}

/** The certificates of a row: in general, and for submissions at SEPE. */
export interface RowCertificates {
  any?: CertificateSecret | undefined;
  sepe?: CertificateSecret | undefined;
}

/** Whether a row is neither tried nor filed in its present form. */
export const isHeldBack = ({
  mistakes,
  lacks = [],
  leftOut,
}: Pick<Entry, 'mistakes' | 'lacks' | 'leftOut'>): boolean =>
  mistakes.length > 0 || lacks.length > 0 || leftOut !== undefined;

/** The progress of rows, without results for earlier content of a row. */
export const currentProgress = (
  rows: Map<number, Progress>,
  { entries }: Pick<Content, 'entries'>,
): Map<number, Progress> => {
  for (const { number, revision = 0 } of entries)
    if ((rows.get(number)?.revision ?? 0) !== revision) rows.delete(number);
  return rows;
};

/** A row of a batch. */
export interface Entry {
  /** From 1, in the order of the batch. */
  number: number;
  /** Position in the office's file: the row of its sheet, otherwise `number`. */
  row: number;
  /** Id of the operation as the row names it. */
  operation: string;
  /** Its submissions in order; empty if it is held back. */
  steps: Step[];
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
  asked?: Asked;
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

export interface Content {
  entries: Entry[];
  /** What the columns of the rows' sheet show about their cells, for corrections; absent if there is no sheet with headers. */
  evidence?: SheetEvidence;
  /** S3 key of the content. */
  key?: string;
}

/** S3 key for the content of a batch, in a folder of its own: it is kept as long as the batch. */
export const contentKeyOf = ({ accountId, id }: Pick<Batch, 'accountId' | 'id'>): string =>
  `batches/${accountId}/${id}.json`;

/**
 * Stores the content of a batch's rows as JSON, one entry on each line: a single text for thousands of rows would take a large
 * part of the reading function's memory.
 */
export const keepContent = async (
  { stores }: Services,
  contentKey: string,
  { entries, evidence }: Content,
): Promise<void> => {
  const lines = [...(evidence ? [{ evidence }] : []), ...entries].map((entry) =>
    Buffer.from(`${JSON.stringify(entry)}\n`),
  );
  await stores.documents.putDocument(contentKey, Buffer.concat(lines), 'application/x-ndjson');
};

/** @throws Error if the content no longer exists */
export const readContent = async ({ stores }: Services, { contentKey }: Batch): Promise<Content> => {
  const bytes = await stores.documents.getDocument(contentKey);
  if (!bytes) throw new Error('the content of a batch is gone');
  const content: Content = { entries: [], key: contentKey };
  for (const line of linesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    const read = JSON.parse(line) as Entry | Required<Pick<Content, 'evidence'>>;
    if ('number' in read) content.entries.push(read);
    else content.evidence = read.evidence;
  }
  return content;
};

const linesOf = function* (bytes: Buffer) {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\n', from);
    const to = end === -1 ? bytes.length : end;
    yield bytes.toString('utf8', from, to);
    from = to + 1;
  }
};

/** Columns of a row for the secrets of its certificates. */
export const CERT_SECRET = 'cert_secret';
export const CERT_SECRET_SEPE = 'cert_secret_sepe';
/** Column of a row for the accepted trámite that it repeats on purpose. */
export const REPEATS_COLUMN = 'repeats';

/** The trámite that a row repeats on purpose, from its cell; or the mistake in the cell. */
export const repeatsIn = (cell: string | undefined): { repeats?: string; mistakes: Remark[] } => {
  const id = cell?.trim().toUpperCase() ?? '';
  if (id === '') return { mistakes: [] };
  if (isValid(id)) return { repeats: id, mistakes: [] };
  return { mistakes: [{ column: REPEATS_COLUMN, message: 'Debe ser el identificador de un trámite.' }] };
};

/** A mistake, with the header of its column. */
export const inColumns = ({ column, message }: Remark): Remark => ({
  message,
  ...(column !== undefined && {
    column: headerOf(column.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))),
  }),
});

const CERTIFICATE_HEADER = 'X-Cert-Secret';

/** All mistakes of a request, by field. */
export const remarksOf = ({ errors, message }: ServiceError): Remark[] => {
  const named = Object.entries(errors).flatMap(([field, texts]) =>
    texts.map((text) => ({
      column: field === CERTIFICATE_HEADER ? CERT_SECRET : field,
      // Each text begins with its field, which is the column here.
      message: text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text,
    })),
  );
  return named.length > 0 ? named : [{ message }];
};
