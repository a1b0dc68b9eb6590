import { randomUUID } from 'node:crypto';
import { authorityPort } from '../authorities/authority-port.ts';
import type { PortOptions } from '../authorities/port-options.ts';
import { logger } from '../log.ts';
import { type Metrics, metrics } from '../metrics/emit.ts';
import type { Group } from '../operation.ts';
import type { SubmittingPort } from '../ports.ts';
import { type AllStores, stores } from '../stores/stores.ts';

/** What serving needs beside the request. A function has the real ones; a test gives others in place of some. */
export interface Services {
  stores: AllStores;
  /** Opens an authority to one operation. */
  openAuthority(options: PortOptions): SubmittingPort;
  now(): Date;
  /** Ids of requests. */
  newId(): string;
  log: Log;
  metrics: Metrics;
  /** All groups, for functions that look up filings of any operation. */
  groups?: Group[];
}

/** Where log lines go: names, counts, times, statuses and ids of our own, never what a caller sent. */
export interface Log {
  info(message: string, facts: Record<string, unknown>): void;
  error(message: string, facts: Record<string, unknown> & { error?: Error }): void;
}

/** The services of a deployed function. */
export const realServices: Services = {
  stores,
  openAuthority: authorityPort,
  now: () => new Date(),
  newId: randomUUID,
  log: logger,
  metrics,
};
