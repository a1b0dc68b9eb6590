import { setting } from '../../config.ts';
import { listCertificates } from '../certificate-list.ts';
import { deleteCertificate } from '../certificates.ts';
import { deleteApiTokensOf } from '../identity/api-tokens.ts';
import { deletePassword, forgetWrongTries } from '../identity/password-rows.ts';
import { type RowKey, recordKey } from '../keyspace.ts';
import { takeFromTotal } from '../totals.ts';
import type { Client } from './company.ts';
import { takeFromIndex } from './index-writes.ts';
import { countWrites } from './order.ts';
import { activeWrites, findClient, transact, type Write } from './rows.ts';

/**
 * Removes a client company with its user, its certificates and their keys. From the first step on, the client's
 * sessions and certificates do not work and no certificate can be stored for it. The client itself is removed last, so
 * that an interrupted removal can be repeated.
 * @returns the client as it was, `undefined` if the account has none with this id
 */
export const removeClient = async (
  accountId: string,
  clientId: number,
  now: Date,
): Promise<Client | undefined> => {
  const client = await markRemoving(accountId, clientId, now);
  if (!client) return undefined;
  const certificates = await listCertificates(accountId, clientId);
  // One after another: each changes the account's total.
  for (const { id } of certificates) await deleteCertificate(accountId, { certificateId: id, clientId });

  if (client.userId) await deleteApiTokensOf(accountId, client.userId);

  const deleteClient = deleteRow(recordKey.client(accountId, clientId), 'attribute_exists(pk)');
  const rejected = await takeFromIndex(accountId, client, [
    deleteClient,
    deleteRow(recordKey.cif(accountId, client.cif)),
    deleteRow(recordKey.email(client.email)),
    ...(client.userId
      ? [
          deleteRow(recordKey.user(client.userId)),
          deletePassword(client.userId),
          forgetWrongTries(client.userId),
        ]
      : []),
    takeFromTotal(accountId, 'clients'),
    ...countWrites(accountId, clientId, -1),
  ]);
  return rejected.includes(deleteClient) ? undefined : client;
};

const deleteRow = (Key: RowKey, ConditionExpression?: string): Write => ({
  Delete: { TableName: setting('RECORDS_TABLE'), Key, ConditionExpression },
});

/** Deactivates a client, which cannot be undone, and returns it as it was. */
const markRemoving = async (accountId: string, clientId: number, now: Date): Promise<Client | undefined> => {
  const client = await findClient(accountId, clientId);
  if (!client) return undefined;
  const change = { active: false, removing: true };
  const rejected = await transact(activeWrites(accountId, clientId, change, now));
  return rejected.length > 0 ? undefined : client;
};
