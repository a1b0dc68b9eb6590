import { notFound } from '../../../../shared/kernel/errors.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import { collected } from '../../../../shared/sheets/sheet-of-texts.ts';
import type { FilingOfRow, KeptDocument } from '../../../../shared/stores/filings/filing.ts';
import type { Driven } from '../driver/drive.ts';
import { messagesOf, stateOf, stepsOf, warningsOf } from '../driver/states.ts';
import type { ResultRow } from '../sheets/types.ts';
import type { BatchPorts, BatchResult, ShownStep } from '../shown.ts';
import { FILLED_TEXT, ROW_TEXT, STEP_TEXT } from '../store/batch.ts';
import { ALL_FILED, FROM_FIELD } from '../workflows/workflows.ts';
import { currentProgress, type Entry, type Filled, type Remark, readContent } from './content.ts';
import { earlierResult } from './filed-before.ts';
import { leftOf, leftText } from './left.ts';
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

/** A row with its filings, or with its dry runs if it filed nothing. */
interface Done {
  entry: Entry;
  filings: FilingOfRow[];
  documents: Placed[];
}

/**
 * The results of a batch: the sent sheet with further columns, or the documents as a zip.
 * @throws ServiceError 404 for a part that does not exist
 */
export const resultOf = async (
  services: Services,
  { batch, caller, ...known }: Driven & { caller: Pick<Caller, 'accountId' | 'clientId'> },
  { format, part }: Parameters<BatchPorts['result']>[1],
): Promise<BatchResult> => {
  const { batches } = services.stores;
  const [{ entries }, begun] = await Promise.all([
    known.content ?? readContent(services, batch),
    known.rows ?? batches.listProgress(batch),
  ]);
  const rows = currentProgress(begun, { entries });
  const ids = [...rows.values()].flatMap((row) => row.filings.filter((id) => id !== null));
  const filings = await batches.filingsOfRows(ids);
  const { documentPaths, zipDocuments } = await import('../sheets/documents-zip.ts');
  const pathOf = documentPaths();
  const done = entries.map((entry): Done => {
    const own = (rows.get(entry.number)?.filings ?? []).flatMap((id) => (id && filings.get(id)) || []);
    const documents = own.flatMap(({ documents = [], about = {}, certificate }) =>
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
    return { entry, filings: own, documents };
  });
  const name = `lote-${batch.id}`;
  if (format === 'zip') {
    const parts = inParts(done.flatMap(({ documents }) => documents));
    const wanted = parts[part - 1];
    if (!wanted) throw notFound('El lote no tiene esa parte.');
    const bytes = await collected(
      zipDocuments(
        wanted.map(({ path, document: { key } }) => ({
          path,
          bytes: async () => (key === undefined ? undefined : services.stores.documents.getDocument(key)),
        })),
      ),
    );
    const numbered = parts.length > 1 ? `${name}-${part}` : name;
    return { document: { name: `${numbered}.zip`, contentType: typeOf(format), bytes }, parts: parts.length };
  }
  const left = await leftOf(
    services,
    caller,
    done.map(({ entry: { row, steps, number }, filings: own }) => ({
      row,
      filings: own.map(({ id }) => id),
      steps: stepsOf({ number, steps }, rows, batch),
    })),
  );
  const cellsIn = (entry: Entry) => cellsOf(entry, stepsOf(entry, rows, batch));
  const resultOfRow = ({ entry, filings: own, documents }: Done): ResultRow => {
    const messages = messagesOf(entry, rows, batch);
    const steps = stepsOf(entry, rows, batch);
    const state = stateOf(entry, rows, batch);
    // A row that waits for its turn must not be filed by another batch meanwhile.
    const shown = state === 'tried' && batch.state === 'filing' ? 'filing' : state;
    const earlier = earlierResult(entry.cells);
    return {
      cells: cellsIn(entry),
      outcome: {
        state: earlier.state ?? [ROW_TEXT[shown], ...steps.map(stepText)].join('\n'),
        filing: earlier.filing ?? own.map(({ id }) => id).join(' '),
        words: [...entry.mistakes.map(remarkText), ...messages].join(' '),
        warnings: warningsOf(entry, rows, batch).join('\n'),
        number: own.flatMap(({ reference }) => reference ?? []).join(' '),
        document: documents.map(documentText).join('\n'),
        notes: entry.notes.map(remarkText).join('\n'),
        filled: entry.filled.map(filledText).join('\n'),
        left: (left.get(entry.row) ?? []).map(leftText).join('\n'),
      },
    };
  };
  const headers = [...new Set(done.flatMap(({ entry }) => Object.keys(cellsIn(entry))))];
  const { resultSheet } = await import('../sheets/result-sheet.ts');
  // Rows are made while they are written: all their texts at once would not fit in a function's memory.
  const results = function* () {
    for (const one of done) yield resultOfRow(one);
  };
  return {
    document: {
      name: `${name}.${format}`,
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
const cellsOf = ({ cells }: Entry, steps: ShownStep[]): Record<string, string> => {
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
  for (const one of documents) {
    const isFull = parts.at(-1)!.length >= MOST_DOCUMENTS;
    if (isFull || (bytes > 0 && bytes + one.document.size > MOST_BYTES)) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(one);
    bytes += one.document.size;
  }
  return parts;
};
