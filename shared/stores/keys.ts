import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { setting } from '../config.ts';
import { secretsManager } from './secrets.ts';

/**
 * Keys of the service, all derived from one secret, each for one purpose so that a value made for one is never good
 * for another.
 */
type Purpose = 'session' | 'certificate' | 'continuation';

const derived = new Map<Purpose, Promise<Uint8Array>>();
let secret: Promise<string> | undefined;

const loadSecret = async (): Promise<string> => {
  const { SecretString } = await secretsManager().send(
    new GetSecretValueCommand({ SecretId: setting('SERVICE_KEY_SECRET') }),
  );
  if (!SecretString) throw new Error('the service key secret is empty');
  return SecretString;
};

/** The 32-byte key for a purpose, read once in the life of the function. */
export const serviceKey = (purpose: Purpose): Promise<Uint8Array> => {
  const known = derived.get(purpose);
  if (known) return known;
  secret ??= loadSecret();
  const key = secret.then((value) => new Uint8Array(hkdfSync('sha256', value, 'pasarela', purpose, 32)));
  derived.set(purpose, key);
  key.catch(() => {
    // A failed read must not stick: the next request tries again.
    secret = undefined;
    derived.delete(purpose);
  });
  return key;
};

const MAC_BYTES = 20;

/** `payload` with a MAC of it, in URL-safe base64: opaque to whoever carries it. */
export const seal = (payload: Uint8Array, key: Uint8Array): string =>
  Buffer.concat([
    payload,
    createHmac('sha256', key).update(payload).digest().subarray(0, MAC_BYTES),
  ]).toString('base64url');

/** The payload of a sealed text, or `undefined` where it was not sealed with this key. */
export const unseal = (sealed: string, key: Uint8Array): Buffer | undefined => {
  if (!/^[A-Za-z0-9_-]+$/.test(sealed)) return undefined;
  const bytes = Buffer.from(sealed, 'base64url');
  // Base64 has several texts for the same bytes; only the one that was issued is good.
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== sealed) return undefined;
  const payload = bytes.subarray(0, -MAC_BYTES);
  const mac = createHmac('sha256', key).update(payload).digest().subarray(0, MAC_BYTES);
  return timingSafeEqual(mac, bytes.subarray(-MAC_BYTES)) ? payload : undefined;
};
