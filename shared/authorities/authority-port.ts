import { setTimeout as realSleep } from 'node:timers/promises';
import type { Answer } from '../channel/answer.ts';
import { type Channel, connect } from '../channel/channel.ts';
import type { Credential } from '../channel/connections.ts';
import { ChannelFailure } from '../channel/failure.ts';
import { type AuthorityName, notSwitchedOn, unknownOutcome } from '../errors.ts';
import type { SubmittingPort } from '../ports.ts';
import { AccessDenied, type Exchange, Refusal, type Step } from './exchange.ts';
import { type ExchangeRecord, type PartialRecord, withRecord } from './exchange-record.ts';
import { askIfWell, type SharedHealth } from './health.ts';
import { outcomeAndError } from './outcome.ts';
import { Pace } from './pace.ts';
import { endOf } from './recording/end.ts';
import type { Conversation, Said } from './recording/har.ts';
import { runScript, type ScriptRun } from './run-script.ts';
import type { Access } from './sepe/access.ts';

/** What the port to an authority needs for one operation. */
export interface PortOptions {
  authority: AuthorityName;
  /** Origin of the authority, https. */
  baseUrl: string;
  /** Origin that serves a path, for an authority with several. */
  siteOf?: (path: string) => string;
  /** PEM. When given, the only root for the authority's certificate. */
  ca?: string | undefined;
  /** Called before something is sent. What it throws is passed on unchanged. */
  credential: () => Promise<Credential>;
  /** User and password for services that know them beside the certificate. */
  access?: () => Promise<Access | undefined>;
  /** The caller sent `test=1`. */
  dry: boolean;
  guard?: CommitGuard;
  /**
   * Names what the requests are about. However often an authority fails for one subject, the breaker counts it once.
   * Without it, this port is a subject of its own.
   */
  subject?: string;
  /** What all processes know of the authority together. Without it, only what this one saw counts. */
  health?: SharedHealth;
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
  /** Receives one record for each exchange. */
  log: (record: ExchangeRecord) => void;
  /** Opens a conversation; over mutual TLS unless a test gives another. */
  connect?: typeof connect;
  /** Waits so many milliseconds; a test gives one that only moves its clock. */
  sleep?: (milliseconds: number) => Promise<unknown>;
}

/** Watches over what may take effect; a filing's record stands behind it. */
export interface CommitGuard {
  /**
   * Awaited before a step that may take effect, once in each attempt. What it throws is thrown on, and nothing is sent.
   */
  beforeCommit(): Promise<void>;
  /** The authority's answer to a step that may take effect, as it was received. */
  answered(answer: Answer): void;
  /** Something was sent that may have taken effect. */
  sent(): void;
  /** The authority accepted it. */
  accepted(): void;
  /** The authority's own number for it was read. */
  reference(text: string): void;
}

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

/** The port of one operation to an authority: exchanges over mutual TLS, with the errors of the interface. */
export const authorityPort = (given: PortOptions): SubmittingPort => {
  const options = { ...given, pace: new Pace(given.deadline) };
  const { authority, dry } = options;
  return {
    dry,
    access: async () => options.access?.(),
    reference: (text) => options.guard?.reference(text),

    read: (exchange, input) =>
      withRecord(options, exchange.name, async (record) => {
        for (let retries = 0; ; retries++) {
          const { end, lastAnswer } = await attempt(options, exchange, input, record);
          if ('result' in end) return end.result;
          const cause = 'error' in end ? end.error : new Error('a reading has no dry run');
          if (await mayRetry(cause, retries, options)) continue;
          const [outcome, error] = outcomeAndError(authority, cause, lastAnswer);
          record.outcome = outcome;
          throw error;
        }
      }),

    submit: (exchange, input) =>
      withRecord(options, exchange.name, async (record) => {
        const attemptOnce = () => attempt(options, exchange, input, record);
        let { end, lastAnswer, committed } = await attemptOnce();
        // Before it commits, a submission only asks, and may be repeated like a reading.
        for (let retries = 0; !committed && 'error' in end; retries++) {
          if (!(await mayRetry(end.error, retries, options))) break;
          ({ end, lastAnswer, committed } = await attemptOnce());
        }
        if (committed) options.guard?.sent();
        if ('result' in end) {
          if (!exchange.answersLater) options.guard?.accepted();
          return end.result;
        }
        if ('dry' in end) {
          record.outcome = 'dry';
          return undefined;
        }
        if (end.error instanceof CommitForbidden) throw end.error.reason;
        if (!committed || (end.error instanceof Refusal && !(end.error instanceof AccessDenied))) {
          const [outcome, error] = outcomeAndError(authority, end.error, lastAnswer);
          record.outcome = outcome;
          throw error;
        }
        record.outcome = 'unknown';
        throw unknownOutcome(authority, end.error);
      }),
  };
};

