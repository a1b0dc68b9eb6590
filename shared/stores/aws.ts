import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { limited } from './limits.ts';

let client: DynamoDBDocumentClient | undefined;

/**
 * The DynamoDB client, made at first use and kept for the life of the process; `undefined` members are left out of
 * items.
 */
export const dynamo = (): DynamoDBDocumentClient => {
  client ??= limited((config) =>
    DynamoDBDocumentClient.from(new DynamoDBClient(config), {
      marshallOptions: { removeUndefinedValues: true },
    }),
  );
  return client;
};

/** An instant in seconds since the epoch: the form of the attribute by which DynamoDB deletes expired rows. */
export const epochSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Waits for a write that has a condition. @returns its output; `undefined` where the condition does not hold */
export const ifConditionHolds = async <Output>(write: Promise<Output>): Promise<Output | undefined> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};

/** Changes a row on a condition. @returns what DynamoDB answers; `undefined` where the condition does not hold */
export const updateIf = (change: UpdateCommandInput) =>
  ifConditionHolds(dynamo().send(new UpdateCommand(change)));
