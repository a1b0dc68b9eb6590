import { paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../kernel/config.ts';
import { dynamo } from '../aws.ts';
import { briefsOf } from '../keyspace.ts';
import { type ListedClient, parseListedClient } from './company.ts';

/** The briefs of all clients of an account: some 140 bytes for each, of which DynamoDB reads 1 MB at a time. */

const query = (pk: string, more: Partial<QueryCommandInput>) =>
  paginateQuery(
    { client: dynamo() },
    {
      TableName: setting('ACCOUNTS_TABLE'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ...more,
    },
  );

/** The clients of an account, oldest first; what was written within the last second may be missing. */
export const readListed = async (accountId: string): Promise<ListedClient[]> => {
  const shards = briefsOf(accountId).map(async (pk) => {
    const clients: ListedClient[] = [];
    for await (const { Items = [] } of query(pk, {}))
      for (const item of Items) clients.push(parseListedClient(item));
    return clients;
  });
  return (await Promise.all(shards)).flat().sort((a, b) => a.at - b.at || a.id - b.id);
};

/**
 * The number of clients of an account.
 * @param isExact also of those that were written just now, at twice the price
 */
export const countClients = async (accountId: string, isExact: boolean): Promise<number> => {
  const shards = briefsOf(accountId).map(async (pk) => {
    let clients = 0;
    for await (const { Count = 0 } of query(pk, { Select: 'COUNT', ConsistentRead: isExact }))
      clients += Count;
    return clients;
  });
  return (await Promise.all(shards)).reduce((sum, clients) => sum + clients, 0);
};
