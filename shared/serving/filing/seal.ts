import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Filing } from '../../stores/filings/filing.ts';
import type { Services } from '../services.ts';
import { hashOf } from './content.ts';

/**
 * The seal of queued work: a MAC that proves to the consumer that an authorised function queued exactly this. A row
 * alone is not trusted.
 */

/** Members that decide the work, its subject, its certificate and its locks. None of them changes afterwards. */
const SEALED = [
  'id',
  'dry',
  'reading',
  'async',
  'operation',
  'authority',
  'accountId',
  'userId',
  'clientId',
  'certificate',
  'token',
  'requestId',
  'batch',
  'key',
  'preview',
  'requestHash',
  'contentHash',
  'guards',
  'acts',
  'details',
  'apart',
  'world',
  'repeats',
  'claimedAt',
  'scenario',
] as const satisfies readonly (keyof Filing)[];
type Sealed = Pick<Filing, (typeof SEALED)[number]>;

/** The sealed members of a filing, without the request. */
export const sealedOf = (filing: Sealed): Sealed =>
  Object.fromEntries(SEALED.map((name) => [name, filing[name]])) as unknown as Sealed;

/**
 * The seal of a filing, 64 hexadecimal digits.
 * @param request as it is kept, in JSON
 */
export const sealOf = async (
  { stores: { keys } }: Services,
  filing: Sealed,
  request: string | Uint8Array,
): Promise<string> =>
  createHmac('sha256', await keys.serviceKey('filing'))
    .update(hashOf([sealedOf(filing), createHash('sha256').update(request).digest('hex')]))
    .digest('hex');

/**
 * How long after the key was made a filing may have none, in milliseconds: what waited before the deployment that made the
 * key, and what functions of the version before it queue while they are being replaced. Those that wait are made within hours.
 */
const ROLLOUT_MS = 60 * 60_000;

/** Whether a filing and its request are as they were when it was asked for. @param request as it is kept */
export const isSealed = async (services: Services, filing: Filing, request: Uint8Array): Promise<boolean> => {
  if (filing.seal !== undefined) return isEqual(filing.seal, await sealOf(services, filing, request));
  const madeAt = await services.stores.keys.serviceKeyMadeAt('filing');
  return Date.parse(filing.claimedAt) <= madeAt.getTime() + ROLLOUT_MS;
};

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
