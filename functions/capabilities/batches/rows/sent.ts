import type { Document } from '../../../../shared/kernel/document.ts';
import { invalid, notFound } from '../../../../shared/kernel/errors.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import type { SheetFile } from '../../../../shared/operation/sent-sheet.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import { loadSheets } from '../../sheets.ts';
import { workerNameOf } from '../sheets/headers.ts';
import { sheetOperations } from '../sheets/sheet-reader.ts';
import type {
  EarlierResult,
  FoundColumns,
  Row,
  SheetFormat,
  SheetLook,
  SheetOperation,
} from '../sheets/types.ts';
import type { SentBatch } from '../shown.ts';
import { ROW_TEXT } from '../store/batch.ts';
import type { SentRow } from './row.ts';
import { CERT_SECRET, CERT_SECRET_SEPE, REPEATS_COLUMN, repeatsIn } from './row-columns.ts';
import { allSubmissions, submissionNamed } from './submissions.ts';

/** The rows of a batch as they are sent: in a list, or in a file. */

/** The rows of a list. */
export const rowsOfList = (rows: SentBatch['rows'] = []): SentRow[] =>
  rows.map(({ operation, obligation, repeats, cert_secret, cert_secret_sepe, body }, place) => ({
    row: place + 1,
    operation,
    obligation,
    repeats,
    certSecret: cert_secret,
    certSecretSepe: cert_secret_sepe,
    body,
  }));

const FORMATS: Record<string, SheetFormat> = {
  xlsx: 'xlsx',
  csv: 'csv',
  afi: 'afi',
  json: 'json',
  xml: 'contrata-xml',
};

/** The format of a file. @throws ServiceError 422 if its name does not show it */
export const formatOf = (name: string): SheetFormat => {
  const format = FORMATS[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
  if (!format) throw invalid({ 'file.name': [`Debe terminar en .${Object.keys(FORMATS).join(', .')}.`] });
  return format;
};

/**
 * The rows of a file, and notes about the whole file for the sender.
 * @param caller whose earlier filings may show which code a column uses
 * @throws ServiceError as `formatOf`, and 422 if the file cannot be read
 */
export const rowsOfFile = async (
  services: Services,
  { name, ...sent }: SheetFile,
  { operation, mapping, caller }: Pick<SentBatch, 'operation' | 'mapping'> & { caller?: Caller },
): Promise<{
  rows: SentRow[];
  notes: string[];
  columns: FoundColumns | undefined;
  look?: SheetLook | undefined;
}> => {
  const { readSheet } = services;
  if (!readSheet) throw new Error('this function reads no files');
  const file = { ...sent, format: formatOf(name), operation };
  const read = await readSheet({ ...file, mapping });
  const { columns, look } = read;
  const rows = read.rows.map(sentRow);
  const decided =
    caller && columns?.columns.some(({ readings }) => readings)
      ? await (await import('./known-sexes.ts')).knownReadings(services, caller, {
          rows,
          columns: columns.columns,
        })
      : [];
  if (decided.length === 0) return { rows, notes: read.notes, columns, look };
  const columnOf = new Map(columns!.columns.map(({ header, column }) => [header, column]));
  const chosen = decided.map(({ header, reading }) => ({
    header,
    column: columnOf.get(header) ?? undefined,
    reading,
  }));
  const again = await readSheet({ ...file, mapping: [...(mapping ?? []), ...chosen] });
  return {
    rows: again.rows.map(sentRow),
    look,
    notes: [
      ...read.notes,
      ...decided.map(
        ({ header, reading, row }) =>
          `En la columna «${header}», M es ${reading === 'HM' ? 'mujer' : 'hombre'}: así consta en trámites anteriores de sus trabajadores (fila ${row}).`,
      ),
    ],
    columns: {
      ...again.columns!,
      columns: columns!.columns.map(({ readings, ...column }) => {
        const reading = decided.find(({ header }) => header === column.header)?.reading;
        return reading === undefined ? { ...column, ...(readings && { readings }) } : { ...column, reading };
      }),
    },
  };
};

/**
 * The operation of all rows of a file, as sheets describe it.
 * @throws ServiceError 422 if no operation has this name
 */
export const operationOfAll = async (
  services: Services,
  name: string | undefined,
): Promise<SheetOperation | undefined> => {
  if (name === undefined) return undefined;
  const operation = await sheetOperationNamed(services, name);
  if (!operation) throw invalid({ operation: ['No es una operación que presente algo.'] });
  return operation;
};

/** Finds an operation by its name, or by its method and address. */
const sheetOperationNamed = async (services: Services, name: string): Promise<SheetOperation | undefined> => {
  const groups = await services.loadGroups?.();
  const operations = [...(await sheetOperations(groups)), ...(await loadSheets())];
  const id = submissionNamed(await allSubmissions(groups), name)?.operation.id ?? name;
  return operations.find((operation) => operation.id === id);
};

const sentRow = ({
  row,
  operation,
  request,
  own: rowColumns,
  cells,
  notes,
  earlier,
  ofFile,
  ...read
}: Row): SentRow => {
  const { [CERT_SECRET]: certSecret, [CERT_SECRET_SEPE]: certSecretSepe } = rowColumns;
  const again = repeatsIn(rowColumns[REPEATS_COLUMN]);
  // Secrets are never stored.
  const { [CERT_SECRET]: _, [CERT_SECRET_SEPE]: __, ...storedCells } = cells;
  const remark = ({ column, message }: Row['mistakes'][number]) => ({
    message,
    ...(column !== undefined && { column }),
  });
  return {
    row,
    operation,
    certSecret,
    certSecretSepe,
    repeats: again.repeats,
    body: request,
    cells: storedCells,
    isOfSheet: true,
    name: workerNameOf(rowColumns),
    earlier,
    ofFile,
    leftOut: read.leftOut ?? (isLeftOut(earlier) ? 'result' : undefined),
    mistakes: [...read.mistakes.map(remark), ...again.mistakes],
    notes: notes.map(remark),
  };
};

/** Whether a sheet of results says that a row was left out of its batch. */
const isLeftOut = ({ state = '' }: EarlierResult = {}): boolean => state.trim() === ROW_TEXT.leftOut;

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
};

/** Media type of a file that belongs to a batch. */
export const typeOf = (format: keyof typeof TYPES): string => TYPES[format];

/** The template of an operation's sheet. @throws ServiceError 404 if there is none */
export const template = async (
  services: Services,
  name: string,
  format: 'xlsx' | 'csv',
): Promise<Document> => {
  const operation = await sheetOperationNamed(services, name);
  if (!operation) throw notFound('No es una operación que presente algo.');
  const { templateOf } = await import('../sheets/template.ts');
  return {
    name: `${operation.id}.${format}`,
    contentType: typeOf(format),
    bytes: await templateOf(operation, format),
  };
};
