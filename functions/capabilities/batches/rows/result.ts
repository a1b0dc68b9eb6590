import { notFound } from '../../../../shared/kernel/errors.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import { collected } from '../../../../shared/sheets/sheet-of-texts.ts';
import type { FilingOfRow, KeptDocument } from '../../../../shared/stores/filings/filing.ts';
import type { Driven } from '../driver/drive.ts';
import { messagesOf, stateOf, stepsOf, warningsOf } from '../driver/states.ts';
import type { ResultRow } from '../sheets/types.ts';
import type { BatchPorts, BatchResult, ShownStep } from '../shown.ts';
import { type Batch, FILLED_TEXT, ROW_TEXT, type RowProgress, STEP_TEXT } from '../store/batch.ts';
import { ALL_FILED, FROM_FIELD } from '../workflows/workflows.ts';
import { currentProgress, readContent } from './content.ts';
import { earlierResult } from './filed-before.ts';
import { leftOf, leftText } from './left.ts';
import type { BatchRow, Filled, Remark } from './row.ts';
import { typeOf } from './sent.ts';

/** The most bytes of documents in one zip, because a function holds it in memory. */
const MOST_BYTES = 30 * 1024 * 1024;
/** The most documents in one zip, because each is read separately within the time of one request. */
const MOST_DOCUMENTS = 1_000;

/** A document of a row, and its path in the zip. */
interface Placed {
  document: KeptDocument;
  path: string;
}

/** A row with its filings, and their documents. */
interface FiledRow {
  row: BatchRow;
  filings: FilingOfRow[];
  documents: Placed[];
}

/** The rows of a batch, with how far each has come. */
interface ReadBatch {
  batch: Batch;
  rows: FiledRow[];
  progress: Map<number, RowProgress>;
}

/**
 * The results of a batch: the sent sheet with further columns, or the documents as a zip.
 * @throws ServiceError 404 for a part that does not exist
 */
export const resultOf = async (
  services: Services,
  { caller, ...driven }: Driven & { caller: Pick<Caller, 'accountId' | 'clientId'> },
  { format, part }: Parameters<BatchPorts['result']>[1],
): Promise<BatchResult> => {
  const read = await readBatch(services, driven);
  return format === 'zip' ? zipOf(services, read, part) : sheetOf(services, read, { caller, format });
};

const readBatch = async (services: Services, { batch, ...driven }: Driven): Promise<ReadBatch> => {
  const { batches } = services.stores;
  const [{ entries }, begun] = await Promise.all([
    driven.content ?? readContent(services, batch),
    driven.progress ?? batches.listProgress(batch),
  ]);
  const progress = currentProgress(begun, { entries });
  const ids = [...progress.values()].flatMap((ofRow) => ofRow.filings.filter((id) => id !== null));
  const filings = await batches.filingsOfRows(ids);
  const { documentPaths } = await import('../sheets/documents-zip.ts');
  const pathOf = documentPaths();
  const rows = entries.map((row): FiledRow => {
    const ofRow = (progress.get(row.number)?.filings ?? []).flatMap((id) => (id && filings.get(id)) || []);
    const documents = ofRow.flatMap(({ documents = [], about = {}, certificate }) =>
      documents.map((document) => {
        const worker = about.document ?? about.nss;
        const company = about.ccc ?? certificate.nif;
        const path = pathOf({
          company,
          name: document.name,
          ...(worker !== undefined && { worker }),
        });
        return { document, path };
      }),
    );
    return { row, filings: ofRow, documents };
  });
  return { batch, rows, progress };
};

/** Name of the files of a batch, without the ending. */
const fileName = ({ id }: Batch): string => `lote-${id}`;

const zipOf = async (
  { stores }: Services,
  { batch, rows }: ReadBatch,
  part: number,
): Promise<BatchResult> => {
  const { zipDocuments } = await import('../sheets/documents-zip.ts');
  const parts = inParts(rows.flatMap(({ documents }) => documents));
  const documents = parts[part - 1];
  if (!documents) throw notFound('El lote no tiene esa parte.');
  const bytes = await collected(
    zipDocuments(
      documents.map(({ path, document: { key } }) => ({
        path,
        bytes: async () => (key === undefined ? undefined : stores.documents.getDocument(key)),
      })),
    ),
  );
  const name = parts.length > 1 ? `${fileName(batch)}-${part}` : fileName(batch);
  return { document: { name: `${name}.zip`, contentType: typeOf('zip'), bytes }, parts: parts.length };
};

