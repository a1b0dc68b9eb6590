import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../config.ts';
import { dynamo } from './aws.ts';
import { windowKey } from './keyspace.ts';

/** Failed sign-ins allowed for one e-mail, and in how many seconds. */
const SIGN_IN_FAILURES = { limit: 10, seconds: 15 * 60 };

const seconds = (now: Date) => Math.floor(now.getTime() / 1000);

/** Seconds for which signing in with this e-mail is refused after too many failures; 0 when it is not. */
export const blockedFor = async (email: string, now: Date): Promise<number> => {
  const { Item } = await dynamo().send(
    new GetCommand({
      TableName: setting('WINDOWS_TABLE'),
      Key: windowKey.signIns(email),
      ConsistentRead: true,
    }),
  );
  const left = (Item?.expires ?? 0) - seconds(now);
  return left > 0 && Item?.failures >= SIGN_IN_FAILURES.limit ? left : 0;
};

/** Counts a failed sign-in. The first one begins a period; after it the count begins anew. */
export const countFailure = async (email: string, now: Date): Promise<void> => {
  const key = { TableName: setting('WINDOWS_TABLE'), Key: windowKey.signIns(email) };
  try {
    await dynamo().send(
      new UpdateCommand({
        ...key,
        UpdateExpression: 'ADD failures :one',
        ConditionExpression: 'expires > :now',
        ExpressionAttributeValues: { ':one': 1, ':now': seconds(now) },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    await dynamo().send(
      new UpdateCommand({
        ...key,
        UpdateExpression: 'SET failures = :one, expires = :end',
        ExpressionAttributeValues: { ':one': 1, ':end': seconds(now) + SIGN_IN_FAILURES.seconds },
      }),
    );
  }
};
