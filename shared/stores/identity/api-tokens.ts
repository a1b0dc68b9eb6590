import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { limitReached } from '../../kernel/errors.ts';
import { API_TOKEN_DAYS, ROLES, type Role } from '../../kernel/roles.ts';
import { currentGeneration } from '../accounts.ts';
import { dynamo, epochSeconds, ifConditionHolds, transact, updateIf } from '../dynamo/dynamo.ts';
import { readRow, rowsUnder } from '../dynamo/read-keys.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { accountsKey } from '../keyspace.ts';
import { exists, is, isNew, put, remove, update } from '../table.ts';
import { apiTokenKey, hashOf } from './token-rows.ts';
import { type Claims, signToken } from './tokens.ts';
import type { User } from './user-row.ts';

/**
 * API tokens: a program signs in with one for months, in place of a password. A token has its user's present rights
 * or fewer, and needs no second factor. It ends with the user's sessions: when the user is signed out everywhere,
 * gets a new password, or the account is disabled.
 */

const DAY_SECONDS = 24 * 60 * 60;
/** Tokens that a user may have at the same time. */
const MOST = 20;
/** Seconds between two records of a token's last use. */
const USE_SECONDS = 60 * 60;

const apiTokenRow = () =>
  z.object({
    /** 32 hexadecimal digits: a hash of the id in the token. */
    id: z.string(),
    userId: z.string(),
    /** Name given by its user. */
    name: z.string(),
    /** The most that it may do; absent if it may all that its user may. */
    role: z.enum(ROLES).optional(),
    /** Generation of user and account when the token was created. */
    generation: z.int(),
    /** ISO instants. */
    createdAt: z.string(),
    lastUsedAt: z.string().optional(),
    /** Seconds since the epoch. */
    expires: z.int(),
  });

/** An API token, as far as it is stored. */
export type ApiToken = z.infer<ReturnType<typeof apiTokenRow>>;

/** Reads the row of an API token. */
export const parseApiToken = rowParser('ApiToken', 'apiToken', apiTokenRow);

const table = () => setting('ACCOUNTS_TABLE');

const parseNewest = rowParser('NewestApiToken', 'newestApiToken', () => z.object({ id: z.string() }));

/** Attempts to create a token while others of its user are created: each time, one of them succeeds. */
const ROUNDS = 2 * MOST;

/**
 * Makes an API token. Its text is in no table: it can be shown only now.
 * @param days lifetime, `API_TOKEN_DAYS` at most
 * @throws ServiceError 422 if the user has 20 of them
 */
export const createApiToken = async (
  user: User,
  { name, days, role }: { name: string; days: number; role?: Role | undefined },
  now: Date,
): Promise<{ token: string; row: ApiToken }> => {
  const { accountId, id: userId } = user;
  const generation = await currentGeneration(user);
  const sessionId = randomUUID();
  const expires = new Date(now.getTime() + Math.min(days, API_TOKEN_DAYS) * DAY_SECONDS * 1000);
  const row: ApiToken = {
    id: hashOf(sessionId),
    userId,
    name,
    ...(role && { role }),
    generation,
    createdAt: now.toISOString(),
    expires: epochSeconds(expires),
  };
  for (let round = 0; round < ROUNDS; round++) {
    // Before the tokens are counted: if another one is made meanwhile, it is not the newest any more.
    const newest = await newestOf(accountId, userId);
    const before = await rowsOf(accountId, userId);
    const ended = before.filter((one) => !isGood(one, generation, now));
    await Promise.all(ended.map(({ id }) => deleteApiToken(accountId, userId, id)));
    if (before.length - ended.length >= MOST)
      throw limitReached(`Ya hay ${MOST} tokens: revoque uno antes de crear otro.`);
    const rejected = await transact([
      { Put: put(table(), { ...accountsKey.apiToken(accountId, userId, row.id), ...row }) },
      {
        Put: put(
          table(),
          { ...accountsKey.newestApiToken(accountId, userId), id: row.id },
          newest === undefined ? isNew : is('id', newest),
        ),
      },
    ]);
    if (rejected.length === 0)
      return { token: await signToken(user, { sessionId, expires, isApiToken: true }, now), row };
  }
  throw new Error('failed to create an API token: other calls created one on every retry');
};

/** The id of the API token that a user created last, even if it is gone. */
const newestOf = async (accountId: string, userId: string): Promise<string | undefined> =>
  (await readRow(parseNewest, accountsKey.newestApiToken(accountId, userId)))?.id;

/** Whether a token has neither expired nor been revoked. @param current as of `generationOf` */
export const isGood = (
  { generation, expires }: Pick<ApiToken, 'generation' | 'expires'>,
  current: number,
  now: Date,
): boolean => expires * 1000 > now.getTime() && generation === current;

/** The API tokens of a user that are good, oldest first. */
export const listApiTokens = async (user: User, now: Date): Promise<ApiToken[]> => {
  const [rows, generation] = await Promise.all([rowsOf(user.accountId, user.id), currentGeneration(user)]);
  return rows
    .filter((row) => isGood(row, generation, now))
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
};

const rowsOf = (accountId: string, userId: string): Promise<ApiToken[]> =>
  rowsUnder(accountsKey.apiToken(accountId, userId, ''), parseApiToken);

/** Revokes an API token. @returns `false` if the user has none with this id */
export const deleteApiToken = async (accountId: string, userId: string, id: string): Promise<boolean> => {
  const deletion = remove(table(), accountsKey.apiToken(accountId, userId, id), exists('pk'));
  return (await ifConditionHolds(dynamo().send(new DeleteCommand(deletion)))) !== undefined;
};

/** Deletes all API tokens of a user who is removed. */
export const deleteApiTokensOf = async (accountId: string, userId: string): Promise<void> => {
  const rows = await rowsOf(accountId, userId);
  await Promise.all(rows.map(({ id }) => deleteApiToken(accountId, userId, id)));
  await dynamo().send(new DeleteCommand(remove(table(), accountsKey.newestApiToken(accountId, userId))));
};

/** Records the use of a token, at most once an hour. A token that is revoked meanwhile stays revoked. */
export const noteUse = async (
  claims: Claims,
  { lastUsedAt }: Pick<ApiToken, 'lastUsedAt'>,
  now: Date,
): Promise<void> => {
  if (lastUsedAt !== undefined && now.getTime() - Date.parse(lastUsedAt) < USE_SECONDS * 1000) return;
  await updateIf(
    update(table(), apiTokenKey(claims), { set: { lastUsedAt: now.toISOString() }, if: exists('pk') }),
  );
};
