import { BatchGetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Health, OPEN_SECONDS, openSeconds } from '../authorities/channel/breaker.ts';
import { addressOf, hasOwnStandIns, isOutageRehearsed, setting } from '../kernel/config.ts';
import { AUTHORITIES, type AuthorityName } from '../kernel/errors.ts';
import { dynamo, updateIf } from './dynamo/dynamo.ts';
import { rowParser } from './dynamo/row-parser.ts';
import { windowKey } from './keyspace.ts';
import { exists, update } from './table.ts';

/**
 * Health of the authorities, shared by all processes: which accounts found one down or slow, and whether the
 * operator paused it. A row of the first kind is written only when something is wrong, and once more when it is
 * over.
 *
 * One account alone must not stop the others, because the authority may only dislike its certificate or worker.
 * Where each account has stand-ins of its own, only pauses are shared, and what accounts see of an outage that operators
 * rehearse.
 */

/** Accounts that must have found an authority down, until it counts as down for all. */
const ACCOUNTS = 3;
/** How long an account's sighting counts, in milliseconds. */
const COUNTS_MS = 5 * 60_000;
/** How long a process caches these rows, in milliseconds. */
const KNOWN_MS = 5_000;
/** An account that sees the same again writes it after this time, in milliseconds. */
const WRITE_AGAIN_MS = 5_000;
/** An answer that takes so long, in milliseconds, is a slow one. */
const SLOW_MS = 8_000;

/**
 * An account's last sighting: its time, and the end of the outage that the authority announced. Epoch milliseconds.
 */
const sightingSchema = () => z.object({ at: z.number(), until: z.number().optional() });
type Sighting = z.infer<ReturnType<typeof sightingSchema>>;

/** How members of the row begin that an account wrote, whose id follows. */
const FAILED = 'failed#';
const SLOW = 'slow#';

const parseHealthRow = rowParser('Health', 'health', () => {
  const sighting = sightingSchema();
  return z
    .looseObject({ since: z.number().optional(), slowSince: z.number().optional() })
    .transform((row) => {
      const seen = (prefix: string): Map<string, Sighting> =>
        new Map(
          Object.entries(row)
            .filter(([name]) => name.startsWith(prefix))
            .map(([name, value]) => [name.slice(prefix.length), sighting.parse(value)]),
        );
      return { since: row.since, slowSince: row.slowSince, failed: seen(FAILED), slow: seen(SLOW) };
    });
});

/** A pause of an authority, by the operator. */
const pauseRow = () =>
  z.object({
    /** In Spanish, for callers. */
    message: z.string(),
    /** Epoch milliseconds. */
    since: z.number(),
    until: z.number(),
  });
type Pause = z.infer<ReturnType<typeof pauseRow>>;
const parsePause = rowParser('Pause', 'pause', pauseRow);

/** Known state of an authority. Instants are epoch milliseconds. */
interface Known {
  readAt: number;
  since?: number | undefined;
  slowSince?: number | undefined;
  failed: Map<string, Sighting>;
  slow: Map<string, Sighting>;
  pause?: Pause | undefined;
}

/** By authority and address, since each test has authorities of its own. */
const known = new Map<string, Known>();

/** Clears the cache. For tests. */
export const forgetHealth = (): void => known.clear();

/** Stand-ins within a function have an address of each process; the stage, and functions without them, have an empty one. */
const nameOf = (authority: AuthorityName) => `${authority}#${hasOwnStandIns() ? '' : addressOf(authority)}`;
const healthKey = (authority: AuthorityName) => windowKey.health(nameOf(authority));
const keysOf = (authority: AuthorityName) => [windowKey.pause(authority), healthKey(authority)];

/** Nothing is known: it is up. */
const unknown = (readAt: number): Known => ({ readAt, failed: new Map(), slow: new Map() });

const knownOf = (authority: AuthorityName): Known => known.get(nameOf(authority)) ?? unknown(0);

