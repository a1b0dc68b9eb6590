import { createHash, randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../config.ts';
import { dynamo } from './aws.ts';
import { windowKey } from './keyspace.ts';

/** A link by which a user makes a password is good this long, in seconds. */
export const LINK_SECONDS = 24 * 60 * 60;

/** By its hash: who reads the table learns no link that works. */
const keyOf = (token: string) => windowKey.link(createHash('sha256').update(token).digest('hex'));

const seconds = (now: Date) => Math.floor(now.getTime() / 1000);

/** The token of a new link for a user: 43 URL-safe characters, good for a day and for one use. */
export const issueLink = async (userId: string, now: Date): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await dynamo().send(
    new PutCommand({
      TableName: setting('WINDOWS_TABLE'),
      Item: { ...keyOf(token), userId, expires: seconds(now) + LINK_SECONDS },
    }),
  );
  return token;
};

/** The user whose link this is, `undefined` where it is not good. Looking does not use it: mail filters look, too. */
export const readLink = async (token: string, now: Date): Promise<string | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: setting('WINDOWS_TABLE'), Key: keyOf(token), ConsistentRead: true }),
  );
  return Item && Item.expires > seconds(now) ? Item.userId : undefined;
};

/** The same, and uses the link: however many ask at once, one is answered. */
export const takeLink = async (token: string, now: Date): Promise<string | undefined> => {
  try {
    const { Attributes } = await dynamo().send(
      new DeleteCommand({
        TableName: setting('WINDOWS_TABLE'),
        Key: keyOf(token),
        ConditionExpression: '#expires > :now',
        ExpressionAttributeNames: { '#expires': 'expires' },
        ExpressionAttributeValues: { ':now': seconds(now) },
        ReturnValues: 'ALL_OLD',
      }),
    );
    return Attributes?.userId;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};
