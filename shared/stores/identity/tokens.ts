import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { keyOf, newestKey } from './token-keys.ts';
import type { User } from './user-row.ts';

const ISSUER = 'pasarela';

/** The claims of a token. They are proved only by the row of its session, or of the API token. */
export interface Claims {
  sessionId: string;
  accountId: string;
  userId: string;
  clientId?: number;
  /** It is an API token. */
  apiToken?: true;
}

/** The text of a token, signed with the newest key. */
export const signToken = async (
  { id: userId, accountId, clientId }: Pick<User, 'id' | 'accountId' | 'clientId'>,
  { sessionId, expires, isApiToken = false }: { sessionId: string; expires: Date; isApiToken?: boolean },
  now: Date,
): Promise<string> => {
  const { id, key } = await newestKey('session', now);
  return new SignJWT({
    acc: accountId,
    ...(clientId !== undefined && { cli: clientId }),
    ...(isApiToken && { api: true }),
  })
    .setProtectedHeader({ alg: 'HS256', kid: id })
    .setIssuer(ISSUER)
    .setSubject(userId)
    .setJti(sessionId)
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .sign(key);
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
    const { jti, sub, acc, cli, api } = payload;
    if (!jti || !sub || typeof acc !== 'string') return undefined;
    return {
      sessionId: jti,
      userId: sub,
      accountId: acc,
      ...(typeof cli === 'number' && { clientId: cli }),
      ...(api === true && { apiToken: true }),
    };
  } catch {
    return undefined;
  }
};
