import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../config.ts';
import type { User } from '../accounts.ts';
import { dynamo } from '../aws.ts';
import { emailOf } from '../identity/logins.ts';
import { putPassword } from '../identity/password-rows.ts';
import { hashPassword } from '../identity/passwords.ts';
import { type RowKey, recordKey } from '../keyspace.ts';
import { rowParser } from '../row-parser.ts';
import { addToTotal } from '../totals.ts';
import {
  type Client,
  type ContributionAccount,
  MAX_CONTRIBUTION_ACCOUNTS,
  type NewClient,
  type NewContributionAccount,
  parseClient,
} from './company.ts';
import { nextClientId, nextContributionAccountIds } from './ids.ts';
import { addToIndex } from './index-writes.ts';
import { countWrites } from './order.ts';
import { removeClient } from './remove.ts';
import { findClient, type Write, withRetries } from './rows.ts';
import { searchable } from './words.ts';

/** The result of saving a client. */
export type SaveResult =
  | { outcome: 'created'; client: Client }
  /** The account already had a client with this CIF; this many contribution accounts were added to it. */
  | { outcome: 'extended'; client: Client; added: number }
  | { outcome: 'email-taken' }
  | { outcome: 'too-many-contribution-accounts' }
  /** The account has as many clients as the stage allows. */
  | { outcome: 'too-many-clients' };

/** Times that a save is tried, because another call may make, change or remove a client with the same CIF meanwhile. */
const ATTEMPTS = 20;

/**
 * Makes a client company. If the account already has one with this CIF, adds to it the contribution accounts that it
 * lacks, and changes nothing else of it. When several calls save the same CIF at once, the result is one client with
 * the contribution accounts of all calls.
 */
export const saveClient = async (accountId: string, wanted: NewClient, now: Date): Promise<SaveResult> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const existing = await findByCif(accountId, wanted.cif);
    if (existing?.removing) {
      // Its removal was interrupted or is in progress: this completes it.
      await removeClient(accountId, existing.id, now);
      continue;
    }
    const result = existing
      ? await extend(accountId, existing, wanted.accounts, now)
      : await create(accountId, wanted, now);
    if (result) return result;
  }
  throw new Error('a client could not be saved: other calls kept changing the same one');
};

const table = () => setting('RECORDS_TABLE');

const findByCif = async (accountId: string, cif: string): Promise<Client | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: table(), Key: recordKey.cif(accountId, cif), ConsistentRead: true }),
  );
  return Item && findClient(accountId, parseCif(Item).clientId);
};

const parseCif = rowParser('Cif', 'cif', () => z.object({ clientId: z.int() }));

/** Contribution accounts with the keys that they have in the row of their client. */
type Entries<T> = [key: string, contributionAccount: T][];

/** Each contribution account once; of repeated ones the first. */
const distinct = (accounts: NewContributionAccount[]): Entries<NewContributionAccount> => {
  const byKey = new Map<string, NewContributionAccount>();
  for (const account of accounts) {
    const key = `${account.regimen}${account.ccc}`;
    if (!byKey.has(key)) byKey.set(key, account);
  }
  return [...byKey];
};

const withIds = async (entries: Entries<NewContributionAccount>): Promise<Entries<ContributionAccount>> => {
  const ids = await nextContributionAccountIds(entries.length);
  return entries.map(([key, account], index) => [key, { id: ids[index]!, ...account }]);
};

