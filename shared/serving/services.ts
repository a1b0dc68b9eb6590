import type { PortOptions, SubmittingPort } from '../authorities/authority-port.ts';
import type { Metrics } from '../metrics/emit.ts';
import type { LazyGroup } from '../operation/operation.ts';
import type { Ports } from '../operation/ports.ts';
import type { AllStores } from '../stores/stores.ts';
import type { Hooks } from './hooks.ts';
import type { Running } from './stages.ts';

/**
 * Services besides the request. A function has the real ones (`functions/services.ts`); a test replaces some. A
 * capability that needs another one declares it next to its implementation.
 */
export interface Services {
  stores: AllStores;
  hooks: Hooks;
  /** Loads the code for acting before authorities, so that it is ready when one is opened. */
  loadAuthorities?(): Promise<unknown>;
  /** Opens an authority to one operation. */
  openAuthority(options: PortOptions): SubmittingPort | Promise<SubmittingPort>;
  /**
   * Functions of filings for operations. Passed in, because they look filings up, and a look-up runs with ports
   * itself.
   */
  filingPorts(services: Services, running: Running): Ports['filings'];
  now(): Date;
  /** Ids of requests. */
  newId(): string;
  log: Log;
  metrics: Metrics;
  /** Loads all groups, for functions that look up filings of any operation. Few of their requests need them. */
  loadGroups?(): Promise<LazyGroup[]>;
}

/** Receiver of log lines: names, counts, times, statuses and our own ids, never data of a caller. */
export interface Log {
  info(message: string, facts: Record<string, unknown>): void;
  error(message: string, facts: Record<string, unknown> & { error?: Error }): void;
}
