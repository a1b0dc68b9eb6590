import { setTimeout as realSleep } from 'node:timers/promises';
import { notSwitchedOn, tooManyAtOnce, unknownOutcome } from '../kernel/authority-errors.ts';
import type { AuthorityName } from '../kernel/errors.ts';
import { semaphore } from '../kernel/side-by-side.ts';
import { CircuitOpen } from './channel/breaker.ts';
import { type Answer, type Channel, connect } from './channel/channel.ts';
import type { Credential } from './channel/connections.ts';
import { CookieJar } from './channel/cookies.ts';
import { ChannelFailure, CommitForbidden } from './channel/failure.ts';
import type { TlsSettings } from './channel/tls.ts';
import {
  AccessDenied,
  codesIn,
  type Exchange,
  OutOfService,
  Refusal,
  type Step,
  Unreadable,
  written,
} from './exchange.ts';
import { admit, isDown, Pace, type SharedHealth } from './health.ts';
import { keepLogIn, type LogIn, logInKey, newLogIn, stepKey, takeLogIn } from './log-ins.ts';
import type { Conversation, RecordedRequest } from './recording/har.ts';
import { type Outcome, outcomeAndError, runScript, type ScriptRun } from './run-script.ts';
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
  /** Only for a filing, which has a record. */
  commit?: Commit;
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

/**
 * Sends one request that may take effect, after the record of its filing says so.
 * @param send gets the answer to it
 * @throws CommitForbidden where it must not be sent: nothing left then. Otherwise what `send` throws
 */
export type Commit = (send: () => Promise<Answer>) => Promise<Answer>;

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
/** Time, in milliseconds, that must be left to send a step that commits; with less, its answer could come too late. */
export const COMMIT_NEEDS_MS = 4_000;
/** Time, in milliseconds, that is kept for a look-up while waiting for the answer to a step that commits. */
export const LOOK_UP_MS = 6_000;
/**
 * Time, in milliseconds, that must be left after the wait that a step asks for: for its answer and the steps after it.
 */
const AFTER_PAUSE_MS = 4_000;

/** Once its record is written, what commits leaves within this time, in milliseconds, or not at all. */
const START_WITHIN_MS = 2_000;

/** Limits the conversations of the whole process. */
const conversations = new Semaphore();

/** The options of a port, and how fast its authority answers. */
type Port = PortOptions & { pace: Pace };

