import { setTimeout as realSleep } from 'node:timers/promises';
import { notSwitchedOn, tooManyAtOnce, unknownOutcome } from '../kernel/authority-errors.ts';
import type { AuthorityName } from '../kernel/errors.ts';
import { semaphore } from '../kernel/side-by-side.ts';
import { CircuitOpen } from './channel/breaker.ts';
import type { Answer, connect } from './channel/channel.ts';
import type { Credential } from './channel/connections.ts';
import { ChannelFailure, CommitForbidden } from './channel/failure.ts';
import type { TlsSettings } from './channel/tls.ts';
import { AFTER_PAUSE_MS, type Asked, converse, type Port } from './converse.ts';
import { AccessDenied, type Exchange, Refusal, type Step } from './exchange.ts';
import { admit, isDown, Pace, type SharedHealth } from './health.ts';
import { takeLogIn } from './log-ins.ts';
import { codesIn } from './message-codes.ts';
import type { Conversation } from './recording/har.ts';
import { type Outcome, outcomeAndError, type ScriptRun } from './run-script.ts';
import { NoSlot, Semaphore } from './semaphore.ts';
import type { Access } from './sepe/services/soap.ts';

/** Asks an authority. A question may be repeated if no answer comes. */
export interface ReadingPort {
  /** User and password for SEPE's services, where they are kept with the certificate. */
  access(): Promise<Access | undefined>;
  /**
   * Several at once wait for each other as far as the authority's setting says (`READINGS_AT_ONCE`).
   * @throws ServiceError: refused (422), error page (500), down (503), silent (504), unreadable (502)
   */
  read<In, Out>(exchange: Exchange<'reading', In, Out>, input: In): Promise<Out>;
}

/** Files at an authority. A filing is sent once and never repeated. */
export interface SubmittingPort extends ReadingPort {
  /**
   * Files. With `test=1` it ends where the authority asks to confirm, or before, and answers `undefined`.
   * @throws ServiceError as `read`, and unknown outcome (502)
   */
  submit<In, Out>(exchange: Exchange<'submission', In, Out>, input: In): Promise<Out | undefined>;
  /** Stores the authority's own number of the filing as soon as it is read, because look-ups need it. */
  reference(text: string): void;
  /** True when the caller sent `test=1`. */
  readonly dry: boolean;
}

/** Options of the port to an authority, for one operation. */
export interface PortOptions {
  authority: AuthorityName;
  /** Origin of the authority, https. */
  baseUrl: string;
  /** Origin that serves a path, for an authority with several. */
  siteOf?: (path: string) => string;
  /** PEM. When given, the only root for the authority's certificate: the root of stand-ins. */
  ca?: string | undefined;
  /** How TLS is; the name of the server counts for the origin `baseUrl` only. */
  tls?: TlsSettings;
  /** Called before something is sent. Its errors are passed on unchanged. */
  credential: () => Promise<Credential>;
  /** User and password for services that want them in addition to the certificate. */
  access?: () => Promise<Access | undefined>;
  /** The caller sent `test=1`. */
  dry: boolean;
  /** Only for a filing. */
  filing?: FilingRecord;
  /**
   * Subject of the requests. The breaker counts failures for one subject once. By default this port is a subject of
   * its own.
   */
  subject?: string;
  /** Owner of the stand-ins, where each account has its own: their health is kept for that account alone. */
  world?: string;
  /** The caller asked for a scenario, so the results say nothing about the authority's health. */
  isStaged?: boolean;
  /** The knowledge of all processes about the authority. Without it, only what this process saw counts. */
  health?: SharedHealth;
  /** How many readings are made at the same time at most; one without it. */
  readingsAtOnce?: number;
  /** Sends requests even if the authority is down or paused: for looking up unknown outcomes. */
  bypassesBreaker?: boolean;
  /** The time by which the caller must have an answer. */
  deadline: Date;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Whether the stage has switched on an exchange that is off until seen, by its name. None is by default. */
  isSwitchedOn?: (exchange: string) => boolean;
  /** Records each run of an exchange. Awaited; its errors are ignored. */
  record?: (conversation: Conversation) => Promise<void>;
  /** Receives the name of the worker of a filing or dry run, if the authority shows it. */
  sawWorker?: (name: string) => void;
  /** Receives one record for each exchange. */
  log: (record: ExchangeRecord) => void;
  /** Opens a conversation; over mutual TLS unless a test gives another. */
  connect?: typeof connect;
  /** Waits so many milliseconds; in a test it may only move the clock. */
  sleep?: (milliseconds: number) => Promise<unknown>;
}

