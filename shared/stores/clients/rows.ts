import { setTimeout } from 'node:timers/promises';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  GetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../config.ts';
import { dynamo, ifConditionHolds } from '../aws.ts';
import { type RowKey, recordKey } from '../keyspace.ts';
import { type RowParser, rowParser } from '../row-parser.ts';
import { type Client, type ClientBrief, parseClientBrief, parseClientRecord } from './company.ts';

/** How the stores of client companies read and write rows of the `records` table. */

/** One write of a transaction; DynamoDB takes 100 in one. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Most retries of a write that conflicts with others, and of a batch read; they take some 8 seconds in all. */
const RETRIES = 12;
/** First and longest pause between them, in milliseconds. */
const PAUSE = { first: 20, longest: 1_000 };

/** Reasons for which DynamoDB cancels a transaction that it would accept a moment later. */
const TRANSIENT = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

const reasonsOf = (error: TransactionCanceledException) =>
  (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');

/** Whether a transaction was cancelled since a condition of it does not hold. */
export const hasFailedCondition = (error: TransactionCanceledException): boolean =>
  reasonsOf(error).includes('ConditionalCheckFailed');

const isTransient = (error: unknown): boolean => {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  return !hasFailedCondition(error) && reasonsOf(error).some((reason) => TRANSIENT.includes(reason));
};

/** Waits before a retry, longer each time. @param retry from 0 */
export const pause = (retry: number): Promise<void> =>
  setTimeout(Math.random() * Math.min(PAUSE.longest, PAUSE.first * 2 ** retry));

/**
 * Repeats a write while another write of the same rows is in progress: DynamoDB rejects the later of the two, it does
 * not queue it.
 */
export const withRetries = async <T>(write: () => Promise<T>): Promise<T> => {
  for (let retry = 0; ; retry++) {
    try {
      return await write();
    } catch (error) {
      if (!isTransient(error) || retry === RETRIES) throw error;
      await pause(retry);
    }
  }
};

/** Writes all or nothing. Returns the writes whose condition does not hold; if there are none, all is written. */
export const transact = async (writes: Write[]): Promise<Write[]> => {
  try {
    await withRetries(() => dynamo().send(new TransactWriteCommand({ TransactItems: writes })));
    return [];
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = reasonsOf(error);
    const rejected = writes.filter((_, index) => reasons[index] === 'ConditionalCheckFailed');
    if (rejected.length === 0) throw error;
    return rejected;
  }
};

/** Most keys that DynamoDB takes in one batch. */
const BATCH = 100;

/** The rows with these keys that exist, in no particular order; they may be as they were a second ago. */
export const readKeys = async <Row>(parse: RowParser<Row>, keys: RowKey[]): Promise<Row[]> => {
  const batches = Array.from({ length: Math.ceil(keys.length / BATCH) }, (_, index) =>
    keys.slice(index * BATCH, (index + 1) * BATCH),
  );
  return (await Promise.all(batches.map((batch) => readBatch(parse, batch)))).flat();
};

const readBatch = async <Row>(parse: RowParser<Row>, keys: RowKey[]): Promise<Row[]> => {
  const table = setting('RECORDS_TABLE');
  const rows: Row[] = [];
  let left: RowKey[] = keys;
  // DynamoDB leaves keys unread after 16 MB, and when the table is short of capacity.
  for (let retry = 0; left.length > 0; retry++) {
    if (retry > RETRIES) throw new Error('a batch of rows could not be read completely');
    if (retry > 0) await pause(retry);
    const { Responses, UnprocessedKeys } = await dynamo().send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: left } } }),
    );
    rows.push(...(Responses?.[table] ?? []).map(parse));
    left = (UnprocessedKeys?.[table]?.Keys ?? []) as RowKey[];
  }
  return rows;
};

/** The row with this key, as it is now. */
export const readRow = async <Row>(parse: RowParser<Row>, Key: RowKey): Promise<Row | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: setting('RECORDS_TABLE'), Key, ConsistentRead: true }),
  );
  return Item && parse(Item);
};

/** The client company with this id, if the account has it. Two reads, one after the other. */
export const findClient = async (accountId: string, clientId: number): Promise<Client | undefined> => {
  const brief = await findClientBrief(accountId, clientId);
  const record = brief && (await readRow(parseClientRecord, recordKey.client(accountId, brief.cif)));
  // The CIF may be that of another client by now.
  return record?.id === clientId ? { ...record, active: brief!.active } : undefined;
};

/** What of a client company says whether it may act: one unit of reading, however many contribution accounts it has. */
export const findClientBrief = (accountId: string, clientId: number): Promise<ClientBrief | undefined> =>
  readRow(parseClientBrief, recordKey.clientBrief(accountId, clientId));

const parseEmail = rowParser('Email', 'email', () => z.object({ clientId: z.int().optional() }));

/** The client of the account with this e-mail. */
export const findByEmail = async (accountId: string, email: string): Promise<Client | undefined> => {
  const clientId = (await readRow(parseEmail, recordKey.email(email)))?.clientId;
  return clientId === undefined ? undefined : findClient(accountId, clientId);
};

/**
 * Changes the brief of a client.
 * @returns false if the account has no such client, or it is being removed and this is no part of its removal
 */
export const changeBrief = async (
  accountId: string,
  clientId: number,
  { active, removing }: Pick<ClientBrief, 'active' | 'removing'>,
): Promise<boolean> => {
  const change = new UpdateCommand({
    TableName: setting('RECORDS_TABLE'),
    Key: recordKey.clientBrief(accountId, clientId),
    UpdateExpression: `SET #active = :active${removing ? ', #removing = :yes' : ''}`,
    ConditionExpression: `attribute_exists(pk)${removing ? '' : ' AND attribute_not_exists(#removing)'}`,
    ExpressionAttributeNames: { '#active': 'active', '#removing': 'removing' },
    ExpressionAttributeValues: { ':active': active, ...(removing && { ':yes': true }) },
  });
  return (await ifConditionHolds(withRetries(() => dynamo().send(change)))) !== undefined;
};
