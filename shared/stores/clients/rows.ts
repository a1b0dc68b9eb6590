import { paginateQuery, QueryCommand, type QueryCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { dynamo, ifConditionHolds, transact, type Write } from '../dynamo/dynamo.ts';
import { readKeys, readRow } from '../dynamo/read-keys.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { accountsKey, briefsOf } from '../keyspace.ts';
import { absent, all, exists, is, put, query, remove, under, update } from '../table.ts';
import { type ClientBrief, parseClientBrief } from './brief.ts';
import {
  type Client,
  type ListedClient,
  parseClientId,
  parseClientRecord,
  parseListedClient,
} from './company.ts';

/** How the stores of client companies read and write rows of the `accounts` table. */

/** The client company with this id, if the account has it. Two reads, one after the other. */
export const findClient = async (accountId: string, clientId: number): Promise<Client | undefined> => {
  const brief = await findClientBrief(accountId, clientId);
  const record = brief && (await readRow(parseClientRecord, accountsKey.client(accountId, brief.cif)));
  // Another client may have this CIF by now.
  return record?.id === clientId ? { ...record, active: brief!.active } : undefined;
};

/**
 * Whether a client company may act. Reading it costs one unit, however many contribution accounts the company has.
 */
export const findClientBrief = (accountId: string, clientId: number): Promise<ClientBrief | undefined> =>
  readRow(parseClientBrief, accountsKey.clientBrief(accountId, clientId));

/** The records of the clients of an account with these CIFs, in no particular order, as they were up to a second ago. */
export const recordsOf = (accountId: string, cifs: string[]) =>
  readKeys(parseClientRecord, {
    table: setting('ACCOUNTS_TABLE'),
    keys: [...new Set(cifs)].map((cif) => accountsKey.client(accountId, cif)),
  });

/**
 * Client companies of an account by their ids, with their contribution accounts (15 digits), as they were up to a second ago; those
 * that are gone are left out.
 */
export const companiesOf = async (
  accountId: string,
  clientIds: Iterable<number>,
): Promise<Map<number, { name: string; active: boolean; accounts: string[] }>> => {
  const keys = [...new Set(clientIds)].map((id) => accountsKey.clientBrief(accountId, id));
  const briefs = await readKeys(parseClientBrief, { table: setting('ACCOUNTS_TABLE'), keys });
  const clients = await recordsOf(
    accountId,
    briefs.map(({ cif }) => cif),
  );
  const active = new Map(briefs.map((brief) => [brief.cif, brief.active]));
  return new Map(
    clients.map(({ id, cif, companyName, name, accounts }) => [
      id,
      {
        name: companyName || name,
        active: active.get(cif) === true,
        accounts: Object.values(accounts).map(({ regimen, ccc }) => regimen + ccc),
      },
    ]),
  );
};

/** Their names. */
export const companyNames = async (
  accountId: string,
  clientIds: Iterable<number>,
): Promise<Map<number, string>> =>
  new Map([...(await companiesOf(accountId, clientIds))].map(([id, { name }]) => [id, name]));

const parseEmail = rowParser('Email', 'email', () => z.object({ clientId: z.int().optional() }));

/** The client of the account with this e-mail. */
export const findByEmail = async (accountId: string, email: string): Promise<Client | undefined> => {
  const clientId = (await readRow(parseEmail, accountsKey.email(email)))?.clientId;
  return clientId === undefined ? undefined : findClient(accountId, clientId);
};

/**
 * Changes the brief of a client.
 * @returns false if the account has no such client, or it is being removed and this is no part of its removal
 */
export const changeBrief = async (
  accountId: string,
  clientId: number,
  { active, removing }: Pick<ClientBrief, 'active' | 'removing'>,
): Promise<boolean> => {
  const change = new UpdateCommand(
    update(setting('ACCOUNTS_TABLE'), accountsKey.clientBrief(accountId, clientId), {
      set: { active, removing },
      if: all(exists('pk'), removing ? undefined : absent('removing')),
    }),
  );
  return (await ifConditionHolds(dynamo().send(change))) !== undefined;
};

/** The briefs of all clients of an account: some 140 bytes each; DynamoDB reads 1 MB at a time. */

const table = () => setting('ACCOUNTS_TABLE');

const partition = (pk: string, more: Partial<QueryCommandInput>) =>
  paginateQuery({ client: dynamo() }, { ...query(table(), is('pk', pk)), ...more });

/** Clients of an account, oldest first; changes of the last second may be missing. */
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

/** Rows that map contribution accounts to their client company. */

/** DynamoDB's limit of writes in one transaction. */
const AT_ONCE = 100;

/** Writes of these rows. @param accounts régimen and ccc, as in the client's record */
export const holderRows = (accountId: string, clientId: number, accounts: string[]): Write[] =>
  accounts.map((account) => ({
    Put: put(table(), accountsKey.contributionAccount(accountId, account, clientId)),
  }));

/** Deletes of these rows. */
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

/**
 * The clients of an account that have a contribution account, whatever its scheme, in the order of their ids. It reads these
 * rows of all clients: some 100 bytes for each.
 * @param ccc 11 digits
 */
export const clientsWithCcc = async (accountId: string, ccc: string): Promise<number[]> => {
  const ids = new Set<number>();
  const { pk } = accountsKey.contributionAccount(accountId, '', '');
  for await (const { Items = [] } of partition(pk, {}))
    for (const { sk } of Items) {
      const [account = '', id] = String(sk).split('#');
      if (account.endsWith(ccc)) ids.add(Number(id));
    }
  return [...ids].sort((a, b) => a - b);
};

/** The client of an account that has a tax id, if any. */
export const clientsWithCif = async (accountId: string, cif: string): Promise<number[]> => {
  const found = await readRow(parseClientId, accountsKey.client(accountId, cif));
  return found ? [found.id] : [];
};
