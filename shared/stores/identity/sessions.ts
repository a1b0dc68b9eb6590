import { randomUUID } from 'node:crypto';
import { BatchGetCommand, DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import type { AuthorityName } from '../../kernel/errors.ts';
import { lowerOf, type Role, roleOf } from '../../kernel/roles.ts';
import { type Account, generationOf, parseAccount } from '../accounts.ts';
import { type CertificateRow, parseCertificate } from '../certificate-row.ts';
import { type CertificateSecret, certificateRowKey, isNamed } from '../certificates.ts';
import { type ClientBrief, parseClientBrief } from '../clients/brief.ts';
import { dynamo, epochSeconds, transact, type Write } from '../dynamo/dynamo.ts';
import { type RowParser, rowParser } from '../dynamo/row-parser.ts';
import { healthKeys, takeHealth } from '../health.ts';
import { accountsKey, type RowKey, windowKey } from '../keyspace.ts';
import { put } from '../table.ts';
import { daysAheadOf } from '../worlds.ts';
import { type ApiToken, isGood, parseApiToken } from './api-tokens.ts';
import type { Login } from './logins.ts';
import { apiTokenKey, tokenRow } from './token-rows.ts';
import { type Claims, signToken } from './tokens.ts';
import { parseUser, type User } from './user-row.ts';

/** Lifetime of a token, in seconds. */
export const SESSION_SECONDS = 24 * 60 * 60;

const parseSession = rowParser('Session', 'session', () =>
  z.object({
    userId: z.string(),
    /** Generation of user and account when the session began. */
    generation: z.int(),
    /** Seconds since the epoch. */
    expires: z.int(),
    /** It began with a code of the second factor, too. */
    withCode: z.literal(true).optional(),
  }),
);

/** A new session. */
export interface Session {
  token: string;
  expires: Date;
}

/** A new session for a user, and its row. */
const newSession = async (
  user: Login,
  account: Pick<Account, 'generation'>,
  { now, withCode }: { now: Date; withCode?: true },
) => {
  const sessionId = randomUUID();
  const expires = new Date(now.getTime() + SESSION_SECONDS * 1000);
  const session: Session = { token: await signToken(user, { sessionId, expires }, now), expires };
  const row = {
    ...windowKey.session(sessionId),
    userId: user.id,
    generation: generationOf(user, account),
    expires: epochSeconds(expires),
    ...(withCode && { withCode }),
  };
  return { session, write: put(setting('WINDOWS_TABLE'), row) };
};

/**
 * Begins a session for a user. The caller has verified the password.
 * @param also writes of the same transaction, which have no condition that others could break
 */
export const beginSession = async (
  user: Login,
  account: Pick<Account, 'generation'>,
  now: Date,
  also: Write[] = [],
): Promise<Session> => {
  const { session, write } = await newSession(user, account, { now });
  await transact([{ Put: write }, ...also]);
  return session;
};

/**
 * The same with a code of the user's second factor, which is used up in the same transaction.
 * @param use as of `useOfCode`
 * @returns `undefined` if the code was used meanwhile
 */
export const beginSessionWithCode = async (
  { user, account, use }: { user: Login; account: Pick<Account, 'generation'>; use: Write },
  now: Date,
  also: Write[] = [],
): Promise<Session | undefined> => {
  const { session, write } = await newSession(user, account, { now, withCode: true });
  return (await transact([use, { Put: write }, ...also])).length === 0 ? session : undefined;
};

/** Ends a session, or revokes an API token: it is refused from now on. */
export const endSession = async (claims: Claims): Promise<void> => {
  await dynamo().send(new DeleteCommand(tokenRow(claims)));
};

/** The rows that decide whether a caller may act, and with which certificate. */
export interface CallerRows {
  /** The user, if session (or API token), user and account are valid. */
  user?: User;
  /** The user's present rights, or the fewer rights of an API token. */
  role?: Role;
  /** Generation of the session or API token. */
  generation?: number;
  /** The account demands a second factor of the user, who signed in without one. */
  lacksSecondFactor?: boolean;
  /** Number of the account's world at the sandbox authorities, if it started again; see `Account`. */
  world?: number | undefined;
  /** Days by which its sandbox authorities are ahead. */
  daysAhead?: number;
  /** How the account wants its documents; see `Account`. */
  documents?: Account['documents'];
  /** Whether the account demands a dry run before a submission; see `Account`. */
  previews?: Account['previews'];
  /** A user of an account of the operator's, with a second factor or without. */
  isOperator?: boolean;
  /**
   * The session began with a code of the second factor. One that began without stays one without, also where the user switches
   * the second factor on meanwhile: it may be stolen.
   */
  isWithCode?: boolean;
  /** When a call of the account was noted; see `Account`. */
  calledAt?: Account['calledAt'];
  /** The valid API token that the claims belong to, if any. */
  apiToken?: ApiToken;
  /** The client company that signed in, if the claims name one and it exists. */
  client?: ClientBrief;
  certificate?: CertificateRow;
  /** The client company that owns the certificate, if the certificate has such an owner and it exists. */
  certificateClient?: ClientBrief;
}

/**
 * Reads session or API token, account, user, client companies and certificate in one batch. Reads are consistent: a session that
 * was ended, or a certificate that was deleted, stops working at once.
 * @param acting what all know of its `authority` is read with the rows, where this process does not know it
 */
export const loadCallerRows = async (
  claims: Claims,
  { secret, authority }: { secret?: CertificateSecret | undefined; authority?: AuthorityName | undefined },
  now: Date,
): Promise<CallerRows> => {
  const { accountId } = claims;
  const health = authority ? healthKeys(authority, now) : [];
  const ofWindows = [...(claims.apiToken ? [] : [windowKey.session(claims.sessionId)]), ...health];
  const clientIds = new Set(
    [claims.clientId, secret?.clientId].filter((id): id is number => id !== undefined && id !== 0),
  );
  const certificateKey = secret && certificateRowKey(accountId, secret);
  const { Responses, UnprocessedKeys } = await dynamo().send(
    new BatchGetCommand({
      RequestItems: {
        ...(ofWindows.length > 0 && {
          [setting('WINDOWS_TABLE')]: { Keys: ofWindows, ConsistentRead: true },
        }),
        [setting('ACCOUNTS_TABLE')]: {
          Keys: [
            accountsKey.account(accountId),
            accountsKey.user(claims.userId),
            ...[...clientIds].map((id) => accountsKey.clientBrief(accountId, id)),
            ...(certificateKey ? [certificateKey] : []),
            ...(claims.apiToken ? [apiTokenKey(claims)] : []),
          ],
          ConsistentRead: true,
        },
      },
    }),
  );
  const missing = Object.values(UnprocessedKeys ?? {}).flatMap(({ Keys = [] }) => Keys);
  // An authority without readable health counts as up.
  if (missing.some(({ id }) => !health.some((key) => key.id === id)))
    throw new Error('the rows of a caller could not be read completely');

  const windows = Responses?.[setting('WINDOWS_TABLE')] ?? [];
  if (authority && health.length > 0) takeHealth(authority, windows, now);
  const sessionItem = windows.find(({ id }) => id === windowKey.session(claims.sessionId).id);
  const items = Responses?.[setting('ACCOUNTS_TABLE')] ?? [];
  const find = <Row>({ pk, sk }: RowKey, parse: RowParser<Row>): Row | undefined => {
    const item = items.find((one) => one.pk === pk && one.sk === sk);
    return item && parse(item);
  };

  const apiToken = claims.apiToken && find(apiTokenKey(claims), parseApiToken);
  const signedIn = sessionItem && parseSession(sessionItem);
  const session = apiToken ?? signedIn;
  const account = find(accountsKey.account(accountId), parseAccount);
  const user = find(accountsKey.user(claims.userId), parseUser);
  const certificate = certificateKey && find(certificateKey, parseCertificate);
  const valid =
    session?.userId === claims.userId &&
    account?.disabled === false &&
    user?.accountId === accountId &&
    user.clientId === claims.clientId &&
    isGood(session, generationOf(user, account), now);
  return {
    ...(valid && {
      user,
      role: lowerOf(roleOf(user), apiToken?.role ?? 'owner'),
      generation: session.generation,
      lacksSecondFactor: !apiToken && lacksSecondFactor(user, account),
      world: account.world,
      daysAhead: daysAheadOf(account),
      documents: account.documents,
      previews: account.previews,
      isOperator: account.operator === 'on' && user.clientId === undefined,
      isWithCode: signedIn?.withCode === true,
      calledAt: account.calledAt,
      ...(apiToken && { apiToken }),
    }),
    client:
      claims.clientId === undefined
        ? undefined
        : find(accountsKey.clientBrief(accountId, claims.clientId), parseClientBrief),
    ...(certificate && secret && isNamed(certificate, secret) && { certificate }),
    certificateClient: secret?.clientId
      ? find(accountsKey.clientBrief(accountId, secret.clientId), parseClientBrief)
      : undefined,
  };
};

const lacksSecondFactor = (user: User, account: Account): boolean =>
  account.secondFactor === 'required' && user.clientId === undefined && !user.hasSecondFactor;
