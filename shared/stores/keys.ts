import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { setting } from '../config.ts';
import { secretsManager } from './secrets.ts';

/**
 * Purposes of the service's keys. All keys are derived from one secret. Each purpose has its own key, so that what is
 * signed for one purpose is never accepted for another.
 */
type Purpose = 'session' | 'certificate' | 'continuation' | 'worker' | 'address' | 'sign-in';

const derived = new Map<Purpose, Promise<Uint8Array>>();
let secret: Promise<string> | undefined;

const loadSecret = async (): Promise<string> => {
  const { SecretString } = await secretsManager().send(
    new GetSecretValueCommand({ SecretId: setting('SERVICE_KEY_SECRET') }),
  );
  if (!SecretString) throw new Error('the service key secret is empty');
  return SecretString;
};

/** The 32-byte key for a purpose. The secret is read once in the life of the process. */
export const serviceKey = (purpose: Purpose): Promise<Uint8Array> => {
  const known = derived.get(purpose);
  if (known) return known;
  secret ??= loadSecret();
  const key = secret.then((value) => new Uint8Array(hkdfSync('sha256', value, 'pasarela', purpose, 32)));
  derived.set(purpose, key);
  key.catch(() => {
    // The result of a failed read is not kept: the next request reads again.
    secret = undefined;
    derived.delete(purpose);
  });
  return key;
};

const MAC_BYTES = 20;

const macOf = (payload: Uint8Array, key: Uint8Array, context: string): Buffer =>
  // A key for each context, so that none of the context can be taken for payload.
  createHmac('sha256', createHmac('sha256', key).update(context).digest())
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);

/**
 * `payload` with its MAC, in URL-safe base64.
 * @param context what the MAC covers as well, and who verifies it must know
 */
export const signed = (payload: Uint8Array, key: Uint8Array, context: string): string =>
  Buffer.concat([payload, macOf(payload, key, context)]).toString('base64url');

/** The payload of a signed text, or `undefined` if it was not signed with this key for this context. */
export const verified = (text: string, key: Uint8Array, context: string): Buffer | undefined => {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // Base64 has several texts for the same bytes; only the issued one is accepted.
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== text) return undefined;
  const payload = bytes.subarray(0, -MAC_BYTES);
  return timingSafeEqual(macOf(payload, key, context), bytes.subarray(-MAC_BYTES)) ? payload : undefined;
};
