import { paginateQuery, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../kernel/config.ts';
import { dynamo, transact, type Write } from '../dynamo/dynamo.ts';
import { readRow } from '../dynamo/read-keys.ts';
import { accountsKey, briefsOf } from '../keyspace.ts';
import { is, put, query, remove, under } from '../table.ts';
import { type ListedClient, parseClientId, parseListedClient } from './company.ts';

/** The briefs of all clients of an account: some 140 bytes for each, of which DynamoDB reads 1 MB at a time. */

const table = () => setting('ACCOUNTS_TABLE');

const partition = (pk: string, more: Partial<QueryCommandInput>) =>
  paginateQuery({ client: dynamo() }, { ...query(table(), is('pk', pk)), ...more });

/** The clients of an account, oldest first; what was written within the last second may be missing. */
export const readListed = async (accountId: string): Promise<ListedClient[]> => {
  const shards = briefsOf(accountId).map(async (pk) => {
    const clients: ListedClient[] = [];
    for await (const { Items = [] } of partition(pk, {}))
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
    for await (const { Count = 0 } of partition(pk, { Select: 'COUNT', ConsistentRead: isExact }))
      clients += Count;
    return clients;
  });
  return (await Promise.all(shards)).reduce((sum, clients) => sum + clients, 0);
};

/** Rows by which the client company of a contribution account is found: one for each contribution account of a client. */

/** DynamoDB takes so many writes in one transaction. */
const AT_ONCE = 100;

/** What writes these rows. @param accounts régimen and ccc, as the record of the client has them */
export const holderRows = (accountId: string, clientId: number, accounts: string[]): Write[] =>
  accounts.map((account) => ({
    Put: put(table(), accountsKey.contributionAccount(accountId, account, clientId)),
  }));

/** What deletes them. */
export const withoutHolderRows = (accountId: string, clientId: number, accounts: string[]): Write[] =>
  accounts.map((account) => ({
    Delete: remove(table(), accountsKey.contributionAccount(accountId, account, clientId)),
  }));

/** Makes writes that need not come together. */
export const writeAll = async (writes: Write[]): Promise<void> => {
  for (let from = 0; from < writes.length; from += AT_ONCE)
    await transact(writes.slice(from, from + AT_ONCE));
};

/** The clients of an account that have a contribution account, in the order of their ids. One query of half a unit. */
export const clientsWithAccount = async (
  accountId: string,
  { regimen = '', ccc }: { regimen?: string | undefined; ccc: string },
): Promise<number[]> => {
  const first = accountsKey.contributionAccount(accountId, `${regimen}${ccc}`, '');
  const { Items = [] } = await dynamo().send(new QueryCommand(query(table(), under(first))));
  return Items.map((row) => Number(String(row.sk).slice(first.sk.length))).sort((a, b) => a - b);
};

/** The client of an account that has a tax id, if any. */
export const clientsWithCif = async (accountId: string, cif: string): Promise<number[]> => {
  const found = await readRow(parseClientId, accountsKey.client(accountId, cif));
  return found ? [found.id] : [];
};
