import { LRUCache } from 'lru-cache';
import type { Answer } from './channel/channel.ts';
import { type Destination, destinationKey } from './channel/connections.ts';
import type { CookieJar } from './channel/cookies.ts';
import type { Step } from './exchange.ts';

/**
 * Cached log-ins at authorities that know a user by a cookie. After an exchange has ended normally, the next
 * exchange that begins in the same way with the same certificate reuses its log-in. Two exchanges never use one
 * log-in at the same time, because the authority may tie the current page of a dialog to the cookie.
 */

/** A conversation with an authority that the next exchange may continue. */
export interface LogIn {
  /** By origin: each gets its own cookies only. */
  readonly cookies: Map<string, CookieJar>;
  /** The answers to the steps that logged in, by `stepKey`. */
  readonly answers: Map<string, Answer>;
}

/** No one is logged in yet. */
export const newLogIn = (): LogIn => ({ cookies: new Map(), answers: new Map() });

/** Most log-ins that are kept; the least recently used is dropped first. */
const MAX_LOG_INS = 200;
/** Milliseconds after which an unused log-in is dropped, as key pairs are. */
const UNUSED_MS = 60 * 60 * 1000;

const kept = new LRUCache<string, LogIn>({ max: MAX_LOG_INS, ttl: UNUSED_MS });
/** Most log-ins under one key: exchanges that were made at the same time, each in a log-in of its own. */
const MAX_OF_KEY = 4;

/** The key of a log-in: one version of a certificate with its key, one authority, and the `logIn` of its steps. */
export const logInKey = (destination: Destination, name: string): string =>
  `${destinationKey(destination)} ${name}`;

const places = (key: string) => Array.from({ length: MAX_OF_KEY }, (_, place) => `${key} ${place}`);

/** Takes a cached log-in out of the cache, so that no other exchange can use it. */
export const takeLogIn = (key: string): LogIn | undefined => {
  const place = places(key).find((one) => kept.has(one)) ?? '';
  const logIn = kept.get(place);
  kept.delete(place);
  return logIn;
};

/** Caches a log-in for the next exchange, unless there are as many as allowed under one key. */
export const keepLogIn = (key: string, logIn: LogIn): void => {
  const place = places(key).find((one) => !kept.has(one));
  if (place) kept.set(place, logIn);
};

/** Forgets all log-ins. For tests, whose authorities come and go at addresses of one process. */
export const forgetLogIns = (): void => kept.clear();

/** Two steps of a log-in are the same if their keys are. */
export const stepKey = ({ method, path, body = '' }: Step): string =>
  JSON.stringify([method, path, Buffer.from(body).toString('latin1')]);