/** @returns `undefined` if another call made a client with this CIF meanwhile */
const create = async (accountId: string, wanted: NewClient, now: Date): Promise<SaveResult | undefined> => {
  const { access, accounts: sent, ...details } = wanted;
  const wantedAccounts = distinct(sent);
  if (wantedAccounts.length > MAX_CONTRIBUTION_ACCOUNTS) return { outcome: 'too-many-contribution-accounts' };
  const [place, entries, passwordHash] = await Promise.all([
    nextClientId(accountId),
    withIds(wantedAccounts),
    access?.password === undefined ? undefined : hashPassword(access.password),
  ]);
  const at = now.toISOString();
  const { id } = place;
  const { name, email, cif } = details;
  const client: Client = {
    ...details,
    ...place,
    active: true,
    accounts: Object.fromEntries(entries),
    ...(access && { userId: randomUUID() }),
    ...searchable(details),
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
        createdAt: at,
        updatedAt: at,
        generation: 0,
      }
    : undefined;

  const putCif = putNew(recordKey.cif(accountId, cif), { clientId: id });
  const putEmail = putNew(recordKey.email(email), {
    clientId: id,
    ...(user && emailOf(user, access?.password)),
  });
  const addClient = addToTotal(accountId, 'clients');
  const rejected = await addToIndex(accountId, client, [
    putCif,
    putEmail,
    addClient,
    { Put: { TableName: table(), Item: { ...recordKey.client(accountId, id), ...client } } },
    ...(user ? [{ Put: { TableName: table(), Item: { ...recordKey.user(user.id), ...user } } }] : []),
    ...(user && passwordHash !== undefined ? [putPassword(user.id, passwordHash)] : []),
    ...countWrites(accountId, id, 1),
  ]);
  if (rejected.includes(putCif)) return undefined;
  if (rejected.includes(putEmail)) {
    // Another call may be making the same client at this moment; then only the e-mail is rejected.
    return (await findByCif(accountId, cif)) ? undefined : { outcome: 'email-taken' };
  }
  if (rejected.includes(addClient)) return { outcome: 'too-many-clients' };
  return { outcome: 'created', client };
};

/** Writes a row unless there is one with its key. */
const putNew = (key: RowKey, members: Record<string, unknown>): Write => ({
  Put: {
    TableName: table(),
    Item: { ...key, ...members },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** Contribution accounts added in one update: DynamoDB limits the length of its expression. */
const ADDED_AT_ONCE = 50;

/** @returns `undefined` if another call removed the client meanwhile, or left too little room in it */
const extend = async (
  accountId: string,
  existing: Client,
  accounts: NewContributionAccount[],
  now: Date,
): Promise<SaveResult | undefined> => {
  const missing = distinct(accounts).filter(([key]) => !(key in existing.accounts));
  if (missing.length === 0) return { outcome: 'extended', client: existing, added: 0 };
  const room = MAX_CONTRIBUTION_ACCOUNTS - Object.keys(existing.accounts).length;
  if (missing.length > room) return { outcome: 'too-many-contribution-accounts' };

  const entries = await withIds(missing);
  let client = existing;
  for (let first = 0; first < entries.length; first += ADDED_AT_ONCE) {
    const extended = await addContributionAccounts(
      accountId,
      existing.id,
      entries.slice(first, first + ADDED_AT_ONCE),
      now,
    );
    if (!extended) return undefined;
    client = extended;
  }
  // A contribution account that another call added meanwhile has another id, and does not count.
  const added = entries.filter(([key, { id }]) => client.accounts[key]?.id === id).length;
  return { outcome: 'extended', client, added };
};

/** Adds the contribution accounts that are not there yet, in one update, so that calls cannot undo each other. */
const addContributionAccounts = async (
  accountId: string,
  clientId: number,
  entries: Entries<ContributionAccount>,
  now: Date,
): Promise<Client | undefined> => {
  const additions = entries.map(
    (_, index) => `#accounts.#${index} = if_not_exists(#accounts.#${index}, :${index})`,
  );
  try {
    const { Attributes } = await withRetries(() =>
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
            ...Object.fromEntries(entries.map(([key], index) => [`#${index}`, key])),
          },
          ExpressionAttributeValues: {
            ':now': now.toISOString(),
            ':room': MAX_CONTRIBUTION_ACCOUNTS - entries.length,
            ...Object.fromEntries(entries.map(([, account], index) => [`:${index}`, account])),
          },
          ReturnValues: 'ALL_NEW',
        }),
      ),
    );
    return parseClient(Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};
