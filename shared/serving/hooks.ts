import type { Context } from 'aws-lambda';
import type { Reply } from '../kernel/reply.ts';
import type { Fact } from '../operation/fact.ts';
import type { Noted } from '../operation/operation.ts';
import type { ActsPort } from '../operation/ports.ts';
import type { Filing } from '../stores/filings/filing.ts';
import type { Run } from './run.ts';
import type { Services } from './services.ts';
import type { Acting, ReadForResource } from './stages.ts';

/**
 * Hooks by which capabilities such as batches, obligations, events and mails join the gateway while it serves a request.
 * The gateway calls them and imports none of the capabilities.
 */
export interface Hooks {
  /** Ports of operations on a capability's own resources, besides the ports of every operation. */
  ports(services: Services, read: ReadForResource): object;
  /**
   * Warnings about the dates of a submission, in Spanish, from the facts that it will make known: it is late or
   * early. They never stop it.
   */
  warningsOf(facts: Fact[]): Promise<string[]>;
  /** Runs a reading whose answer proves facts, and stores them. A failure to store them never changes the answer. */
  runReading(services: Services, acting: Acting, run: Run): Promise<Reply<unknown>>;
  /**
   * The name of a worker in earlier answers of authorities; `undefined` if none has it.
   * @param about `mac` of the worker's document, as of `listMac`; only data of the client company `reader` may be
   * used
   */
  workerName(
    services: Pick<Services, 'stores'>,
    about: { accountId: string; mac: string; reader: number | undefined },
  ): Promise<string | undefined>;
  /**
   * Runs an operation on the gateway's own resources that is noted: that it begins before it does, and then how it ended. It does
   * not run where that cannot be noted.
   */
  runNoted(
    services: Pick<Services, 'stores' | 'log'>,
    read: ReadForResource & { operation: { noted: Noted } },
    run: (acts: ActsPort) => Promise<Reply<unknown>>,
  ): Promise<Reply<unknown>>;
  /** Whether queued work is still wanted; not if its batch was cancelled meanwhile. */
  isStillWanted(services: Services, filing: Filing): Promise<boolean>;
}

/** What an operation that is not noted says of its act. */
export const UNNOTED: ActsPort = {
  about: () => {},
  by: async () => {},
  ended: () => [],
  refused: async () => {},
};

/** Work that the schedule does each minute. It handles its own failures and ends before the function's time does. */
export type Scheduled = (
  services: Services,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
) => Promise<unknown>;
