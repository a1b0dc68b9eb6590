import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../kernel/config.ts';
import { deleteCertificate, listCertificates } from '../certificates.ts';
import { dynamo, ifConditionHolds, pause, transact, type Write } from '../dynamo/dynamo.ts';
import { readRow } from '../dynamo/read-keys.ts';
import { deleteApiTokensOf } from '../identity/api-tokens.ts';
import { emailOf } from '../identity/logins.ts';
import { deletePassword, forgetWrongTries, putPassword } from '../identity/password-rows.ts';
import { hashPassword } from '../identity/passwords.ts';
import { deleteSecondFactor } from '../identity/second-factor.ts';
import type { User } from '../identity/user-row.ts';
import type { RowsOfUser } from '../identity/users.ts';
import { accountsKey, type RowKey } from '../keyspace.ts';
import { all, type Condition, exists, is, isNew, put, remove, sizeIs, update } from '../table.ts';
import {
  type Client,
  type ClientRecord,
  type ContributionAccount,
  MAX_CONTRIBUTION_ACCOUNTS,
  type NewClient,
  type NewContributionAccount,
  newBrief,
  parseClientRecord,
} from './company.ts';
import { newIds, roomFor } from './room.ts';
import {
  changeBrief,
  findByEmail,
  findClient,
  findClientBrief,
  holderRows,
  readListed,
  recordsOf,
  withoutHolderRows,
  writeAll,
} from './rows.ts';
import { findIn, searchText, textOf } from './words.ts';

/**
 * Client companies of accounts. A client has these rows:
 *
 * - its record, with everything known about it, under its CIF;
 * - its brief, under its id. Requests read there whether the client is active; lists and searches read its words;
 * - a row that makes its e-mail unique in the service, and its user, with the password;
 * - one row for each contribution account, by which the client is found.
 *
 * They are written in one transaction, except for contribution accounts that do not fit. No two clients share a row.
 */

export { changeClient, removeContributionAccount } from './change.ts';
export type { Client } from './company.ts';
export { announceClient, inviteClient } from './invitation.ts';
export {
  clientsWithAccount,
  clientsWithCcc,
  clientsWithCif,
  companiesOf,
  companyNames,
  findClient,
  findClientBrief,
} from './rows.ts';

/** A page of an account's clients, oldest first. */
export interface ClientPage {
  clients: Client[];
  /** Number of clients on all pages. */
  total: number;
}

/**
 * A page of an account's clients, all or those that match a search. Changes of the last second may be missing.
 * @param wanted.search a whole e-mail finds its client. Otherwise each word is the beginning of a word of the
 * e-mail, name, CIF, registered name or external id, or three or more letters within e-mail, CIF or external id; if
 * that finds nothing, letters within any word. Accents and case are ignored.
 * @param wanted.page from 1; a page after the last one is empty
 */
export const listClients = async (
  accountId: string,
  { search = '', page, perPage }: { search?: string; page: number; perPage: number },
): Promise<ClientPage> => {
  const exact = search.includes('@') ? await findByEmail(accountId, search) : undefined;
  if (exact) return { clients: page === 1 ? [exact] : [], total: 1 };

  const found = findIn(await readListed(accountId), search);
  const listed = found.slice((page - 1) * perPage, page * perPage);
  const records = await recordsOf(
    accountId,
    listed.map(({ cif }) => cif),
  );
  const byId = new Map(records.map((record) => [record.id, record]));
  const clients = listed.flatMap(({ id, active }) => {
    const record = byId.get(id);
    // One that was removed meanwhile has none.
    return record ? [{ ...record, active }] : [];
  });
  return { clients, total: found.length - (listed.length - clients.length) };
};

/** Whether a search of an account that had only this client would find it. */
export const isFound = async (client: Client, search: string): Promise<boolean> =>
  findIn([{ text: textOf(client.cif, searchText(client)) }], search).length > 0;

/**
 * Activates or deactivates a client at once. Activation also clears failed sign-ins. Returns `undefined` if the
 * account has no such client.
 */
export const setClientActive = async (
  accountId: string,
  clientId: number,
  active: boolean,
): Promise<Client | undefined> => {
  const isChanged = await changeBrief(accountId, clientId, { active });
  const client = isChanged ? await findClient(accountId, clientId) : undefined;
  if (active && client?.userId) await transact([forgetWrongTries(client.userId)]);
  return client;
};

/** The result of saving a client. */
export type SaveResult =
  | { outcome: 'created'; client: Client }
  /** The account already had a client with this CIF; this many contribution accounts were added to it. */
  | { outcome: 'extended'; client: Client; added: number }
  | { outcome: 'email-taken' }
  | { outcome: 'too-many-contribution-accounts' }
  /** The account has as many clients as the stage allows. */
  | { outcome: 'too-many-clients' };

