import { ListSecretsCommand } from '@aws-sdk/client-secrets-manager';
import { setting } from '../../../shared/kernel/config.ts';
import { secretsManager } from '../../../shared/stores/secrets.ts';

/** Names of the secrets in which an account's certificates are stored. */
export const keysOf = async (accountId: string) => {
  const prefix = `${setting('CERTIFICATE_SECRETS_PREFIX')}${accountId}/`;
  const { SecretList } = await secretsManager().send(
    new ListSecretsCommand({ Filters: [{ Key: 'name', Values: [prefix] }] }),
  );
  return SecretList?.map(({ Name }) => Name);
};
