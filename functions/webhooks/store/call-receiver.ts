import { lookup as systemLookup } from 'node:dns';
import { LRUCache } from 'lru-cache';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { addressFault, isLoopback, isPublic } from '../receiver-address.ts';

/** A call of a webhook's receiver: where to, and with what. */
export interface ReceiverCall {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * How a call without an answer failed. - `address`: it leads to an address that is not of the public internet, and nothing
 * was sent. - `name`: it does not resolve. - `silent`: no answer in time. - `tls`: its certificate or TLS does not serve.
 * - `connection`: refused, cut, or no HTTP.
 */
export type CallFault = 'address' | 'name' | 'silent' | 'tls' | 'connection';

/** The status of the answer, or how the call failed; `code` is that of the error, for people who look for the cause. */
export type CallResult = { status: number } | { fault: CallFault; code: string };

/** How a call is made; what a test puts in place of the system's. */
export interface CallOptions {
  /** Also to this machine, and without TLS there. */
  toLoopback: boolean;
  /** Milliseconds until an answer must have begun. */
  timeout?: number;
  lookup?: typeof systemLookup;
  /** PEM: roots that are trusted in place of those that Node has. */
  ca?: string;
}

/** Milliseconds until an answer must have begun: a receiver is to take an event, and to work on it later. */
const ANSWER_MS = 10_000;
/** TCP and TLS together, in milliseconds. */
const CONNECT_MS = 5_000;
/** Of an answer its status counts; so much of its body is read, in bytes, so that the connection can be used again. */
const MOST_BODY = 16 * 1024;
/** Milliseconds until a body must have ended, after its answer has begun. */
const BODY_MS = 2_000;
/** Connections at a time with one receiver. */
const CONNECTIONS = 2;
/** Receivers with open connections. */
const MOST_RECEIVERS = 100;
/** Longest idle time of a connection that is used again, in milliseconds: servers close idle ones after five seconds or more. */
const IDLE_MS = 4_000;

class InsideError extends Error {
  readonly code = 'ADDRESS_NOT_PUBLIC';
}

/** Connections with receivers by origin and options. By the clock, because timers do not run while a function is frozen. */
const pools = new LRUCache<string, { pool: Pool; lastUsed: number }>({
  max: MOST_RECEIVERS,
  dispose: ({ pool }) => void pool.close().catch(() => {}),
});

/**
 * Calls a receiver once. Redirections are not followed, and nothing is repeated. Which addresses its name has is asked by the
 * connection itself, which opens only if all of them are of the public internet: a name that has another address a moment
 * later gains nothing.
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
          // It waited for a connection for too long: it counts as failed, and must not arrive.
          if (isOver) started.abort(new SilentError());
          else controller = started;
        },
        onResponseStart(_controller, status) {
          // An answer that only announces another one, such as 103, is none.
          if (status < 200) return;
          end({ status });
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
  // A test's own look-up makes connections that no one else uses.
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

/** Connects only to addresses of the public internet: the address that was asked for is the one that is connected to. */
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
      // One that is inside among others may be the next that is tried.
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
