import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Agent } from 'undici';
import { HOST, listen, shut } from '../../sandbox/loopback.ts';
import { forward, refuseAsDynamo } from '../support/servers/proxy.ts';

/**
 * What goes wrong with a call of AWS, in all attempts of the SDK:
 * `refused`, `throttled`, `error` and `hang` before it is carried out; `lost` once, `lost-then-refused` and `hang-after` after it was
 * carried out; `down` refuses this call and all after it. `kill-before` and `kill-after` end the caller's process.
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

/** Stands between the service and AWS. */
export class AwsProxy {
  /** Calls since it was armed, in their order, such as `GetItem`; repetitions by the SDK are not counted. */
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

  /** Counts calls from now on, and lets the one at this place go wrong. */
  arm(fault?: { at: number; kind: AwsFault }, kill: () => void = () => {}): void {
    this.disarm();
    this.calls = [];
    this.#invocations.length = 0;
    this.#attempts.clear();
    if (fault) this.#fault = { ...fault, kill };
  }

  /** From now on all goes well; what hangs is cut off. */
  disarm(): void {
    this.#fault = undefined;
    for (const outgoing of this.#hanging) outgoing.destroy();
    this.#hanging.clear();
  }

  async close(): Promise<void> {
    this.disarm();
    await Promise.all([shut(this.#server), this.#agent.destroy()]);
  }

  /** The place of a call among those since it was armed, and whether the SDK repeats it. */
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

/** As a table does that has no capacity left; of a transaction, which no SDK repeats, by each of its reasons. */
const throttle = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): void => {
  const isTransaction = nameOf(incoming) === 'TransactWriteItems';
  const items: object[] = isTransaction ? JSON.parse(body.toString()).TransactItems : [];
  const type = isTransaction ? 'TransactionCanceledException' : 'ThrottlingException';
  refuseAsDynamo(outgoing, type, {
    message: 'Too little capacity',
    ...(isTransaction && { CancellationReasons: items.map(() => ({ Code: 'ThrottlingError' })) }),
  });
};
