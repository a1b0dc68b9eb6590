import { createHash } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../kernel/config.ts';
import { dynamo } from '../dynamo/dynamo.ts';
import { accountsKey, windowKey } from '../keyspace.ts';
import { withDeadline } from '../limits.ts';
import type { Claims } from './tokens.ts';

/** The rows that make a token valid. The authorizer imports this file, so it imports little. */

const ID_DIGITS = 32;

/** The id of an API token in its row: a hash of the id in the token, so that the row does not give a token that works. */
export const hashOf = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('hex').slice(0, ID_DIGITS);

/** Key of the row of the API token that has these claims. */
export const apiTokenKey = ({ accountId, userId, sessionId }: Claims) =>
  accountsKey.apiToken(accountId, userId, hashOf(sessionId));

/** Key of a token's row: its session, or the API token. */
export const tokenRow = (claims: Claims) =>
  claims.apiToken
    ? { TableName: setting('ACCOUNTS_TABLE'), Key: apiTokenKey(claims) }
    : { TableName: setting('WINDOWS_TABLE'), Key: windowKey.session(claims.sessionId) };

/**
 * Whether a token was revoked, alone or with all others of its user or account. The read is eventually consistent:
 * it only decides whom to count a request for, and `loadCallerRows` decides who may act. Rows are read one by one,
 * because the authorizer may read only some rows, and AWS does not say to which table of a batch such a condition
 * applies.
 * @param milliseconds deadline of the answer
 * @throws Error if the rows could not be read in time
 */
export const isRevoked = async (claims: Claims, milliseconds: number): Promise<boolean> => {
  const TableName = setting('ACCOUNTS_TABLE');
  const rows = [
    tokenRow(claims),
    { TableName, Key: accountsKey.user(claims.userId) },
    { TableName, Key: accountsKey.account(claims.accountId) },
  ];
  const [token, user, account] = await withDeadline(milliseconds, () =>
    Promise.all(rows.map(readGeneration)),
  );
  // A token has the generation of its user and account at its creation.
  return !token || !user || !account || token.generation !== user.generation + (account.generation ?? 0);
};

const readGeneration = async (row: { TableName: string; Key: object }) =>
  (await dynamo().send(new GetCommand({ ...row, ProjectionExpression: 'generation' }))).Item;
