import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, paginateQuery, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../kernel/config.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import { dynamo } from './aws.ts';
import { rowParser } from './dynamo/row-parser.ts';
import { transact, type Write } from './dynamo/transact.ts';
import { emailOf, findLogin, raiseOfEmail } from './identity/logins.ts';
import { forgetWrongTries, putPassword } from './identity/password-rows.ts';
import { hashPassword } from './identity/passwords.ts';
import { accountsKey, type RowKey } from './keyspace.ts';

export { findLogin } from './identity/logins.ts';

const accountRow = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    /** E-mail of its first user. */
    email: z.string(),
    /** ISO instant. */
    createdAt: z.string(),
    disabled: z.boolean(),
    /** How often its world at the sandbox authorities began anew; absent for never. */
    world: z.int().optional(),
    /** Raised when it is disabled; absent until then. What was issued before stays revoked when it is enabled again. */
    generation: z.int().optional(),
    /** `inline`: its programs know documents within the answer only. Otherwise, what does not fit is a link. */
    documents: z.enum(['inline', 'link']).optional(),
  });

/** A tenant: an integrator with its users, client companies and certificates. */
export type Account = z.infer<ReturnType<typeof accountRow>>;

/** Reads the row of an account. */
export const parseAccount = rowParser('Account', 'account', accountRow);

const parseDirectoryEntry = rowParser('Account', 'directory', accountRow);

const userRow = () =>
  z.object({
    id: z.string(),
    accountId: z.string(),
    /** Set for the user of a client company. */
    clientId: z.int().optional(),
    name: z.string(),
    email: z.string(),
    /** ISO instants. */
    createdAt: z.string(),
    updatedAt: z.string(),
    /** Raised by a new password, and when the user is signed out everywhere: what was issued before is revoked. */
    generation: z.int(),
  });

/** Somebody who signs in: a user of an account, or a client company of it. */
export type User = z.infer<ReturnType<typeof userRow>>;

/** Reads the row of a user. */
export const parseUser = rowParser('User', 'user', userRow);

/**
 * The generation of what is issued to a user now: sessions, API tokens, and links to make a password. It only rises: with
 * that of the user, and with that of the account. What has another one is revoked.
 */
export const generationOf = (user: Pick<User, 'generation'>, account: Pick<Account, 'generation'>): number =>
  user.generation + (account.generation ?? 0);

const table = () => setting('ACCOUNTS_TABLE');

/**
 * Makes an account with its first user. Without a password the user cannot sign in until one is set.
 * @throws ServiceError 422 on `email` when it exists in the service, in upper or lower case
 */
export const createAccount = async (wanted: {
  email: string;
  name: string;
  password?: string | undefined;
}): Promise<{ accountId: string; userId: string }> => {
  const accountId = randomUUID();
  const userId = randomUUID();
  const now = new Date().toISOString();
  const email = wanted.email.trim();
  const account: Account = { id: accountId, name: wanted.name, email, createdAt: now, disabled: false };
  const user: User = {
    id: userId,
    accountId,
    name: wanted.name,
    email,
    createdAt: now,
    updatedAt: now,
    generation: 0,
  };
  const hash = wanted.password === undefined ? undefined : await hashPassword(wanted.password);
  try {
    await dynamo().send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: table(),
              Item: { ...accountsKey.email(email), ...emailOf(user, wanted.password) },
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
          { Put: { TableName: table(), Item: { ...accountsKey.account(accountId), ...account } } },
          { Put: { TableName: table(), Item: { ...accountsKey.directory(accountId), ...account } } },
          { Put: { TableName: table(), Item: { ...accountsKey.user(userId), ...user } } },
          ...(hash === undefined ? [] : [putPassword(userId, hash)]),
        ],
      }),
    );
  } catch (error) {
    if (error instanceof TransactionCanceledException)
      throw invalid({ email: ['El e-mail ya existe en el servicio.'] });
    throw error;
  }
  return { accountId, userId };
};

/** The account with this id. */
export const findAccount = async (accountId: string): Promise<Account | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: table(), Key: accountsKey.account(accountId), ConsistentRead: true }),
  );
  return Item && parseAccount(Item);
};

/** All accounts, in no particular order. */
export const listAccounts = async (): Promise<Account[]> => {
  const accounts: Account[] = [];
  const pages = paginateQuery(
    { client: dynamo() },
    {
      TableName: table(),
      KeyConditionExpression: 'pk = :accounts',
      ExpressionAttributeValues: { ':accounts': accountsKey.directory('').pk },
    },
  );
  for await (const { Items = [] } of pages) accounts.push(...Items.map(parseDirectoryEntry));
  return accounts;
};

