import type { Services } from '../../../../shared/serving/services.ts';
import type { SheetEvidence } from '../sheets/corrected-cell.ts';
import type { Batch, RowProgress } from '../store/batch.ts';
import type { BatchRow } from './row.ts';

/** The content of a batch's rows, as stored in S3. An object never changes: a correction makes a new one. */

/** The progress of rows, without results for earlier content of a row. */
export const currentProgress = (
  rows: Map<number, RowProgress>,
  { entries }: Pick<Content, 'entries'>,
): Map<number, RowProgress> => {
  for (const { number, revision = 0 } of entries)
    if ((rows.get(number)?.revision ?? 0) !== revision) rows.delete(number);
  return rows;
};

/** The content of a batch. */
export interface Content {
  entries: BatchRow[];
  /** What the columns of the rows' sheet show about their cells, for corrections; absent if there is no sheet with headers. */
  evidence?: SheetEvidence;
  /** S3 key of the content. */
  key?: string;
}

/** S3 key for the content of a batch, in a folder of its own: it is kept as long as the batch. */
export const contentKeyOf = ({ accountId, id }: Pick<Batch, 'accountId' | 'id'>): string =>
  `batches/${accountId}/${id}.json`;

/**
 * Stores the content of a batch's rows as JSON, one row on each line: a single text for thousands of rows would take a large
 * part of the reading function's memory.
 */
export const keepContent = async (
  { stores }: Services,
  contentKey: string,
  { entries, evidence }: Content,
): Promise<void> => {
  const lines = [...(evidence ? [{ evidence }] : []), ...entries].map((line) =>
    Buffer.from(`${JSON.stringify(line)}\n`),
  );
  await stores.documents.putDocument(contentKey, Buffer.concat(lines), 'application/x-ndjson');
};

/** @throws Error if the content no longer exists */
export const readContent = async ({ stores }: Services, { contentKey }: Batch): Promise<Content> => {
  const bytes = await stores.documents.getDocument(contentKey);
  if (!bytes) throw new Error('the content of a batch is gone');
  const content: Content = { entries: [], key: contentKey };
  for (const line of linesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    const read = JSON.parse(line) as BatchRow | Required<Pick<Content, 'evidence'>>;
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
