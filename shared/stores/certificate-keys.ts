import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
} from '@aws-sdk/client-secrets-manager';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { setting } from '../kernel/config.ts';
import { type CertificateRow, firstSecretOf, parseCertificate, secretIdOf } from './certificate-row.ts';
import { readRow } from './dynamo/read-keys.ts';
import { accountsKey } from './keyspace.ts';
import { untilDeadline, withoutDeadline } from './limits.ts';
import { secretsManager } from './secrets.ts';

/** The secrets of certificates: keys, and user and password for SEPE's services. */

const keyPair = () =>
  z.object({
    key: z.string(),
    /** The certificate itself first, then its issuers. */
    chain: z.string(),
  });

/** Private key and certificate chain for mutual TLS with an authority, both PEM. */
export type KeyPair = z.infer<ReturnType<typeof keyPair>>;

const sepeAccess = () => z.object({ user: z.string(), password: z.string() });

/** User and password at SEPE's services. */
export type SepeAccess = z.infer<ReturnType<typeof sepeAccess>>;

/** Contents of a certificate's secret. */
const keys = () => keyPair().extend({ sepe: sepeAccess().optional() });

type Keys = z.infer<ReturnType<typeof keys>>;

/** Secrets read in the last hour, or being read, by name. A secret never changes, so the cache cannot be stale. */
const cache = new LRUCache<string, Promise<Keys>>({ max: 200, ttl: 60 * 60 * 1000 });

/** Of certificates that got another secret after they were stored: which, as their rows had it last. */
const moved = new LRUCache<string, string>({ max: 200 });

/** Empties the caches. For tests that act as a new process. */
export const forgetSecrets = (): void => {
  cache.clear();
  moved.clear();
};

const secretName = (accountId: string, secretId: string) =>
  `${setting('CERTIFICATE_SECRETS_PREFIX')}${accountId}/${secretId}`;

/**
 * Stores a key pair, and what else is given, as one secret, encrypted with the service's key.
 * @param secretId a new one, from `newSecretId`: a secret that is there already is the same one, of an attempt whose answer was lost
 */
export const putKeys = async (
  accountId: string,
  secretId: string,
  { pair: { key, chain }, access }: { pair: KeyPair; access?: SepeAccess | undefined },
): Promise<void> => {
  const content: Keys = {
    key,
    chain,
    ...(access && { sepe: { user: access.user, password: access.password } }),
  };
  try {
    await secretsManager().send(
      new CreateSecretCommand({
        Name: secretName(accountId, secretId),
        KmsKeyId: setting('ENCRYPTION_KEY'),
        SecretString: JSON.stringify(content),
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  }
};

/** Names the secret of a certificate. */
type Holder = Pick<CertificateRow, 'clientId' | 'id' | 'secretId' | 'sepe'>;

/**
 * Begins to read a certificate's secret before its row is known, to save a round trip. A certificate whose secret
 * was replaced later is not found this way; `getKeyPair` handles both.
 */
export const expectKeys = (accountId: string, certificateId: string): Promise<unknown> =>
  getSecret(
    secretName(accountId, moved.get(secretName(accountId, certificateId)) ?? firstSecretOf(certificateId)),
  );

/** @throws Error when a certificate's row exists and its secret does not */
export const getKeyPair = async (accountId: string, certificate: Holder): Promise<KeyPair> => {
  const { key, chain } = await keysOf(accountId, certificate);
  return { key, chain };
};

/**
 * User and password for SEPE's services; `undefined` if none are stored.
 * @throws Error when the row names a secret that is missing
 */
export const getSepeAccess = async (
  accountId: string,
  certificate: Holder,
): Promise<SepeAccess | undefined> =>
  certificate.sepe ? (await keysOf(accountId, certificate)).sepe : undefined;

const keysOf = async (accountId: string, certificate: Holder): Promise<Keys> => {
  const { clientId, id } = certificate;
  const read = (of: Holder) => {
    if (of.secretId) moved.set(secretName(accountId, id), of.secretId);
    return getSecret(secretName(accountId, secretIdOf(of)));
  };
  try {
    return await read(certificate);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    // It may have got another secret since its row was read.
    const row = await readRow(parseCertificate, accountsKey.certificate(accountId, clientId, id));
    if (!row || secretIdOf(row) === secretIdOf(certificate)) throw error;
    return read(row);
  }
};

const getSecret = (SecretId: string): Promise<Keys> => {
  const cached = cache.get(SecretId);
  if (cached) return untilDeadline(cached);
  const read = withoutDeadline(() => readKeys(SecretId));
  cache.set(SecretId, read);
  // All who wait for this read get its failure; later calls read again.
  read.catch(() => {
    if (cache.get(SecretId) === read) cache.delete(SecretId);
  });
  return untilDeadline(read);
};

const readKeys = async (SecretId: string): Promise<Keys> => {
  const { SecretString } = await secretsManager().send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error('the secret of a certificate is empty');
  return parsed(SecretString);
};

/** The errors of JSON and of zod are replaced, because they may contain parts of the secret. */
const parsed = (secret: string): Keys => {
  try {
    return keys().parse(JSON.parse(secret));
  } catch {
    throw new Error('the secret of a certificate is not valid');
  }
};

/** Deletes a secret at once, without Secrets Manager's recovery period: no key must be left that nothing names. */
export const deleteKeys = async (accountId: string, secretId: string): Promise<void> => {
  const SecretId = secretName(accountId, secretId);
  cache.delete(SecretId);
  try {
    await secretsManager().send(new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
};
