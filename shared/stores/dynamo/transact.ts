import { setTimeout } from 'node:timers/promises';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamo } from '../aws.ts';

/** Transactions of DynamoDB, and writes that conflict with others. */

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

const isTransient = (error: unknown): boolean => {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  return !hasFailedCondition(error) && reasonsOf(error).some((reason) => TRANSIENT.includes(reason));
};

/** Waits before a retry, longer each time. @param retry from 0 */
export const pause = (retry: number): Promise<void> =>
  setTimeout(Math.random() * Math.min(PAUSE.longest, PAUSE.first * 2 ** retry));

/**
 * Repeats a write while another write of the same rows is in progress: DynamoDB rejects the later of the two, it does
 * not queue it.
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
  try {
    await withRetries(() => dynamo().send(new TransactWriteCommand({ TransactItems: writes })));
    return [];
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = reasonsOf(error);
    const rejected = writes.filter((_, index) => reasons[index] === 'ConditionalCheckFailed');
    if (rejected.length === 0) throw error;
    return rejected;
  }
};