/**
 * Attempts of a save, since another call may create, change or remove a client with the same CIF meanwhile, or one
 * of the last clients within the limit.
 */
const ATTEMPTS = 20;

/**
 * Creates a client company. If the account already has one with this CIF, adds the missing contribution accounts to
 * it and changes nothing else. Concurrent calls for the same CIF end with one client that has the contribution
 * accounts of all.
 * @param how.rowsOfUser as of `removeClient`, to complete an interrupted removal
 */
export const saveClient = async (
  accountId: string,
  wanted: NewClient,
  { now, rowsOfUser }: { now: Date; rowsOfUser: RowsOfUser },
): Promise<SaveResult> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const existing = await findByCif(accountId, wanted.cif);
    const result = existing
      ? await extend(accountId, { existing, accounts: wanted.accounts, rowsOfUser }, now)
      : await create(accountId, wanted, now);
    if (result) return result;
    await pause(attempt);
  }
  throw new Error(
    'a client could not be saved: other calls kept changing the same one, or making the last ones',
  );
};

const table = () => setting('ACCOUNTS_TABLE');

const findByCif = (accountId: string, cif: string): Promise<ClientRecord | undefined> =>
  readRow(parseClientRecord, accountsKey.client(accountId, cif));

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

const withIds = async (
  entries: Entries<NewContributionAccount>,
  now: Date,
): Promise<Entries<ContributionAccount>> => {
  const ids = await newIds('contribution-account-ids', entries.length);
  const addedAt = now.toISOString();
  return entries.map(([key, account], index) => [key, { id: ids[index]!, ...account, addedAt }]);
};

/** @returns `undefined` if another call made a client with this CIF meanwhile, or one of the last of the account */
const create = async (accountId: string, wanted: NewClient, now: Date): Promise<SaveResult | undefined> => {
  const { access, accounts: sent, ...details } = wanted;
  const wantedAccounts = distinct(sent);
  if (wantedAccounts.length > MAX_CONTRIBUTION_ACCOUNTS) return { outcome: 'too-many-contribution-accounts' };
  const [room, [id], entries, passwordHash] = await Promise.all([
    roomFor(accountId, now),
    newIds('client-ids', 1) as Promise<[number]>,
    withIds(wantedAccounts, now),
    access?.password === undefined ? undefined : hashPassword(access.password),
  ]);
  if (!room) return { outcome: 'too-many-clients' };
  const createdAt = now.toISOString();
  const { name, email, cif } = details;
  const record: ClientRecord = {
    ...details,
    id,
    accounts: Object.fromEntries(entries),
    ...(access && { userId: randomUUID() }),
    createdAt,
  };
  const { userId } = record;
  const user: User | undefined =
    userId && email !== undefined
      ? {
          id: userId,
          accountId,
          clientId: id,
          name,
          email,
          createdAt,
          updatedAt: createdAt,
          generation: 0,
          ...(access?.password !== undefined && { joinedAt: createdAt }),
        }
      : undefined;

  const putRecord = putNew(accountsKey.client(accountId, cif), record);
  const putEmail =
    email === undefined
      ? undefined
      : putNew(accountsKey.email(email), { clientId: id, ...(user && emailOf(user, access?.password)) });
  const brief = { ...accountsKey.clientBrief(accountId, id), ...newBrief(details, now) };
  const holders = holderRows(accountId, id, Object.keys(record.accounts));
  const rejected = await transact([
    putRecord,
    ...(putEmail ? [putEmail] : []),
    { Put: put(table(), brief) },
    ...(user ? [{ Put: put(table(), { ...accountsKey.user(user.id), ...user }) }] : []),
    ...(user && passwordHash !== undefined ? [putPassword(user.id, passwordHash, id)] : []),
    ...room,
    ...holders.slice(0, WITH_RECORD),
  ]);
  if (rejected.includes(putRecord)) return undefined;
  if (putEmail && rejected.includes(putEmail)) {
    // Another call may be making the same client at this moment; then only the e-mail is rejected.
    return (await findByCif(accountId, cif)) ? undefined : { outcome: 'email-taken' };
  }
  if (rejected.length > 0) return undefined;
  await writeAll(holders.slice(WITH_RECORD));
  return { outcome: 'created', client: { ...record, active: true } };
};

/** Contribution accounts that fit in one transaction with their client. */
const WITH_RECORD = 90;

/** Writes a row unless there is one with its key. */
const putNew = (key: RowKey, members: Record<string, unknown>): Write => ({
  Put: put(table(), { ...key, ...members }, isNew),
});

