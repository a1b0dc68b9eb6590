import { setting } from '../../kernel/config.ts';
import { listCertificates } from '../certificate-list.ts';
import { deleteCertificate } from '../certificates.ts';
import { transact, type Write } from '../dynamo/dynamo.ts';
import { deleteApiTokensOf } from '../identity/api-tokens.ts';
import { deletePassword, forgetWrongTries } from '../identity/password-rows.ts';
import { deleteSecondFactor } from '../identity/second-factor.ts';
import type { RowsOfUser } from '../identity/users.ts';
import { accountsKey, type RowKey } from '../keyspace.ts';
import { type Condition, exists, remove } from '../table.ts';
import type { Client } from './company.ts';
import { withoutHolderRows, writeAll } from './listed.ts';
import { changeBrief, findClient } from './rows.ts';

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
    // As long as it is there, so is the record that its CIF names.
    deleteRow(accountsKey.clientBrief(accountId, clientId), exists('pk')),
    deleteRow(accountsKey.client(accountId, client.cif)),
    deleteRow(accountsKey.email(client.email)),
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