const sheetOf = async (
  services: Services,
  { batch, rows, progress }: ReadBatch,
  { caller, format }: { caller: Pick<Caller, 'accountId' | 'clientId'>; format: 'xlsx' | 'csv' },
): Promise<BatchResult> => {
  const obligations = await leftOf(
    services,
    caller,
    rows.map(({ row, filings }) => ({
      row: row.row,
      filings: filings.map(({ id }) => id),
      steps: stepsOf(row, progress, batch),
    })),
  );
  const cellsIn = (row: BatchRow) => cellsOf(row, stepsOf(row, progress, batch));
  const resultOfRow = ({ row, filings, documents }: FiledRow): ResultRow => {
    const steps = stepsOf(row, progress, batch);
    const state = stateOf(row, progress, batch);
    // A row that waits for its turn must not be filed by another batch meanwhile.
    const stateForNext = state === 'tried' && batch.state === 'filing' ? 'filing' : state;
    const earlier = earlierResult(row.cells);
    return {
      cells: cellsIn(row),
      outcome: {
        state: earlier.state ?? [ROW_TEXT[stateForNext], ...steps.map(stepText)].join('\n'),
        filing: earlier.filing ?? filings.map(({ id }) => id).join(' '),
        words: [...row.mistakes.map(remarkText), ...messagesOf(row, progress, batch)].join(' '),
        warnings: warningsOf(row, progress, batch).join('\n'),
        number: filings.flatMap(({ reference }) => reference ?? []).join(' '),
        document: documents.map(documentText).join('\n'),
        notes: row.notes.map(remarkText).join('\n'),
        filled: row.filled.map(filledText).join('\n'),
        left: (obligations.get(row.row) ?? []).map(leftText).join('\n'),
      },
    };
  };
  const headers = [...new Set(rows.flatMap(({ row }) => Object.keys(cellsIn(row))))];
  const { resultSheet } = await import('../sheets/result-sheet.ts');
  // Rows are made while they are written: all their texts at once would not fit in a function's memory.
  const results = function* () {
    for (const row of rows) yield resultOfRow(row);
  };
  return {
    document: {
      name: `${fileName(batch)}.${format}`,
      contentType: typeOf(format),
      bytes: await collected(resultSheet(headers, results(), format)),
    },
    parts: 1,
  };
};

/** A document's path, or that it could not be stored. A document that is lost later is named in the zip. */
const documentText = ({ path, document: { key } }: Placed): string =>
  key === undefined ? `${path} (no se conserva)` : path;
const stepText = ({ step, state }: ShownStep): string => `${step}: ${STEP_TEXT[state]}`;
const remarkText = ({ column, message }: Remark): string => (column ? `${column}: ${message}` : message);
const filledText = ({ column, value, from }: Filled): string => `${column}: ${value} (${FILLED_TEXT[from]})`;

/** The cells of a row; for a workflow, also the step from which it continues. */
const cellsOf = ({ cells }: BatchRow, steps: ShownStep[]): Record<string, string> => {
  const from = nextStep(steps);
  return from === undefined ? cells : { ...cells, [FROM_FIELD]: from };
};

/**
 * The step from which a row continues when it is sent again; `undefined` if nothing was filed, so that it starts from the
 * beginning.
 */
const nextStep = (steps: ShownStep[]): string | undefined => {
  const next = steps.find(({ state }) => state !== 'filed');
  if (steps.length > 0 && !next) return ALL_FILED;
  // The step's outcome is not known, and this text is not an accepted value.
  if (next?.state === 'unknown' || next?.state === 'filing') return `compruebe ${next.step}`;
  return next === steps[0] ? undefined : next?.step;
};

/** Splits documents into parts that fit in memory and in the time of a request. Without documents, there is one empty part. */
export const inParts = (documents: Placed[]): Placed[][] => {
  const parts: Placed[][] = [[]];
  let bytes = 0;
  for (const placed of documents) {
    const isFull = parts.at(-1)!.length >= MOST_DOCUMENTS;
    if (isFull || (bytes > 0 && bytes + placed.document.size > MOST_BYTES)) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(placed);
    bytes += placed.document.size;
  }
  return parts;
};
