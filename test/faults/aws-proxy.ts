import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Agent } from 'undici';
import { HOST, listen, shut } from '../../sandbox/loopback.ts';
import { forward, refuseAsDynamo } from '../support/servers/proxy.ts';

/**
 * Faults of an AWS call, which hit all attempts of the SDK. Before it is carried out: `refused`, `throttled`, `error` and
 * `hang`. After it was carried out: `lost` (once), `lost-then-refused` and `hang-after`. `down` refuses this call and all later
 * ones. `kill-before` and `kill-after` end the caller's process.
 */
export const AWS_FAULTS = [
  'refused',
  'throttled',
  'error',
  'hang',
  'lost',
  'lost-then-refused',
  'hang-after',
  'down',
  'kill-before',
  'kill-after',
] as const;
export type AwsFault = (typeof AWS_FAULTS)[number];

/** A proxy between the service and AWS. */
export class AwsProxy {
  /** Calls since the proxy was armed, in order, such as `GetItem`. Attempts of the SDK count once. */
  calls: string[] = [];
  url = '';
  #fault: { at: number; kind: AwsFault; kill: () => void } | undefined;
  readonly #invocations: string[] = [];
  readonly #attempts = new Map<string, number>();
  readonly #hanging = new Set<ServerResponse>();
  readonly #agent = new Agent({ connections: 32 });
  readonly #server = createServer((incoming, outgoing) => {
    this.#answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  readonly #endpoint: string;

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  async start(): Promise<void> {
    this.url = `http://${HOST}:${await listen(this.#server)}`;
  }

  /** Counts calls from now on, with a fault at the call of this number. */
  arm(fault?: { at: number; kind: AwsFault }, kill: () => void = () => {}): void {
    this.disarm();
    this.calls = [];
    this.#invocations.length = 0;
    this.#attempts.clear();
    if (fault) this.#fault = { ...fault, kill };
  }

  /** Removes the fault, and closes the connections that hang. */
  disarm(): void {
    this.#fault = undefined;
    for (const outgoing of this.#hanging) outgoing.destroy();
    this.#hanging.clear();
  }

  async close(): Promise<void> {
    this.disarm();
    await Promise.all([shut(this.#server), this.#agent.destroy()]);
  }

  /** The number of a call since the proxy was armed, and of its attempt by the SDK. */
  #place(incoming: IncomingMessage): { at: number; attempt: number } {
    const id = String(incoming.headers['amz-sdk-invocation-id'] ?? crypto.randomUUID());
    const attempt = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, attempt);
    const known = this.#invocations.indexOf(id);
    if (known >= 0) return { at: known, attempt };
    this.#invocations.push(id);
    this.calls.push(nameOf(incoming));
    return { at: this.#invocations.length - 1, attempt };
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { at, attempt } = this.#place(incoming);
    const body = await buffer(incoming);
    const fault = this.#fault;
    const kind =
      fault && (fault.at === at || (fault.kind === 'down' && at > fault.at)) ? fault.kind : undefined;
    const hang = () => this.#hanging.add(outgoing);
    if (kind === 'kill-before') return fault!.kill();
    if (kind === 'refused' || kind === 'down') return void outgoing.destroy();
    if (kind === 'throttled') return throttle(incoming, body, outgoing);
    if (kind === 'error') return void outgoing.writeHead(500, { 'content-type': 'text/plain' }).end();
    if (kind === 'hang') return void hang();
    if (attempt > 1 && kind === 'lost-then-refused') return void outgoing.destroy();
    if (attempt > 1 && kind === 'hang-after') return void hang();

    const answer = await forward(incoming, body, { to: this.#endpoint, dispatcher: this.#agent });
    if (kind === 'kill-after') return fault!.kill();
    if (kind === 'hang-after') return void hang();
    if (kind === 'lost-then-refused' || (kind === 'lost' && attempt === 1)) return void outgoing.destroy();
    outgoing.writeHead(answer.status, answer.headers).end(answer.bytes);
  }
}

const nameOf = ({ method, headers }: IncomingMessage): string =>
  String(headers['x-amz-target'] ?? `S3.${method}`).replace(/^.*\./, '');

/** Answers as a table without capacity does. For a transaction, which no SDK repeats, each of its reasons says so. */
const throttle = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): void => {
  const isTransaction = nameOf(incoming) === 'TransactWriteItems';
  const items: object[] = isTransaction ? JSON.parse(body.toString()).TransactItems : [];
  const type = isTransaction ? 'TransactionCanceledException' : 'ThrottlingException';
  refuseAsDynamo(outgoing, type, {
    message: 'Too little capacity',
    ...(isTransaction && { CancellationReasons: items.map(() => ({ Code: 'ThrottlingError' })) }),
  });
};
