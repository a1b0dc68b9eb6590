import { lowerOf, type Role, roleOf } from '../../kernel/roles.ts';
import { findAccount, findUser, generationOf } from '../accounts.ts';
import { readRow } from '../dynamo/read-keys.ts';
import type { Filing } from '../filings/filing.ts';
import { accountsKey } from '../keyspace.ts';
import { type ApiToken, parseApiToken } from './api-tokens.ts';
import { hashOf } from './token-rows.ts';
import type { Claims } from './tokens.ts';
import type { User } from './user-row.ts';

/**
 * Identifies the token of a request in records; it does not allow anybody to use the token.
 * @throws Error for a caller that came with no request
 */
export const keptToken = ({
  sessionId,
  apiToken,
  generation,
}: Claims & { generation?: number | undefined }): NonNullable<Filing['token']> => {
  if (generation === undefined) throw new Error('the caller has no session of now');
  return apiToken
    ? { kind: 'apiToken', id: hashOf(sessionId), generation }
    : { kind: 'session', id: sessionId, generation };
};

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

/** The session or token of a user; `undefined` for an API token that has ended. Only a token may have a role of its own. */
const findIssued = async (
  {
    accountId,
    userId,
    token: { kind, id, generation },
  }: Required<Pick<Filing, 'accountId' | 'userId' | 'token'>>,
  now: Date,
): Promise<Pick<ApiToken, 'userId' | 'generation' | 'role'> | undefined> => {
  if (kind === 'session') return { userId, generation };
  const issued = await readRow(parseApiToken, accountsKey.apiToken(accountId, userId, id));
  return issued && issued.expires * 1000 > now.getTime() ? issued : undefined;
};
