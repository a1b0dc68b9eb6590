import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { setting, type Variable } from '../kernel/config.ts';
import { untilDeadline, withoutDeadline } from './limits.ts';
import { readSecret } from './secrets.ts';

/**
 * The keys that never change, because what they made is stored: `cert_secret`s by integrators, the others in rows and logs. Only
 * that of what is queued may be replaced: see `infra/storage.ts`.
 * Each purpose has its own key, so that what is signed for one purpose is never accepted for another. Those of tokens
 * change: see `identity/token-keys.ts`.
 */
const SECRET_OF = {
  /** Signs `cert_secret`s. Only functions that read or issue one may have it. */
  certificate: 'CERTIFICATE_KEY_SECRET',
  /** Seals what is queued. Only functions that queue something, or make it, may have it. */
  filing: 'FILING_KEY_SECRET',
  /** MACs that make something findable, or comparable, without telling what it is. */
  worker: 'SERVICE_KEY_SECRET',
  obligation: 'SERVICE_KEY_SECRET',
  address: 'SERVICE_KEY_SECRET',
  'sign-in': 'SERVICE_KEY_SECRET',
  recipient: 'SERVICE_KEY_SECRET',
  /** Encrypts where client companies are in the events of their account. */
  cursor: 'SERVICE_KEY_SECRET',
  /** Signs the links that end mails. */
  unsubscribe: 'SERVICE_KEY_SECRET',
  /** Encrypts the secrets of second factors, and makes the MACs of recovery codes. */
  'second-factor': 'SERVICE_KEY_SECRET',
  /** Encrypts the secrets of webhooks. */
  webhook: 'SERVICE_KEY_SECRET',
} as const satisfies Record<string, Variable>;

export type Purpose = keyof typeof SECRET_OF;

/** A value that is read once in the life of the process; the result of a failed read is not kept. */
const once = <Name extends string, Value>(load: (name: Name) => Promise<Value>) => {
  const known = new Map<Name, Promise<Value>>();
  return (name: Name): Promise<Value> => {
    const value = known.get(name) ?? withoutDeadline(() => load(name));
    known.set(name, value);
    value.catch(() => known.delete(name));
    return untilDeadline(value);
  };
};

const secretIn = once((variable: Variable) => readSecret(setting(variable)));

/** The key for a purpose, of 32 bytes. Its secret is read once in the life of the process. */
export const serviceKey = once(
  async (purpose: Purpose): Promise<KeyObject> =>
    createSecretKey(
      new Uint8Array(hkdfSync('sha256', (await secretIn(SECRET_OF[purpose])).text, 'pasarela', purpose, 32)),
    ),
);

/** When the key for a purpose was made: what it signs is younger. */
export const serviceKeyMadeAt = async (purpose: Purpose): Promise<Date> =>
  (await secretIn(SECRET_OF[purpose])).madeAt;

const MAC_BYTES = 20;

/** What a MAC covers in addition to the payload, and its length. */
interface Signing {
  /** Who verifies it must know it. */
  context: string;
  macBytes?: number;
}

const macOf = (payload: Uint8Array, key: KeyObject, { context, macBytes = MAC_BYTES }: Signing): Buffer =>
  // A key for each context, so that none of the context can be taken for payload.
  createHmac('sha256', createHmac('sha256', key).update(context).digest())
    .update(payload)
    .digest()
    .subarray(0, macBytes);

/** `payload` with its MAC, in URL-safe base64. */
export const signed = (payload: Uint8Array, key: KeyObject, signing: Signing): string =>
  Buffer.concat([payload, macOf(payload, key, signing)]).toString('base64url');

/** The payload of a signed text, or `undefined` if it was not signed so with this key. */
export const verified = (text: string, key: KeyObject, signing: Signing): Buffer | undefined => {
  const { macBytes = MAC_BYTES } = signing;
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // Base64 has several texts for the same bytes; only the issued one is accepted.
  if (bytes.length <= macBytes || bytes.toString('base64url') !== text) return undefined;
  const payload = bytes.subarray(0, -macBytes);
  return timingSafeEqual(macOf(payload, key, signing), bytes.subarray(-macBytes)) ? payload : undefined;
};
