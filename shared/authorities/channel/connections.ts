import { createHash } from 'node:crypto';
import { createSecureContext, type SecureContextOptions, type TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { buildConnector, Pool } from 'undici';
import { ChannelFailure, codeOf } from './failure.ts';
import { secureOptions, type TlsSettings } from './tls.ts';

/** The certificate that acts before the authority, in the form that TLS takes. */
export interface Credential {
  /** Names this key and chain. Another version of the certificate has another name. */
  version: string;
  /** Private key, PEM, not encrypted. */
  key: string;
  /** Certificate and its issuers, PEM. */
  chain: string;
}

/** An authority, and the certificate that acts before it. */
export interface Destination {
  /** Origin of the authority, such as `https://w2.seg-social.es`; without path. */
  baseUrl: string;
  /** PEM. When given, the only root under which the authority's certificate is accepted: that of stand-ins. */
  ca?: string | undefined;
  tls?: TlsSettings | undefined;
  credential: Credential;
}

/** Connections to one authority with one certificate. */
export interface Connections {
  readonly pool: Pool;
  /** The authority has answered this certificate before, so that it accepts it. */
  certificateAccepted: boolean;
  /** The first error of the connection that failed last: undici reports only that the other side closed. */
  firstError: unknown;
  /** Epoch milliseconds. */
  lastUsed: number;
}

/** Certificates with open connections at a time. The connections of the least recently used are closed. */
const MAX_CERTIFICATES = 50;
/** Certificates and addresses whose last session of TLS is kept. */
const MAX_SESSIONS = 1_000;
/** How long after a whole handshake connections go on with it, in milliseconds. Then the certificate of the authority is verified anew. */
const SESSION_MS = 60 * 60 * 1000;
/** Connections at a time with one certificate; more requests wait. */
const MAX_CONNECTIONS = 4;
/** TCP and TLS together, in milliseconds. */
const CONNECT_MS = 5_000;
/** Until the headers of an answer, in milliseconds: the slow reports of the portals need this long. */
const HEADERS_MS = 20_000;
/** Between two pieces of a body, in milliseconds. */
const BODY_MS = 10_000;
/** Longest idle time of a connection that is used again, in milliseconds; less if the server announces less. */
const IDLE_MS = 60_000;
/**
 * The same for a request that takes effect. Servers close idle connections after five seconds or more (Apache's
 * default). A request on a connection that is being closed gets no answer; if it files something, its outcome is
 * unknown. Any other request is repeated.
 */
const IDLE_BEFORE_COMMIT_MS = 4_000;
/** Largest answer, in bytes. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** A hash of all that a destination is, the key included: a wrong connection would act in another's name. */
const cacheKeyOf = ({ baseUrl, ca = '', tls = {}, credential: { version, key, chain } }: Destination) =>
  createHash('sha256')
    .update(JSON.stringify([baseUrl, ca, tls, version, key, chain]))
    .digest('hex');

/**
 * Sessions of TLS by destination, the last of each: a new connection goes on with it, so that an authority is asked for
 * a whole handshake once, also with more certificates than have connections. Whose session it is decides in whose name
 * a connection acts: it belongs to one key, chain and address, and is used with no other. Some kilobytes each.
 */
const sessions = new LRUCache<string, { session: Buffer; since: number }>({ max: MAX_SESSIONS });

const sessionOf = (key: string): Buffer | undefined => {
  const known = sessions.get(key);
  return known && Date.now() - known.since < SESSION_MS ? known.session : undefined;
};

/** What is resumed is as old as the handshake that it began with. */
const keepSession = (key: string, session: Buffer, isResumed: boolean): void => {
  const since = (isResumed && sessions.get(key)?.since) || Date.now();
  sessions.set(key, { session, since });
};

const cache = new LRUCache<string, Connections>({
  max: MAX_CERTIFICATES,
  // `close` lets the requests that are in progress finish.
  dispose: ({ pool }) => void pool.close().catch(() => {}),
});

/**
 * The connections to a destination, cached or new. Call this for every request: cached connections may be closed
 * between requests.
 * @param commits the request may take effect
 * @throws ChannelFailure `certificate` when OpenSSL does not accept key or chain
 */
export const connectionsTo = (destination: Destination, commits: boolean): Connections => {
  const key = cacheKeyOf(destination);
  const cached = cache.get(key);
  // By the clock, because timers do not run while a Lambda function is frozen.
  const idle = commits ? IDLE_BEFORE_COMMIT_MS : IDLE_MS;
  if (cached && Date.now() - cached.lastUsed < idle) return cached;
  const connections: Connections = {
    pool: open(destination, key, (error) => {
      connections.firstError = error;
      // What went wrong may be the session; undici's own errors are those with which it closes a connection.
      if (!codeOf(error).startsWith('UND_ERR_')) sessions.delete(key);
    }),
    certificateAccepted: cached?.certificateAccepted ?? false,
    firstError: undefined,
    lastUsed: Date.now(),
  };
  cache.set(key, connections);
  return connections;
};

/** Closes all connections and forgets their sessions. For tests and for processes that end. */
export const closeConnections = async (): Promise<void> => {
  const pools = [...cache.values()].map(({ pool }) => pool);
  cache.clear();
  sessions.clear();
  await Promise.all(pools.map((pool) => pool.destroy()));
};

/** @param key of its session */
const open = (
  { baseUrl, ca, tls = {}, credential }: Destination,
  key: string,
  onError: (error: unknown) => void,
): Pool => {
  const context = secureContext(credential, { ...secureOptions(tls), ...(ca && { ca }) });
  return new Pool(baseUrl, {
    connect: (options, callback) => {
      const connector = buildConnector({
        secureContext: context,
        rejectUnauthorized: true,
        ...(tls.serverName && { servername: tls.serverName }),
        timeout: CONNECT_MS,
        // Under HTTP/2 undici may repeat a request by itself.
        allowH2: false,
        session: sessionOf(key),
        // undici would keep sessions as long as the garbage collector likes.
        maxCachedSessions: 0,
      });
      const connecting = connector(options, (...[error, socket]) => {
        socket?.once('error', onError);
        if (error) {
          sessions.delete(key);
          callback(error, null);
        } else callback(null, socket);
      }) as unknown as TLSSocket;
      // It comes before the connection is ready under TLS 1.2, and after it under 1.3.
      connecting.on('session', (session: Buffer) => keepSession(key, session, connecting.isSessionReused()));
    },
    allowH2: false,
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    headersTimeout: HEADERS_MS,
    bodyTimeout: BODY_MS,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
};

const secureContext = ({ key, chain }: Credential, options: SecureContextOptions) => {
  try {
    return createSecureContext({ key, cert: chain, ...options });
  } catch (error) {
    throw new ChannelFailure('certificate', { sent: false, authorityAtFault: false, code: codeOf(error) });
  }
};
