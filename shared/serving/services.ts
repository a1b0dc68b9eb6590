import type { ReadSheet } from '../../functions/batches/sheets/sheet-reader.ts';
import type { PortOptions } from '../authorities/port-options.ts';
import type { SubmittingPort } from '../authorities/reading-port.ts';
import { once } from '../derive/groups.ts';
import type { Metrics } from '../metrics/emit.ts';
import type { LazyGroup } from '../operation/operation.ts';
import type { AllStores } from '../stores/stores.ts';
import { parts } from './start/parts.ts';

/** What serving needs in addition to the request. A function has the real ones; a test gives others in place of some. */
export interface Services {
  stores: AllStores;
  /** Loads what talks with authorities, so that it is there when one is opened. */
  loadAuthorities?(): Promise<unknown>;
  /** Opens an authority to one operation. */
  openAuthority(options: PortOptions): SubmittingPort | Promise<SubmittingPort>;
  /** Has a file of a batch read by who has no rights. */
  readSheet: ReadSheet;
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

/**
 * What talks with authorities. Loaded at first use, because it is a large part of what a function would have to compile
 * before its first request.
 */
const loadAuthorities = once(() => import('../authorities/authority-port.ts'));

/** The services of a deployed function that acts before authorities. */
export const realServices: Services = {
  ...parts,
  loadAuthorities,
  openAuthority: async (options) => (await loadAuthorities()).authorityPort(options),
  readSheet: async (file) => {
    const [{ readSheetWith }, { askSheets }] = await Promise.all([
      import('../../functions/batches/sheets/sheet-reader.ts'),
      import('../../functions/batches/sheets/ask-sheets.ts'),
    ]);
    return readSheetWith(askSheets, parts.log)(file);
  },
};