/** The port of one operation to an authority: exchanges over mutual TLS, with the errors of the interface. */
export const authorityPort = (options: PortOptions): SubmittingPort => {
  const port = { ...options, pace: new Pace(options.deadline) };
  const inTurn = semaphore(isDown(port) ? 1 : (port.readingsAtOnce ?? 1));
  return {
    dry: port.dry,
    access: async () => port.access?.(),
    // Only a filing keeps it.
    reference: () => {},
    read: <In, Out>(exchange: Exchange<'reading', In, Out>, input: In) =>
      // A reading has no dry run, so that it has a result where it does not throw.
      inTurn(() => carryOut(port, exchange, input) as Promise<Out>),
    submit: (exchange, input) => carryOut(port, exchange, input),
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

/** An exchange and its credentials. */
interface Asked<In, Out> {
  exchange: Exchange<'reading' | 'submission', In, Out>;
  input: In;
}

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

/** The certificate of a script's run. */
interface LogsIn {
  credential: Credential;
  /** Gives the log-in that is kept under a key. */
  find: (key: string) => LogIn | undefined;
}

/** Runs a script once. */
const converse = async <In, Out>(
  port: Port,
  { exchange, input }: Asked<In, Out>,
  { credential, find }: LogsIn,
): Promise<ScriptRun<Out> & { isDoubtful: boolean }> => {
  const { baseUrl, ca, tls, dry, deadline, headers, pace, commit } = port;
  const { connect: open = connect } = port;
  const siteOf = (path: string) => port.siteOf?.(path) ?? baseUrl;
  /** Set by the first step: the application that it enters, and the log-in for all steps. */
  let begun: { name: string | undefined; key: string | undefined; kept: boolean; logIn: LogIn } | undefined;
  const begin = (name: string | undefined) => {
    const key = name === undefined ? undefined : logInKey({ baseUrl, ca, credential }, name);
    const logIn = key === undefined ? undefined : find(key);
    return { name, key, kept: logIn !== undefined, logIn: logIn ?? newLogIn() };
  };
  const tlsTo = (origin: string) => (origin === baseUrl ? tls : { ...tls, serverName: undefined });
  const channels = new Map<string, Channel>();
  const channelTo = (origin: string, { cookies }: LogIn): Channel => {
    const jar = cookies.get(origin) ?? new CookieJar();
    cookies.set(origin, jar);
    const channel =
      channels.get(origin) ?? open({ baseUrl: origin, ca, tls: tlsTo(origin), credential }, jar);
    channels.set(origin, channel);
    return channel;
  };
  let mayCommit = false;
  const requests: RecordedRequest[] = [];
  const requestOf = ({ method, path, body, commits = false, ...step }: Step) => ({
    method,
    path,
    commits,
    ...(commits && commit && { startWithin: START_WITHIN_MS }),
    ...(body !== undefined && { body }),
    headers: { ...step.headers, ...headers },
  });
  const noteRequest = (step: Step, one: Partial<RecordedRequest>): void => {
    const request = { ...requestOf(step), url: siteOf(step.path) + step.path };
    if (port.record) requests.push(Object.assign(one, { milliseconds: 0, at: Date.now(), request }));
  };
  /** The cached answer to a step of the log-in that this exchange reuses. */
  const known = (step: Step): Answer | undefined => {
    begun ??= begin(step.logIn);
    if (step.logIn === undefined) return undefined;
    if (step.logIn !== begun.name) throw new Error(`${exchange.name}: logs in twice`);
    const answer = begun.logIn.answers.get(stepKey(step));
    if (answer) noteRequest(step, { answer });
    return answer;
  };
  const send = async (asWanted: Step): Promise<Answer> => {
    const { path, after, needs, commits = false } = asWanted;
    begun ??= begin(asWanted.logIn);
    const { logIn } = begun;
    if (needs !== undefined) pace.expect(needs);
    if (after !== undefined) await pause(after, port);
    const step = written(asWanted, credential);
    const by = answerBy(step, deadline);
    const ask = async (): Promise<Answer> => {
      mayCommit ||= commits;
      const one: Partial<RecordedRequest> = {};
      noteRequest(step, one);
      const began = Date.now();
      const answer = await channelTo(siteOf(path), logIn).send(requestOf(step), by);
      const milliseconds = Date.now() - began;
      pace.saw(milliseconds);
      Object.assign(one, { answer, milliseconds });
      return answer;
    };
    const answer = await (commits && commit ? commit(ask) : ask());
    if (step.logIn !== undefined) logIn.answers.set(stepKey(step), answer);
    return answer;
  };
  const scriptRun = await runScript({ exchange, input, dry }, send, known);
  const { authority, name, kind } = exchange;
  await port
    .record?.({ exchange: { authority, name, kind }, input, dry, end: endOf(scriptRun.end), requests })
    .catch(() => {});
  const isDoubtful =
    'error' in scriptRun.end && begun?.kept === true && !mayCommit && isOtherAnswer(scriptRun.end.error);
  if (!('error' in scriptRun.end) && begun?.key !== undefined) keepLogIn(begun.key, begun.logIn);
  return { ...scriptRun, isDoubtful };
};

/** The end of a run in a word: `result`, `dry`, or the name of the error. */
const endOf = (end: ScriptRun<unknown>['end']): string => {
  if ('error' in end) return end.error instanceof Error ? end.error.name : 'defect';
  return 'dry' in end ? 'dry' : 'result';
};

/**
 * The authority gave another answer than the expected one. Its announcements about itself do not depend on a log-in.
 */
const isOtherAnswer = (error: unknown): boolean =>
  error instanceof Refusal ||
  error instanceof Unreadable ||
  (error instanceof OutOfService && !error.announced);

/**
 * The deadline of a step, in epoch milliseconds.
 * @throws ChannelFailure if there is too little time left to send a step that commits
 */
const answerBy = (step: Step, deadline: Date): number => {
  const instant = deadline.getTime() - (step.commits ? LOOK_UP_MS : 0);
  if (step.commits && instant - Date.now() < COMMIT_NEEDS_MS) {
    throw new ChannelFailure('silent', { sent: false, authorityAtFault: false, code: 'too late' });
  }
  return instant;
};

/**
 * Waits before a step.
 * @throws ChannelFailure if too little time would be left after it
 */
const pause = async (milliseconds: number, { deadline, sleep = realSleep }: PortOptions): Promise<void> => {
  if (Date.now() + milliseconds + AFTER_PAUSE_MS > deadline.getTime()) {
    throw new ChannelFailure('silent', { sent: false, authorityAtFault: false, code: 'too late' });
  }
  await sleep(milliseconds);
};
