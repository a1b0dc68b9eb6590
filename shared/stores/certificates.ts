import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, paginateQuery, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../config.ts';
import { notFound } from '../errors.ts';
import { dynamo } from './aws.ts';
import { serviceKey, signed, verified } from './keys.ts';
import { type CertificateIdentity, recordKey } from './keyspace.ts';
import { rowParser } from './row-parser.ts';
import { deleteKeyPair, type KeyPair, putKeyPair } from './secrets.ts';

/** Names a certificate of an account. */
interface CertificateName {
  /** 32 hexadecimal digits. */
  certificateId: string;
  /** Client company that owns the certificate; 0 is the account itself. */
  clientId: number;
}

/**
 * The content of a `cert_secret`. Its MAC proves that this service issued it, to this account and for this certificate
 * and no other with the same id.
 */
export interface CertificateSecret extends CertificateName {
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  fingerprint: string;
}

const certificateRow = z.object({
  /** 32 hexadecimal digits. */
  id: z.string(),
  accountId: z.string(),
  /** Client company that owns it; 0 is the account itself. */
  clientId: z.int(),
  /** Common name of the certificate. */
  name: z.string(),
  /** ISO instants. */
  notBefore: z.string(),
  notAfter: z.string(),
  dni: z.string(),
  givenName: z.string(),
  surname: z.string(),
  /** Common name of the issuer, `''` if it has none; absent in rows of the time when it was not kept. */
  issuer: z.string().optional(),
  /** As in the interface. A certificate without type serves for any authority. */
  type: z.int().optional(),
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  fingerprint: z.string(),
  createdAt: z.string(),
});

/** A stored certificate, without its key. */
export type CertificateRow = z.infer<typeof certificateRow>;

/** Reads the row of a certificate. */
export const parseCertificate = rowParser('CertificateRow', 'certificate', certificateRow);

const parseFingerprint = rowParser('Fingerprint', 'fingerprint', z.object({ certificateId: z.string() }));

/** Parts of a `cert_secret`: certificate, its owner and its fingerprint. */
const ID_BYTES = 16;
const CLIENT_BYTES = 6;
const FINGERPRINT_BYTES = 32;
const SECRET_BYTES = ID_BYTES + CLIENT_BYTES + FINGERPRINT_BYTES;

/** The `cert_secret` of a certificate: always the same text, so that it is not stored. */
export const issueSecret = async (
  row: Pick<CertificateRow, 'accountId' | 'id' | 'clientId' | 'fingerprint'>,
): Promise<string> => {
  const clientId = Buffer.alloc(CLIENT_BYTES);
  clientId.writeUIntBE(row.clientId, 0, CLIENT_BYTES);
  const payload = Buffer.concat([Buffer.from(row.id, 'hex'), clientId, Buffer.from(row.fingerprint, 'hex')]);
  return signed(payload, await serviceKey('certificate'), row.accountId);
};

/** What a `cert_secret` names, or `undefined` if this service did not issue it to this account. Reads no table. */
export const readSecret = async (
  secret: string,
  accountId: string,
): Promise<CertificateSecret | undefined> => {
  const payload = verified(secret, await serviceKey('certificate'), accountId);
  if (payload?.length !== SECRET_BYTES) return undefined;
  return {
    certificateId: payload.toString('hex', 0, ID_BYTES),
    clientId: payload.readUIntBE(ID_BYTES, CLIENT_BYTES),
    fingerprint: payload.toString('hex', ID_BYTES + CLIENT_BYTES),
  };
};

/** Key of the row of a certificate. */
export const certificateRowKey = (accountId: string, { clientId, certificateId }: CertificateName) =>
  recordKey.certificate(accountId, clientId, certificateId);

const table = () => setting('RECORDS_TABLE');

/** The certificate of an account with this name, if it is still stored. */
export const findCertificate = async (
  accountId: string,
  name: CertificateName,
): Promise<CertificateRow | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({
      TableName: table(),
      Key: certificateRowKey(accountId, name),
      ConsistentRead: true,
    }),
  );
  return Item && parseCertificate(Item);
};

