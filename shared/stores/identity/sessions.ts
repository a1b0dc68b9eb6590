import { randomUUID } from 'node:crypto';
import { BatchGetCommand, DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { setting } from '../../config.ts';
import { parseAccount, parseUser, type User } from '../accounts.ts';
import { dynamo, epochSeconds } from '../aws.ts';
import {
  type CertificateRow,
  type CertificateSecret,
  certificateRowKey,
  parseCertificate,
} from '../certificates.ts';
import { type Client, parseClient } from '../clients/company.ts';
import { type RowKey, recordKey, windowKey } from '../keyspace.ts';
import { type RowParser, rowParser } from '../row-parser.ts';
import { keyOf, newestKey } from './token-keys.ts';

/** Lifetime of a token, in seconds. */
export const SESSION_SECONDS = 24 * 60 * 60;

const ISSUER = 'pasarela';

const parseSession = rowParser(
  'Session',
  'session',
  z.object({
    userId: z.string(),
    /** That of the user when the session began. */
    generation: z.int(),
    /** Seconds since the epoch. */
    expires: z.int(),
  }),
);

/** The claims of a token. They are proved only by the session's row. */
export interface Claims {
  sessionId: string;
  accountId: string;
  userId: string;
  clientId?: number;
}

/** A new session. */
export interface Session {
  token: string;
  expires: Date;
}

/** Begins a session for a user. The caller has verified the password. */
export const beginSession = async (user: User, now: Date): Promise<Session> => {
  const sessionId = randomUUID();
  const expires = new Date(now.getTime() + SESSION_SECONDS * 1000);
  const { id, key } = await newestKey('session', now);
  const token = await new SignJWT({
    acc: user.accountId,
    ...(user.clientId !== undefined && { cli: user.clientId }),
  })
    .setProtectedHeader({ alg: 'HS256', kid: id })
    .setIssuer(ISSUER)
    .setSubject(user.id)
    .setJti(sessionId)
    .setIssuedAt(epochSeconds(now))
    .setExpirationTime(epochSeconds(expires))
    .sign(key);
  await dynamo().send(
    new PutCommand({
      TableName: setting('WINDOWS_TABLE'),
      Item: {
        ...windowKey.session(sessionId),
        userId: user.id,
        generation: user.generation,
        expires: epochSeconds(expires),
      },
    }),
  );
  return { token, expires };
};

/** Ends a session: its token is refused from now on. */
export const endSession = async (sessionId: string): Promise<void> => {
  await dynamo().send(
    new DeleteCommand({ TableName: setting('WINDOWS_TABLE'), Key: windowKey.session(sessionId) }),
  );
};

/** The claims of a token, or `undefined` if this service did not sign it or it has expired. */
export const readToken = async (token: string, now: Date): Promise<Claims | undefined> => {
  const key = await keyOf(token, 'session', now);
  if (!key) return undefined;
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer: ISSUER,
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['exp'],
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

/** The rows that decide whether a caller may act, and with which certificate. */
export interface CallerRows {
  /** The user, if session, user and account are valid. */
  user?: User;
  /** The client company that signed in, if the claims name one and it exists. */
  client?: Client;
  certificate?: CertificateRow;
  /** The client company that owns the certificate, if the certificate has such an owner and it exists. */
  certificateClient?: Client;
}

/**
 * Reads session, account, user, client companies and certificate in one batch. Reads are consistent: a session that
 * was ended, or a certificate that was deleted, stops working at once.
 */
export const loadCallerRows = async (
  claims: Claims,
  secret: CertificateSecret | undefined,
  now: Date,
): Promise<CallerRows> => {
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
    throw new Error('the rows of a caller could not be read completely');

  const sessionItem = Responses?.[setting('WINDOWS_TABLE')]?.[0];
  const items = Responses?.[setting('RECORDS_TABLE')] ?? [];
  const find = <Row>({ pk, sk }: RowKey, parse: RowParser<Row>): Row | undefined => {
    const item = items.find((one) => one.pk === pk && one.sk === sk);
    return item && parse(item);
  };

  const session = sessionItem && parseSession(sessionItem);
  const account = find(recordKey.account(accountId), parseAccount);
  const user = find(recordKey.user(claims.userId), parseUser);
  const certificate = certificateKey && find(certificateKey, parseCertificate);
  const valid =
    session?.userId === claims.userId &&
    session.expires * 1000 > now.getTime() &&
    account?.disabled === false &&
    user?.accountId === accountId &&
    user.clientId === claims.clientId &&
    session.generation === user.generation;
  return {
    ...(valid && { user }),
    client:
      claims.clientId === undefined
        ? undefined
        : find(recordKey.client(accountId, claims.clientId), parseClient),
    ...(certificate?.fingerprint === secret?.fingerprint && { certificate }),
    certificateClient: secret?.clientId
      ? find(recordKey.client(accountId, secret.clientId), parseClient)
      : undefined,
  };
};
