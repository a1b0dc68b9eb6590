import type { AuthorityName } from '../kernel/errors.ts';
import type { Answer } from './channel/answer.ts';
import type { connect } from './channel/channel.ts';
import type { Credential } from './channel/connections.ts';
import { ChannelFailure } from './channel/failure.ts';
import type { TlsSettings } from './channel/tls.ts';
import type { SharedHealth } from './health.ts';
import type { ExchangeRecord } from './outcome.ts';
import type { Conversation } from './recording/har.ts';
import type { Access } from './sepe/access.ts';

/** What the port to an authority needs for one operation. */
export interface PortOptions {
  authority: AuthorityName;
  /** Origin of the authority, https. */
  baseUrl: string;
  /** Origin that serves a path, for an authority with several. */
  siteOf?: (path: string) => string;
  /** PEM. When given, the only root for the authority's certificate: that of stand-ins. */
  ca?: string | undefined;
  /** How TLS is; the name of the server counts for the origin `baseUrl` only. */
  tls?: TlsSettings;
  /** Called before something is sent. What it throws is passed on unchanged. */
  credential: () => Promise<Credential>;
  /** User and password for services that want them in addition to the certificate. */
  access?: () => Promise<Access | undefined>;
  /** The caller sent `test=1`. */
  dry: boolean;
  /** Of a filing, whose record stands behind what may take effect. */
  commit?: Commit;
  /**
   * Names what the requests are about. However often an authority fails for one subject, the breaker counts it once.
   * Without it, this port is a subject of its own.
   */
  subject?: string;
  /** Whose authorities these are, where each account has its own: what they show is of that world alone. */
  world?: string;
  /** The caller asked for something to go wrong: what comes says nothing about the authority. */
  isStaged?: boolean;
  /** What all processes know of the authority together. Without it, only what this one saw counts. */
  health?: SharedHealth;
  /** How many readings are made at the same time at most; one without it. */
  readingsAtOnce?: number;
  /** Asks whatever is known of the authority, and also while it is paused: to look up what is not known. */
  bypassesBreaker?: boolean;
  /** The time by which the caller must have an answer. */
  deadline: Date;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Whether the stage has switched on an exchange that is off until seen, by its name. Without this, none is on. */
  isSwitchedOn?: (exchange: string) => boolean;
  /** Keeps each run of an exchange. Awaited, and what it throws is taken no notice of. */
  record?: (conversation: Conversation) => Promise<void>;
  /** Gets the name of the worker of whom something was filed or tried, where the authority shows it. */
  sawWorker?: (name: string) => void;
  /** Receives one record for each exchange. */
  log: (record: ExchangeRecord) => void;
  /** Opens a conversation; over mutual TLS unless a test gives another. */
  connect?: typeof connect;
  /** Waits so many milliseconds; a test gives one that only moves its clock. */
  sleep?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Sends one request that may take effect, after the record of its filing says so.
 * @param send gets the answer to it
 * @throws CommitForbidden where it must not be sent: nothing left then. Otherwise what `send` throws
 */
export type Commit = (send: () => Promise<Answer>) => Promise<Answer>;

/** What commits was not let through. Nothing left. */
export class CommitForbidden extends ChannelFailure {
  readonly reason: unknown;
  constructor(reason: unknown) {
    super('silent', { sent: false, authorityAtFault: false, code: 'not written down' });
    this.reason = reason;
  }
}
