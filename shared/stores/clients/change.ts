import { setting } from '../../kernel/config.ts';
import { pause, transact, type Write } from '../dynamo/dynamo.ts';
import { accountsKey } from '../keyspace.ts';
import { all, exists, is, sizeIs, stillIs, update } from '../table.ts';
import type { Client, ClientDetails, ClientRecord } from './company.ts';
import { findClient, withoutHolderRows } from './rows.ts';
import { searchText } from './words.ts';

/**
 * Properties of a client company that can be changed. Its CIF names its record and its e-mail its user, so both
 * stay.
 */
export type Change = Partial<
  Pick<ClientDetails, 'name' | 'companyName' | 'postcode' | 'address' | 'externalId' | 'alternatives'>
>;

/** Others may change the same client meanwhile. */
const ATTEMPTS = 12;

/**
 * Changes a client company and its search entry. Absent properties stay as they are.
 * @returns the changed client; `undefined` if the account has none with this id
 */
export const changeClient = async (
  accountId: string,
  clientId: number,
  change: Change,
): Promise<Client | undefined> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const client = await findClient(accountId, clientId);
    if (!client) return undefined;
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    if (given.length === 0) return client;
    const changed: Client = { ...client, ...Object.fromEntries(given) };
    if ((await transact(changesOf(accountId, client, { changed, change }))).length === 0) return changed;
    await pause(attempt);
  }
  throw new Error('a client could not be changed: other calls kept changing the same one');
};

/** Condition: the members that the brief is made from are as read, so that record and brief agree. */
const changesOf = (
  accountId: string,
  { id, cif, name, companyName, externalId }: Client,
  { changed, change }: { changed: Client; change: Change },
): Write[] => [
  {
    Update: update(table(), accountsKey.client(accountId, cif), {
      set: change,
      if: all(
        is('id', id),
        is('name', name),
        is('companyName', companyName),
        stillIs('externalId', externalId),
      ),
    }),
  },
  {
    Update: update(table(), accountsKey.clientBrief(accountId, id), {
      set: { text: searchText(changed) },
      if: exists('pk'),
    }),
  },
];

const table = () => setting('ACCOUNTS_TABLE');

/**
 * Removes a contribution account from a client company. From now on, filings of that account no longer belong to it.
 * @returns the changed client, `'last'` if it has no other account, `undefined` if there is no such client or
 * account
 */
export const removeContributionAccount = async (
  accountId: string,
  clientId: number,
  contributionAccountId: number,
): Promise<Client | 'last' | undefined> => {
  const client = await findClient(accountId, clientId);
  const [key] =
    Object.entries(client?.accounts ?? {}).find(([, { id }]) => id === contributionAccountId) ?? [];
  if (!client || key === undefined) return undefined;
  const { [key]: _, ...accounts } = client.accounts as ClientRecord['accounts'];
  if (Object.keys(accounts).length === 0) return 'last';
  const rejected = await transact([
    {
      Update: update(table(), accountsKey.client(accountId, client.cif), {
        remove: [['accounts', key]],
        if: all(
          is('id', clientId),
          is(['accounts', key, 'id'], contributionAccountId),
          sizeIs('>', 'accounts', 1),
        ),
      }),
    },
    ...withoutHolderRows(accountId, clientId, [key]),
  ]);
  // Another call took it, or another one, meanwhile.
  return rejected.length > 0 ? undefined : { ...client, accounts };
};
