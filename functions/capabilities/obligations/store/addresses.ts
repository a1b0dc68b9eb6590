import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Bond, bondMembers } from '../../../../shared/kernel/bond.ts';
import { endOf, findAccount, findUser } from '../../../../shared/stores/accounts.ts';
import { findClientBrief } from '../../../../shared/stores/clients/rows.ts';
import { dynamo } from '../../../../shared/stores/dynamo/dynamo.ts';
import { readRow } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import type { User } from '../../../../shared/stores/identity/user-row.ts';
import { type Condition, put } from '../../../../shared/stores/table.ts';
import { daysAheadOf } from '../../../../shared/stores/worlds.ts';
import { obligationKey, obligationsTable } from './obligation-row.ts';

/**
 * Secret addresses at which a calendar program reads obligations, one for each user. The address contains account and
 * user, and the row only its hash, so the table reveals no working address. It is bound to the user's access.
 */

const addressRow = () =>
  z.object({
    /** SHA-256 of the token, 64 hexadecimal digits; `undefined` once it was revoked. */
    hash: z.string().optional(),
    /** Whether the calendar names companies and workers. */
    names: z.boolean(),
    /** ISO instant. */
    createdAt: z.string(),
    ...bondMembers(),
  });
type AddressRow = z.infer<ReturnType<typeof addressRow>>;
const parseAddress = rowParser('CalendarAddress', 'address', addressRow);

/** A calendar address without its secret token. */
export type CalendarAddress = Pick<AddressRow, 'names' | 'createdAt'>;

/** Layout of a token in bytes: UUIDs of account and user, then random bytes. */
const UUID_BYTES = 16;
const SECRET_BYTES = 32;
const TOKEN_BYTES = 2 * UUID_BYTES + SECRET_BYTES;

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const write = ({ accountId, id }: Pick<User, 'accountId' | 'id'>, row: AddressRow, condition?: Condition) =>
  dynamo().send(
    new PutCommand(put(obligationsTable(), { ...obligationKey.address(accountId, id), ...row }, condition)),
  );

const read = (accountId: string, userId: string) =>
  readRow(parseAddress, obligationKey.address(accountId, userId), obligationsTable());

/** Finds the valid calendar address of a user. */
export const findCalendarAddress = async (user: User): Promise<CalendarAddress | undefined> => {
  const [row, account] = await Promise.all([read(user.accountId, user.id), findAccount(user.accountId)]);
  return row?.hash === undefined || !account || endOf(row, user, account) ? undefined : row;
};

/**
 * Creates a calendar address for a user, replacing an earlier one.
 * @param address.bond the access that it is bound to
 * @returns the token, 86 URL-safe characters
 */
export const issueCalendarAddress = async (
  user: Pick<User, 'accountId' | 'id'>,
  { names, bond }: { names: boolean; bond: Bond },
  now: Date,
): Promise<string> => {
  const token = Buffer.concat([
    bytesOf(user.accountId),
    bytesOf(user.id),
    randomBytes(SECRET_BYTES),
  ]).toString('base64url');
  await write(user, { hash: hashOf(token), names, createdAt: now.toISOString(), ...bond });
  return token;
};

/** Revokes the calendar address of a user. */
export const revokeCalendarAddress = async (
  user: Pick<User, 'accountId' | 'id'>,
  now: Date,
): Promise<void> => {
  await write(user, { names: false, createdAt: now.toISOString() });
};

/** The owner of a calendar address, and whether it names companies and workers. */
export interface CalendarOwner {
  accountId: string;
  /** Client company of the calendar; `undefined` for the whole account. */
  clientId?: number | undefined;
  names: boolean;
  /** Days by which the account's sandbox world is ahead. */
  daysAhead: number;
}

/**
 * Finds the owner of a calendar by its token. `undefined` if the token is unknown or revoked, if its user's access has changed,
 * or if it belongs to a client company that may no longer sign in.
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
  if (!isKnown || !user || !account || endOf(row, user, account)) return undefined;
  const { clientId } = user;
  if (clientId !== undefined && !(await findClientBrief(accountId, clientId))?.active) return undefined;
  return { accountId, clientId, names: row.names, daysAhead: daysAheadOf(account) };
};
