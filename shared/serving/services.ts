import type { PortOptions, SubmittingPort } from '../authorities/authority-port.ts';
import type { Metrics } from '../metrics/emit.ts';
import type { LazyGroup } from '../operation/operation.ts';
import type { Ports } from '../operation/ports.ts';
import type { AllStores } from '../stores/stores.ts';
import type { Hooks } from './hooks.ts';
import type { Running } from './stages.ts';

/**
 * What serving needs in addition to the request. A function has the real ones (`functions/services.ts`); a test gives others
 * in place of some. A capability that needs another one declares it where it is written.
 */
export interface Services {
  stores: AllStores;
  hooks: Hooks;
  /** Loads what acts before authorities, so that it is there when one is opened. */
  loadAuthorities?(): Promise<unknown>;
  /** Opens an authority to one operation. */
  openAuthority(options: PortOptions): SubmittingPort | Promise<SubmittingPort>;
  /** What an operation may do with filings. Given, since it looks filings up, and a look-up runs with ports itself. */
  filingPorts(services: Services, running: Running): Ports['filings'];
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