/** Keys of the rows that a process should read again for an authority; empty while its cache is fresh. */
export const healthKeys = (authority: AuthorityName, now: Date): { id: string }[] =>
  now.getTime() - knownOf(authority).readAt < KNOWN_MS ? [] : keysOf(authority);

/** Caches the rows that were read for `healthKeys`, among others, since `now`. Invalid rows are ignored. */
export const takeHealth = (authority: AuthorityName, rows: Record<string, unknown>[], now: Date): void => {
  const parsed = <Row>(id: string, parse: (item: unknown) => Row): Row | undefined => {
    const row = rows.find((one) => one.id === id);
    try {
      return row && parse(row);
    } catch {
      return undefined;
    }
  };
  const readAt = now.getTime();
  const read = { ...unknown(readAt), ...parsed(healthKey(authority).id, parseHealthRow) };
  const before = knownOf(authority);
  known.set(nameOf(authority), {
    ...read,
    since: read.since ?? noted(before.since, readAt),
    slowSince: read.slowSince ?? noted(before.slowSince, readAt),
    failed: withNoted(read.failed, before.failed, readAt),
    slow: withNoted(read.slow, before.slow, readAt),
    readAt,
    pause: parsed(windowKey.pause(authority).id, parsePause),
  });
};

/** Keeps this process's own sighting from during the read, which the row may lack. */
const noted = (at: number | undefined, readAt: number) => (at !== undefined && at >= readAt ? at : undefined);
const withNoted = (read: Map<string, Sighting>, before: Map<string, Sighting>, readAt: number) =>
  new Map([...read, ...[...before].filter(([, { at }]) => at >= readAt)]);

/**
 * Reads the state of authorities unless it is cached. Never throws: an unreadable state counts as up. For admitted
 * callers it is read together with their rows instead.
 */
export const readHealth = async (authorities: readonly AuthorityName[], now: Date): Promise<void> => {
  const stale = authorities.filter((authority) => healthKeys(authority, now).length > 0);
  if (stale.length === 0) return;
  const table = setting('WINDOWS_TABLE');
  try {
    const { Responses } = await dynamo().send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: stale.flatMap(keysOf) } } }),
    );
    for (const authority of stale) takeHealth(authority, Responses?.[table] ?? [], now);
  } catch {
    for (const authority of stale) takeHealth(authority, [], now);
  }
};

/** Those that still count. */
const counted = (seen: Map<string, Sighting>, now: number): Sighting[] =>
  [...seen.values()].filter(({ at, until = 0 }) => Math.max(at + COUNTS_MS, until) > now);

const isDown = ({ failed }: Known, now: number): boolean => counted(failed, now).length >= ACCOUNTS;

/**
 * While an authority counts as down for all: the end of the time without requests, in epoch milliseconds. One call
 * tries then.
 */
export const openUntil = (authority: AuthorityName, now: Date): number | undefined => {
  const one = knownOf(authority);
  const at = now.getTime();
  if (!isDown(one, at)) return undefined;
  const last = Math.max(...counted(one.failed, at).map((seen) => seen.at));
  return Math.max(last + OPEN_SECONDS * 1000, announcedUntil(one, at) ?? 0);
};

/** End of its announced outage, as far as enough accounts saw it. */
const announcedUntil = ({ failed }: Known, now: number): number | undefined =>
  counted(failed, now)
    .flatMap(({ until }) => (until !== undefined && until > now ? [until] : []))
    .sort((a, b) => b - a)[ACCOUNTS - 1];

/** The operator's pause of an authority, while there is one. */
export const pauseOf = (authority: AuthorityName, now: Date): Pause | undefined => {
  const { pause } = knownOf(authority);
  return pause && pause.until > now.getTime() ? pause : undefined;
};

/** How an authority is, for all. */
export interface AuthorityState {
  authority: AuthorityName;
  state: 'up' | 'slow' | 'down' | 'maintenance';
  /** Epoch milliseconds; absent while it is up. */
  since?: number | undefined;
  /** The operator's text for callers, for a pause. */
  message?: string | undefined;
  /** End of its pause or of its announced outage. */
  until?: number | undefined;
}

