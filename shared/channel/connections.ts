import { createHash } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { buildConnector, Pool } from 'undici';
import { ChannelFailure, codeOf } from './failure.ts';

/** The certificate that acts, as TLS takes it. */
export interface Credential {
  /** Names this key and chain; another version of a certificate has another one. */
  version: string;
  /** Private key, PEM, not encrypted. */
  key: string;
  /** Certificate and its issuers, PEM. */
  chain: string;
}

/** Where to, and as whom. */
export interface Destination {
  /** Origin of the authority, such as `https://w2.seg-social.es`; without path. */
  baseUrl: string;
  /** PEM. When given, the only root that the authority's certificate may descend from. */
  ca?: string | undefined;
  credential: Credential;
}

/** Connections to one authority as one certificate. */
export interface Connections {
  readonly pool: Pool;
  /** An answer came over them once, so that the certificate is good. */
  proven: boolean;
  /** The error that the last of them to fail began with: undici reports only that the other side closed. */
  firstError: unknown;
  /** Epoch milliseconds. */
  lastUsed: number;
}

/** Certificates with open connections at a time; what is used least falls out and is closed. */
const MAX_CERTIFICATES = 50;
/** Connections at a time as one certificate; more requests wait. */
const MAX_CONNECTIONS = 4;
/** TCP and TLS together, in milliseconds. */
const CONNECT_MS = 5_000;
/** Until the headers of an answer, in milliseconds: the slow reports of the portals need it. */
const HEADERS_MS = 20_000;
/** Between two pieces of a body, in milliseconds. */
const BODY_MS = 10_000;
/** A connection idle for longer, in milliseconds, is not used again; a server that announces less is believed. */
const IDLE_MS = 60_000;
/**
 * The same for a request that takes effect. Servers close idle connections after five seconds or more (Apache's
 * default): a request written to a connection that is being closed gets no answer, and when it files something, that
 * costs an unknown outcome. Any other request is simply made again.
 */
const IDLE_BEFORE_COMMIT_MS = 4_000;
/** Largest answer, in bytes. */
export const MAX_ANSWER_BYTES = 20 * 1024 * 1024;

/** Everything that tells two destinations apart, the key included: a wrong one would act in another's name. */
const identityOf = ({ baseUrl, ca = '', credential: { version, key, chain } }: Destination) =>
  createHash('sha256')
    .update(JSON.stringify([baseUrl, ca, version, key, chain]))
    .digest('hex');

const kept = new LRUCache<string, Connections>({
  max: MAX_CERTIFICATES,
  // Closing lets what is under way finish.
  dispose: ({ pool }) => void pool.close().catch(() => {}),
});

/**
 * The connections to a destination, kept from earlier or new. Ask again for every request: what is kept may be closed
 * in between.
 * @param commits what is to be sent takes effect
 * @throws ChannelFailure `certificate` when OpenSSL does not take key or chain
 */
export const connectionsTo = (destination: Destination, commits: boolean): Connections => {
  const identity = identityOf(destination);
  const earlier = kept.get(identity);
  // By the clock, because timers stand still while a Lambda function is frozen.
  const idle = commits ? IDLE_BEFORE_COMMIT_MS : IDLE_MS;
  if (earlier && Date.now() - earlier.lastUsed < idle) return earlier;
  const connections: Connections = {
    pool: open(destination, (error) => {
      connections.firstError = error;
    }),
    proven: earlier?.proven ?? false,
    firstError: undefined,
    lastUsed: Date.now(),
  };
  kept.set(identity, connections);
  return connections;
};

/** Closes all connections. For tests and for processes that end. */
export const closeConnections = async (): Promise<void> => {
  const pools = [...kept.values()].map(({ pool }) => pool);
  kept.clear();
  await Promise.all(pools.map((pool) => pool.destroy()));
};

const open = ({ baseUrl, ca, credential }: Destination, onError: (error: unknown) => void): Pool => {
  const connector = buildConnector({
    secureContext: secureContext(credential, ca),
    rejectUnauthorized: true,
    timeout: CONNECT_MS,
    // Under HTTP/2 undici may send a request again by itself.
    allowH2: false,
  });
  return new Pool(baseUrl, {
    connect: (options, callback) =>
      connector(options, (...[error, socket]) => {
        socket?.once('error', onError);
        if (error) callback(error, null);
        else callback(null, socket);
      }),
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

const secureContext = ({ key, chain }: Credential, ca: string | undefined) => {
  try {
    return createSecureContext({ key, cert: chain, ca, minVersion: 'TLSv1.2' });
  } catch (error) {
    throw new ChannelFailure('certificate', { sent: false, ofAuthority: false, code: codeOf(error) });
  }
};
