import type { ServiceError } from '../../../shared/kernel/errors.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { CertificateSecret } from '../../../shared/stores/certificates.ts';
import { headerOf } from '../sheets/columns.ts';
import type { EarlierResult } from '../sheets/types.ts';
import type { Batch, FilledFrom, Progress } from '../store/batch.ts';

/** The content of a batch's rows, as it is stored in S3. An object does not change: a correction makes another one. */

/** One submission of a row. */
export interface Step {
  /** Method and address, such as `POST /api/v4/seg-social/alta`. */
  operation: string;
  /** The certificate, never its secret. */
  certificate: CertificateSecret;
  /** The request as an integrator would send it. */
  body: Record<string, unknown>;
  /** Its name in a workflow. */
  name?: string;
  /** Its authority can only try it after the step before was filed. */
  isTriedAtFiling?: true;
  /** Warnings for a person, in Spanish, known before the dry run. */
  warnings?: string[];
}

/** A mistake in a row, or a note on how it was read. */
export interface Remark {
  /** Field of the request in the interface, joined by dots; absent if it belongs to none. */
  column?: string;
  /** Spanish. */
  message: string;
}

/** A value that was filled in where a row left it out. */
export interface Filled {
  /** Field of the row, as in `Remark`. */
  column: string;
  value: string;
  from: FilledFrom;
}

/** A row as it was sent: before anything was filled in. */
export interface Asked {
  body: Record<string, unknown>;
  /** Mistakes found by its reader. */
  mistakes: Remark[];
  /** Never their secrets. */
  certificates: RowCertificates;
  earlier?: EarlierResult | undefined;
  isOfSheet?: true | undefined;
  /** Id of the obligation that it fulfils. */
  obligation?: string | undefined;
}

/** The certificates of a row: in general, and for submissions at SEPE. */
export interface RowCertificates {
  any?: CertificateSecret | undefined;
  sepe?: CertificateSecret | undefined;
}

/** Whether a row is not tried or filed as it is. */
export const isWrong = ({ mistakes, lacks = [] }: Pick<Entry, 'mistakes' | 'lacks'>): boolean =>
  mistakes.length > 0 || lacks.length > 0;

/** Progress of rows, without results of an earlier content of a row. */
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
  /** Its submissions in order; none where it has mistakes. */
  steps: Step[];
  mistakes: Remark[];
  /** Values that were read otherwise than they were written. */
  notes: Remark[];
  filled: Filled[];
  /** It stands for a fault of the file: while there is one, no row is filed. */
  ofFile?: true;
  /** Required columns that the whole sheet lacks. They are reported once for the file. */
  lacks?: string[];
  /** The worker's name in its sheet. */
  name?: string;
  /** Source from which it is checked again after a correction; absent if it cannot be corrected here. */
  asked?: Asked;
  /** Number of changes of its content. Dry runs of an earlier content do not count. */
  revision?: number;
  /** Rows that would file the same. */
  equalTo?: number[];
  /** Hashes of its steps' contents, and of contents that were or may have been filed before. */
  hashes?: string[];
  filed?: string[];
  /** Cells of the sheet as they were written, by header, without secrets. */
  cells: Record<string, string>;
}

export interface Content {
  entries: Entry[];
  /** S3 key of the content. */
  key?: string;
}

/** S3 key of the content of a batch, in a folder of its own: it is kept for as long as the batch is. */
export const contentKeyOf = ({ accountId, id }: Pick<Batch, 'accountId' | 'id'>): string =>
  `batches/${accountId}/${id}.json`;

/**
 * Stores the content of a batch's rows, one entry on each line of JSON: one text of thousands of rows would take a large part
 * of the reading function's memory.
 */
export const keepContent = async (
  { stores }: Services,
  contentKey: string,
  { entries }: Content,
): Promise<void> => {
  const lines = entries.map((entry) => Buffer.from(`${JSON.stringify(entry)}\n`));
  await stores.documents.putDocument(contentKey, Buffer.concat(lines), 'application/x-ndjson');
};

/** @throws Error when it is gone */
export const readContent = async ({ stores }: Services, { contentKey }: Batch): Promise<Content> => {
  const bytes = await stores.documents.getDocument(contentKey);
  if (!bytes) throw new Error('the content of a batch is gone');
  const content: Content = { entries: [], key: contentKey };
  for (const line of linesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    const read = JSON.parse(line) as Content | Entry;
    // Before, all entries were in one document.
    for (const entry of 'entries' in read ? read.entries : [read]) {
      // Nothing was filled in before.
      entry.filled ??= [];
      content.entries.push(entry);
    }
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

/** Columns of a row with the secrets of its certificates. */
export const CERT_SECRET = 'cert_secret';
export const CERT_SECRET_SEPE = 'cert_secret_sepe';

/** A mistake with the header of its column. */
export const inColumns = ({ column, message }: Remark): Remark => ({
  message,
  ...(column !== undefined && {
    column: headerOf(column.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))),
  }),
});

const CERTIFICATE_HEADER = 'X-Cert-Secret';

/** All that is wrong with a request, by field. */
export const remarksOf = ({ errors, message }: ServiceError): Remark[] => {
  const named = Object.entries(errors).flatMap(([field, texts]) =>
    texts.map((text) => ({
      column: field === CERTIFICATE_HEADER ? CERT_SECRET : field,
      // Each text names its field, which is the column here.
      message: text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text,
    })),
  );
  return named.length > 0 ? named : [{ message }];
};
