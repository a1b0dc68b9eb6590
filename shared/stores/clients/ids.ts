import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../config.ts';
import { dynamo } from '../aws.ts';
import { CLIENT_RANGE, recordKey } from '../keyspace.ts';
import { plainItem, rowParser } from '../row-parser.ts';

/**
 * Ids of client companies, unique in the service and in the order in which an account made them. Accounts reserve them
 * in ranges. So the ids of an account are close together, and its clients can be counted and indexed by blocks of ids.
 * And the service's counter is used only once for 10,000 clients.
 */

/** Number of ids that an account reserves at once. A range begins at a multiple of it. */
export const RANGE = CLIENT_RANGE;

/** Ranges of an account in a shard: the clients that one row of the index may have, see `terms.ts`. */
const RANGES_IN_SHARD = 10;

const table = () => setting('RECORDS_TABLE');

const parseCounter = rowParser('Counter', 'counter', () => z.object({ given: z.int() }));

const parseClientIds = rowParser('ClientIds', 'clientIds', () =>
  z.object({
    /** The id of the next client. */
    next: z.int(),
    /** The first id after the range. */
    end: z.int(),
    /** Number of ranges that the account has opened. */
    ranges: z.int(),
  }),
);

/** The place of a new client. */
export interface ClientPlace {
  id: number;
  /** Number of the shard that the id belongs to, from 0 for each account. */
  shard: number;
}

const shardOf = (ranges: number) => Math.floor((ranges - 1) / RANGES_IN_SHARD);

/** Adds to a counter of the service, and returns its new value. */
const increment = async (name: Parameters<typeof recordKey.counter>[0], by: number): Promise<number> => {
  const { Attributes } = await dynamo().send(
    new UpdateCommand({
      TableName: table(),
      Key: recordKey.counter(name),
      UpdateExpression: 'ADD given :by',
      ExpressionAttributeValues: { ':by': by },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return parseCounter(Attributes).given;
};

/** An id for a new client of the account. An id that is not used is never given again. */
export const nextClientId = async (accountId: string): Promise<ClientPlace> => {
  for (;;) {
    const taken = await takeFromRange(accountId);
    if ('id' in taken) return taken;
    const { old } = taken;
    const first = RANGE * (await increment('client-id-ranges', 1));
    // If another call opened a range first, this range stays unused: there are enough of them.
    if (await openRange(accountId, first, old?.end))
      return { id: first, shard: shardOf((old?.ranges ?? 0) + 1) };
  }
};

/** The next id of the account's range, or its used-up range: `undefined` before the first client. */
const takeFromRange = async (
  accountId: string,
): Promise<ClientPlace | { old: { end: number; ranges: number } | undefined }> => {
  try {
    const { Attributes } = await dynamo().send(
      new UpdateCommand({
        TableName: table(),
        Key: recordKey.clientIds(accountId),
        UpdateExpression: 'SET #next = #next + :one',
        ConditionExpression: '#next < #end',
        ExpressionAttributeNames: { '#next': 'next', '#end': 'end' },
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'ALL_OLD',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    const { next, ranges } = parseClientIds(Attributes);
    return { id: next, shard: shardOf(ranges) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { old: error.Item && parseClientIds(plainItem(error.Item)) };
  }
};

/** Opens a range whose first id is taken. Returns false if another call has opened one since the old one was read. */
const openRange = async (accountId: string, first: number, oldEnd: number | undefined): Promise<boolean> => {
  try {
    await dynamo().send(
      new UpdateCommand({
        TableName: table(),
        Key: recordKey.clientIds(accountId),
        UpdateExpression: 'SET #next = :next, #end = :end ADD #ranges :one',
        ConditionExpression: oldEnd === undefined ? 'attribute_not_exists(#end)' : '#end = :oldEnd',
        ExpressionAttributeNames: { '#next': 'next', '#end': 'end', '#ranges': 'ranges' },
        ExpressionAttributeValues: {
          ':next': first + 1,
          ':end': first + RANGE,
          ':one': 1,
          ...(oldEnd !== undefined && { ':oldEnd': oldEnd }),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/** Ids for this many contribution accounts, unique in the service. */
export const nextContributionAccountIds = async (howMany: number): Promise<number[]> => {
  const last = await increment('contribution-account-ids', howMany);
  return Array.from({ length: howMany }, (_, index) => last - howMany + 1 + index);
};