/** Contribution accounts added in one update: DynamoDB limits the length of its expression. */
const ADDED_AT_ONCE = 50;

/** @returns `undefined` if the client was removed meanwhile, or other calls left too little room in it */
const extend = async (
  accountId: string,
  {
    existing,
    accounts,
    rowsOfUser,
  }: { existing: ClientRecord; accounts: NewContributionAccount[]; rowsOfUser: RowsOfUser },
  now: Date,
): Promise<SaveResult | undefined> => {
  const brief = await findClientBrief(accountId, existing.id);
  if (!brief) return undefined;
  if (brief.removing) {
    // Its removal was interrupted or is in progress: this completes it.
    await removeClient(accountId, existing.id, rowsOfUser);
    return undefined;
  }
  const extended = (record: ClientRecord, added: number): SaveResult => ({
    outcome: 'extended',
    client: { ...record, active: brief.active },
    added,
  });
  const missing = distinct(accounts).filter(([key]) => !(key in existing.accounts));
  if (missing.length === 0) return extended(existing, 0);
  const room = MAX_CONTRIBUTION_ACCOUNTS - Object.keys(existing.accounts).length;
  if (missing.length > room) return { outcome: 'too-many-contribution-accounts' };

  const entries = await withIds(missing, now);
  const keys = missing.map(([key]) => key);
  // Before the record: where this is interrupted, the same call does it again.
  await writeAll(holderRows(accountId, existing.id, keys));
  let record = existing;
  for (let first = 0; first < entries.length; first += ADDED_AT_ONCE) {
    const added = entries.slice(first, first + ADDED_AT_ONCE);
    const changed = await addContributionAccounts(accountId, existing, added);
    if (!changed) return undefined;
    record = changed;
  }
  // A contribution account that another call added meanwhile has another id, and does not count.
  const added = entries.filter(([key, { id }]) => record.accounts[key]?.id === id).length;
  return extended(record, added);
};

/** Adds the contribution accounts that are not there yet, in one update, so that calls cannot undo each other. */
const addContributionAccounts = async (
  accountId: string,
  { id, cif }: ClientRecord,
  entries: Entries<ContributionAccount>,
): Promise<ClientRecord | undefined> => {
  const change = new UpdateCommand({
    ...update(table(), accountsKey.client(accountId, cif), {
      setOnce: entries.map(([key, account]) => [['accounts', key], account] as const),
      // Another client may have this CIF by now.
      if: all(is('id', id), sizeIs('<=', 'accounts', MAX_CONTRIBUTION_ACCOUNTS - entries.length)),
    }),
    ReturnValues: 'ALL_NEW',
  });
  const changed = await ifConditionHolds(dynamo().send(change));
  return changed && parseClientRecord(changed.Attributes);
};

/**
 * Removes a client company with its user, its certificates and their keys. From the first step on, the client's
 * sessions and certificates do not work and no certificate can be stored for it. The client itself is removed last, so
 * that an interrupted removal can be repeated.
 * @param rowsOfUser what else goes with its user
 * @returns the client as it was, `undefined` if the account has none with this id
 */
export const removeClient = async (
  accountId: string,
  clientId: number,
  rowsOfUser: RowsOfUser,
): Promise<Client | undefined> => {
  const client = await findClient(accountId, clientId);
  if (!client) return undefined;
  if (!(await changeBrief(accountId, clientId, { active: false, removing: true }))) return undefined;
  const certificates = await listCertificates(accountId, clientId);
  // One after another: each changes the account's total.
  for (const { id } of certificates) await deleteCertificate(accountId, { certificateId: id, clientId });

  if (client.userId) await deleteApiTokensOf(accountId, client.userId);
  await writeAll(withoutHolderRows(accountId, clientId, Object.keys(client.accounts)));

  const rejected = await transact([
    // While the brief exists, so does the record under its CIF.
    deleteRow(accountsKey.clientBrief(accountId, clientId), exists('pk')),
    deleteRow(accountsKey.client(accountId, client.cif)),
    ...(client.email === undefined ? [] : [deleteRow(accountsKey.email(client.email))]),
    ...(client.userId
      ? [
          deleteRow(accountsKey.user(client.userId)),
          deletePassword(client.userId),
          deleteSecondFactor(client.userId),
          forgetWrongTries(client.userId),
          ...rowsOfUser({ id: client.userId, accountId }),
        ]
      : []),
  ]);
  return rejected.length > 0 ? undefined : client;
};

const deleteRow = (key: RowKey, condition?: Condition): Write => ({
  Delete: remove(setting('ACCOUNTS_TABLE'), key, condition),
});
