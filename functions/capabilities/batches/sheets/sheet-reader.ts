import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';
import { invalid } from '../../../../shared/kernel/errors.ts';
import type { LazyGroup } from '../../../../shared/operation/operation.ts';
import { keptMapping, type SheetMapping } from '../../../../shared/operation/sent-sheet.ts';
import type { Log } from '../../../../shared/serving/services.ts';
import { CELL_READINGS } from '../../../../shared/sheets/cells/readings.ts';
import { CERT_SECRET, CERT_SECRET_SEPE, REPEATS_COLUMN } from '../rows/row-columns.ts';
import { allSubmissions } from '../rows/submissions.ts';
import type { FoundColumns, Row, SheetFormat, SheetLook, SheetOperation } from './types.ts';

/**
 * A function without rights reads the files of batches, so that a hostile file can harm only its reader. The caller trusts only
 * the shape of the answer: the rows are checked like the rows of any caller.
 */

/** A file of a batch. */
export interface SentFile {
  format: SheetFormat;
  bytes: Uint8Array;
  /** Id of the operation of all its rows. Without it, each row names its own. */
  operation?: string | undefined;
  /** See `ReadOptions`. */
  mapping?: SheetMapping | undefined;
  tab?: string | undefined;
  headerRow?: number | undefined;
}

/** The rows of a file, and notes on the whole file for the sender, in Spanish. */
interface ReadFile {
  rows: Row[];
  notes: string[];
  /** Headers of a sheet, and its first rows; files of other formats have none. */
  columns?: FoundColumns | undefined;
  look?: SheetLook | undefined;
}

/** Reads a file. @throws ServiceError 422 if its reader did not finish */
export type ReadSheet = (file: SentFile) => Promise<ReadFile>;

/** The reader's input, as JSON. */
const question = () =>
  z.object({
    format: z.enum(['xlsx', 'csv', 'afi', 'contrata-xml', 'json']),
    content: z.base64(),
    operation: z.string().optional(),
    mapping: keptMapping().optional(),
    tab: z.string().optional(),
    headerRow: z.number().optional(),
  });

/** The reader's output: rows and notes as JSON, compressed, in base64. */
const answer = () => z.object({ read: z.base64() });

const mistakes = () =>
  z.array(z.object({ row: z.number(), column: z.string().optional(), message: z.string() }));

const rows = () =>
  z.array(
    z.object({
      row: z.number(),
      operation: z.string().optional(),
      request: z.record(z.string(), z.unknown()),
      own: z.record(z.string(), z.string()),
      cells: z.record(z.string(), z.string()),
      mistakes: mistakes(),
      notes: mistakes(),
      earlier: z.object({ state: z.string().optional(), filing: z.string().optional() }).optional(),
      leftOut: z.enum(['hidden', 'struck']).optional(),
      ofFile: z.literal(true).optional(),
    }),
  );

const foundColumns = () =>
  z.object({
    row: z.number(),
    columns: z.array(
      z.object({
        header: z.string(),
        samples: z.array(z.string()),
        how: z.enum(['name', 'synonym', 'mapping', 'proposal', 'none', 'twice']),
        column: z.string().nullable(),
        reading: z.enum(CELL_READINGS).optional(),
        readings: z.array(z.enum(CELL_READINGS)).optional(),
      }),
    ),
    evidence: z.record(
      z.string(),
      z.object({
        values: z.array(z.tuple([z.string(), z.number()])).optional(),
        monthFirst: z.object({ row: z.number(), text: z.string() }).optional(),
        written: z.enum(['unit', 'hundredths', 'time']).optional(),
        reading: z.enum(CELL_READINGS).optional(),
      }),
    ),
  });

const sheetLook = () =>
  z.object({
    tab: z.string().optional(),
    tabs: z.array(z.object({ name: z.string(), isHidden: z.boolean() })),
    rows: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
  });

const readFile = () =>
  z.object({
    rows: rows(),
    notes: z.array(z.string()),
    columns: foundColumns().optional(),
    look: sheetLook().optional(),
  });

