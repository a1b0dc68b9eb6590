import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { lowerOf, ROLES, type Role, roleOf } from '../../kernel/roles.ts';
import { findAccount, findUser, generationOf } from '../accounts.ts';
import { readRow } from '../dynamo/read-keys.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import type { Filing } from '../filings/filing.ts';
import { accountsKey, windowKey } from '../keyspace.ts';
import { hashOf } from './token-rows.ts';
import type { Claims } from './tokens.ts';
import type { User } from './user-row.ts';

/** Identifies the token of a request in records; it does not allow anybody to use the token. */
export const keptToken = ({
  sessionId,
  apiToken,
  generation,
}: Claims & { generation?: number | undefined }): NonNullable<Filing['token']> => ({
  ...(apiToken ? { kind: 'apiToken', id: hashOf(sessionId) } : { kind: 'session', id: sessionId }),
  ...(generation !== undefined && { generation }),
});

/** Members that rows of sessions and API tokens have in common. */
const parseToken = rowParser('Token', 'session', () =>
  z.object({
    userId: z.string(),
    generation: z.int(),
    expires: z.int(),
    role: z.enum(ROLES).optional(),
  }),
);

/**
 * The user who asked for a filing, with the role that user still has; `undefined` if they may no longer act. Signing
 * out, or the end of a session's day, does not stop accepted work. A new password, signing out everywhere, a removed
 * user, a disabled account, and the revocation or expiry of the API token do. Reads are consistent.
 */
export const callerStill = async (
  { accountId, userId, token }: Pick<Filing, 'accountId' | 'userId' | 'token'>,
  now: Date,
): Promise<{ user: User; role: Role } | undefined> => {
  if (!token) return undefined;
  const [issued, user, account] = await Promise.all([
    findIssued({ accountId, userId, token }, now),
    findUser(userId),
    findAccount(accountId),
  ]);
  const mayAct =
    issued?.userId === userId &&
    user?.accountId === accountId &&
    account !== undefined &&
    issued.generation === generationOf(user, account);
  return mayAct ? { user, role: lowerOf(roleOf(user), issued.role ?? 'owner') } : undefined;
};

/** The session or token of a user; `undefined` for an API token that has ended. */
const findIssued = async (
  { accountId, userId, token }: Required<Pick<Filing, 'accountId' | 'userId' | 'token'>>,
  now: Date,
): Promise<{ userId: string; generation: number; role?: Role | undefined } | undefined> => {
  const { kind, generation } = token;
  if (kind === 'session' && generation !== undefined) return { userId, generation };
  const issued = await (kind === 'apiToken'
    ? readRow(parseToken, accountsKey.apiToken(accountId, userId, token.id))
    : readRow(parseToken, windowKey.session(token.id), setting('WINDOWS_TABLE')));
  return issued && issued.expires * 1000 > now.getTime() ? issued : undefined;
};
