import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { setting } from '../config.ts';
import { limited } from './aws.ts';

let client: SecretsManagerClient | undefined;

/** The Secrets Manager client, made at first use. */
export const secretsManager = (): SecretsManagerClient => {
  client ??= limited((config) => new SecretsManagerClient(config));
  return client;
};

const keyPair = z.object({
  key: z.string(),
  /** The certificate itself first, then its issuers. */
  chain: z.string(),
});

/** What acts before an authority: private key and certificate chain, both PEM. */
export type KeyPair = z.infer<typeof keyPair>;

/** Key pairs that were read in the last hour, by certificate: the key of a stored certificate never changes. */
const cache = new LRUCache<string, KeyPair>({ max: 200, ttl: 60 * 60 * 1000 });

const secretName = (accountId: string, certificateId: string) =>
  `${setting('CERTIFICATE_SECRETS_PREFIX')}${accountId}/${certificateId}`;

/** Stores a key pair as one secret, encrypted with the service's key. */
export const putKeyPair = async (accountId: string, certificateId: string, pair: KeyPair): Promise<void> => {
  await secretsManager().send(
    new CreateSecretCommand({
      Name: secretName(accountId, certificateId),
      KmsKeyId: setting('ENCRYPTION_KEY'),
      SecretString: JSON.stringify({ key: pair.key, chain: pair.chain }),
    }),
  );
};

/** @throws Error when a certificate's row exists and its secret does not */
export const getKeyPair = async (accountId: string, certificateId: string): Promise<KeyPair> => {
  const name = secretName(accountId, certificateId);
  const cached = cache.get(name);
  if (cached) return cached;
  const { SecretString } = await secretsManager().send(new GetSecretValueCommand({ SecretId: name }));
  if (!SecretString) throw new Error('a certificate has no key pair');
  const pair = parseKeyPair(SecretString);
  cache.set(name, pair);
  return pair;
};

/** The errors of JSON and of zod are replaced, because they may contain parts of the key. */
const parseKeyPair = (secret: string): KeyPair => {
  try {
    return keyPair.parse(JSON.parse(secret));
  } catch {
    throw new Error('the secret of a certificate is not valid');
  }
};

/** Deletes a key pair at once, without Secrets Manager's recovery period: a deleted certificate must leave no key. */
export const deleteKeyPair = async (accountId: string, certificateId: string): Promise<void> => {
  const name = secretName(accountId, certificateId);
  cache.delete(name);
  try {
    await secretsManager().send(
      new DeleteSecretCommand({ SecretId: name, ForceDeleteWithoutRecovery: true }),
    );
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
};
