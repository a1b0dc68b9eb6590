import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { limited } from '../limits.ts';

let client: DynamoDBDocumentClient | undefined;

/**
 * The DynamoDB client, made at first use and kept for the life of the process; `undefined` members are left out of
 * items. A write that overlaps a transaction in progress is repeated.
 */
export const dynamo = (): DynamoDBDocumentClient => {
  client ??= repeating(
    limited((config) =>
      DynamoDBDocumentClient.from(new DynamoDBClient(config), {
        marshallOptions: { removeUndefinedValues: true },
      }),
    ),
  );
  return client;
};

const repeating = (plain: DynamoDBDocumentClient): DynamoDBDocumentClient => {
  const send = plain.send.bind(plain) as (...call: unknown[]) => Promise<unknown>;
  return Object.assign(plain, { send: (...call: unknown[]) => withRetries(() => send(...call)) });
};

/** An instant in seconds since the epoch, as DynamoDB's time to live needs it. */
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

/** One write of a transaction; DynamoDB takes 100 in one. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Most retries of a write that conflicts with others, and of a batch read; they take some 8 seconds in all. */
export const RETRIES = 12;
/** First and longest pause between them, in milliseconds. */
const PAUSE = { first: 20, longest: 1_000 };

/** Reasons for which DynamoDB cancels a transaction that it would accept a moment later. */
const TRANSIENT = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

const reasonsOf = (error: TransactionCanceledException) =>
  (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');

/** Whether a transaction was cancelled since a condition of it does not hold. */
export const hasFailedCondition = (error: TransactionCanceledException): boolean =>
  reasonsOf(error).includes('ConditionalCheckFailed');

/**
 * Whether DynamoDB may accept a write a moment later: it refused the write without carrying it out, or a first attempt of the same
 * transaction is still in progress.
 */
export const isTransient = (error: unknown): boolean => {
  if (error instanceof TransactionConflictException || error instanceof TransactionInProgressException)
    return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  return !hasFailedCondition(error) && reasonsOf(error).some((reason) => TRANSIENT.includes(reason));
};

/** Waits before a retry, longer each time. @param retry from 0 */
export const pause = (retry: number): Promise<void> =>
  setTimeout(Math.random() * Math.min(PAUSE.longest, PAUSE.first * 2 ** retry));

/**
 * Repeats a write while another write of the same rows is in progress. DynamoDB rejects the later of two such writes instead of
 * queuing it. A rejected write was not carried out. A transaction whose own first attempt is still in progress is repeated
 * under its token, and then answered with the result of that attempt.
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
  // All attempts have the same token, so that none is carried out after another one was.
  const command = new TransactWriteCommand({ TransactItems: writes, ClientRequestToken: randomUUID() });
  try {
    await dynamo().send(command);
    return [];
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = reasonsOf(error);
    const rejected = writes.filter((_, index) => reasons[index] === 'ConditionalCheckFailed');
    if (rejected.length === 0) throw error;
    return rejected;
  }
};
