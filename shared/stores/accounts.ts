import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Bond, BondEnd } from '../kernel/bond.ts';
import { setting } from '../kernel/config.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import { PREVIEWS } from '../kernel/roles.ts';
import { dynamo, transact, updateIf, type Write } from './dynamo/dynamo.ts';
import { queryRows, readRow } from './dynamo/read-keys.ts';
import { rowParser } from './dynamo/row-parser.ts';
import { emailOf, findLogin, raiseOfEmail } from './identity/logins.ts';
import { firstMember } from './identity/members.ts';
import { forgetWrongTries, putPassword } from './identity/password-rows.ts';
import { hashPassword } from './identity/passwords.ts';
import { parseUser, type User } from './identity/user-row.ts';
import { accountsKey } from './keyspace.ts';
import { absent, all, exists, is, isNew, put, query, stillIs, update } from './table.ts';

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
    /** How often its world at the sandbox authorities started again; absent for never. */
    world: z.int().optional(),
    /** Days by which the clocks of that world are ahead; absent for none. */
    daysAhead: z.int().optional(),
    /**
     * Raised when the account is disabled; absent until then. Sessions and tokens from before stay revoked when it
     * is enabled again.
     */
    generation: z.int().optional(),
    /** `inline`: its programs know documents within the answer only. Otherwise, what does not fit is a link. */
    documents: z.enum(['inline', 'link']).optional(),
    /** `required`: each of its users signs in with a code, too. */
    secondFactor: z.enum(['required', 'optional']).optional(),
    /** Absent as `optional`. */
    previews: z.enum(PREVIEWS).optional(),
    /** `on`: its users, signed in with a second factor, see and do what only operators of the service may. */
    operator: z.enum(['on', 'off']).optional(),
    /** ISO instant of a call of its users or programs, at most an hour before the last one. */
    calledAt: z.string().optional(),
  });

/** A tenant: an integrator with its users, client companies and certificates. */
export type Account = z.infer<ReturnType<typeof accountRow>>;

/** Reads the row of an account. */
export const parseAccount = rowParser('Account', 'account', accountRow);

const parseDirectoryEntry = rowParser('Account', 'directory', accountRow);

/**
 * The generation that new sessions, API tokens and password links of a user get: the sum of the user's generation
 * and the account's. It only rises; anything with another generation is revoked.
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
    role: 'owner',
    createdAt: now,
    updatedAt: now,
    generation: 0,
    ...(wanted.password !== undefined && { joinedAt: now }),
  };
  const hash = wanted.password === undefined ? undefined : await hashPassword(wanted.password);
  try {
    await dynamo().send(
      new TransactWriteCommand({
        TransactItems: [
          { Put: put(table(), { ...accountsKey.email(email), ...emailOf(user, wanted.password) }, isNew) },
          { Put: put(table(), { ...accountsKey.account(accountId), ...account }) },
          { Put: put(table(), { ...accountsKey.directory(accountId), ...account }) },
          { Put: put(table(), { ...accountsKey.user(userId), ...user }) },
          firstMember(accountId, userId),
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
export const findAccount = (accountId: string): Promise<Account | undefined> =>
  readRow(parseAccount, accountsKey.account(accountId));

/** All accounts, in no particular order. */
export const listAccounts = (): Promise<Account[]> =>
  queryRows(parseDirectoryEntry, query(table(), is('pk', accountsKey.directory('').pk)));

/**
 * Disables an account or enables it again. Sessions and tokens of a disabled account stop working at once and for
 * good.
 * @throws ServiceError 404 when there is no such account
 */
export const setAccountDisabled = async (accountId: string, disabled: boolean): Promise<void> => {
  const add = { generation: disabled ? 1 : undefined };
  const TransactItems: Write[] = [
    { Update: update(table(), accountsKey.account(accountId), { set: { disabled }, add, if: exists('pk') }) },
    { Update: update(table(), accountsKey.directory(accountId), { set: { disabled }, if: exists('pk') }) },
  ];
  try {
    await dynamo().send(new TransactWriteCommand({ TransactItems }));
  } catch (error) {
    if (error instanceof TransactionCanceledException) throw notFound('La cuenta no existe.');
    throw error;
  }
};

type Choice = 'documents' | 'secondFactor' | 'previews' | 'operator';

