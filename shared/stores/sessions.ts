import { randomUUID } from 'node:crypto';
import { BatchGetCommand, DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { jwtVerify, SignJWT } from 'jose';
import { setting } from '../config.ts';
import type { Account, User } from './accounts.ts';
import { dynamo } from './aws.ts';
import { type CertificateRow, type CertificateSecret, certificateRowKey } from './certificates.ts';
import type { Client } from './clients.ts';
import { serviceKey } from './keys.ts';
import { recordKey, windowKey } from './keyspace.ts';

/** A token lives this long, in seconds. */
export const SESSION_SECONDS = 24 * 60 * 60;

const ISSUER = 'pasarela';

/** What a token says; it is a claim until the session's row was seen. */
export interface Claims {
  sessionId: string;
  accountId: string;
  userId: string;
  clientId?: number;
}

/** A session as begun. */
export interface Session {
  token: string;
  expires: Date;
}

/** Begins a session for a user whose password was verified. */
export const beginSession = async (user: User, now: Date): Promise<Session> => {
  const sessionId = randomUUID();
  const expires = new Date(now.getTime() + SESSION_SECONDS * 1000);
  const token = await new SignJWT({
    acc: user.accountId,
    ...(user.clientId !== undefined && { cli: user.clientId }),
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(user.id)
    .setJti(sessionId)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(expires.getTime() / 1000))
    .sign(await serviceKey('session'));
  await dynamo().send(
    new PutCommand({
      TableName: setting('WINDOWS_TABLE'),
      Item: {
        ...windowKey.session(sessionId),
        userId: user.id,
        begun: now.toISOString(),
        expires: Math.floor(expires.getTime() / 1000),
      },
    }),
  );
  return { token, expires };
};

/** Ends a session; its token is refused from now on, everywhere. */
export const endSession = async (sessionId: string): Promise<void> => {
  await dynamo().send(
    new DeleteCommand({ TableName: setting('WINDOWS_TABLE'), Key: windowKey.session(sessionId) }),
  );
};

/** The claims of a token that this service signed and that has not expired, or `undefined`. */
export const readToken = async (token: string, now: Date): Promise<Claims | undefined> => {
  const key = await serviceKey('session');
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer: ISSUER,
      algorithms: ['HS256'],
      currentDate: now,
    });
    const { jti, sub, acc, cli } = payload;
    if (!jti || !sub || typeof acc !== 'string') return undefined;
    return {
      sessionId: jti,
      userId: sub,
      accountId: acc,
      ...(typeof cli === 'number' && { clientId: cli }),
    };
  } catch {
    return undefined;
  }
};

/** The rows that say whether a caller may act, and with what. */
export interface Standing {
  /** The user, when session, user and account are all good. */
  user?: User;
  /** The client company that signed in, when the claims name one and it exists. */
  client?: Client;
  certificate?: CertificateRow;
  /** The client company that owns the certificate, when one does and exists. */
  certificateClient?: Client;
}

/**
 * Reads session, account, user, client companies and certificate in one batch. Reads are consistent: a session that
 * was ended, or a certificate that was deleted, stops working at once.
 */
export const loadStanding = async (
  claims: Claims,
  secret: CertificateSecret | undefined,
  now: Date,
): Promise<Standing> => {
  const { accountId } = claims;
  const clientIds = new Set(
    [claims.clientId, secret?.clientId].filter((id): id is number => id !== undefined && id !== 0),
  );
  const certificateKey = secret && certificateRowKey(accountId, secret);
  const { Responses, UnprocessedKeys } = await dynamo().send(
    new BatchGetCommand({
      RequestItems: {
        [setting('WINDOWS_TABLE')]: { Keys: [windowKey.session(claims.sessionId)], ConsistentRead: true },
        [setting('RECORDS_TABLE')]: {
          Keys: [
            recordKey.account(accountId),
            recordKey.user(claims.userId),
            ...[...clientIds].map((id) => recordKey.client(accountId, id)),
            ...(certificateKey ? [certificateKey] : []),
          ],
          ConsistentRead: true,
        },
      },
    }),
  );
  if (UnprocessedKeys && Object.keys(UnprocessedKeys).length > 0)
    throw new Error('the session could not be read whole');

  const session = Responses?.[setting('WINDOWS_TABLE')]?.[0];
  const records = Responses?.[setting('RECORDS_TABLE')] ?? [];
  const find = <T>(key: { pk: string; sk: string }) =>
    records.find((record) => record.pk === key.pk && record.sk === key.sk) as T | undefined;

  const account = find<Account>(recordKey.account(accountId));
  const user = find<User>(recordKey.user(claims.userId));
  const alive =
    session?.userId === claims.userId &&
    session.expires * 1000 > now.getTime() &&
    account?.disabled === false &&
    user?.accountId === accountId &&
    user.clientId === claims.clientId &&
    session.begun >= user.sessionsFrom;
  return {
    ...(alive && { user }),
    client:
      claims.clientId === undefined ? undefined : find<Client>(recordKey.client(accountId, claims.clientId)),
    certificate: certificateKey && find<CertificateRow>(certificateKey),
    certificateClient: secret?.clientId
      ? find<Client>(recordKey.client(accountId, secret.clientId))
      : undefined,
  };
};