/**
 * Stores a certificate and its key pair. If the owner already has this certificate with this type, returns the stored
 * one: one file often serves for several authorities, each under a type of its own.
 * @throws ServiceError 404 when the client company that should own it was removed meanwhile
 */
export const saveCertificate = async (
  wanted: Omit<CertificateRow, 'id' | 'createdAt'>,
  pair: KeyPair,
  now: Date,
): Promise<CertificateRow> => {
  const { accountId, clientId } = wanted;
  const stored = await findSame(accountId, wanted);
  if (stored) return stored;

  const row: CertificateRow = {
    ...wanted,
    id: randomBytes(ID_BYTES).toString('hex'),
    createdAt: now.toISOString(),
  };
  // The key first: a row without a key could be used and would fail; a key without a row is never used.
  await putKeyPair(accountId, row.id, pair);
  try {
    await dynamo().send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: table(),
              Item: { ...recordKey.fingerprint(accountId, row), certificateId: row.id },
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
          {
            Put: {
              TableName: table(),
              Item: { ...recordKey.certificate(accountId, clientId, row.id), ...row },
            },
          },
          ...ownerCheck(accountId, clientId),
        ],
      }),
    );
    return row;
  } catch (error) {
    await deleteKeyPair(accountId, row.id);
    if (isOwnerRemoved(error)) throw notFound('El cliente no existe.');
    // Another call may have stored the same certificate meanwhile.
    const existing = error instanceof TransactionCanceledException && (await findSame(accountId, wanted));
    if (existing) return existing;
    throw error;
  }
};

/** Index of the owner's check in the transaction. */
const OWNER_CHECK = 2;

/** No certificate may be stored for a client company that is being removed: its key would stay after the removal. */
const ownerCheck = (accountId: string, clientId: number) =>
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

const isOwnerRemoved = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  error.CancellationReasons?.[OWNER_CHECK]?.Code === 'ConditionalCheckFailed';

/** The stored certificate of that owner, file and type. */
const findSame = async (
  accountId: string,
  wanted: CertificateIdentity,
): Promise<CertificateRow | undefined> => {
  const found = await Promise.all(
    [recordKey.fingerprint(accountId, wanted), recordKey.untypedFingerprint(accountId, wanted)].map(
      async (Key) => {
        const { Item } = await dynamo().send(
          new GetCommand({ TableName: table(), Key, ConsistentRead: true }),
        );
        const { clientId } = wanted;
        return (
          Item &&
          findCertificate(accountId, { clientId, certificateId: parseFingerprint(Item).certificateId })
        );
      },
    ),
  );
  return found.find((row) => row && row.type === wanted.type);
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
      // So that a certificate is listed as soon as it is saved, and a removal finds all certificates of a client.
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) rows.push(...Items.map(parseCertificate));
  return rows.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
};

/** Deletes a certificate and its key. Returns `false` if the account has no such certificate. */
export const deleteCertificate = async (accountId: string, name: CertificateName): Promise<boolean> => {
  const Key = certificateRowKey(accountId, name);
  const row = await findCertificate(accountId, name);
  if (!row) return false;
  // The row first: after this the certificate does not work, even if its key cannot be deleted.
  await dynamo().send(
    new TransactWriteCommand({
      TransactItems: [
        { Delete: { TableName: table(), Key } },
        {
          Delete: {
            TableName: table(),
            Key: recordKey.fingerprint(accountId, row),
          },
        },
      ],
    }),
  );
  await deleteUntypedFingerprint(accountId, row);
  await deleteKeyPair(accountId, row.id);
  return true;
};

/** Deletes the guard of earlier times, if it is that of this certificate; one of no certificate does no harm. */
const deleteUntypedFingerprint = async (accountId: string, row: CertificateRow): Promise<void> => {
  try {
    await dynamo().send(
      new DeleteCommand({
        TableName: table(),
        Key: recordKey.untypedFingerprint(accountId, row),
        ConditionExpression: 'certificateId = :id',
        ExpressionAttributeValues: { ':id': row.id },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
