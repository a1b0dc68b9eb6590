import { createHash, randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../config.ts';
import { dynamo, epochSeconds } from '../aws.ts';
import { windowKey } from '../keyspace.ts';
import { rowParser } from '../row-parser.ts';

/** Lifetime of a link with which a user makes a password, in seconds. */
export const LINK_SECONDS = 24 * 60 * 60;

const parseLink = rowParser(
  'Link',
  'link',
  z.object({
    userId: z.string(),
    /** Seconds since the epoch. */
    expires: z.int(),
  }),
);

/** By the hash of the token, so that reading the table does not give a link that works. */
const keyOf = (token: string) => windowKey.link(createHash('sha256').update(token).digest('hex'));

/** The token of a new link for a user: 43 URL-safe characters, valid for a day and for one use. */
export const issueLink = async (userId: string, now: Date): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await dynamo().send(
    new PutCommand({
      TableName: setting('WINDOWS_TABLE'),
      Item: { ...keyOf(token), userId, expires: epochSeconds(now) + LINK_SECONDS },
    }),
  );
  return token;
};

/** The user of a link, `undefined` if it is not valid. Reading does not use it up: mail filters open links, too. */
export const readLink = async (token: string, now: Date): Promise<string | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: setting('WINDOWS_TABLE'), Key: keyOf(token), ConsistentRead: true }),
  );
  const link = Item && parseLink(Item);
  return link && link.expires > epochSeconds(now) ? link.userId : undefined;
};

/** The same, and uses the link up: of several calls at once, only one gets the user. */
export const consumeLink = async (token: string, now: Date): Promise<string | undefined> => {
  try {
    const { Attributes } = await dynamo().send(
      new DeleteCommand({
        TableName: setting('WINDOWS_TABLE'),
        Key: keyOf(token),
        ConditionExpression: '#expires > :now',
        ExpressionAttributeNames: { '#expires': 'expires' },
        ExpressionAttributeValues: { ':now': epochSeconds(now) },
        ReturnValues: 'ALL_OLD',
      }),
    );
    return parseLink(Attributes).userId;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};