/** The record of a filing, through which a port files. */
export interface FilingRecord {
  /** An exchange that files begins: what it sends is written down first. */
  begin(): void;
  /**
   * Sends one request that may take effect, after the record says so.
   * @param send gets the answer to it
   * @param step what is known of it
   * @throws CommitForbidden where it must not be sent: nothing left then. Otherwise what `send` throws
   */
  send(send: () => Promise<Answer>, step?: Pick<Step, 'listedBefore' | 'reference'>): Promise<Answer>;
  /** The authority accepted what an exchange filed. */
  accept(): void;
  /** Keeps the authority's own number of the filing. */
  reference(text: string): void;
}

/** The log record of an exchange: names, counts and times. Never fields, addresses or answers. */
export interface ExchangeRecord {
  authority: AuthorityName;
  /** The exchange's name. */
  exchange: string;
  attempts: number;
  /** Requests, in all attempts. */
  steps: number;
  milliseconds: number;
  outcome: Outcome;
  /** Codes of the messages of a refusal. */
  codes?: string[];
  /** Form of the authority's pages, if it has several. */
  form?: string;
  /** After it this process stops asking the authority for a while. */
  opensBreaker?: true;
}

/** The part of the record of an exchange that is filled in while it runs. */
export type PartialRecord = Pick<
  ExchangeRecord,
  'attempts' | 'steps' | 'outcome' | 'codes' | 'form' | 'opensBreaker'
>;

/** How often an exchange is repeated at most, if it got no answer and has not committed. */
export const MAX_RETRIES = 2;
/**
 * Wait before the first repetition, in milliseconds. The second wait is twice as long. Up to 100 % is added at random.
 */
const BACKOFF_MS = 150;

/** Limits the conversations of the whole process. */
const conversations = new Semaphore();

/** The port of one operation to an authority: exchanges over mutual TLS, with the errors of the interface. */
export const authorityPort = (options: PortOptions): SubmittingPort => {
  const port = { ...options, pace: new Pace(options.deadline) };
  const inTurn = semaphore(isDown(port) ? 1 : (port.readingsAtOnce ?? 1));
  return {
    dry: port.dry,
    access: async () => port.access?.(),
    // Only a filing keeps it.
    reference: (text) => port.filing?.reference(text),
    read: <In, Out>(exchange: Exchange<'reading', In, Out>, input: In) =>
      // A reading has no dry run, so that it has a result where it does not throw.
      inTurn(() => carryOut(port, exchange, input) as Promise<Out>),
    submit: async (exchange, input) => {
      port.filing?.begin();
      const result = await carryOut(port, exchange, input);
      if (!exchange.answersLater) port.filing?.accept();
      return result;
    },
  };
};

/**
 * Runs an exchange, repeats the steps that may be repeated, and logs one record, however it ends.
 * @returns its result, or `undefined` for a dry run
 * @throws ServiceError, or the error of a defect
 */
