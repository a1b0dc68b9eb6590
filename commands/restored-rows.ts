import { isDeepStrictEqual } from 'node:util';
import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { TABLES } from '../infra/tables.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { setting, type Variable } from '../shared/kernel/config.ts';
import { dynamo, epochSeconds, ifConditionHolds } from '../shared/stores/dynamo/dynamo.ts';
import { readKeys } from '../shared/stores/dynamo/read-keys.ts';
import { API_TOKENS } from '../shared/stores/keyspace.ts';

/** Tables that can be restored to a moment. */
export const RESTORABLE = ['accounts', 'passwords', 'filings', 'obligations'] as const;
export type Restorable = (typeof RESTORABLE)[number];

const VARIABLES = {
  accounts: 'ACCOUNTS_TABLE',
  passwords: 'PASSWORDS_TABLE',
  filings: 'FILINGS_TABLE',
  obligations: 'OBLIGATIONS_TABLE',
} as const satisfies Record<Restorable, Variable>;

/** Counts of a restored table's rows by their state in the table in use. */
interface Held {
  missing: number;
  different: number;
  equal: number;
  /** Missing rows that must not be put back. */
  left: number;
}

type Row = Record<string, unknown>;

/** Largest number of rows that DynamoDB reads in one call. */
const AT_ONCE = 100;

/**
 * Compares each row of a restored table with the table in use.
 * @param how `from` is the restored table; `write` puts the missing rows back. A row that exists is never
 * overwritten, even if it is created at this moment: an older state of a filing would hide that something was filed
 * @throws CommandError if the restored table is the one in use, or does not exist
 */
export const holdAgainst = async (
  table: Restorable,
  how: { from: string; write: boolean },
  now: Date,
): Promise<Held> => {
  const { from, write } = how;
  const inUse = setting(VARIABLES[table]);
  if (from === inUse) throw new CommandError(`${from} is the table in use.`);
  const held: Held = { missing: 0, different: 0, equal: 0, left: 0 };
  for await (const rows of pagesOf(from)) {
    const known = await rowsInUse(table, inUse, rows);
    for (const row of rows) {
      const current = known.get(keyText(table, row));
      if (current) held[isDeepStrictEqual(current, row) ? 'equal' : 'different'] += 1;
      else if (!mayComeBack(row, now)) held.left += 1;
      else if (!write || (await putBack(table, inUse, row))) held.missing += 1;
      else held.different += 1;
    }
  }
  return held;
};

/** All rows of a table. @throws CommandError if there is no such table */
async function* pagesOf(TableName: string): AsyncGenerator<Row[]> {
  const pages = paginateScan({ client: dynamo() }, { TableName, ConsistentRead: true, Limit: AT_ONCE });
  try {
    for await (const { Items: rows = [] } of pages) yield rows;
  } catch (error) {
    throw error instanceof ResourceNotFoundException
      ? new CommandError(`There is no table ${TableName} here, or it is still being restored.`)
      : error;
  }
}

/**
 * Whether a missing row may be put back. An API token may have been revoked since, places in queues are rebuilt, and expired
 * rows are no longer read.
 */
const mayComeBack = ({ pk, expires }: Row, now: Date): boolean =>
  !String(pk).startsWith(API_TOKENS) &&
  !String(pk).startsWith('queue#') &&
  !(typeof expires === 'number' && expires <= epochSeconds(now));

const keyOf = (table: Restorable, row: Row): Row => {
  const definition: { partitionKey: string; sortKey?: string } = TABLES[VARIABLES[table]];
  const { partitionKey, sortKey } = definition;
  return { [partitionKey]: row[partitionKey], ...(sortKey && { [sortKey]: row[sortKey] }) };
};

const keyText = (table: Restorable, row: Row) => JSON.stringify(Object.values(keyOf(table, row)));

const rowsInUse = async (table: Restorable, inUse: string, rows: Row[]): Promise<Map<string, Row>> => {
  const keys = rows.map((row) => keyOf(table, row));
  const found = await readKeys((item) => item as Row, { table: inUse, keys, isConsistent: true });
  return new Map(found.map((row) => [keyText(table, row), row]));
};

/** @returns false if the row exists by now */
const putBack = async (table: Restorable, inUse: string, row: Row): Promise<boolean> => {
  const put = new PutCommand({
    TableName: inUse,
    Item: row,
    ConditionExpression: `attribute_not_exists(${TABLES[VARIABLES[table]].partitionKey})`,
  });
  return (await ifConditionHolds(dynamo().send(put))) !== undefined;
};
