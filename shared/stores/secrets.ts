import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { limited } from './limits.ts';

let client: SecretsManagerClient | undefined;

/** The Secrets Manager client, made at first use. */
export const secretsManager = (): SecretsManagerClient => {
  client ??= limited((config) => new SecretsManagerClient(config));
  return client;
};

/** The current text of a secret. @throws Error if it is empty */
export const readSecret = async (SecretId: string): Promise<string> => {
  const { SecretString: text } = await secretsManager().send(new GetSecretValueCommand({ SecretId }));
  if (!text) throw new Error(`the secret ${SecretId} is empty`);
  return text;
};
