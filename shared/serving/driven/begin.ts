import type { AuthorityName, ServiceError } from '../../kernel/errors.ts';
import { covers } from '../../kernel/roles.ts';
import { fewAtOnce } from '../../kernel/side-by-side.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { roomToWait } from '../later/accept.ts';
import type { Services } from '../services.ts';
import { authoritiesHeldUp, type HeldUp, notHeldUp, type Startable, waitsFor } from './held-up.ts';

/** Begins requests of driven work, at its pace: with room for others, and only before authorities that answer. */

/** The most requests of a piece of work that are queued or under way at the same time: about as many as four slots finish in a minute. */
const AT_ONCE = 40;
/** Requests that are begun, or whose outcomes are recorded, concurrently. */
export const SIDE_BY_SIDE = 8;

/** Statuses after which a request is made again later: no record was written. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** Whether a request that failed with this error is made again later, because no record was written. */
export const isLater = ({ status }: ServiceError): boolean => BUSY.has(status);

/** The user for whom work goes on, with the session or token of then. */
export type Actor = Pick<Filing, 'userId'> & { token: NonNullable<Filing['token']> };

/**
 * Why a user may no longer go on: the access is gone (new password, revoked token), or the role no longer allows it.
 * @returns `undefined` if the user may go on
 */
export const lostBy = async (
  { stores: { sessions }, now }: Services,
  { accountId, actor }: Pick<Filing, 'accountId'> & { actor: Actor },
  access: 'reads' | 'files',
): Promise<'access' | 'role' | undefined> => {
  const caller = await sessions.callerStill({ accountId, ...actor }, now());
  if (!caller) return 'access';
  return covers(caller.role, access) ? undefined : 'role';
};

/** What may begin, and how. */
interface Beginning<Next extends Startable> {
  /** The requests that could begin, in their order. */
  next: readonly Next[];
  /** The authorities of the requests that are queued or under way, one for each request. */
  underWay: readonly AuthorityName[];
  /** The authorities that have held up this work itself. */
  heldUp?: HeldUp | undefined;
  /** Begins a request. @returns `later` if none can begin now */
  begin(next: Next): Promise<'begun' | 'later'>;
}

/**
 * Begins the next requests, as long as there is room and nothing holds them up.
 * @returns the reason why the others wait, in Spanish; empty if there is none
 */
export const beginNext = async <Next extends Startable>(
  services: Services,
  { accountId }: Pick<Filing, 'accountId'>,
  { next, underWay, heldUp, begin }: Beginning<Next>,
): Promise<string> => {
  const authorities = await authoritiesHeldUp(services, heldUp);
  const waits = waitsFor(next, authorities);
  const free = notHeldUp(next, authorities, new Set(underWay));
  const room = AT_ONCE - underWay.length;
  if (free.length === 0 || room <= 0) return waits;
  const most = Math.min(room, await roomToWait(services, { accountId }));
  let isFull = false;
  await fewAtOnce(free.slice(0, most), SIDE_BY_SIDE, async (request) => {
    if (isFull) return;
    if ((await begin(request)) === 'later') isFull = true;
  });
  return waits;
};