/** State of each authority. Never throws: an unreadable state counts as up. */
export const statesOf = async (now: Date): Promise<AuthorityState[]> => {
  await readHealth(AUTHORITIES, now);
  return AUTHORITIES.map((authority) => ({ authority, ...stateOf(authority, now) }));
};

/** The same without the cache, so that an operator sees a pause at once. */
export const statesNow = (now: Date): Promise<AuthorityState[]> => {
  for (const one of known.values()) one.readAt = 0;
  return statesOf(now);
};

const stateOf = (authority: AuthorityName, now: Date): Omit<AuthorityState, 'authority'> => {
  const pause = pauseOf(authority, now);
  if (pause) return { state: 'maintenance', ...pause };
  const one = knownOf(authority);
  const at = now.getTime();
  if (isDown(one, at)) {
    const { since } = one;
    const until = announcedUntil(one, at);
    return until === undefined ? { state: 'down', since } : { state: 'maintenance', since, until };
  }
  return counted(one.slow, at).length >= ACCOUNTS ? { state: 'slow', since: one.slowSince } : { state: 'up' };
};

/**
 * Writes an account's sighting of an authority for all processes. Resolves when it is written, or at once if nothing
 * is new.
 */
export const noteHealth = async (
  authority: AuthorityName,
  { accountId, health, slowest }: { accountId: string; health: Health; slowest: number },
  now: Date,
): Promise<void> => {
  const isShared = !hasOwnStandIns() || isOutageRehearsed(authority);
  const one = knownOf(authority);
  known.set(nameOf(authority), one);
  const at = now.getTime();
  if (health === 'healthy' && one.failed.size > 0) {
    await clear(authority, one);
  } else if (isShared && (health === 'failing' || typeof health === 'object')) {
    const until = typeof health === 'object' ? { until: at + openSeconds(health.unavailable) * 1000 } : {};
    const since = counted(one.failed, at).length > 0 && one.since !== undefined ? one.since : at;
    if (isNew(one.failed, accountId, at)) {
      one.since = since;
      one.failed.set(accountId, { at, ...until });
      await writeSighting(authority, { member: `${FAILED}${accountId}`, seen: { at, ...until } }, { since });
    }
  }
  if (isShared && health !== 'failing' && slowest >= SLOW_MS && isNew(one.slow, accountId, at)) {
    const slowSince = counted(one.slow, at).length > 0 && one.slowSince !== undefined ? one.slowSince : at;
    one.slowSince = slowSince;
    one.slow.set(accountId, { at });
    await writeSighting(authority, { member: `${SLOW}${accountId}`, seen: { at } }, { slowSince });
  }
};

const isNew = (seen: Map<string, Sighting>, accountId: string, at: number): boolean =>
  at - (seen.get(accountId)?.at ?? 0) >= WRITE_AGAIN_MS;

const writeSighting = async (
  authority: AuthorityName,
  { member, seen }: { member: string; seen: Sighting },
  since: { since: number } | { slowSince: number },
): Promise<void> => {
  const expires = Math.ceil((Math.max(seen.at, seen.until ?? 0) + 2 * COUNTS_MS) / 1000);
  const set = { [member]: seen, ...since, expires };
  await dynamo().send(new UpdateCommand(update(setting('WINDOWS_TABLE'), healthKey(authority), { set })));
};

/**
 * Clears the observation once the authority answers again. Observations of others that this process does not know
 * stay.
 */
const clear = async (authority: AuthorityName, one: Known): Promise<void> => {
  const members = [...one.failed.keys()].map((accountId) => `${FAILED}${accountId}`);
  one.failed = new Map();
  one.since = undefined;
  await updateIf(
    update(setting('WINDOWS_TABLE'), healthKey(authority), {
      remove: ['since', ...members],
      // Else it would make a row that never expires.
      if: exists('id'),
    }),
  );
};
