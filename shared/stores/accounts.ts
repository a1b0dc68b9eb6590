import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, paginateQuery, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../config.ts';
import { invalid, notFound } from '../errors.ts';
import { dynamo } from './aws.ts';
import { recordKey } from './keyspace.ts';
import { generatePassword, hashPassword } from './passwords.ts';

/** An integrator's tenant. */
export interface Account {
  id: string;
  name: string;
  /** E-mail of its first user. */
  email: string;
  /** ISO instant. */
  createdAt: string;
  disabled: boolean;
}

/** Who signs in: a user of an account, or a client company of it (`clientId`). */
export interface User {
  id: string;
  accountId: string;
  clientId?: number;
  name: string;
  email: string;
  passwordHash?: string;
  createdAt: string;
  updatedAt: string;
  /** Sessions begun before this ISO instant are revoked. */
  sessionsFrom: string;
}

const table = () => setting('RECORDS_TABLE');

/**
 * Makes an account with its first user.
 * @throws ServiceError 422 on `email` when it exists in the service, in any case of letters
 */
export const createAccount = async (wanted: {
  email: string;
  name: string;
  password?: string;
}): Promise<{ accountId: string; userId: string; password: string }> => {
  const accountId = randomUUID();
  const userId = randomUUID();
  const password = wanted.password ?? generatePassword();
  const now = new Date().toISOString();
  const email = wanted.email.trim();
  const account = { id: accountId, name: wanted.name, email, createdAt: now, disabled: false };
  const user: User = {
    id: userId,
    accountId,
    name: wanted.name,
    email,
    passwordHash: await hashPassword(password),
    createdAt: now,
    updatedAt: now,
    sessionsFrom: now,
  };
  try {
    await dynamo().send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: table(),
              Item: { ...recordKey.email(email), userId },
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
          { Put: { TableName: table(), Item: { ...recordKey.account(accountId), ...account } } },
          { Put: { TableName: table(), Item: { ...recordKey.directory(accountId), ...account } } },
          { Put: { TableName: table(), Item: { ...recordKey.user(userId), ...user } } },
        ],
      }),
    );
  } catch (error) {
    if (error instanceof TransactionCanceledException)
      throw invalid({ email: ['El e-mail ya existe en el servicio.'] });
    throw error;
  }
  return { accountId, userId, password };
};

/** All accounts, in no particular order. */
export const listAccounts = async (): Promise<Account[]> => {
  const accounts: Account[] = [];
  const pages = paginateQuery(
    { client: dynamo() },
    {
      TableName: table(),
      KeyConditionExpression: 'pk = :accounts',
      ExpressionAttributeValues: { ':accounts': recordKey.directory('').pk },
    },
  );
  for await (const { Items = [] } of pages)
    for (const { id, name, email, createdAt, disabled } of Items)
      accounts.push({ id, name, email, createdAt, disabled });
  return accounts;
};

/**
 * Disables an account, whose sessions stop working at once, or enables it again.
 * @throws ServiceError 404 when there is no such account
 */
export const setAccountDisabled = async (accountId: string, disabled: boolean): Promise<void> => {
  const change = (Key: { pk: string; sk: string }) => ({
    Update: {
      TableName: table(),
      Key,
      UpdateExpression: 'SET disabled = :disabled',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':disabled': disabled },
    },
  });
  try {
    await dynamo().send(
      new TransactWriteCommand({
        TransactItems: [change(recordKey.account(accountId)), change(recordKey.directory(accountId))],
      }),
    );
  } catch (error) {
    if (error instanceof TransactionCanceledException) throw notFound('La cuenta no existe.');
    throw error;
  }
};

/** The user with this e-mail, in any case of letters. */
export const findUserByEmail = async (email: string): Promise<User | undefined> => {
  const guard = await dynamo().send(
    new GetCommand({ TableName: table(), Key: recordKey.email(email), ConsistentRead: true }),
  );
  // The e-mail of a client company without access is taken, and is nobody's.
  return guard.Item?.userId ? findUser(guard.Item.userId) : undefined;
};

/** The user with this id. */
export const findUser = async (userId: string): Promise<User | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: table(), Key: recordKey.user(userId), ConsistentRead: true }),
  );
  return Item as User | undefined;
};

/**
 * Gives a user a new password; whoever was signed in with the old one is signed out.
 * @throws ServiceError 404 when there is no such user
 */
export const setPassword = async (userId: string, password: string, now: Date): Promise<void> =>
  changeUser(userId, now, { passwordHash: await hashPassword(password) });

/**
 * Signs a user out everywhere.
 * @throws ServiceError 404 when there is no such user
 */
export const revokeSessions = (userId: string, now: Date): Promise<void> => changeUser(userId, now, {});

const changeUser = async (userId: string, now: Date, changes: { passwordHash?: string }): Promise<void> => {
  try {
    await dynamo().send(
      new UpdateCommand({
        TableName: table(),
        Key: recordKey.user(userId),
        UpdateExpression: changes.passwordHash
          ? 'SET sessionsFrom = :now, updatedAt = :now, passwordHash = :hash'
          : 'SET sessionsFrom = :now',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: {
          ':now': now.toISOString(),
          ...(changes.passwordHash && { ':hash': changes.passwordHash }),
        },
      }),
    );
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw notFound('El usuario no existe.');
    throw error;
  }
};
