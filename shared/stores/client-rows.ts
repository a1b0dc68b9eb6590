import { setTimeout } from 'node:timers/promises';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { setting } from '../config.ts';
import { dynamo } from './aws.ts';
import type { Client } from './client-company.ts';
import { recordKey } from './keyspace.ts';

/** How the stores of client companies read and write rows of the `records` table. */

/** Key of a row. */
export interface RowKey {
  pk: string;
  sk: string;
}

/** One write of a transaction; DynamoDB takes a hundred. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Retries after which a write that others keep in the way of is given up, some 8 seconds in all. */
const RETRIES = 12;
/** First and longest pause between them, in milliseconds. */
const PAUSE = { first: 20, longest: 1_000 };

/** Reasons for which DynamoDB cancels a transaction that would be accepted a moment later. */
const PASSING = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

const reasonsOf = (error: TransactionCanceledException) =>
  (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');

const isPassing = (error: unknown): boolean => {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const reasons = reasonsOf(error);
  return !reasons.includes('ConditionalCheckFailed') && reasons.some((reason) => PASSING.includes(reason));
};

/**
 * Does a write again while another one of the same rows is under way: DynamoDB refuses the later of the two, it does
 * not queue it.
 */
export const patiently = async <T>(write: () => Promise<T>): Promise<T> => {
  for (let retry = 0; ; retry++) {
    try {
      return await write();
    } catch (error) {
      if (!isPassing(error) || retry === RETRIES) throw error;
      await setTimeout(Math.random() * Math.min(PAUSE.longest, PAUSE.first * 2 ** retry));
    }
  }
};

/** Writes all or nothing. Answers the writes whose condition does not hold; none of them means that it is done. */
export const transact = async (writes: Write[]): Promise<Write[]> => {
  try {
    await patiently(() => dynamo().send(new TransactWriteCommand({ TransactItems: writes })));
    return [];
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = reasonsOf(error);
    const broken = writes.filter((_, index) => reasons[index] === 'ConditionalCheckFailed');
    if (broken.length === 0) throw error;
    return broken;
  }
};

/** The first `limit` rows of a partition whose sort key is from `from` to `to`, in their order. */
export const readBetween = async <Row>(
  pk: string,
  from: string,
  to: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<Row[]> => {
  const rows: Row[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await dynamo().send(
      new QueryCommand({
        TableName: setting('RECORDS_TABLE'),
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
        // What was just saved is found at once.
        ConsistentRead: true,
        ExclusiveStartKey: start,
        ...(Number.isFinite(limit) && { Limit: limit - rows.length }),
      }),
    );
    rows.push(...((Items ?? []) as Row[]));
    start = LastEvaluatedKey;
  } while (start && rows.length < limit);
  return rows;
};

/** Most keys that DynamoDB takes in one batch. */
const BATCH = 100;

/** The rows with these keys, those that exist, in no particular order. */
export const readKeys = async <Row>(keys: RowKey[]): Promise<Row[]> => {
  const batches = Array.from({ length: Math.ceil(keys.length / BATCH) }, (_, index) =>
    keys.slice(index * BATCH, (index + 1) * BATCH),
  );
  return (await Promise.all(batches.map((batch) => readBatch<Row>(batch)))).flat();
};

const readBatch = async <Row>(keys: RowKey[]): Promise<Row[]> => {
  const table = setting('RECORDS_TABLE');
  const rows: Row[] = [];
  let left: RowKey[] = keys;
  // A batch stops at 16 MB, and where the table is short of capacity.
  for (let retry = 0; left.length > 0; retry++) {
    if (retry > RETRIES) throw new Error('a batch could not be read whole');
    if (retry > 0) await setTimeout(Math.random() * Math.min(PAUSE.longest, PAUSE.first * 2 ** retry));
    const { Responses, UnprocessedKeys } = await dynamo().send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: left, ConsistentRead: true } } }),
    );
    rows.push(...((Responses?.[table] ?? []) as Row[]));
    left = (UnprocessedKeys?.[table]?.Keys ?? []) as RowKey[];
  }
  return rows;
};

/** The client company of an account with this id; another account's is not found. One consistent read. */
export const findClient = async (accountId: string, clientId: number): Promise<Client | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({
      TableName: setting('RECORDS_TABLE'),
      Key: recordKey.client(accountId, clientId),
      ConsistentRead: true,
    }),
  );
  return Item as Client | undefined;
};