/**
 * Sets an account's choices: how it gets documents that do not fit in an answer, whether its users need a second
 * factor, whether they must try before they file, and whether it is an operator's account.
 * @throws ServiceError 404 when there is no such account
 */
export const setAccountChoice = async (
  accountId: string,
  choice: { [Name in Choice]: Required<Pick<Account, Name>> }[Choice],
): Promise<void> => {
  const Update = update(table(), accountsKey.account(accountId), { set: choice, if: exists('pk') });
  if ((await transact([{ Update }])).length > 0) throw notFound('La cuenta no existe.');
};

/**
 * The generation that a user's new sessions get, with the account's generation read from the table.
 * @throws ServiceError 404 when there is no such account
 */
export const currentGeneration = async (user: Pick<User, 'accountId' | 'generation'>): Promise<number> => {
  const account = await findAccount(user.accountId);
  if (!account) throw notFound('La cuenta no existe.');
  return generationOf(user, account);
};

/** The id of no user. */
const NO_USER = 'none';

/** The user with this e-mail, in upper or lower case. */
export const findUserByEmail = async (email: string): Promise<User | undefined> =>
  // The same number of reads for an unknown e-mail, so that the time does not reveal which e-mails exist.
  findUser((await findLogin(email))?.id ?? NO_USER);

/** The user with this id. */
export const findUser = (userId: string): Promise<User | undefined> =>
  readRow(parseUser, accountsKey.user(userId));

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
    Update: update(table(), accountsKey.user(user.id), {
      set: { updatedAt: now.toISOString() },
      setOnce: { joinedAt: now.toISOString() },
      add: { generation: 1 },
      if: generation === undefined ? exists('pk') : is('generation', generation),
    }),
  },
  raiseOfEmail(user, password),
  putPassword(user.id, await hashPassword(password)),
  forgetWrongTries(user.id),
];

/**
 * Gives a user another name.
 * @returns when, as an ISO instant
 * @throws ServiceError 404 if the user does not exist, or was removed
 */
export const renameUser = async (userId: string, name: string, now: Date): Promise<string> => {
  const updatedAt = now.toISOString();
  const rename = update(table(), accountsKey.user(userId), {
    set: { name, updatedAt },
    if: all(exists('pk'), absent('removedAt')),
  });
  if (!(await updateIf(rename))) throw notFound('El usuario no existe.');
  return updatedAt;
};

/**
 * Signs a user out everywhere, and revokes links to make a password.
 * @throws ServiceError 404 when there is no such user
 */
export const revokeSessions = async (userId: string): Promise<void> => {
  const user = await existingUser(userId);
  const raise = {
    Update: update(table(), accountsKey.user(userId), { add: { generation: 1 }, if: exists('pk') }),
  };
  const rejected = await transact([raise, raiseOfEmail(user)]);
  if (rejected.length > 0) throw notFound('El usuario no existe.');
};

/** Milliseconds between two notes of an account's last call. */
const CALL_MS = 60 * 60 * 1000;

/**
 * Notes that an account calls, at most once an hour: else all its calls would write the same row.
 * @returns `undefined` where that was noted less than an hour ago
 */
export const noteCall = (
  { id, calledAt }: Pick<Account, 'id' | 'calledAt'>,
  now: Date,
): Promise<unknown> | undefined => {
  if (calledAt !== undefined && now.getTime() - Date.parse(calledAt) < CALL_MS) return undefined;
  return updateIf(
    update(table(), accountsKey.account(id), {
      set: { calledAt: now.toISOString() },
      // Of several calls at once one writes. An account that was erased meanwhile has no row, and gets none.
      if: all(exists('pk'), stillIs('calledAt', calledAt)),
    }),
  );
};

/** Why a bond has ended, by its user and account as they are now; `undefined` where it holds. */
export const endOf = (
  { generation, withSecondFactor }: Bond,
  user: User | undefined,
  account: Account,
): BondEnd | undefined => {
  if (user?.accountId !== account.id || user.removedAt !== undefined || account.disabled) return 'access';
  if (generation !== generationOf(user, account)) return 'access';
  const isDemanded = account.secondFactor === 'required' && user.clientId === undefined;
  return isDemanded && !withSecondFactor ? 'secondFactor' : undefined;
};
