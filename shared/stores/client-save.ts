import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../config.ts';
import type { User } from './accounts.ts';
import { dynamo } from './aws.ts';
import {
  type Client,
  type ContributionAccount,
  MAX_ACCOUNTS,
  type NewAccount,
  type NewClient,
} from './client-company.ts';
import { nextClientId, nextContributionAccountIds } from './client-ids.ts';
import { countWrites } from './client-order.ts';
import { removeClient } from './client-remove.ts';
import { findClient, patiently, transact, type Write } from './client-rows.ts';
import { wordWrites } from './client-search.ts';
import { clientWords } from './client-words.ts';
import { recordKey } from './keyspace.ts';
import { hashPassword } from './passwords.ts';

/** What saving a client came to. */
export type Saved =
  | { outcome: 'created'; client: Client }
  /** The account had a client with this CIF; this many contribution accounts were added to it. */
  | { outcome: 'extended'; client: Client; added: number }
  | { outcome: 'email-taken' }
  | { outcome: 'too-many-accounts' };

/** Times that a save begins anew because another call made, changed or removed a client with the same CIF meanwhile. */
const ATTEMPTS = 20;

/**
 * Makes a client company; or, where the account has one with this CIF, adds to it the contribution accounts that it
 * lacks, and changes nothing else of it. However many calls save the same CIF at once, there is one client with the
 * accounts of all.
 */
export const saveClient = async (accountId: string, wanted: NewClient, now: Date): Promise<Saved> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const existing = await findByCif(accountId, wanted.cif);
    if (existing?.removing) {
      // Its removal was cut short, or is under way: either way it ends here.
      await removeClient(accountId, existing.id, now);
      continue;
    }
    const saved = existing
      ? await extend(accountId, existing, wanted.accounts, now)
      : await create(accountId, wanted, now);
    if (saved) return saved;
  }
  throw new Error('a client could not be saved: others kept saving the same one');
};

const table = () => setting('RECORDS_TABLE');

const findByCif = async (accountId: string, cif: string): Promise<Client | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: table(), Key: recordKey.cif(accountId, cif), ConsistentRead: true }),
  );
  return Item && findClient(accountId, Item.clientId);
};

const nameOf = ({ regimen, ccc }: NewAccount) => `${regimen}${ccc}`;

type Named<Account> = [name: string, account: Account][];

/** Each account once: the first, where one is repeated. */
const distinct = (accounts: NewAccount[]): Named<NewAccount> => {
  const byName = new Map<string, NewAccount>();
  for (const account of accounts) if (!byName.has(nameOf(account))) byName.set(nameOf(account), account);
  return [...byName];
};

const withIds = async (accounts: Named<NewAccount>): Promise<Named<ContributionAccount>> => {
  const ids = await nextContributionAccountIds(accounts.length);
  return accounts.map(([name, account], index) => [name, { id: ids[index]!, ...account }]);
};

/** @returns `undefined` where another call made a client with this CIF meanwhile */
const create = async (accountId: string, wanted: NewClient, now: Date): Promise<Saved | undefined> => {
  const { access, accounts: sent, ...details } = wanted;
  const accounts = distinct(sent);
  if (accounts.length > MAX_ACCOUNTS) return { outcome: 'too-many-accounts' };
  const [id, named, passwordHash] = await Promise.all([
    nextClientId(accountId),
    withIds(accounts),
    access?.password === undefined ? undefined : hashPassword(access.password),
  ]);
  const at = now.toISOString();
  const { name, email, cif, companyName, externalId } = details;
  const client: Client = {
    ...details,
    id,
    active: true,
    accounts: Object.fromEntries(named),
    ...(access && { userId: randomUUID() }),
    words: clientWords([cif, email, externalId, name, companyName]),
    createdAt: at,
    updatedAt: at,
  };
  const { userId } = client;
  const user: User | undefined = userId
    ? {
        id: userId,
        accountId,
        clientId: id,
        name,
        email,
        passwordHash,
        createdAt: at,
        updatedAt: at,
        sessionsFrom: at,
      }
    : undefined;

  const cifGuard = guard({ ...recordKey.cif(accountId, cif), clientId: id });
  const emailGuard = guard({ ...recordKey.email(email), clientId: id, userId });
  const broken = await transact([
    cifGuard,
    emailGuard,
    { Put: { TableName: table(), Item: { ...recordKey.client(accountId, id), ...client } } },
    ...(user ? [{ Put: { TableName: table(), Item: { ...recordKey.user(user.id), ...user } } }] : []),
    ...countWrites(accountId, id, 1),
    ...wordWrites(accountId, id, client.words, 'ADD'),
  ]);
  if (broken.includes(cifGuard)) return undefined;
  if (broken.includes(emailGuard)) {
    // Of another call that makes the same client at this moment, the e-mail may be all that shows yet.
    return (await findByCif(accountId, cif)) ? undefined : { outcome: 'email-taken' };
  }
  return { outcome: 'created', client };
};

const guard = (Item: Record<string, unknown>): Write => ({
  Put: { TableName: table(), Item, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** Accounts added in one update, whose expression has an upper bound. */
const ADDED_AT_ONCE = 50;

/** @returns `undefined` where the client was changed or removed meanwhile in a way that matters */
const extend = async (
  accountId: string,
  existing: Client,
  accounts: NewAccount[],
  now: Date,
): Promise<Saved | undefined> => {
  const missing = distinct(accounts).filter(([name]) => !(name in existing.accounts));
  if (missing.length === 0) return { outcome: 'extended', client: existing, added: 0 };
  const room = MAX_ACCOUNTS - Object.keys(existing.accounts).length;
  if (missing.length > room) return { outcome: 'too-many-accounts' };

  const named = await withIds(missing);
  let client = existing;
  for (let first = 0; first < named.length; first += ADDED_AT_ONCE) {
    const extended = await addAccounts(
      accountId,
      existing.id,
      named.slice(first, first + ADDED_AT_ONCE),
      now,
    );
    if (!extended) return undefined;
    client = extended;
  }
  // What another call added in the meantime under an id of its own is not of our doing.
  const added = named.filter(([name, { id }]) => client.accounts[name]?.id === id).length;
  return { outcome: 'extended', client, added };
};

/** Adds accounts, each unless it is there: in one update, which however many calls cannot undo each other. */
const addAccounts = async (
  accountId: string,
  clientId: number,
  named: Named<ContributionAccount>,
  now: Date,
): Promise<Client | undefined> => {
  const additions = named.map(
    (_, index) => `#accounts.#${index} = if_not_exists(#accounts.#${index}, :${index})`,
  );
  try {
    const { Attributes } = await patiently(() =>
      dynamo().send(
        new UpdateCommand({
          TableName: table(),
          Key: recordKey.client(accountId, clientId),
          UpdateExpression: `SET #updatedAt = :now, ${additions.join(', ')}`,
          ConditionExpression:
            'attribute_exists(pk) AND attribute_not_exists(#removing) AND size(#accounts) <= :room',
          ExpressionAttributeNames: {
            '#accounts': 'accounts',
            '#removing': 'removing',
            '#updatedAt': 'updatedAt',
            ...Object.fromEntries(named.map(([name], index) => [`#${index}`, name])),
          },
          ExpressionAttributeValues: {
            ':now': now.toISOString(),
            ':room': MAX_ACCOUNTS - named.length,
            ...Object.fromEntries(named.map(([, account], index) => [`:${index}`, account])),
          },
          ReturnValues: 'ALL_NEW',
        }),
      ),
    );
    return Attributes as Client;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};
