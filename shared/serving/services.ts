import { randomUUID } from 'node:crypto';
import type { PortOptions, SubmittingPort } from '../authorities/authority-port.ts';
import { once } from '../kernel/lazy.ts';
import { logger } from '../kernel/log.ts';
import { type Metrics, metrics } from '../metrics/emit.ts';
import type { LazyGroup } from '../operation/operation.ts';
import type { AllStores } from '../stores/stores.ts';
import type { Hooks } from './hooks.ts';

/**
 * What serving needs in addition to the request. A function has the real ones; a test gives others in place of some.
 * A capability that needs another one declares it where it is written.
 */
export interface Services {
  stores: AllStores;
  hooks: Hooks;
  /** Loads what talks with authorities, so that it is there when one is opened. */
  loadAuthorities?(): Promise<unknown>;
  /** Opens an authority to one operation. */
  openAuthority(options: PortOptions): SubmittingPort | Promise<SubmittingPort>;
  now(): Date;
  /** Ids of requests. */
  newId(): string;
  log: Log;
  metrics: Metrics;
  /** All groups, for functions that look up filings of any operation. */
  groups?: LazyGroup[];
}

/** Where log lines go: names, counts, times, statuses and ids of our own, never what a caller sent. */
export interface Log {
  info(message: string, facts: Record<string, unknown>): void;
  error(message: string, facts: Record<string, unknown> & { error?: Error }): void;
}

/** The clock, ids, log and metrics of every deployed function. */
export const surroundings = {
  now: () => new Date(),
  newId: randomUUID as () => string,
  log: logger,
  metrics,
};

/**
 * What talks with authorities. Loaded at first use, because it is a large part of what a function would have to compile
 * before its first request.
 */
const loadAuthorities = /* @__PURE__ */ once(() => import('../authorities/authority-port.ts'));

/** How a deployed function opens authorities. */
export const authorities: Pick<Services, 'loadAuthorities' | 'openAuthority'> = {
  loadAuthorities,
  openAuthority: async (options) => (await loadAuthorities()).authorityPort(options),
};

/** In place of `authorities` in a function that acts before none: its bundle has nothing that talks with one. */
export const noAuthorities: Pick<Services, 'openAuthority'> = {
  openAuthority: () => {
    throw new Error('this function acts before no authority');
  },
};
