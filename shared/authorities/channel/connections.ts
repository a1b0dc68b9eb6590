import { createHash } from 'node:crypto';
import { createSecureContext, type SecureContextOptions, type TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { buildConnector, Client } from 'undici';
import { apiSeconds } from '../../kernel/config.ts';
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
  /** PEM. When given, the only root under which the authority's certificate is accepted: the root of stand-ins. */
  ca?: string | undefined;
  tls?: TlsSettings | undefined;
  credential: Credential;
}

/** The state of an authority towards one certificate. */
interface Known {
  /** The authority has answered this certificate before, so that it accepts it. */
  certificateAccepted: boolean;
}

/** One connection to an authority with one certificate. */
export interface Connection {
  readonly client: Client;
  readonly known: Known;
  /** Its first error, if any: undici reports only that the other side closed. */
  firstError: unknown;
  /** Epoch milliseconds. */
  lastUsed: number;
  /** Requests that use it or wait for it. */
  underWay: number;
}

interface Connections {
  known: Known;
  connections: Connection[];
}

/** Certificates with open connections at a time. The connections of the least recently used are closed. */
export const MAX_CERTIFICATES = 100;
/** Connections of a process. Those of the least recently used certificate are closed. */
const MAX_OPEN = 400;
/** Certificates and addresses whose last session of TLS is kept. */
const MAX_SESSIONS = 1_000;
/**
 * How long after a whole handshake connections go on with it, in milliseconds. Then the certificate of the authority is
 * verified again.
 */
const SESSION_MS = 60 * 60 * 1000;
/**
 * Connections at a time with one certificate; more requests wait. As many as processes that work on one request each would
 * have for as many requests.
 */
export const MAX_CONNECTIONS = 16;
/** TCP and TLS together, in milliseconds. */
const CONNECT_MS = 5_000;
/**
 * Until the headers of an answer, in milliseconds: 20 seconds, which the slow reports of the portals need, and more where a
 * request has more.
 */
const headersMs = (): number => (apiSeconds() - 9) * 1000;
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

/** Hash of a whole destination, including the key, because a wrong connection would act in another's name. */
export const destinationKey = ({
  baseUrl,
  ca = '',
  tls = {},
  credential: { version, key, chain },
}: Destination) =>
  createHash('sha256')
    .update(JSON.stringify([baseUrl, ca, tls, version, key, chain]))
    .digest('hex');

/**
 * The last TLS session of each destination. A new connection resumes it, so that an authority does a full handshake
 * once, even with more certificates than open connections. A session belongs to one key, chain and address and is
 * used with no other, because it decides in whose name a connection acts. Some kilobytes each.
 */
const sessions = new LRUCache<string, { session: Buffer; since: number }>({ max: MAX_SESSIONS });

const sessionOf = (key: string): Buffer | undefined => {
  const known = sessions.get(key);
  return known && Date.now() - known.since < SESSION_MS ? known.session : undefined;
};

/** A resumed session is as old as the handshake that it began with. */
const keepSession = (key: string, session: Buffer, isResumed: boolean): void => {
  const since = (isResumed && sessions.get(key)?.since) || Date.now();
  sessions.set(key, { session, since });
};

const cache = new LRUCache<string, Connections>({
  max: MAX_CERTIFICATES,
  // `close` lets the requests that are in progress finish.
  dispose: ({ connections }) => connections.forEach(close),
});

const close = ({ client }: Connection): void => void client.close().catch(() => {});

/**
 * A connection to a destination, open or new, that no request uses if there may be another one. Call this for every
 * request: connections may be closed between requests.
 * @param commits the request may take effect
 * @throws ChannelFailure `certificate` when OpenSSL does not accept key or chain
 */
export const connectionTo = (destination: Destination, commits: boolean): Connection => {
  const key = destinationKey(destination);
  const ofCertificate = cache.get(key) ?? { known: { certificateAccepted: false }, connections: [] };
  const { known, connections } = ofCertificate;
  // Each by itself: that another connection was used a moment ago says nothing of this one.
  const last = connections
    .filter(({ underWay }) => underWay === 0)
    .toSorted((one, other) => other.lastUsed - one.lastUsed)[0];
  // By the clock, because timers do not run while a Lambda function is frozen.
  const idle = commits ? IDLE_BEFORE_COMMIT_MS : IDLE_MS;
  if (last && Date.now() - last.lastUsed < idle) return last;
  if (!last && connections.length >= MAX_CONNECTIONS)
    return connections.toSorted((one, other) => one.underWay - other.underWay)[0]!;
  const connection: Connection = {
    client: open(destination, key, (error) => {
      connection.firstError = error;
      // The error may come from the TLS session. Undici's own errors only report that it closes the connection.
      if (!codeOf(error).startsWith('UND_ERR_')) sessions.delete(key);
    }),
    known,
    firstError: undefined,
    lastUsed: Date.now(),
    underWay: 0,
  };
  if (last) {
    connections.splice(connections.indexOf(last), 1);
    close(last);
  }
  connections.push(connection);
  cache.set(key, ofCertificate);
  while (cache.size > 1 && numberOpen() > MAX_OPEN) cache.pop();
  return connection;
};

const numberOpen = (): number =>
  [...cache.values()].reduce((sum, { connections }) => sum + connections.length, 0);

/** Closes all connections and forgets their sessions. For tests and for processes that end. */
export const closeConnections = async (): Promise<void> => {
  const clients = [...cache.values()].flatMap(({ connections }) => connections.map(({ client }) => client));
  cache.clear();
  sessions.clear();
  await Promise.all(clients.map((client) => client.destroy()));
};

/** @param key of its session */
const open = (
  { baseUrl, ca, tls = {}, credential }: Destination,
  key: string,
  onError: (error: unknown) => void,
): Client => {
  const context = secureContext(credential, secureOptions(tls, ca));
  return new Client(baseUrl, {
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
    pipelining: 1,
    headersTimeout: headersMs(),
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
