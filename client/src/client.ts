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

/** The gateway: a method for each operation of the reference, by its `operationId`, and these. */
export interface Gateway extends Operations {
  /** The same caller, with the same session, acting with another certificate. */
  withCertificate(certificate: string): Gateway;
  /**
   * The bytes of a document of an answer; it is downloaded where the answer has a link in its place.
   * @throws Error where there is no document, or its link does not work any more
   */
  bytes(file: FileObject | undefined): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Asks until a trámite has ended, and answers as its request would have been, also in a later run of a program.
   * @throws PasarelaError as its request would have; StillPending where the time is over
   */
  waitFor(filingId: string, options?: WaitOptions): Promise<Answer<unknown>>;
  /** Many submissions in one file. */
  batches: Batches;
  /**
   * What happened since a place, and then each thing as it happens, until the signal is aborted. Errors that pass are waited
   * for. While something of this client is under way (a trámite asked for later, a batch) the gateway is asked to wait for the
   * next event; else it is asked once a minute. What must be known at once is for a webhook.
   * @throws PasarelaError for any other error
   */
  events(options?: EventsOptions): AsyncGenerator<ReceivedEvent, void>;
}

type Fields = Record<string, unknown>;

/**
 * A client of the gateway.
 * @throws TypeError if `baseUrl` is not the address of the interface
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
