import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../config.ts';
import { dynamo } from '../aws.ts';
import { deleteCertificate, listCertificates } from '../certificates.ts';
import { deleteApiTokensOf } from '../identity/api-tokens.ts';
import { deletePassword } from '../identity/password-rows.ts';
import { type RowKey, recordKey } from '../keyspace.ts';
import { type Client, parseClient } from './company.ts';
import { countWrites } from './order.ts';
import { transact, type Write, withRetries } from './rows.ts';
import { wordWrites } from './search.ts';

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
  await Promise.all(
    certificates.map(({ id }) => deleteCertificate(accountId, { certificateId: id, clientId })),
  );

  if (client.userId) await deleteApiTokensOf(accountId, client.userId);

  const deleteClient = deleteRow(recordKey.client(accountId, clientId), 'attribute_exists(pk)');
  const rejected = await transact([
    deleteClient,
    deleteRow(recordKey.cif(accountId, client.cif)),
    deleteRow(recordKey.email(client.email)),
    ...(client.userId ? [deleteRow(recordKey.user(client.userId)), deletePassword(client.userId)] : []),
    ...countWrites(accountId, clientId, -1),
    ...wordWrites(accountId, clientId, client.words, 'DELETE'),
  ]);
  return rejected.includes(deleteClient) ? undefined : client;
};

const deleteRow = (Key: RowKey, ConditionExpression?: string): Write => ({
  Delete: { TableName: setting('RECORDS_TABLE'), Key, ConditionExpression },
});

/** Deactivates a client, which cannot be undone, and returns it as it was. */
const markRemoving = async (accountId: string, clientId: number, now: Date): Promise<Client | undefined> => {
  try {
    const { Attributes } = await withRetries(() =>
      dynamo().send(
        new UpdateCommand({
          TableName: setting('RECORDS_TABLE'),
          Key: recordKey.client(accountId, clientId),
          UpdateExpression: 'SET #active = :no, #removing = :yes, #updatedAt = :now',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: {
            '#active': 'active',
            '#removing': 'removing',
            '#updatedAt': 'updatedAt',
          },
          ExpressionAttributeValues: { ':no': false, ':yes': true, ':now': now.toISOString() },
          ReturnValues: 'ALL_OLD',
        }),
      ),
    );
    return parseClient(Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};
