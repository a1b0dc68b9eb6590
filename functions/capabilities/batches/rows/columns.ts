import type { Caller } from '../../../../shared/operation/ports.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import { spelled } from '../../../../shared/sheets/spelled.ts';
import { loadSheets } from '../../sheets.ts';
import { columnsOf } from '../sheets/columns.ts';
import { contested } from '../sheets/header-row.ts';
import { templateLabel, WORKER_NAME, WORKER_NAME_TEXT } from '../sheets/headers.ts';
import type { FoundColumn, FoundColumns, SheetLook } from '../sheets/types.ts';
import type { SentBatch, SheetColumns } from '../shown.ts';
import { findMapping } from '../store/mappings.ts';
import { FILLED_WHERE_NEEDED } from './fill.ts';
import { CERT_SECRET, CERT_SECRET_SEPE } from './row-columns.ts';
import { operationOfAll, rowsOfFile } from './sent.ts';

/** Reads the meaning of a sheet's columns before it is sent. */

/** The normalised headers of a sheet, by which its mapping is found again. */
export const headersOf = ({ columns }: FoundColumns): string[] =>
  columns.map(({ header }) => spelled(header)).filter((header) => !/^columna[a-z]{1,3}$/.test(header));

/** Columns that belong to a row and not to its request. Spanish. */
const ROW_COLUMNS = [
  ...WORKER_NAME.map((column) => ({ column: column as string, title: WORKER_NAME_TEXT[column] })),
  { column: CERT_SECRET, title: 'Certificado de la fila' },
  { column: CERT_SECRET_SEPE, title: 'Certificado de la fila para el SEPE' },
];

/** The rows that a person looks at to choose the one of the headers: the first ones, and those down to the headers. */
const lookAround = (look: SheetLook = { tabs: [], rows: [] }, headerRow = 0): SheetLook => ({
  ...look,
  rows: look.rows.filter(({ row }, place) => place < LOOKED_AT || row <= headerRow),
});
const LOOKED_AT = 5;

/** Whether no person needs to say what a header means, or in which code its cells are. */
const isCertain = ({ how, reading, readings }: FoundColumn): boolean =>
  how !== 'proposal' && how !== 'none' && how !== 'twice' && (!readings || reading !== undefined);

/** Reads the columns of a sheet, with the choices made for the last sheet with the same headers. */
export const sheetColumns = async (
  services: Services,
  caller: Caller,
  {
    file,
    operation: operationName,
    mapping,
  }: Pick<SentBatch, 'operation' | 'mapping'> & Required<Pick<SentBatch, 'file'>>,
): Promise<SheetColumns> => {
  const operation = await operationOfAll(services, operationName);
  const others = await loadSheets();
  const { accountId, clientId } = caller;
  const read = await rowsOfFile(services, file!, { operation: operation?.id, mapping, caller });
  const headerRow = read.columns ?? { row: 0, columns: [], evidence: {} };
  const remembered =
    headerRow.columns.length > 0
      ? await findMapping(
          { accountId, clientId, operation: operation?.id, headers: headersOf(headerRow) },
          new Set(headerRow.columns.filter(isCertain).map(({ header }) => spelled(header))),
        )
      : [];
  const rememberedByHeader = new Map(remembered.map((choice) => [spelled(choice.header ?? ''), choice]));
  const columns = contested(
    headerRow.columns.map((proposed): SheetColumns['columns'][number] => {
      const choice =
        proposed.how === 'mapping' ? undefined : rememberedByHeader.get(spelled(proposed.header));
      if (choice === undefined) return proposed;
      const { column = null, reading } = choice;
      return { ...proposed, column, how: 'remembered', ...(proposed.readings && reading && { reading }) };
    }),
  );
  const fields = operation
    ? [
        ...columnsOf(operation).map((column) => ({
          column: column.header,
          title: templateLabel(column),
          required: column.isRequired,
        })),
        ...ROW_COLUMNS.map((column) => ({ ...column, required: false })),
      ]
    : [];
  const given = new Set([...columns, ...(mapping ?? [])].map(({ column }) => column));
  const headers = new Set(columns.map(({ header }) => spelled(header)));
  // What rows of trámites lack is filled in from what the account knows; other rows are only what their sheet says.
  const isFilledIn = (column: string) =>
    FILLED_WHERE_NEEDED.includes(column) && !others.some(({ id }) => id === operation?.id);
  const missing = fields.filter(
    ({ column, required }) => required && !given.has(column) && !isFilledIn(column),
  );
  return {
    headerRow: read.columns ? headerRow.row : null,
    look: lookAround(read.look, read.columns?.row),
    columns,
    fields,
    missing: read.columns ? missing.map(({ column }) => column) : [],
    rows: read.rows.filter(({ ofFile }) => !ofFile).length,
    notes: read.notes,
    // A person's choice for one column may resolve the others.
    faults: read.rows
      .flatMap(({ ofFile, mistakes = [] }) => (ofFile ? mistakes : []))
      .filter(({ column }) => column === undefined || !headers.has(spelled(column)))
      .map(({ column, message }) => (column === undefined ? message : `${column}: ${message}`)),
  };
};
