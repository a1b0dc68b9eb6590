/** What the row of an account says of its world at the sandbox authorities. No other stage has one. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isSandbox, setting } from '../kernel/config.ts';
import type { Account } from './accounts.ts';
import { dynamo, updateIf } from './dynamo/dynamo.ts';
import { accountsKey } from './keyspace.ts';

/**
 * Notes that the world of an account started again, with our own day: what was filed before, and the keys of its callers,
 * keep nothing from being filed in the new one.
 */
export const beginWorld = async (accountId: string): Promise<void> => {
  await dynamo().send(
    new UpdateCommand({
      TableName: setting('ACCOUNTS_TABLE'),
      Key: accountsKey.account(accountId),
      UpdateExpression: 'ADD world :one REMOVE daysAhead',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':one': 1 },
    }),
  );
};

/** Days by which the authorities of an account are ahead of our own day; 0 on a stage that has no such world. */
export const daysAheadOf = ({ daysAhead = 0 }: Pick<Account, 'daysAhead'>): number =>
  daysAhead !== 0 && isSandbox() ? daysAhead : 0;

/**
 * Moves the clocks of an account's world.
 * @param days by which they are thought to be ahead, and by which they are to be
 * @returns false where they are not as far ahead as was thought: somebody else has moved them
 */
export const moveClock = async (
  accountId: string,
  { from, to }: { from: number; to: number },
): Promise<boolean> => {
  const isAsThought = from === 0 ? 'attribute_not_exists(daysAhead)' : 'daysAhead = :from';
  const written = await updateIf({
    TableName: setting('ACCOUNTS_TABLE'),
    Key: accountsKey.account(accountId),
    UpdateExpression: 'SET daysAhead = :to',
    ConditionExpression: `attribute_exists(pk) AND ${isAsThought}`,
    ExpressionAttributeValues: { ':to': to, ...(from !== 0 && { ':from': from }) },
  });
  return written !== undefined;
};
