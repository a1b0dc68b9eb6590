import { createHmac, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Claims } from '../stores/identity/tokens.ts';
import { waitingForAws } from '../stores/limits.ts';
import type { AllStores } from '../stores/stores.ts';
import type { Services } from './services.ts';
import { header, type Received } from './stages.ts';

/** Hexadecimal digits of the hash of an address: no two callers of a year are likely to share one. */
const ADDRESS_DIGITS = 16;
/** Longest time, in milliseconds, that an answer waits for the key; all requests but the first of a process have it. */
const KEY_MS = 1_000;

/**
 * The key under which addresses are hashed; `undefined` if it cannot be read in time. Keys without which a request
 * fails, such as the one of sign-ins, come from the same secret and wait for the same read.
 */
export const addressKey = ({ stores: { keys } }: Services): Promise<KeyObject | undefined> =>
  keys.serviceKey('address').catch(() => undefined);

/**
 * The caller of a request, for the log, by our own ids. The address is written as a hash under a key that never
 * leaves the stage: lines of one address can be found together, and the address cannot be computed from them.
 * Without the key it is left out.
 */
export const whoCalled = async (services: Services, { ip, trace: { caller, certificate } }: Received) => {
  const key = await Promise.race([
    addressKey(services),
    sleep(waitingForAws(KEY_MS), undefined, { ref: false }),
  ]);
  // Of the account itself there is none.
  const client = certificate?.clientId || caller?.clientId;
  return {
    ...(caller && { account: caller.accountId, user: caller.userId }),
    ...(client && { client }),
    ...(certificate && { certificate: certificate.id }),
    ...(key && { address: createHmac('sha256', key).update(ip).digest('hex').slice(0, ADDRESS_DIGITS) }),
  };
};

/** The claims of a request's token; `undefined` if it has no valid one. */
export const claimsOf = async (
  sessions: Pick<AllStores['sessions'], 'readToken'>,
  event: { headers: Record<string, string | undefined> | null },
  now: Date,
): Promise<Claims | undefined> => {
  const token = /^Bearer +(\S+)$/i.exec(header(event, 'Authorization') ?? '')?.[1];
  return token ? await sessions.readToken(token, now) : undefined;
};
