import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../kernel/config.ts';
import { type Account, parseAccount } from '../accounts.ts';
import { dynamo } from '../aws.ts';
import { readKeys } from '../dynamo/read-keys.ts';
import { accountsKey } from '../keyspace.ts';

/**
 * A page of all accounts in the order of their ids, as they were a second ago.
 * @param after the last id of the page before
 * @returns `end` is the last id, where there may be more
 */
export const pageOfAccounts = async (
  limit: number,
  after?: string,
): Promise<{ accounts: Account[]; end?: string | undefined }> => {
  const table = setting('ACCOUNTS_TABLE');
  const { Items = [], LastEvaluatedKey } = await dynamo().send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'pk = :accounts',
      ExpressionAttributeValues: { ':accounts': accountsKey.directory('').pk },
      Limit: limit,
      ...(after && { ExclusiveStartKey: accountsKey.directory(after) }),
    }),
  );
  // Those in the list are copies, without what an account wants and when it called.
  const keys = Items.map(({ id }) => accountsKey.account(id));
  const accounts = await readKeys(parseAccount, { table, keys });
  return {
    accounts: accounts.sort((a, b) => (a.id < b.id ? -1 : 1)),
    end: LastEvaluatedKey && String(LastEvaluatedKey.sk),
  };
};