/**
 * The most bytes of rows, compressed and unpacked: Lambda delivers 6 MB of text, and the calling function has some 700 MB of
 * memory.
 */
const MOST = { packed: 4_400_000, unpacked: 64 * 1024 * 1024 };

const TOO_MUCH = 'El fichero tiene demasiado texto: repártalo en varios.';

/** The operations that rows of a file may have: submissions, and workflows of several submissions. */
export const sheetOperations = async (groups: LazyGroup[] | undefined): Promise<SheetOperation[]> => {
  const { workflowSheets } = await import('../workflows/workflow-sheet.ts');
  const operations = (await allSubmissions(groups)).map(({ operation }) => operation);
  return [...operations, ...workflowSheets(operations)];
};

/**
 * The handler of the function that reads files.
 * @param loadSheets loads sheets of other capabilities, which a file may name for all its rows
 */
export const answerSheet =
  (groups: LazyGroup[], loadSheets: () => Promise<SheetOperation[]>) =>
  async (asked: unknown): Promise<z.input<ReturnType<typeof answer>>> => {
    const { format, content, operation, mapping = [], tab, headerRow } = question().parse(asked);
    const [{ readRows }, { rowOfFile }, sheets] = await Promise.all([
      import('./read-rows.ts'),
      import('./row.ts'),
      Promise.all([sheetOperations(groups), operation === undefined ? [] : loadSheets()]),
    ]);
    const all = sheets.flat();
    const notes: string[] = [];
    const note = (message: string) => notes.push(message);
    const operations = operation === undefined ? all : all.filter(({ id }) => id === operation);
    let columns: FoundColumns | undefined;
    let look: SheetLook | undefined;
    const options = {
      format,
      operations,
      mapping,
      tab,
      headerRow,
      note,
      looked: (seen: SheetLook) => {
        look = seen;
      },
      rowColumns: [CERT_SECRET, CERT_SECRET_SEPE, REPEATS_COLUMN],
      found: (read: FoundColumns) => {
        columns = read;
      },
    };
    const rows: Row[] = [];
    for await (const row of readRows(Buffer.from(content, 'base64'), options)) rows.push(row);
    const tooMuch = { rows: [rowOfFile(1, [{ row: 1, message: TOO_MUCH }])], notes: [] };
    const packed = (await packedOf({ rows, notes, columns, look })) ?? (await packedOf(tooMuch));
    return { read: packed!.toString('base64') };
  };

/** The compressed answer for a file; `undefined` if it is too large. */
const packedOf = async (read: ReadFile): Promise<Buffer | undefined> => {
  const text = Buffer.from(JSON.stringify(read));
  if (text.length > MOST.unpacked) return undefined;
  const packed = await promisify(gzip)(text);
  return packed.length <= MOST.packed ? packed : undefined;
};

/**
 * Has the function read a file.
 * @param ask sends JSON to the reader and returns its JSON; it throws if the function did not finish
 */
export const readSheetWith =
  (ask: (question: unknown) => Promise<unknown>, log: Log): ReadSheet =>
  async ({ bytes, ...asked }) => {
    const content = Buffer.from(bytes).toString('base64');
    const answered = await ask({ ...asked, content } satisfies z.input<ReturnType<typeof question>>).catch(
      (error: Error) => {
        log.error('failed to read a file', { error });
        throw invalid({
          'file.content': ['No se ha podido leer: guárdelo otra vez en su programa, o repártalo en varios.'],
        });
      },
    );
    const packed = Buffer.from(answer().parse(answered).read, 'base64');
    const text = await promisify(gunzip)(packed, { maxOutputLength: MOST.unpacked });
    return readFile().parse(JSON.parse(text.toString('utf8')));
  };

declare module '../../../../shared/serving/services.ts' {
  interface Services {
    /** Has a file of a batch read by the function without rights. Only the function of batches has it. */
    readSheet?: ReadSheet;
  }
}
