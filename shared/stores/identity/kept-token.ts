import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { lowerOf, ROLES, type Role, roleOf } from '../../kernel/roles.ts';
import { findAccount, findUser, generationOf } from '../accounts.ts';
import { dynamo } from '../aws.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import type { Filing } from '../filings/filing.ts';
import { accountsKey, windowKey } from '../keyspace.ts';
import { isGood } from './api-tokens.ts';
import { hashOf } from './token-rows.ts';
import type { Claims } from './tokens.ts';
import type { User } from './user-row.ts';

/** Which token a request was made with, for the record of what is made later: it does not give a token that works. */
export const keptToken = ({ sessionId, apiToken }: Claims): NonNullable<Filing['token']> =>
  apiToken ? { kind: 'apiToken', id: hashOf(sessionId) } : { kind: 'session', id: sessionId };

/** What the rows of sessions and of API tokens have in common. */
const parseToken = rowParser('Token', 'session', () =>
  z.object({
    userId: z.string(),
    generation: z.int(),
    expires: z.int(),
    role: z.enum(ROLES).optional(),
  }),
);

/**
 * The user who asked for a filing, with the role that the token still gives; `undefined` if that may not act any more. Reads
 * are consistent.
 */
export const callerStill = async (
  { accountId, userId, token }: Pick<Filing, 'accountId' | 'userId' | 'token'>,
  now: Date,
): Promise<{ user: User; role: Role } | undefined> => {
  if (!token) return undefined;
  const row =
    token.kind === 'apiToken'
      ? { TableName: setting('ACCOUNTS_TABLE'), Key: accountsKey.apiToken(accountId, userId, token.id) }
      : { TableName: setting('WINDOWS_TABLE'), Key: windowKey.session(token.id) };
  const [{ Item }, user, account] = await Promise.all([
    dynamo().send(new GetCommand({ ...row, ConsistentRead: true })),
    findUser(userId),
    findAccount(accountId),
  ]);
  const kept = Item && parseToken(Item);
  const mayAct =
    kept?.userId === userId &&
    user?.accountId === accountId &&
    account !== undefined &&
    isGood(kept, generationOf(user, account), now);
  return mayAct ? { user, role: lowerOf(roleOf(user), kept.role ?? 'owner') } : undefined;
};