/**
 * Runs a script once, unless the authority is known to be down.
 * @throws ServiceError 503 for an exchange that is not switched on or an authority that is paused, and what `credential` throws
 */
const attempt = <In, Out>(
  options: PortOptions & { pace: Pace },
  exchange: Exchange<'reading' | 'submission', In, Out>,
  input: In,
  record: PartialRecord,
): Promise<ScriptRun<Out>> => {
  if (exchange.offUntilSeen && !options.isSwitchedOn?.(exchange.name)) {
    record.outcome = 'off';
    throw notSwitchedOn(options.authority);
  }
  record.attempts += 1;
  const { baseUrl, ca, credential, dry, deadline, headers, pace, connect: open = connect } = options;
  const run = async () => {
    const given = await credential();
    // One channel for each origin, so that an origin gets its own cookies only.
    const channels = new Map<string, Channel>();
    const channelTo = (path: string): Channel => {
      const origin = options.siteOf?.(path) ?? baseUrl;
      const channel = channels.get(origin) ?? open({ baseUrl: origin, ca, credential: given });
      channels.set(origin, channel);
      return channel;
    };
    let mayCommit = false;
    const said: Said[] = [];
    const send = async (step: Step): Promise<Answer> => {
      const { method, path, body, after, needs, commits = false } = step;
      if (needs !== undefined) pace.expect(needs);
      if (after !== undefined) await pause(after, options);
      const by = answerBy(step, deadline);
      if (commits && !mayCommit) {
        await options.guard?.beforeCommit().catch((error: unknown) => {
          throw new CommitForbidden(error);
        });
        mayCommit = true;
      }
      const request = {
        method,
        path,
        commits,
        ...(commits && options.guard && { startWithin: START_WITHIN_MS }),
        ...(body !== undefined && { body }),
        headers: { ...step.headers, ...headers },
      };
      const at = Date.now();
      const one: Said = {
        at,
        milliseconds: 0,
        request: { ...request, url: (options.siteOf?.(path) ?? baseUrl) + path },
      };
      if (options.record) said.push(one);
      const answer = await pace.take(() => channelTo(path).send(request, by));
      Object.assign(one, { answer, milliseconds: Date.now() - at });
      if (commits) options.guard?.answered(answer);
      return answer;
    };
    const scriptRun = await runScript(exchange, input, dry, send);
    const { authority, name, kind } = exchange;
    await options
      .record?.({ exchange: { authority, name, kind }, input, dry, end: endOf(scriptRun.end), said })
      .catch(() => {});
    record.steps += scriptRun.steps;
    return scriptRun;
  };
  return askIfWell(options, pace, record, run);
};

/**
 * The time by which a step must be answered, in epoch milliseconds.
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

/** The guard did not let a step that commits be sent. Nothing left. */
class CommitForbidden extends ChannelFailure {
  readonly reason: unknown;
  constructor(reason: unknown) {
    super('silent', { sent: false, authorityAtFault: false, code: 'not written down' });
    this.reason = reason;
  }
}

/** Once the guard has let it pass, what commits leaves within this time, in milliseconds, or not at all. */
const START_WITHIN_MS = 2_000;

/** No connection, or no answer to what was sent. What was not sent for lack of time would be late the next time too. */
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
