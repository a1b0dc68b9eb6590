import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { setting } from '../kernel/config.ts';
import { limited, untilDeadline, withoutDeadline } from './limits.ts';

let client: SecretsManagerClient | undefined;

/** The Secrets Manager client, made at first use. */
export const secretsManager = (): SecretsManagerClient => {
  client ??= limited((config) => new SecretsManagerClient(config));
  return client;
};

/**
 * The text of a secret as it is now, and when that was written.
 * @throws Error if it is empty
 */
export const readSecret = async (SecretId: string): Promise<{ text: string; madeAt: Date }> => {
  const { SecretString: text, CreatedDate } = await secretsManager().send(
    new GetSecretValueCommand({ SecretId }),
  );
  if (!text || !CreatedDate) throw new Error(`the secret ${SecretId} is empty`);
  return { text, madeAt: CreatedDate };
};

const keyPair = () =>
  z.object({
    key: z.string(),
    /** The certificate itself first, then its issuers. */
    chain: z.string(),
  });

/** What acts before an authority: private key and certificate chain, both PEM. */
export type KeyPair = z.infer<ReturnType<typeof keyPair>>;

/**
 * Key pairs that were read in the last hour, or are being read, by certificate: the key of a stored certificate never
 * changes.
 */
const cache = new LRUCache<string, Promise<KeyPair>>({ max: 200, ttl: 60 * 60 * 1000 });

const sepeAccess = () => z.object({ user: z.string(), password: z.string() });

/** User and password at SEPE's services. */
export type SepeAccess = z.infer<ReturnType<typeof sepeAccess>>;

/** Which user and password of a certificate: others get another version, and a secret of their own. */
interface SepeAccessName {
  certificateId: string;
  version: string;
}

/** As with key pairs: what a version is never changes. */
const accessCache = new LRUCache<string, Promise<SepeAccess>>({ max: 200, ttl: 60 * 60 * 1000 });

/** Forgets what was read of all certificates. For tests, to which a process is new. */
export const forgetSecrets = (): void => {
  cache.clear();
  accessCache.clear();
};

const nameOf = ({ certificateId, version }: SepeAccessName) => `${certificateId}-sepe-${version}`;

const secretName = (accountId: string, certificateId: string) =>
  `${setting('CERTIFICATE_SECRETS_PREFIX')}${accountId}/${certificateId}`;

/** Stores a key pair as one secret, encrypted with the service's key. */
export const putKeyPair = async (accountId: string, certificateId: string, pair: KeyPair): Promise<void> =>
  putSecret(accountId, certificateId, { key: pair.key, chain: pair.chain });

/** Stores user and password at SEPE's services as one secret. */
export const putSepeAccess = async (
  accountId: string,
  name: SepeAccessName,
  { user, password }: SepeAccess,
): Promise<void> => putSecret(accountId, nameOf(name), { user, password });

const putSecret = async (accountId: string, name: string, content: object): Promise<void> => {
  await secretsManager().send(
    new CreateSecretCommand({
      Name: secretName(accountId, name),
      KmsKeyId: setting('ENCRYPTION_KEY'),
      SecretString: JSON.stringify(content),
    }),
  );
};

/** @throws Error when a certificate's row exists and its secret does not */
export const getKeyPair = async (accountId: string, certificateId: string): Promise<KeyPair> =>
  getSecret(cache, keyPair, secretName(accountId, certificateId));

/** @throws Error when a certificate's row names a version that has no secret */
export const getSepeAccess = async (accountId: string, name: SepeAccessName): Promise<SepeAccess> =>
  getSecret(accessCache, sepeAccess, secretName(accountId, nameOf(name)));

const getSecret = <Content extends object>(
  known: LRUCache<string, Promise<Content>>,
  schema: () => z.ZodType<Content>,
  SecretId: string,
): Promise<Content> => {
  const cached = known.get(SecretId);
  if (cached) return untilDeadline(cached);
  const read = withoutDeadline(() => readSecretAs(schema, SecretId));
  known.set(SecretId, read);
  // All who wait for it get the failure, and no one after them.
  read.catch(() => {
    if (known.get(SecretId) === read) known.delete(SecretId);
  });
  return untilDeadline(read);
};

const readSecretAs = async <Content>(
  schema: () => z.ZodType<Content>,
  SecretId: string,
): Promise<Content> => {
  const { SecretString } = await secretsManager().send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error('the secret of a certificate is empty');
  return parsed(schema, SecretString);
};

/** The errors of JSON and of zod are replaced, because they may contain parts of the secret. */
const parsed = <Content>(schema: () => z.ZodType<Content>, secret: string): Content => {
  try {
    return schema().parse(JSON.parse(secret));
  } catch {
    throw new Error('the secret of a certificate is not valid');
  }
};

/** Deletes a key pair at once, without Secrets Manager's recovery period: a deleted certificate must leave no key. */
export const deleteKeyPair = async (accountId: string, certificateId: string): Promise<void> => {
  cache.delete(secretName(accountId, certificateId));
  await deleteSecret(accountId, certificateId);
};

/** Deletes user and password at SEPE's services, at once. */
export const deleteSepeAccess = async (accountId: string, name: SepeAccessName): Promise<void> => {
  accessCache.delete(secretName(accountId, nameOf(name)));
  await deleteSecret(accountId, nameOf(name));
};

const deleteSecret = async (accountId: string, name: string): Promise<void> => {
  try {
    await secretsManager().send(
      new DeleteSecretCommand({ SecretId: secretName(accountId, name), ForceDeleteWithoutRecovery: true }),
    );
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
};
