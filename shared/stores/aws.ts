import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * The DynamoDB client, made at first use and kept for the life of the function. Time-outs are short: a request that
 * waits for its own table must not eat the time that its authority needs.
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