const carryOut = async <In, Out>(
  port: Port,
  exchange: Exchange<'reading' | 'submission', In, Out>,
  input: In,
): Promise<Out | undefined> => {
  const { authority } = port;
  const began = Date.now();
  const record: PartialRecord = { attempts: 0, steps: 0, outcome: 'defect' };
  try {
    let run = await attempt(port, { exchange, input }, record);
    // Before it commits, a submission only asks, and may be repeated like a reading.
    for (let retries = 0; !run.committed && 'error' in run.end; retries++) {
      if (!(await mayRetry(run.end.error, retries, port))) break;
      run = await attempt(port, { exchange, input }, record);
    }
    const { end, committed, lastAnswer } = run;
    if (!('error' in end)) {
      if (end.worker) port.sawWorker?.(end.worker);
      if ('dry' in end) {
        record.outcome = 'dry';
        return undefined;
      }
      const form = exchange.kind === 'reading' ? exchange.shownForm?.(end.result) : undefined;
      if (form) record.form = form;
      record.outcome = 'result';
      return end.result;
    }
    const { error } = end;
    if (error instanceof CommitForbidden) throw error.reason;
    if (committed && (!(error instanceof Refusal) || error instanceof AccessDenied)) {
      record.outcome = 'unknown';
      throw unknownOutcome(authority, error);
    }
    const [outcome, thrown] = outcomeAndError(authority, error, lastAnswer);
    record.outcome = outcome;
    const codes = error instanceof Refusal ? codesIn(error.messages) : [];
    if (codes.length > 0) record.codes = codes;
    throw thrown;
  } finally {
    try {
      port.log({ authority, exchange: exchange.name, ...record, milliseconds: Date.now() - began });
    } catch {
      // A failing log must not turn an accepted filing into an error.
    }
  }
};

/**
 * No connection, or no answer. A request that was not sent for lack of time is not repeated, because it would be
 * late again.
 */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ChannelFailure &&
  (error.kind === 'unreachable' || (error.kind === 'silent' && error.sent));

/** Waits before another attempt. False if there must be none. */
const mayRetry = async (
  error: unknown,
  retries: number,
  { deadline, sleep = realSleep }: PortOptions,
): Promise<boolean> => {
  if (retries >= MAX_RETRIES || !isUnanswered(error)) return false;
  const wait = BACKOFF_MS * 2 ** retries * (1 + Math.random());
  if (Date.now() + wait >= deadline.getTime()) return false;
  await sleep(wait);
  return true;
};

/**
 * Runs a script once, unless its authority is paused or known to be down. A failure with a cached log-in, before
 * anything could take effect, may only mean that the authority ended that log-in. The script then runs again with a
 * new log-in.
 * @throws ServiceError 503 for an exchange that is not switched on, an authority that is paused, or too many
 * conversations at the same time; and the errors of `credential`
 */
const attempt = async <In, Out>(
  port: Port,
  asked: Asked<In, Out>,
  record: PartialRecord,
): Promise<ScriptRun<Out>> => {
  const { authority, baseUrl, deadline, pace } = port;
  const { exchange } = asked;
  if (exchange.offUntilSeen && !port.isSwitchedOn?.(exchange.name)) {
    record.outcome = 'off';
    throw notSwitchedOn(authority);
  }
  record.attempts += 1;
  let run: ScriptRun<Out> | undefined;
  let admission: ReturnType<typeof admit> | undefined;
  let release: (() => void) | undefined;
  try {
    admission = admit(port, record);
    const credential = await port.credential();
    // A look-up does not wait, because the filing may have taken effect.
    if (!port.bypassesBreaker)
      release = await conversations.acquire({
        certificate: `${baseUrl} ${credential.version}`,
        of: pace,
        // A trial for which all others are stopped begins at once, or another one is the trial.
        until: admission.isTrial ? 0 : deadline.getTime() - AFTER_PAUSE_MS,
      });
    const first = await converse(port, asked, { credential, find: takeLogIn });
    record.steps += first.steps;
    if (first.isDoubtful) {
      run = await converse(port, asked, { credential, find: () => undefined });
      record.steps += run.steps;
    } else run = first;
    return run;
  } catch (error) {
    if (error instanceof CircuitOpen)
      return { steps: 0, committed: false, lastAnswer: undefined, end: { error } };
    if (!(error instanceof NoSlot)) throw error;
    record.outcome = 'too-long';
    throw tooManyAtOnce(authority);
  } finally {
    release?.();
    admission?.leave(run);
  }
};
