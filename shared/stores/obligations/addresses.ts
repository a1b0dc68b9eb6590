import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { findAccount, findUser } from '../accounts.ts';
import { findClientBrief } from '../clients/rows.ts';
import { dynamo } from '../dynamo/dynamo.ts';
import { readRow } from '../dynamo/read-keys.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import type { User } from '../identity/user-row.ts';
import { daysAheadOf } from '../worlds.ts';
import { obligationKey, obligationsTable } from './obligation-row.ts';

/**
 * Secret addresses at which a calendar program reads what is due, one for each user. The address names account and user;
 * the row has a hash of it, so that reading the table gives no address that works.
 */

const addressRow = () =>
  z.object({
    /** SHA-256 of the token, 64 hexadecimal digits; absent once it was revoked. */
    hash: z.string().optional(),
    /** The calendar names companies and workers. */
    names: z.boolean(),
    /** ISO instant. */
    createdAt: z.string(),
  });
const parseAddress = rowParser('CalendarAddress', 'address', addressRow);

/** The address of a user's calendar, without the token that makes it work. */
export type CalendarAddress = Pick<z.infer<ReturnType<typeof addressRow>>, 'names' | 'createdAt'>;

/** Bytes of a token: a UUID each for account and user, and what cannot be guessed. */
const UUID_BYTES = 16;
const SECRET_BYTES = 32;
const TOKEN_BYTES = 2 * UUID_BYTES + SECRET_BYTES;

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const put = (user: Pick<User, 'accountId' | 'id'>, row: z.infer<ReturnType<typeof addressRow>>) =>
  dynamo().send(
    new PutCommand({
      TableName: obligationsTable(),
      Item: { ...obligationKey.address(user.accountId, user.id), ...row },
    }),
  );

const read = (accountId: string, userId: string) =>
  readRow(parseAddress, obligationKey.address(accountId, userId), obligationsTable());

/** The address of a user's calendar, if there is one. */
export const findCalendarAddress = async (
  user: Pick<User, 'accountId' | 'id'>,
): Promise<CalendarAddress | undefined> => {
  const row = await read(user.accountId, user.id);
  return row?.hash === undefined ? undefined : row;
};

/**
 * Makes an address for a user's calendar; one that there was works no more.
 * @returns its token, 86 URL-safe characters
 */
export const issueCalendarAddress = async (
  user: Pick<User, 'accountId' | 'id'>,
  names: boolean,
  now: Date,
): Promise<string> => {
  const token = Buffer.concat([
    bytesOf(user.accountId),
    bytesOf(user.id),
    randomBytes(SECRET_BYTES),
  ]).toString('base64url');
  await put(user, { hash: hashOf(token), names, createdAt: now.toISOString() });
  return token;
};

/** From now on the address of a user's calendar does not work. */
export const revokeCalendarAddress = async (
  user: Pick<User, 'accountId' | 'id'>,
  now: Date,
): Promise<void> => {
  await put(user, { names: false, createdAt: now.toISOString() });
};

/** Whose calendar an address is of, and whether it names companies and workers. */
export interface CalendarOwner {
  accountId: string;
  /** Client company that it is of; absent for the whole account. */
  clientId?: number | undefined;
  names: boolean;
  /** Days by which the account's authorities on a sandbox stage are ahead. */
  daysAhead: number;
}

/**
 * Whose calendar it is, by the token of its address; `undefined` for one that was revoked or never made, or whose user or
 * client company may sign in no more.
 */
export const ownerOfCalendar = async (token: string): Promise<CalendarOwner | undefined> => {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return undefined;
  const accountId = uuidOf(bytes.subarray(0, UUID_BYTES));
  const userId = uuidOf(bytes.subarray(UUID_BYTES, 2 * UUID_BYTES));
  const [row, user, account] = await Promise.all([
    read(accountId, userId),
    findUser(userId),
    findAccount(accountId),
  ]);
  const isKnown =
    row?.hash !== undefined && timingSafeEqual(Buffer.from(row.hash), Buffer.from(hashOf(token)));
  const mayRead =
    account?.disabled === false && user?.accountId === accountId && user.removedAt === undefined;
  if (!isKnown || !mayRead) return undefined;
  const { clientId } = user;
  if (clientId !== undefined && !(await findClientBrief(accountId, clientId))?.active) return undefined;
  return { accountId, clientId, names: row.names, daysAhead: daysAheadOf(account) };
};
