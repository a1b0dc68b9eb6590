import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { LRUCache } from 'lru-cache';
import { setting } from '../config.ts';

let client: SecretsManagerClient | undefined;

/** The Secrets Manager client, made at first use. */
export const secretsManager = (): SecretsManagerClient => {
  client ??= new SecretsManagerClient({
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000 },
  });
  return client;
};

/** What acts before an authority: private key and certificate chain, both PEM. */
export interface KeyPair {
  key: string;
  /** The certificate itself first, then its issuers. */
  chain: string;
}

/** Key pairs read lately. Keyed by certificate: a certificate's key never changes, a new upload is a new one. */
const cache = new LRUCache<string, KeyPair>({ max: 200, ttl: 60 * 60 * 1000 });

const nameOf = (accountId: string, certificateId: string) =>
  `${setting('CERTIFICATE_SECRETS_PREFIX')}${accountId}/${certificateId}`;

/** Stores a key pair as a secret of its own, under the service's encryption key. */
export const putKeyPair = async (accountId: string, certificateId: string, pair: KeyPair): Promise<void> => {
  await secretsManager().send(
    new CreateSecretCommand({
      Name: nameOf(accountId, certificateId),
      KmsKeyId: setting('ENCRYPTION_KEY'),
      SecretString: JSON.stringify({ key: pair.key, chain: pair.chain }),
    }),
  );
};

/** @throws Error when the secret is gone although its certificate's row stands */
export const getKeyPair = async (accountId: string, certificateId: string): Promise<KeyPair> => {
  const name = nameOf(accountId, certificateId);
  const known = cache.get(name);
  if (known) return known;
  const { SecretString } = await secretsManager().send(new GetSecretValueCommand({ SecretId: name }));
  if (!SecretString) throw new Error('a certificate has no key pair');
  const pair = JSON.parse(SecretString) as KeyPair;
  cache.set(name, pair);
  return pair;
};

/** Destroys a key pair at once: whoever deletes a certificate expects its key to be gone. */
export const deleteKeyPair = async (accountId: string, certificateId: string): Promise<void> => {
  const name = nameOf(accountId, certificateId);
  cache.delete(name);
  try {
    await secretsManager().send(
      new DeleteSecretCommand({ SecretId: name, ForceDeleteWithoutRecovery: true }),
    );
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
};
