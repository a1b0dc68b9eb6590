import { lookup as systemLookup } from 'node:dns';
import { LRUCache } from 'lru-cache';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { addressFault, isLoopback, isPublic } from '../receiver-address.ts';

/** A request to a webhook's receiver. */
export interface ReceiverCall {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Why a call got no answer.
 * - `address`: the name leads to an address that is not public; nothing was sent.
 * - `name`: it does not resolve.
 * - `silent`: no answer in time.
 * - `tls`: its certificate or TLS is not acceptable.
 * - `connection`: refused, cut, or no HTTP.
 */
export type CallFault = 'address' | 'name' | 'silent' | 'tls' | 'connection';

/** The status of the answer and its header `Retry-After`, or the fault; `code` is the error's code, for diagnosis. */
export type CallResult = { status: number; retryAfter?: string } | { fault: CallFault; code: string };

/** Options of a call; tests replace system functions. */
export interface CallOptions {
  /** Whether loopback addresses are allowed, also without TLS. */
  toLoopback: boolean;
  /** Timeout in milliseconds until the answer begins. */
  timeout?: number;
  lookup?: typeof systemLookup;
  /** Trusted roots (PEM) in place of Node's. */
  ca?: string;
}

/**
 * Timeout in milliseconds until the answer begins: a receiver should accept an event at once and process it later.
 */
const ANSWER_MS = 10_000;
/** Timeout of TCP and TLS together, in milliseconds. */
const CONNECT_MS = 5_000;
/** Bytes of the body that are read so that the connection can be reused; only the status counts. */
const MOST_BODY = 16 * 1024;
/** Timeout in milliseconds from the beginning of the answer to the end of its body. */
const BODY_MS = 2_000;
/** Concurrent connections to one receiver. */
const CONNECTIONS = 2;
/** Receivers with open connections. */
const MOST_RECEIVERS = 100;
/** Longest idle time of a reused connection, in milliseconds. Servers close idle ones after five seconds or more. */
const IDLE_MS = 4_000;

class InsideError extends Error {
  readonly code = 'ADDRESS_NOT_PUBLIC';
}

/**
 * Connection pools by origin and options. They expire by the clock, because timers stop while a function is frozen.
 */
const pools = new LRUCache<string, { pool: Pool; lastUsed: number }>({
  max: MOST_RECEIVERS,
  dispose: ({ pool }) => void pool.close().catch(() => {}),
});

/**
 * Calls a receiver once, without following redirects or retrying. The connection resolves the name itself and opens
 * only if all its addresses are public, so a name that changes its address a moment later gains nothing (DNS
 * rebinding).
 */
export const callReceiver = async (
  { url, headers, body }: ReceiverCall,
  options: CallOptions,
): Promise<CallResult> => {
  if (addressFault(url, options.toLoopback) !== undefined)
    return { fault: 'address', code: new InsideError().code };
  const { origin, pathname, search } = new URL(url);
  const connections = await connectionsTo(origin, options);
  return new Promise<CallResult>((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let isOver = false;
    let size = 0;
    const end = (result: CallResult) => {
      clearTimeout(timer);
      isOver = true;
      connections.lastUsed = Date.now();
      resolve(result);
    };
    const fail = (error: Error) => {
      end({ fault: faultOf(error), code: codeOf(error) });
      controller?.abort(error);
    };
    let timer = setTimeout(() => fail(new SilentError()), options.timeout ?? ANSWER_MS);
    connections.pool.dispatch(
      { method: 'POST', path: pathname + search, headers, body, idempotent: false },
      {
        onRequestStart(started) {
          // The request waited too long for a connection: it counts as failed and must not be sent any more.
          if (isOver) started.abort(new SilentError());
          else controller = started;
        },
        onResponseStart(_controller, status, headers) {
          // Informational answers, such as 103, do not count.
          if (status < 200) return;
          const [retryAfter] = [headers['retry-after'] ?? []].flat();
          end({ status, ...(retryAfter !== undefined && { retryAfter }) });
          timer = setTimeout(() => controller?.abort(new SilentError()), BODY_MS);
        },
        onResponseData(_controller, chunk) {
          size += chunk.byteLength;
          if (size > MOST_BODY) controller?.abort(new Error('the answer is long enough'));
        },
        onResponseEnd: () => clearTimeout(timer),
        onResponseError: (_controller, error) => {
          clearTimeout(timer);
          if (!isOver) fail(error);
        },
      },
    );
  });
};

class SilentError extends Error {
  readonly code = 'NO_ANSWER_IN_TIME';
}

const connectionsTo = async (origin: string, options: CallOptions) => {
  const { toLoopback, lookup, ca } = options;
  // Connections with a test's own look-up are not shared.
  const key = lookup ? undefined : JSON.stringify([origin, toLoopback, ca]);
  const known = key && pools.get(key);
  if (known && Date.now() - known.lastUsed < IDLE_MS) return known;
  const { buildConnector, Pool } = await import('undici');
  const opened = {
    pool: new Pool(origin, {
      connect: guarded(buildConnector, options),
      allowH2: false,
      connections: CONNECTIONS,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
    }),
    lastUsed: Date.now(),
  };
  if (key) pools.set(key, opened);
  return opened;
};

/** Look-up that yields only public addresses; the connection goes to exactly the address that was checked. */
const guarded = (
  build: typeof buildConnector,
  { toLoopback, lookup = systemLookup, ca }: CallOptions,
): buildConnector.connector => {
  const isAllowed = (ip: string | undefined) =>
    ip !== undefined && (isPublic(ip) || (toLoopback && isLoopback(ip)));
  const onlyPublic: typeof systemLookup = ((name: string, wanted: object, callback: Looked) =>
    lookup(name, { ...wanted, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      // Any internal address among them might be tried next.
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new InsideError(), []);
      return 'all' in wanted && wanted.all
        ? callback(null, addresses)
        : callback(null, first.address, first.family);
    })) as typeof systemLookup;
  const connect = build({
    lookup: onlyPublic,
    timeout: CONNECT_MS,
    allowH2: false,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(ca && { ca }),
  });
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (isAllowed(socket.remoteAddress)) return callback(null, socket);
      socket.destroy();
      return callback(new InsideError(), null);
    });
};

type Looked = (
  error: Error | null,
  address: string | { address: string; family: number }[],
  family?: number,
) => void;

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.name;

const NAMES = /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|ENODATA)$/;
const SILENT = /^(NO_ANSWER_IN_TIME|UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/;
const TLS =
  /^(ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/;

const faultOf = (error: Error): CallFault => {
  const code = codeOf(error);
  if (error instanceof InsideError) return 'address';
  if (NAMES.test(code)) return 'name';
  if (SILENT.test(code)) return 'silent';
  return TLS.test(code) ? 'tls' : 'connection';
};
