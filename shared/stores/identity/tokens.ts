import { hkdfSync, type webcrypto } from 'node:crypto';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { RING_MS, rereading } from '../rereading.ts';
import { secretsManager } from '../secrets.ts';
import type { User } from './user-row.ts';

/**
 * The ring of keys with which the service signs and encrypts its tokens. Each key has an id, which a token names
 * (`kid`). Operators add a key and retire the previous one; see `commands/keys.ts`.
 */

const tokenKey = () =>
  z.object({
    id: z.string(),
    /** Any text that no one can guess; the keys of the purposes are derived from it. */
    key: z.string(),
    /** ISO instant from which it signs tokens. Its tokens are accepted before that too, since clocks differ. */
    from: z.string(),
    /** ISO instant after which no token of it is accepted: it was retired. */
    until: z.string().optional(),
  });

/** A key of the ring. */
export type TokenKey = z.infer<ReturnType<typeof tokenKey>>;

/** The ring as operators write it, the newest key last; a new deployment has a single key, which Secrets Manager makes. */
const ring = () =>
  z.union([
    z.object({ keys: z.array(tokenKey()).min(1) }),
    z
      .object({ id: z.string(), key: z.string() })
      .transform((first) => ({ keys: [{ ...first, from: new Date(0).toISOString() }] })),
  ]);

/** The keys of a ring. The errors of JSON and zod are replaced, because they may contain parts of a key. */
export const parseRing = (secret: string | undefined): TokenKey[] => {
  try {
    return ring().parse(JSON.parse(secret ?? '')).keys;
  } catch {
    throw new Error('the ring of token keys is not valid');
  }
};

/**
 * Milliseconds after which the ring is read again for a token of an unknown key. So inventing key ids makes few reads,
 * and a key is known everywhere so long after it was written.
 */
export const UNKNOWN_KEY_MS = 10_000;

/** The keys of tokens, of the stage that the environment names. */
export const readTokenKeys = async (): Promise<TokenKey[]> => {
  const { SecretString } = await secretsManager().send(
    new GetSecretValueCommand({ SecretId: setting('TOKEN_KEYS_SECRET') }),
  );
  return parseRing(SecretString);
};

/** The ring, not older than so many milliseconds; an older one if it cannot be read again. */
const ringOf = rereading(readTokenKeys);

/**
 * Purposes of keys. Each purpose has its own key of 32 bytes and its own algorithm, so a token for one purpose is
 * never accepted for another.
 */
const PURPOSES = {
  session: { algorithm: { name: 'HMAC', hash: 'SHA-256' }, usages: ['sign', 'verify'] },
  continuation: { algorithm: { name: 'AES-GCM' }, usages: ['encrypt', 'decrypt'] },
} as const satisfies Record<string, { algorithm: object; usages: webcrypto.KeyUsage[] }>;
type Purpose = keyof typeof PURPOSES;

/** Keys that were derived, of the rings in use: no request derives one again. */
const derived = new WeakMap<TokenKey, Map<Purpose, Promise<webcrypto.CryptoKey>>>();

const derive = (tokenKey: TokenKey, purpose: Purpose): Promise<webcrypto.CryptoKey> => {
  const ofKey = derived.get(tokenKey) ?? new Map<Purpose, Promise<webcrypto.CryptoKey>>();
  derived.set(tokenKey, ofKey);
  const { algorithm, usages } = PURPOSES[purpose];
  const known =
    ofKey.get(purpose) ??
    crypto.subtle.importKey(
      'raw',
      hkdfSync('sha256', tokenKey.key, 'pasarela', purpose, 32),
      algorithm,
      false,
      usages,
    );
  ofKey.set(purpose, known);
  return known;
};

/** The newest key in use: its id, and itself for a purpose. */
export const newestKey = async (
  purpose: Purpose,
  now: Date,
): Promise<{ id: string; key: webcrypto.CryptoKey }> => {
  const keys = await ringOf(now, RING_MS);
  const newest = keys.findLast(({ from }) => Date.parse(from) <= now.getTime()) ?? keys.at(-1)!;
  return { id: newest.id, key: await derive(newest, purpose) };
};

/** The key that a token names, for a purpose; `undefined` if it names none, or one that is unknown or has expired. */
export const keyOf = async (
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<webcrypto.CryptoKey | undefined> => {
  const id = kidOf(token);
  if (id === undefined) return undefined;
  const find = async (maxAge: number) => (await ringOf(now, maxAge)).find((one) => one.id === id);
  const found = (await find(RING_MS)) ?? (await find(UNKNOWN_KEY_MS));
  if (!found || (found.until !== undefined && Date.parse(found.until) <= now.getTime())) return undefined;
  return derive(found, purpose);
};

const kidOf = (token: string): string | undefined => {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
};

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
