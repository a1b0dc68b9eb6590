import { ListSecretsCommand, type SecretListEntry } from '@aws-sdk/client-secrets-manager';
import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../shared/kernel/config.ts';
import { deleteKeys } from '../../shared/stores/certificate-keys.ts';
import { dynamo, transact, type Write } from '../../shared/stores/dynamo/dynamo.ts';
import { deletePassword } from '../../shared/stores/identity/password-rows.ts';
import { deleteSecondFactor } from '../../shared/stores/identity/second-factor.ts';
import { accountsKey, type RowKey } from '../../shared/stores/keyspace.ts';
import { secretsManager } from '../../shared/stores/secrets.ts';
import { inBatches } from './in-batches.ts';

/** A row of an account, with the attributes that erasing needs. */
interface OwnRow extends RowKey {
  /** Id of a user or a certificate. */
  id?: string | number;
  /** E-mail of a user or a client company. */
  email?: string;
  /** Secret of a certificate, or of the row of certificates that share one. */
  secretId?: string;
}

const isUser = ({ sk }: OwnRow) => sk === 'user';
const isClient = ({ sk }: OwnRow) => sk === 'client';

/**
 * Rows of an account in the table `accounts`: rows whose key names it, and its users. Scans the whole table, so that
 * it misses no row whose key is only in another row.
 * @param accountId a UUID, which no other key contains by chance
 */
export const rowsOf = async (accountId: string): Promise<OwnRow[]> => {
  const rows: OwnRow[] = [];
  const pages = paginateScan(
    { client: dynamo() },
    {
      TableName: setting('ACCOUNTS_TABLE'),
      FilterExpression: 'contains(pk, :id) OR sk = :id OR accountId = :id',
      ProjectionExpression: 'pk, sk, #id, email, secretId',
      ExpressionAttributeNames: { '#id': 'id' },
      ExpressionAttributeValues: { ':id': accountId },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) rows.push(...(Items as OwnRow[]));
  return rows;
};

/** Deletes the private keys of all certificates of an account, including those whose row is gone. */
export const eraseKeys = async (accountId: string, rows: OwnRow[]): Promise<void> => {
  const prefix = `${setting('CERTIFICATE_SECRETS_PREFIX')}${accountId}/`;
  const listed: SecretListEntry[] = [];
  let NextToken: string | undefined;
  do {
    const page = await secretsManager().send(
      new ListSecretsCommand({ Filters: [{ Key: 'name', Values: [prefix] }], NextToken }),
    );
    listed.push(...(page.SecretList ?? []));
    NextToken = page.NextToken;
  } while (NextToken);
  const ids = new Set([
    ...listed.flatMap(({ Name = '' }) => (Name.startsWith(prefix) ? [Name.slice(prefix.length)] : [])),
    // ListSecrets may not have new secrets yet.
    ...rows.filter(({ sk }) => sk.startsWith('certificate#')).map(({ id }) => String(id)),
    ...rows.flatMap(({ secretId = [] }) => secretId),
  ]);
  await inBatches([...ids], (id) => deleteKeys(accountId, id));
};

/** Deletes sessions, password links, counts of requests and failed sign-ins of an account. */
export const eraseWindows = async (accountId: string, rows: OwnRow[]): Promise<void> => {
  const users = rows.filter(isUser).map(({ id }) => String(id));
  const named = [accountId, ...users];
  const pages = paginateScan(
    { client: dynamo() },
    { TableName: setting('WINDOWS_TABLE'), ProjectionExpression: 'id, userId' },
  );
  for await (const { Items = [] } of pages) {
    const own = Items.filter(
      ({ id, userId }) => users.includes(userId) || named.some((name) => id.includes(name)),
    );
    await inBatches(own, ({ id }) =>
      dynamo().send(new DeleteCommand({ TableName: setting('WINDOWS_TABLE'), Key: { id } })),
    );
  }
};

/** Deletes the rows of an account, its own row last: as long as that exists, the account is listed as disabled. */
export const eraseRows = async (accountId: string, rows: OwnRow[]): Promise<void> => {
  const own = [accountsKey.account(accountId), accountsKey.directory(accountId)];
  const isOwn = (row: RowKey) => own.some(({ pk, sk }) => row.pk === pk && row.sk === sk);
  await inBatches(
    rows.filter((row) => !isOwn(row)),
    async (row) => {
      const frees = row.email === undefined ? undefined : freeEmail(row, row.email);
      const own = [
        deleteRow(row),
        ...(isUser(row) ? [deletePassword(String(row.id)), deleteSecondFactor(String(row.id))] : []),
      ];
      const rejected = await transact([...own, ...(frees ? [frees] : [])]);
      // Another user has this e-mail by now.
      if (rejected.length > 0) await transact(own);
    },
  );
  await transact(own.map(deleteRow));
};

const deleteRow = ({ pk, sk }: RowKey): Write => ({
  Delete: { TableName: setting('ACCOUNTS_TABLE'), Key: { pk, sk } },
});

/** Releases the e-mail of a user or client company, unless another one has it by now. */
const freeEmail = (row: OwnRow, email: string): Write | undefined => {
  if (!isUser(row) && !isClient(row)) return undefined;
  const owner = isUser(row) ? 'userId' : 'clientId';
  return {
    Delete: {
      TableName: setting('ACCOUNTS_TABLE'),
      Key: accountsKey.email(email),
      ConditionExpression: `attribute_not_exists(pk) OR ${owner} = :id`,
      ExpressionAttributeValues: { ':id': row.id },
    },
  };
};
