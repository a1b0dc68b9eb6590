import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import type { Role } from '../../kernel/roles.ts';
import type { Write } from '../dynamo/dynamo.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { accountsKey } from '../keyspace.ts';
import { type Condition, contains, isNew, sizeIs, update } from '../table.ts';

/**
 * The users of an account and its owners, in one row, so that a condition on it protects the last owner even under
 * concurrent changes. Users of client companies are not in it.
 */

/** Users that an account may have. */
export const MOST_USERS = 100;

/** Reads the row of the members of an account. */
export const parseMembers = rowParser('Members', 'members', () =>
  z.object({ users: z.set(z.string()), owners: z.set(z.string()) }),
);

/**
 * The write that makes an account's row with its first user, an owner. It is an update: the right to put rows into
 * the partition would also allow replacing the account's own row.
 */
export const firstMember = (accountId: string, userId: string): Write => ({
  Update: update(setting('ACCOUNTS_TABLE'), accountsKey.members(accountId), {
    set: { users: new Set([userId]), owners: new Set([userId]) },
    if: isNew,
  }),
});

/** A change of the row: the user is added to sets, or taken out of them. */
const change = (
  accountId: string,
  userId: string,
  { verb, sets, condition }: { verb: 'add' | 'take'; sets: ('users' | 'owners')[]; condition: Condition },
): Write => ({
  Update: update(setting('ACCOUNTS_TABLE'), accountsKey.members(accountId), {
    [verb]: Object.fromEntries(sets.map((set) => [set, new Set([userId])])),
    if: condition,
  }),
});

const hasOtherOwner = sizeIs('>', 'owners', 1);

/** The write that adds a user. Its condition does not hold when the account has as many as it may. */
export const addMember = (accountId: string, userId: string, role: Role): Write =>
  change(accountId, userId, {
    verb: 'add',
    sets: role === 'owner' ? ['users', 'owners'] : ['users'],
    condition: sizeIs('<', 'users', MOST_USERS),
  });

/** The write that makes a user of the account an owner. */
export const addOwner = (accountId: string, userId: string): Write =>
  change(accountId, userId, { verb: 'add', sets: ['owners'], condition: contains('users', userId) });

/** The write that takes an owner away from the owners. Its condition does not hold for the last one. */
export const takeOwner = (accountId: string, userId: string): Write =>
  change(accountId, userId, { verb: 'take', sets: ['owners'], condition: hasOtherOwner });

/** The write that takes a user away. Its condition does not hold for the last owner. */
export const takeMember = (accountId: string, userId: string, role: Role): Write =>
  role === 'owner'
    ? change(accountId, userId, { verb: 'take', sets: ['users', 'owners'], condition: hasOtherOwner })
    : change(accountId, userId, { verb: 'take', sets: ['users'], condition: contains('users', userId) });
