import { setting } from '../../kernel/config.ts';
import type { Account } from '../accounts.ts';
import { updateIf } from '../aws.ts';
import { accountsKey } from '../keyspace.ts';

/** A call is noted when the one that was noted before is so many milliseconds ago. */
const CALL_MS = 60 * 60 * 1000;

/**
 * Notes that an account calls, at most once an hour: else all its calls would write the same row.
 * @returns `undefined` where that was noted less than an hour ago
 */
export const noteCall = (
  { id, calledAt }: Pick<Account, 'id' | 'calledAt'>,
  now: Date,
): Promise<unknown> | undefined => {
  if (calledAt !== undefined && now.getTime() - Date.parse(calledAt) < CALL_MS) return undefined;
  return updateIf({
    TableName: setting('ACCOUNTS_TABLE'),
    Key: accountsKey.account(id),
    UpdateExpression: 'SET calledAt = :now',
    // Of several calls at once one writes. An account that was erased meanwhile has no row, and gets none.
    ConditionExpression: calledAt
      ? 'calledAt = :before'
      : 'attribute_exists(pk) AND attribute_not_exists(calledAt)',
    ExpressionAttributeValues: { ':now': now.toISOString(), ...(calledAt && { ':before': calledAt }) },
  });
};