/**
 * Disables an account or enables it again. What was issued to users of a disabled account stops working at once, and for
 * good.
 * @throws ServiceError 404 when there is no such account
 */
export const setAccountDisabled = async (accountId: string, disabled: boolean): Promise<void> => {
  const change = (Key: RowKey, raises: boolean) => ({
    Update: {
      TableName: table(),
      Key,
      UpdateExpression: `SET disabled = :disabled${raises ? ' ADD generation :one' : ''}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':disabled': disabled, ...(raises && { ':one': 1 }) },
    },
  });
  try {
    await dynamo().send(
      new TransactWriteCommand({
        TransactItems: [
          change(accountsKey.account(accountId), disabled),
          change(accountsKey.directory(accountId), false),
        ],
      }),
    );
  } catch (error) {
    if (error instanceof TransactionCanceledException) throw notFound('La cuenta no existe.');
    throw error;
  }
};

/**
 * Sets how an account wants documents that do not fit in an answer.
 * @throws ServiceError 404 when there is no such account
 */
export const setAccountDocuments = async (
  accountId: string,
  documents: NonNullable<Account['documents']>,
): Promise<void> => {
  const Update = {
    TableName: table(),
    Key: accountsKey.account(accountId),
    UpdateExpression: 'SET documents = :documents',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':documents': documents },
  };
  if ((await transact([{ Update }])).length > 0) throw notFound('La cuenta no existe.');
};

/**
 * Notes that the world of an account at the sandbox authorities began anew: what was filed before, and the keys of its
 * callers, keep nothing from being filed in the new one.
 */
export const beginWorld = async (accountId: string): Promise<void> => {
  await dynamo().send(
    new UpdateCommand({
      TableName: table(),
      Key: accountsKey.account(accountId),
      UpdateExpression: 'ADD world :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':one': 1 },
    }),
  );
};

/**
 * The generation of what is issued to a user now, with that of the account as it is stored.
 * @throws ServiceError 404 when there is no such account
 */
export const currentGeneration = async (user: Pick<User, 'accountId' | 'generation'>): Promise<number> => {
  const account = await findAccount(user.accountId);
  if (!account) throw notFound('La cuenta no existe.');
  return generationOf(user, account);
};

/** The id of no user. */
const NOBODY = 'nobody';

/** The user with this e-mail, in upper or lower case. */
export const findUserByEmail = async (email: string): Promise<User | undefined> =>
  // As many reads for an e-mail that no one has, so that the time does not show which e-mails exist.
  findUser((await findLogin(email))?.id ?? NOBODY);

/** The user with this id. */
export const findUser = async (userId: string): Promise<User | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: table(), Key: accountsKey.user(userId), ConsistentRead: true }),
  );
  return Item && parseUser(Item);
};

/**
 * Gives a user a new password, and revokes all that was issued before: sessions, links to make a password.
 * @throws ServiceError 404 when there is no such user
 */
export const setPassword = async (userId: string, password: string, now: Date): Promise<void> => {
  const user = await existingUser(userId);
  const rejected = await transact(await passwordWrites(user, { password }, now));
  if (rejected.length > 0) throw notFound('El usuario no existe.');
};

const existingUser = async (userId: string): Promise<User> => {
  const user = await findUser(userId);
  if (!user) throw notFound('El usuario no existe.');
  return user;
};

/**
 * The writes of a transaction that gives a user a new password.
 * @param given `generation` is the user's, if the password may be given only as long as that has not changed
 */
export const passwordWrites = async (
  user: Pick<User, 'id' | 'email'>,
  { password, generation }: { password: string; generation?: number },
  now: Date,
): Promise<Write[]> => [
  {
    Update: {
      TableName: table(),
      Key: accountsKey.user(user.id),
      UpdateExpression: 'SET updatedAt = :now ADD generation :one',
      ConditionExpression: generation === undefined ? 'attribute_exists(pk)' : 'generation = :generation',
      ExpressionAttributeValues: {
        ':now': now.toISOString(),
        ':one': 1,
        ...(generation !== undefined && { ':generation': generation }),
      },
    },
  },
  raiseOfEmail(user, password),
  putPassword(user.id, await hashPassword(password)),
  forgetWrongTries(user.id),
];

/**
 * Signs a user out everywhere, and revokes links to make a password.
 * @throws ServiceError 404 when there is no such user
 */
export const revokeSessions = async (userId: string): Promise<void> => {
  const user = await existingUser(userId);
  const raise = {
    Update: {
      TableName: table(),
      Key: accountsKey.user(userId),
      UpdateExpression: 'ADD generation :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
  const rejected = await transact([raise, raiseOfEmail(user)]);
  if (rejected.length > 0) throw notFound('El usuario no existe.');
};
