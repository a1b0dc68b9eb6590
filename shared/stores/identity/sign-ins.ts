import { BatchGetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../config.ts';
import { dynamo, epochSeconds } from '../aws.ts';
import { windowKey } from '../keyspace.ts';
import { rowParser } from '../row-parser.ts';

/** Failed sign-ins with one e-mail that block it, and the seconds within which they must have happened. */
const SIGN_IN_FAILURES = { limit: 10, seconds: 15 * 60 };

/** The failures of a quarter of an hour of the clock, in seconds since the epoch. */
const parseFailures = rowParser('SignIns', 'signIns', z.object({ failures: z.array(z.int()) }));

const quarterOf = (now: Date) => Math.floor(epochSeconds(now) / SIGN_IN_FAILURES.seconds);

/** Seconds for which sign-ins with this e-mail are blocked after too many failures; 0 if they are not. */
export const blockedFor = async (email: string, now: Date): Promise<number> => {
  const failures = await recentFailures(email, now);
  const counted = failures.toSorted((a, b) => b - a)[SIGN_IN_FAILURES.limit - 1];
  return counted === undefined ? 0 : counted + SIGN_IN_FAILURES.seconds - epochSeconds(now);
};

const recentFailures = async (email: string, now: Date): Promise<number[]> => {
  const table = setting('WINDOWS_TABLE');
  const quarter = quarterOf(now);
  const Keys = [quarter - 1, quarter].map((one) => windowKey.signIns(email, one));
  const { Responses, UnprocessedKeys } = await dynamo().send(
    new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
  );
  if (UnprocessedKeys && Object.keys(UnprocessedKeys).length > 0)
    throw new Error('the failed sign-ins of an e-mail could not be read completely');
  return (Responses?.[table] ?? [])
    .flatMap((row) => parseFailures(row).failures)
    .filter((failure) => failure > epochSeconds(now) - SIGN_IN_FAILURES.seconds);
};

/** Notes a failed sign-in. */
export const countFailure = async (email: string, now: Date): Promise<void> => {
  const quarter = quarterOf(now);
  await dynamo().send(
    new UpdateCommand({
      TableName: setting('WINDOWS_TABLE'),
      Key: windowKey.signIns(email, quarter),
      UpdateExpression:
        'SET failures = list_append(if_not_exists(failures, :none), :now), expires = :expires',
      ExpressionAttributeValues: {
        ':none': [],
        ':now': [epochSeconds(now)],
        // The next quarter still needs them.
        ':expires': (quarter + 2) * SIGN_IN_FAILURES.seconds,
      },
    }),
  );
};
