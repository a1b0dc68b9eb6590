import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../config.ts';
import { dynamo } from './aws.ts';
import { deleteCertificate, listCertificates } from './certificates.ts';
import type { Client } from './client-company.ts';
import { countWrites } from './client-order.ts';
import { patiently, type RowKey, transact, type Write } from './client-rows.ts';
import { wordWrites } from './client-search.ts';
import { recordKey } from './keyspace.ts';

/**
 * Removes a client company with its user, its certificates and their keys. From its first step on, the client's
 * sessions and certificates do not work and no certificate can be stored for it; the client itself goes last, so that
 * a removal that was cut short can be asked for again. Answers the client as it was, `undefined` where the account has
 * none with this id.
 */
export const removeClient = async (
  accountId: string,
  clientId: number,
  now: Date,
): Promise<Client | undefined> => {
  const client = await close(accountId, clientId, now);
  if (!client) return undefined;
  const certificates = await listCertificates(accountId, clientId);
  await Promise.all(
    certificates.map(({ id }) => deleteCertificate(accountId, { certificateId: id, clientId })),
  );

  const row = deletion(recordKey.client(accountId, clientId), 'attribute_exists(pk)');
  const broken = await transact([
    row,
    deletion(recordKey.cif(accountId, client.cif)),
    deletion(recordKey.email(client.email)),
    ...(client.userId ? [deletion(recordKey.user(client.userId))] : []),
    ...countWrites(accountId, clientId, -1),
    ...wordWrites(accountId, clientId, client.words, 'DELETE'),
  ]);
  return broken.includes(row) ? undefined : client;
};

const deletion = (Key: RowKey, ConditionExpression?: string): Write => ({
  Delete: { TableName: setting('RECORDS_TABLE'), Key, ConditionExpression },
});

/** Stops a client for good; answers it as it was. */
const close = async (accountId: string, clientId: number, now: Date): Promise<Client | undefined> => {
  try {
    const { Attributes } = await patiently(() =>
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
    return Attributes as Client;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};
