import { authorityDown, authorityPaused } from '../../kernel/authority-errors.ts';
import { AUTHORITIES, type AuthorityName } from '../../kernel/errors.ts';
import type { Services } from '../services.ts';

/** Authorities that are down or paused, and what waits for them. */

/** By authority that held up a piece of work: when its next request may begin (ISO), and why it waits, in Spanish. */
export type HeldUp = Partial<Record<AuthorityName, { until: string; message: string }>>;

/** How an authority holds up requests. */
export interface AuthorityWait {
  /** Spanish. */
  message: string;
  /** Whether no request begins. Otherwise one begins, which shows whether the authority is up again. */
  isWhole: boolean;
}

/** The authorities that hold up a piece of work now. @param heldUp the ones that have held up this work itself */
export const authoritiesHeldUp = async (
  { stores: { health }, now: clock }: Pick<Services, 'stores' | 'now'>,
  heldUp: HeldUp = {},
): Promise<Map<AuthorityName, AuthorityWait>> => {
  const now = clock();
  await health.readHealth(AUTHORITIES, now);
  const waits = new Map<AuthorityName, AuthorityWait>();
  for (const authority of AUTHORITIES) {
    const pause = health.pauseOf(authority, now);
    const openUntil = health.openUntil(authority, now);
    const ofWork = heldUp[authority];
    if (pause)
      waits.set(authority, { message: authorityPaused(authority, pause.message, 0).message, isWhole: true });
    else if (openUntil !== undefined || ofWork) {
      const { until = '', message = authorityDown(authority, 0).message } = ofWork ?? {};
      const isWhole = now.getTime() < (openUntil ?? 0) || now.toISOString() < until;
      waits.set(authority, { message, isWhole });
    }
  }
  return waits;
};

/** A request that could begin. */
export interface Startable {
  /** The authority that it asks; `undefined` if it asks none. */
  authority: AuthorityName | undefined;
  /** How often it was tried without an answer. */
  tries?: number | undefined;
}

/**
 * The requests that are not held up, in their order. If an authority may be up again, one request tries it, and another one the next
 * time, because the authority may be failing because of one request.
 * @param underWay authorities at which a request of the same work is under way
 */
export const notHeldUp = <Next extends Startable>(
  requests: readonly Next[],
  waits: ReadonlyMap<AuthorityName, AuthorityWait>,
  underWay: ReadonlySet<AuthorityName>,
): Next[] => {
  const trials = new Map<AuthorityName, Next>();
  for (const request of requests) {
    const { authority, tries = 0 } = request;
    const wait = authority && waits.get(authority);
    if (!wait || wait.isWhole || underWay.has(authority)) continue;
    const other = trials.get(authority);
    if (!other || tries < (other.tries ?? 0)) trials.set(authority, request);
  }
  return requests.filter((request) => {
    const { authority } = request;
    return !authority || !waits.has(authority) || trials.get(authority) === request;
  });
};

/** The message shown while requests are held up, in Spanish; empty otherwise. */
export const waitsFor = (
  requests: readonly Startable[],
  waits: ReadonlyMap<AuthorityName, AuthorityWait>,
): string => {
  const messages = AUTHORITIES.flatMap((authority) => {
    const wait = waits.get(authority);
    return wait && requests.some((request) => request.authority === authority) ? [wait.message] : [];
  });
  return messages.length === 0 ? '' : `En espera; seguirá solo. ${messages.join(' ')}`;
};
