import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * The DynamoDB client, made at first use and kept for the life of the process. Time-outs are short, to leave time for
 * the authority.
 */
let client: DynamoDBDocumentClient | undefined;

/** The document client; `undefined` members are left out of items. */
export const dynamo = (): DynamoDBDocumentClient => {
  client ??= DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts: 4,
      requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000 },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  return client;
};

/** An instant in seconds since the epoch: the form of the attribute by which DynamoDB deletes expired rows. */
export const epochSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);
