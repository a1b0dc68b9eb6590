import { createHash } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { keptMapping, type SheetMapping } from '../../../../shared/operation/sent-sheet.ts';
import { spelled } from '../../../../shared/sheets/spelled.ts';
import { dynamo, epochSeconds } from '../../../../shared/stores/dynamo/dynamo.ts';
import { rowsUnder } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { BATCHES, filingsTable } from '../../../../shared/stores/filings/filing-keys.ts';
import { put, remove } from '../../../../shared/stores/table.ts';

/**
 * Meanings that a person gave to the columns of an office's sheet. They are proposed for the next sheet with the same headers, or
 * with some of them: programs and people add a column and leave one out.
 */

/** Seconds for which a mapping is kept after its last use, so that it is still found for a sheet that is sent once a year. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** Owner of a sheet, and its headers. */
interface Sheet {
  accountId: string;
  /** Client company that signed in; `undefined` for the account itself. */
  clientId: number | undefined;
  /** Id of the operation of all its rows. Without it, each row names its own. */
  operation: string | undefined;
  headers: readonly string[];
}

const mappingsOf = (accountId: string) => `${BATCHES}${accountId}#headers`;

/** The key contains a hash instead of headers, because an office may have written anything there. */
const keyOf = ({ accountId, clientId = 0, operation = '', headers }: Sheet) => ({
  pk: mappingsOf(accountId),
  sk: `headers#${clientId}#${createHash('sha256')
    .update(JSON.stringify([operation, ...new Set(headers)].toSorted()))
    .digest('hex')}`,
});

const parse = rowParser('SheetMapping', 'mapping', () =>
  z.object({
    mapping: keptMapping(),
    operation: z.string(),
    sk: z.string(),
    expires: z.number(),
  }),
);

/**
 * What was chosen for each of these headers, in the last sheet with exactly these, otherwise in the sheet that shares the most mapped
 * headers, the newest of several. A column is given to one header. Another sheet says nothing about a header that is certain here, and
 * that a column was not read there is no reason not to read it here.
 * @param certain the headers, as `spelled` writes them, that are certain without a person
 */
export const findMapping = async (sheet: Sheet, certain: ReadonlySet<string>): Promise<SheetMapping> => {
  const { pk, sk } = keyOf(sheet);
  const prefix = sk.slice(0, sk.lastIndexOf('#') + 1);
  const kept = await rowsUnder({ pk, sk: prefix }, parse, filingsTable());
  const headers = new Set(sheet.headers);
  const equal = kept.find((row) => row.sk === sk);
  const ofOthers = () =>
    kept
      .filter(({ operation }) => operation === (sheet.operation ?? ''))
      .map((row) => ({
        ...row,
        shared: row.mapping.filter(({ header = '' }) => headers.has(spelled(header))).length,
      }))
      .toSorted((a, b) => b.shared - a.shared || b.expires - a.expires)
      .flatMap(({ mapping }) => mapping)
      .filter(({ header = '', column }) => column !== undefined && !certain.has(spelled(header)));
  const chosen = new Map<string, SheetMapping[number]>();
  const columns = new Set<string>();
  for (const choice of equal?.mapping ?? ofOthers()) {
    const { header = '', column } = choice;
    if (
      !headers.has(spelled(header)) ||
      chosen.has(spelled(header)) ||
      (column !== undefined && columns.has(column))
    )
      continue;
    chosen.set(spelled(header), choice);
    if (column !== undefined) columns.add(column);
  }
  return [...chosen.values()];
};

/**
 * Remembers the columns of headers for the next sheet with these headers or some of them. A value of all rows is of this sheet
 * alone.
 */
export const rememberMapping = async (sheet: Sheet, sent: SheetMapping, now: Date): Promise<void> => {
  const mapping = sent.filter(({ header }) => header !== undefined);
  if (mapping.length === 0) return;
  const expires = epochSeconds(now) + KEPT_SECONDS;
  const { operation = '' } = sheet;
  await dynamo().send(new PutCommand(put(filingsTable(), { ...keyOf(sheet), mapping, operation, expires })));
};

/** Erases all mappings of an account. */
export const eraseMappings = async (accountId: string): Promise<void> => {
  const pk = mappingsOf(accountId);
  for (const { sk } of await rowsUnder({ pk, sk: 'headers#' }, parse, filingsTable()))
    await dynamo().send(new DeleteCommand(remove(filingsTable(), { pk, sk })));
};
