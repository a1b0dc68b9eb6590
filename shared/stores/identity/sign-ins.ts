import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../config.ts';
import { dynamo, epochSeconds } from '../aws.ts';
import { windowKey } from '../keyspace.ts';
import { rowParser } from '../row-parser.ts';

/** Failed sign-ins with one e-mail that block it, and the seconds of the period in which they are counted. */
const SIGN_IN_FAILURES = { limit: 10, seconds: 15 * 60 };

const parseSignIns = rowParser(
  'SignIns',
  'signIns',
  z.object({
    failures: z.int(),
    /** End of the period, in seconds since the epoch. */
    expires: z.int(),
  }),
);

/** Seconds for which sign-ins with this e-mail are blocked after too many failures; 0 if they are not. */
export const blockedFor = async (email: string, now: Date): Promise<number> => {
  const { Item } = await dynamo().send(
    new GetCommand({
      TableName: setting('WINDOWS_TABLE'),
      Key: windowKey.signIns(email),
      ConsistentRead: true,
    }),
  );
  if (!Item) return 0;
  const { failures, expires } = parseSignIns(Item);
  return failures >= SIGN_IN_FAILURES.limit ? Math.max(0, expires - epochSeconds(now)) : 0;
};

/** Counts a failed sign-in. The first one begins a period; after the period the count starts again. */
export const countFailure = async (email: string, now: Date): Promise<void> => {
  const key = { TableName: setting('WINDOWS_TABLE'), Key: windowKey.signIns(email) };
  try {
    await dynamo().send(
      new UpdateCommand({
        ...key,
        UpdateExpression: 'ADD failures :one',
        ConditionExpression: 'expires > :now',
        ExpressionAttributeValues: { ':one': 1, ':now': epochSeconds(now) },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    await dynamo().send(
      new UpdateCommand({
        ...key,
        UpdateExpression: 'SET failures = :one, expires = :end',
        ExpressionAttributeValues: { ':one': 1, ':end': epochSeconds(now) + SIGN_IN_FAILURES.seconds },
      }),
    );
  }
};
