import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Bond, bondMembers, bondOf } from '../../../shared/kernel/bond.ts';
import { endOf, findAccount, findUser, generationOf } from '../../../shared/stores/accounts.ts';
import { findClientBrief } from '../../../shared/stores/clients/rows.ts';
import { dynamo, ifConditionHolds } from '../../../shared/stores/dynamo/dynamo.ts';
import { readRow } from '../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import type { User } from '../../../shared/stores/identity/user-row.ts';
import { absent, all, type Condition, is, put } from '../../../shared/stores/table.ts';
import { daysAheadOf } from '../../../shared/stores/worlds.ts';
import { obligationKey, obligationsTable } from './obligation-row.ts';

/**
 * Secret addresses at which a calendar program reads what is due, one for each user. The address names account and user;
 * the row has a hash of it, so that reading the table gives no address that works. It is bound to the access of its user.
 */

const addressRow = () =>
  z.object({
    /** SHA-256 of the token, 64 hexadecimal digits; absent once it was revoked. */
    hash: z.string().optional(),
    /** The calendar names companies and workers. */
    names: z.boolean(),
    /** ISO instant. */
    createdAt: z.string(),
    ...bondMembers(),
  });
type AddressRow = z.infer<ReturnType<typeof addressRow>>;
const parseAddress = rowParser('CalendarAddress', 'address', addressRow);

/** The address of a user's calendar, without the token that makes it work. */
export type CalendarAddress = Pick<AddressRow, 'names' | 'createdAt'>;

/** Bytes of a token: a UUID each for account and user, and what cannot be guessed. */
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

/** The address of a user's calendar, if there is one that works. */
export const findCalendarAddress = async (user: User): Promise<CalendarAddress | undefined> => {
  const [row, account] = await Promise.all([read(user.accountId, user.id), findAccount(user.accountId)]);
  return row?.hash === undefined || !account || endOf(row, user, account) ? undefined : row;
};

/**
 * Makes an address for a user's calendar; one that there was works no more.
 * @param address.bond what ends it
 * @returns its token, 86 URL-safe characters
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

/** From now on the address of a user's calendar does not work. */
export const revokeCalendarAddress = async (
  user: Pick<User, 'accountId' | 'id'>,
  now: Date,
): Promise<void> => {
  await write(user, { names: false, createdAt: now.toISOString() });
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
 * Whose calendar it is, by the token of its address; `undefined` for one that was revoked or never made, that ended with the
 * access of its user, or whose client company may sign in no more.
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
  if (row.generation === undefined) await bind(row, user, bondOf(user, generationOf(user, account)));
  const { clientId } = user;
  if (clientId !== undefined && !(await findClientBrief(accountId, clientId))?.active) return undefined;
  return { accountId, clientId, names: row.names, daysAhead: daysAheadOf(account) };
};

/** Binds an address that is older than bonds, when it is read for the first time: to the access that its user has now. */
const bind = (row: AddressRow, user: User, bond: Bond) =>
  ifConditionHolds(write(user, { ...row, ...bond }, all(is('hash', row.hash), absent('generation'))));
