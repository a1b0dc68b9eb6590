import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import type { Role } from '../../kernel/roles.ts';
import type { Write } from '../dynamo/dynamo.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { accountsKey } from '../keyspace.ts';

/**
 * Which users an account has, and which of them are owners: one row, so that a condition on it keeps the last owner, whatever
 * comes at the same time. The users of client companies are not in it.
 */

/** Users that an account may have. */
export const MOST_USERS = 100;

/** Reads the row of the members of an account. */
export const parseMembers = rowParser('Members', 'members', () =>
  z.object({ users: z.set(z.string()), owners: z.set(z.string()) }),
);

/**
 * The write that makes the row with its first user, who is an owner. It is an update, since whoever may put a row into the
 * partition of an account may put one in place of the account's own.
 */
export const firstMember = (accountId: string, userId: string): Write => ({
  Update: {
    TableName: setting('ACCOUNTS_TABLE'),
    Key: accountsKey.members(accountId),
    UpdateExpression: 'SET #users = :user, #owners = :user',
    ConditionExpression: 'attribute_not_exists(pk)',
    ExpressionAttributeNames: { '#users': 'users', '#owners': 'owners' },
    ExpressionAttributeValues: { ':user': new Set([userId]) },
  },
});

/** A change of the row: the user is added to sets, or taken out of them. */
const change = (
  accountId: string,
  userId: string,
  {
    verb,
    sets,
    condition,
    value,
  }: { verb: 'ADD' | 'DELETE'; sets: Part[]; condition: string; value: unknown },
): Write => ({
  Update: {
    TableName: setting('ACCOUNTS_TABLE'),
    Key: accountsKey.members(accountId),
    UpdateExpression: `${verb} ${sets.map((set) => `#${set} :user`).join(', ')}`,
    ConditionExpression: condition,
    ExpressionAttributeNames: Object.fromEntries(
      (['users', 'owners'] as const)
        .filter((set) => sets.includes(set) || condition.includes(`#${set}`))
        .map((set) => [`#${set}`, set]),
    ),
    ExpressionAttributeValues: { ':user': new Set([userId]), ':value': value },
  },
});
type Part = 'users' | 'owners';

/** The write that adds a user. Its condition does not hold when the account has as many as it may. */
export const addMember = (accountId: string, userId: string, role: Role): Write =>
  change(accountId, userId, {
    verb: 'ADD',
    sets: role === 'owner' ? ['users', 'owners'] : ['users'],
    condition: 'size(#users) < :value',
    value: MOST_USERS,
  });

/** The write that makes a user of the account an owner. */
export const addOwner = (accountId: string, userId: string): Write =>
  change(accountId, userId, {
    verb: 'ADD',
    sets: ['owners'],
    condition: 'contains(#users, :value)',
    value: userId,
  });

/** The write that takes an owner away from the owners. Its condition does not hold for the last one. */
export const takeOwner = (accountId: string, userId: string): Write =>
  change(accountId, userId, {
    verb: 'DELETE',
    sets: ['owners'],
    condition: 'size(#owners) > :value',
    value: 1,
  });

/** The write that takes a user away. Its condition does not hold for the last owner. */
export const takeMember = (accountId: string, userId: string, role: Role): Write =>
  role === 'owner'
    ? change(accountId, userId, {
        verb: 'DELETE',
        sets: ['users', 'owners'],
        condition: 'size(#owners) > :value',
        value: 1,
      })
    : change(accountId, userId, {
        verb: 'DELETE',
        sets: ['users'],
        condition: 'contains(#users, :value)',
        value: userId,
      });
