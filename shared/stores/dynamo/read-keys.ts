import { BatchGetCommand, GetCommand, paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../kernel/config.ts';
import type { RowKey } from '../keyspace.ts';
import { only, query, under } from '../table.ts';
import { dynamo, pause, RETRIES } from './dynamo.ts';
import type { RowParser } from './row-parser.ts';

/** Reads a row consistently. @param table `accounts` by default */
export const readRow = async <Row>(
  parse: RowParser<Row>,
  Key: object,
  table = setting('ACCOUNTS_TABLE'),
): Promise<Row | undefined> => {
  const { Item } = await dynamo().send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
  return Item && parse(Item);
};

/** Most keys that DynamoDB takes in one batch. */
const BATCH = 100;
/** Batches that are read side by side: what DynamoDB answers is held twice until it is parsed. */
const SIDE_BY_SIDE = 8;

/** Rows to read. Without consistency, changes of the last second may be missing. */
interface Wanted {
  table: string;
  keys: object[];
  isConsistent?: boolean;
  /** Members that are read; all without. */
  members?: string[];
}

/** The rows with these keys that exist, in no particular order. */
export const readKeys = async <Row>(parse: RowParser<Row>, { keys, ...wanted }: Wanted): Promise<Row[]> => {
  const rows: Row[] = [];
  const batches = Array.from({ length: Math.ceil(keys.length / BATCH) }, (_, index) =>
    keys.slice(index * BATCH, (index + 1) * BATCH),
  ).values();
  const work = async () => {
    for (const batch of batches) rows.push(...(await readBatch(parse, { ...wanted, keys: batch })));
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return rows;
};

const readBatch = async <Row>(
  parse: RowParser<Row>,
  { table, keys, isConsistent: ConsistentRead = false, members }: Wanted,
): Promise<Row[]> => {
  const rows: Row[] = [];
  let left = keys;
  // DynamoDB leaves keys unread after 16 MB, and when the table is short of capacity.
  for (let retry = 0; left.length > 0; retry++) {
    if (retry > RETRIES) throw new Error('a batch of rows could not be read completely');
    if (retry > 0) await pause(retry);
    const { Responses, UnprocessedKeys } = await dynamo().send(
      new BatchGetCommand({
        RequestItems: { [table]: { Keys: left, ConsistentRead, ...(members && only(members)) } },
      }),
    );
    rows.push(...(Responses?.[table] ?? []).map(parse));
    left = (UnprocessedKeys?.[table]?.Keys ?? []) as RowKey[];
  }
  return rows;
};

/** All rows that a query finds, in its order. */
export const queryRows = async <Row>(parse: RowParser<Row>, query: QueryCommandInput): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query))
    rows.push(...Items.map((item) => parse(item)));
  return rows;
};

/**
 * All rows of a partition whose sort key begins with the sort key of `key`. The read is consistent.
 * @param table `accounts` by default
 */
export const rowsUnder = <Row>(
  key: RowKey,
  parse: RowParser<Row>,
  table = setting('ACCOUNTS_TABLE'),
): Promise<Row[]> => queryRows(parse, { ...query(table, under(key)), ConsistentRead: true });
