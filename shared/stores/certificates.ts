import { randomBytes } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, paginateQuery, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../config.ts';
import { notFound } from '../errors.ts';
import { dynamo } from './aws.ts';
import { seal, serviceKey, unseal } from './keys.ts';
import { recordKey } from './keyspace.ts';
import { deleteKeyPair, type KeyPair, putKeyPair } from './secrets.ts';

/** What a `cert_secret` carries, under a MAC: it names a certificate and its owner, and proves that we issued it. */
export interface CertificateSecret {
  /** 32 hexadecimal digits. */
  certificateId: string;
  /** Client company that owns it; 0 for the account itself. */
  clientId: number;
}

/** A stored certificate, without its key. */
export interface CertificateRow {
  id: string;
  accountId: string;
  clientId: number;
  name: string;
  /** ISO instants. */
  notBefore: string;
  notAfter: string;
  dni: string;
  givenName: string;
  surname: string;
  /** As in the interface; absent serves any authority. */
  type?: number;
  fingerprint: string;
  createdAt: string;
}

const ID_BYTES = 16;

/** The `cert_secret` of a certificate: always the same one, so that it need not be kept. */
export const issueSecret = async ({ certificateId, clientId }: CertificateSecret): Promise<string> => {
  const payload = Buffer.alloc(ID_BYTES + 6);
  Buffer.from(certificateId, 'hex').copy(payload);
  payload.writeUIntBE(clientId, ID_BYTES, 6);
  return seal(payload, await serviceKey('certificate'));
};

/** What a `cert_secret` names, or `undefined` where we did not issue it; costs no look-up. */
export const readSecret = async (secret: string): Promise<CertificateSecret | undefined> => {
  const payload = unseal(secret, await serviceKey('certificate'));
  if (payload?.length !== ID_BYTES + 6) return undefined;
  return {
    certificateId: payload.toString('hex', 0, ID_BYTES),
    clientId: payload.readUIntBE(ID_BYTES, 6),
  };
};

/** Key of the row that a `cert_secret` names within an account. */
export const certificateRowKey = (accountId: string, secret: CertificateSecret) =>
  recordKey.certificate(accountId, secret.clientId, secret.certificateId);

const table = () => setting('RECORDS_TABLE');

/**
 * Stores a certificate and its key pair. The same certificate sent again for the same owner answers with the stored
 * one.
 * @throws ServiceError 404 when the client company that should own it was removed meanwhile
 */
export const saveCertificate = async (
  wanted: Omit<CertificateRow, 'id' | 'createdAt'>,
  pair: KeyPair,
  now: Date,
): Promise<CertificateRow> => {
  const { accountId, clientId, fingerprint } = wanted;
  const stored = await findByFingerprint(accountId, clientId, fingerprint);
  if (stored) return stored;

  const row: CertificateRow = {
    ...wanted,
    id: randomBytes(ID_BYTES).toString('hex'),
    createdAt: now.toISOString(),
  };
  // The key first: a row without a key could be used and would fail, a key without a row is only litter.
  await putKeyPair(accountId, row.id, pair);
  try {
    await dynamo().send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: table(),
              Item: { ...recordKey.fingerprint(accountId, clientId, fingerprint), certificateId: row.id },
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
          {
            Put: {
              TableName: table(),
              Item: { ...recordKey.certificate(accountId, clientId, row.id), ...row },
            },
          },
          ...ownerStays(accountId, clientId),
        ],
      }),
    );
    return row;
  } catch (error) {
    await deleteKeyPair(accountId, row.id);
    if (isOwnerGone(error)) throw notFound('El cliente no existe.');
    const winner =
      error instanceof TransactionCanceledException &&
      (await findByFingerprint(accountId, clientId, fingerprint));
    if (winner) return winner;
    throw error;
  }
};

/** Place of the owner's check in the transaction. */
const OWNER = 2;

/** No certificate may be stored for a client company that is being removed, else its key would outlive it. */
const ownerStays = (accountId: string, clientId: number) =>
  clientId === 0
    ? []
    : [
        {
          ConditionCheck: {
            TableName: table(),
            Key: recordKey.client(accountId, clientId),
            ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(removing)',
          },
        },
      ];

const isOwnerGone = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  error.CancellationReasons?.[OWNER]?.Code === 'ConditionalCheckFailed';

const findByFingerprint = async (
  accountId: string,
  clientId: number,
  fingerprint: string,
): Promise<CertificateRow | undefined> => {
  const guard = await dynamo().send(
    new GetCommand({
      TableName: table(),
      Key: recordKey.fingerprint(accountId, clientId, fingerprint),
      ConsistentRead: true,
    }),
  );
  if (!guard.Item) return undefined;
  const { Item } = await dynamo().send(
    new GetCommand({
      TableName: table(),
      Key: recordKey.certificate(accountId, clientId, guard.Item.certificateId),
      ConsistentRead: true,
    }),
  );
  return Item as CertificateRow | undefined;
};

/** Certificates of one owner (`clientId` 0: the account itself), oldest first. */
export const listCertificates = async (accountId: string, clientId: number): Promise<CertificateRow[]> => {
  const { pk, sk } = recordKey.certificate(accountId, clientId, '');
  const rows: CertificateRow[] = [];
  const pages = paginateQuery(
    { client: dynamo() },
    {
      TableName: table(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
      // What was just saved is listed at once, and no key outlives a client that is removed.
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) rows.push(...(Items as CertificateRow[]));
  return rows.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
};

/** Deletes a certificate and its key. Answers `false` when the account has no such certificate. */
export const deleteCertificate = async (accountId: string, secret: CertificateSecret): Promise<boolean> => {
  const Key = certificateRowKey(accountId, secret);
  const { Item } = await dynamo().send(new GetCommand({ TableName: table(), Key, ConsistentRead: true }));
  if (!Item) return false;
  const row = Item as CertificateRow;
  // The row first: from here on the certificate no longer works, whatever happens to its key.
  await dynamo().send(
    new TransactWriteCommand({
      TransactItems: [
        { Delete: { TableName: table(), Key } },
        {
          Delete: {
            TableName: table(),
            Key: recordKey.fingerprint(accountId, row.clientId, row.fingerprint),
          },
        },
      ],
    }),
  );
  await deleteKeyPair(accountId, row.id);
  return true;
};
