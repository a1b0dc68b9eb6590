import { type Batches, batchesOf } from './batches.ts';
import { askerOf, call } from './call.ts';
import { eventsFrom } from './events.ts';
import { bytesOf } from './files.ts';
import { waitFor } from './filings.ts';
import { OPERATIONS, type Operations } from './generated/operations.ts';
import { elementsOf } from './lists.ts';
import { type Config, Transport } from './transport.ts';
import type {
  Answer,
  DryRunOptions,
  EventsOptions,
  FileObject,
  ReceivedEvent,
  WaitOptions,
} from './types.ts';

/** The gateway: a method for each operation of the reference, named by its `operationId`, and the following. */
export interface Gateway extends Operations {
  /** The same caller and session with another certificate. */
  withCertificate(certificate: string): Gateway;
  /**
   * The bytes of a document in an answer; downloads it if the answer has a link instead.
   * @throws Error if there is no document, or its link has expired
   */
  bytes(file: FileObject | undefined): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Polls a trámite until it has ended, and returns what its request would have returned. Works in a later run of a
   * program, too.
   * @throws PasarelaError as the request would have; StillPending when the time is over
   */
  waitFor(filingId: string, options?: WaitOptions): Promise<Answer<unknown>>;
  /** Many submissions in one file. */
  batches: Batches;
  /**
   * Yields the events since a position, and then each new event, until the signal is aborted. Waits after temporary
   * errors. While this client has something under way (an asynchronous trámite or a batch) the gateway holds each
   * request until there is a new event; otherwise the client polls once a minute. Use a webhook to learn of
   * everything at once.
   * @throws PasarelaError for any other error
   */
  events(options?: EventsOptions): AsyncGenerator<ReceivedEvent, void>;
}

type Fields = Record<string, unknown>;

/**
 * Creates a client of the gateway.
 * @throws TypeError if `baseUrl` is not the address of the interface, or has a password in it
 */
export const createClient = (config: Config): Gateway =>
  gatewayOf(new Transport(config), config, config.certificate);

const gatewayOf = (transport: Transport, config: Config, certificate: string | undefined): Gateway => {
  const methods = Object.entries(OPERATIONS).map(([name, [method, path, kind, next, member]]) => {
    const run = (fields: Fields = {}, options: DryRunOptions = {}) =>
      call(transport, { method, path, kind }, { fields, options, certificate });
    const each = (fields: Fields = {}, options: DryRunOptions = {}) =>
      elementsOf((wanted) => run(wanted, options) as Promise<Answer<unknown>>, fields, {
        next: next!,
        member,
      });
    return [name, next ? Object.assign(run, { each }) : run];
  });
  return {
    ...(Object.fromEntries(methods) as Operations),
    withCertificate: (other) => gatewayOf(transport, config, other),
    bytes: (file) => bytesOf(file, config.fetch),
    batches: batchesOf(askerOf(transport), certificate),
    events: (options = {}) => eventsFrom(transport, options),
    waitFor: (filingId, options) => waitFor(askerOf(transport), { filingId, secret: certificate }, options),
  };
};
