import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { setting, type Variable } from '../kernel/config.ts';
import { RING_MS, rereading } from './rereading.ts';
import { readSecret } from './secrets.ts';

/**
 * Keys that protect stored data. Each purpose has its own key, derived from a secret of the stage, so data for one
 * purpose is never accepted for another. A secret has one generation of keys, or two while an operator rotates it
 * (`npm run keys`): the newest writes, and both read. Keys of tokens rotate separately: see `identity/tokens.ts`.
 */
export type Purpose =
  /** Signs `cert_secret`s. Only functions that read or issue one may have it. */
  | 'certificate'
  /** Seals queued work. Only functions that queue or run work may have it. */
  | 'filing'
  /**
   * MACs that make a value findable or comparable without revealing it. The first two are part of row keys, and so
   * stay the same in all generations: see `FIXED`.
   */
  | 'worker'
  | 'obligation'
  | 'address'
  | 'sign-in'
  | 'recipient'
  /** Encrypts the secrets of second factors. */
  | 'second-factor'
  /** MACs of recovery codes, the same in all generations. */
  | 'recovery'
  | keyof CapabilityPurposes;

/** The purposes of capabilities, which each of them declares where it uses the key. */
// biome-ignore lint/suspicious/noEmptyInterface: it is merged with the declarations of capabilities
export interface CapabilityPurposes {}

/** The secrets of purposes that not every function may have; the keys of all others are derived from the service's. */
const SECRET_OF: Partial<Record<Purpose, Variable>> = {
  certificate: 'CERTIFICATE_KEY_SECRET',
  filing: 'FILING_KEY_SECRET',
};

/**
 * Purposes whose key is never rotated. Rows of workers, and the removals that free a content lock, are found by a
 * MAC in their key; with another key older rows would be lost. Knowing such a key together with the rows reveals
 * nothing, since the rows name worker and account anyway. Recovery codes have 80 random bits, so they cannot be
 * guessed with or without the key.
 */
export const FIXED = { worker: 'worker', obligation: 'obligation', recovery: 'second-factor' } as const;
type Fixed = keyof typeof FIXED;
const isFixed = (purpose: Purpose): purpose is Fixed => Object.hasOwn(FIXED, purpose);

const generation = () =>
  z.object({
    id: z.string(),
    /** Any text that no one can guess; the keys of the purposes are derived from it. */
    key: z.string(),
    /** ISO instant from which it writes. Before that it only reads, because clocks differ. */
    from: z.string(),
  });
export type Generation = z.infer<ReturnType<typeof generation>>;

/**
 * Contents of a secret: as operators write it, with the newest generation last and the keys of `FIXED` in base64; or as a
 * deployment makes it, a single generation, `{ id, key }`.
 */
const generations = () =>
  z.union([
    z.object({
      keys: z.array(generation()).min(1),
      fixed: z.partialRecord(z.enum(['worker', 'obligation', 'recovery']), z.string()).optional(),
    }),
    generation()
      .omit({ from: true })
      .transform((first) => ({ keys: [{ ...first, from: new Date(0).toISOString() }], fixed: undefined })),
  ]);
export type Generations = z.infer<ReturnType<typeof generations>>;

/** Id of the generation that a deployment makes (`infra/storage.ts`). Values encrypted with it name no generation. */
export const FIRST = 'first';

/**
 * The generations of a secret.
 * @throws Error if they are not valid; errors of JSON and zod are replaced, because they may contain parts of a key
 */
export const parseGenerations = (text: string): Generations => {
  try {
    return generations().parse(JSON.parse(text));
  } catch {
    throw new Error('the generations of a key are not valid');
  }
};

/** The generations that a secret has now. */
export const readGenerations = async (name: string): Promise<Generations> =>
  parseGenerations(await readSecret(name));

/** Cached secrets, by name. */
const secrets = new Map<string, (now: Date, maxAge: number) => ReturnType<typeof readGenerations>>();

const generationsOf = (purpose: Purpose, now: Date): ReturnType<typeof readGenerations> => {
  const name = setting(SECRET_OF[purpose] ?? 'SERVICE_KEY_SECRET');
  const read = secrets.get(name) ?? rereading(() => readGenerations(name));
  secrets.set(name, read);
  return read(now, RING_MS);
};

/** A key for a purpose, and the id of its generation. */
export interface ServiceKey {
  id: string;
  key: KeyObject;
}

const derive = (text: string, purpose: string): KeyObject =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', text, 'pasarela', purpose, 32)));

/** Keys that were derived, of the generations in use: no request derives one again. */
const derived = new WeakMap<Generation, Map<Purpose, ServiceKey>>();

const keyOf = (of: Generation, purpose: Purpose): ServiceKey => {
  const known = derived.get(of) ?? new Map<Purpose, ServiceKey>();
  derived.set(of, known);
  const found = known.get(purpose) ?? { id: of.id, key: derive(of.key, purpose) };
  known.set(purpose, found);
  return found;
};

/** The key of a purpose of `FIXED`, of 32 bytes in base64, as it is in these generations. */
export const fixedKeyOf = ({ keys, fixed }: Generations, purpose: Fixed): string =>
  fixed?.[purpose] ?? derive(keys[0]!.key, FIXED[purpose]).export().toString('base64');

/** The generation that makes now: the newest that is in use. */
export const inUse = ({ keys }: Generations, now: Date): Generation =>
  keys.findLast(({ from }) => Date.parse(from) <= now.getTime()) ?? keys[0]!;

/** All keys that read for a purpose, 32 bytes each, the writing key first. */
export const serviceKeys = async (
  purpose: Purpose,
  now = new Date(),
): Promise<[ServiceKey, ...ServiceKey[]]> => {
  const all = await generationsOf(purpose, now);
  if (isFixed(purpose))
    return [{ id: FIRST, key: createSecretKey(Buffer.from(fixedKeyOf(all, purpose), 'base64')) }];
  const current = inUse(all, now);
  return [
    keyOf(current, purpose),
    ...all.keys.filter((one) => one !== current).map((one) => keyOf(one, purpose)),
  ];
};

/** The key for a purpose that makes, of 32 bytes. */
export const serviceKey = async (purpose: Purpose, now = new Date()): Promise<KeyObject> =>
  (await serviceKeys(purpose, now))[0].key;

const MAC_BYTES = 20;

/** Text that a MAC covers besides the payload, and the length of the MAC. */
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
const verified = (text: string, key: KeyObject, signing: Signing): Buffer | undefined => {
  const { macBytes = MAC_BYTES } = signing;
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // Base64 has several texts for the same bytes; only the issued one is accepted.
  if (bytes.length <= macBytes || bytes.toString('base64url') !== text) return undefined;
  const payload = bytes.subarray(0, -macBytes);
  return timingSafeEqual(macOf(payload, key, signing), bytes.subarray(-macBytes)) ? payload : undefined;
};

/** The payload of a text that was signed for this purpose, with whichever key is accepted; `undefined` if it was not. */
export const verifiedFor = async (
  purpose: Purpose,
  text: string,
  signing: Signing,
): Promise<Buffer | undefined> => {
  for (const { key } of await serviceKeys(purpose)) {
    const payload = verified(text, key, signing);
    if (payload) return payload;
  }
  return undefined;
};
