import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../config.ts';
import { dynamo } from './aws.ts';
import { recordKey } from './keyspace.ts';

/**
 * Ids of client companies, unique in the service and in the order in which an account made them. Accounts take them
 * from the service in ranges: so an account's own ids lie close together, which is what counting and searching its
 * clients by blocks of ids rests on, and the service's counter is asked once in ten thousand clients.
 */

/** Ids that an account takes at once. A range begins at a multiple of it. */
export const RANGE = 10_000;

const table = () => setting('RECORDS_TABLE');

/** Adds to a counter of the service, and answers where it stands then. */
const count = async (name: Parameters<typeof recordKey.counter>[0], by: number): Promise<number> => {
  const { Attributes } = await dynamo().send(
    new UpdateCommand({
      TableName: table(),
      Key: recordKey.counter(name),
      UpdateExpression: 'ADD given :by',
      ExpressionAttributeValues: { ':by': by },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Attributes?.given;
};

/** An id for a new client of the account. One that is not used is never given again. */
export const nextClientId = async (accountId: string): Promise<number> => {
  for (;;) {
    const taken = await takeFromRange(accountId);
    if ('id' in taken) return taken.id;
    const first = RANGE * (await count('client-id-ranges', 1));
    // Whoever loses the race for opening a range leaves his own unused: there are enough of them.
    if (await openRange(accountId, first, taken.spent)) return first;
  }
};

/** The next id of the account's range, or where its spent range ended: `undefined` for an account's first client. */
const takeFromRange = async (accountId: string): Promise<{ id: number } | { spent: number | undefined }> => {
  try {
    const { Attributes } = await dynamo().send(
      new UpdateCommand({
        TableName: table(),
        Key: recordKey.clientIds(accountId),
        UpdateExpression: 'SET #next = #next + :one',
        ConditionExpression: '#next < #end',
        ExpressionAttributeNames: { '#next': 'next', '#end': 'end' },
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'UPDATED_OLD',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { id: Attributes?.next };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { spent: error.Item?.end?.N === undefined ? undefined : Number(error.Item.end.N) };
  }
};

/** Opens a range, its first id taken, if nobody did since the spent one was seen. */
const openRange = async (accountId: string, first: number, spent: number | undefined): Promise<boolean> => {
  try {
    await dynamo().send(
      new UpdateCommand({
        TableName: table(),
        Key: recordKey.clientIds(accountId),
        UpdateExpression: 'SET #next = :next, #end = :end',
        ConditionExpression: spent === undefined ? 'attribute_not_exists(#end)' : '#end = :spent',
        ExpressionAttributeNames: { '#next': 'next', '#end': 'end' },
        ExpressionAttributeValues: {
          ':next': first + 1,
          ':end': first + RANGE,
          ...(spent !== undefined && { ':spent': spent }),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/** Ids, unique in the service, for this many contribution accounts. */
export const nextContributionAccountIds = async (howMany: number): Promise<number[]> => {
  const last = await count('contribution-account-ids', howMany);
  return Array.from({ length: howMany }, (_, index) => last - howMany + 1 + index);
};
