import { setTimeout as sleep } from 'node:timers/promises';
import { Breaker, CircuitOpen } from '../channel/breaker.ts';
import { type Channel, connect } from '../channel/channel.ts';
import type { Credential } from '../channel/connections.ts';
import { ChannelFailure } from '../channel/failure.ts';
import { type AuthorityName, notSwitchedOn, unknownOutcome } from '../errors.ts';
import type { SubmittingPort } from '../ports.ts';
import { carryOut, type Ending } from './conversation.ts';
import { type Answer, type Exchange, Refusal, type Step, TurnedAway } from './exchange.ts';
import { healthOf, type Outcome, tell } from './verdict.ts';

/** What an operation needs to act before an authority. */
export interface PortOptions {
  authority: AuthorityName;
  /** Origin of the authority, https. */
  baseUrl: string;
  /** Origin that serves a path, where the authority is spread over several. */
  originOf?: (path: string) => string;
  /** PEM; when given, the only root for the authority's certificate. */
  ca?: string | undefined;
  /** Asked for when something is about to be sent; what it throws is thrown on as it is. */
  credential: () => Promise<Credential>;
  /** The caller sent `test=1`. */
  dry: boolean;
  /** By when the caller must have an answer. */
  deadline: Date;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Whether the stage has switched on an exchange that is off until seen, by its name; without this none is. */
  isSwitchedOn?: (exchange: string) => boolean;
  /** Receives one record for each exchange. */
  log: (record: ExchangeRecord) => void;
}

/** What is logged of an exchange: names, counts and times; never fields, addresses or answers. */
export interface ExchangeRecord {
  authority: AuthorityName;
  /** The exchange's name. */
  exchange: string;
  attempts: number;
  /** Requests, in all attempts. */
  steps: number;
  milliseconds: number;
  outcome: Outcome;
}

/** What gets no answer and has not committed is made anew at most so often. */
export const MAX_RETRIES = 2;
/** Wait before it, in milliseconds, doubled the second time; a random part of up to as much again is added. */
const BACKOFF_MS = 150;
/** Nothing that takes effect is sent with less time left than this, in milliseconds: its answer would be missed. */
export const COMMIT_NEEDS_MS = 4_000;
/** Time, in milliseconds, that waiting for the answer to what takes effect leaves for a look-up. */
export const LOOK_UP_MS = 6_000;
/** Time, in milliseconds, that must be left after a wait that a step asks for: for its answer, and what that brings. */
const AFTER_PAUSE_MS = 4_000;

/** Opens an authority to one operation: exchanges over mutual TLS, their failures told as the interface has them. */
export const authorityPort = (options: PortOptions): SubmittingPort => {
  const { authority, dry, deadline } = options;
  return {
    dry,

    read: (exchange, input) =>
      recorded(options, exchange.name, async (tally) => {
        for (let retries = 0; ; retries++) {
          const { how, lastAnswer } = await attempt(options, exchange, input, tally, false);
          if ('result' in how) return how.result;
          const error = 'error' in how ? how.error : new Error('a reading has no dry run');
          if (await mayRetry(error, retries, deadline)) continue;
          const [outcome, told] = tell(authority, error, lastAnswer);
          tally.outcome = outcome;
          throw told;
        }
      }),

    submit: (exchange, input, lookUp) =>
      recorded(options, exchange.name, async (tally) => {
        const attemptOnce = () => attempt(options, exchange, input, tally, lookUp !== undefined);
        let { how, lastAnswer, committed } = await attemptOnce();
        // Before it commits a submission only asks, and may ask again like a reading.
        for (let retries = 0; !committed && 'error' in how; retries++) {
          if (!(await mayRetry(how.error, retries, deadline))) break;
          ({ how, lastAnswer, committed } = await attemptOnce());
        }
        if ('result' in how) return how.result;
        if ('dry' in how) {
          tally.outcome = 'dry';
          return undefined;
        }
        if (!committed || (how.error instanceof Refusal && !(how.error instanceof TurnedAway))) {
          const [outcome, told] = tell(authority, how.error, lastAnswer);
          tally.outcome = outcome;
          throw told;
        }
        tally.outcome = 'unknown';
        // That it cannot be looked up either changes nothing: the outcome is as unknown as before.
        const found = await lookUp?.().catch(() => undefined);
        if (found === undefined) throw unknownOutcome(authority, how.error);
        tally.outcome = 'looked-up';
        return found;
      }),
  };
};

/**
 * Carries a script out once, unless the breaker is open.
 * @throws ServiceError 503 for an exchange that is not switched on, and what the source of the credential throws
 */
const attempt = <In, Out>(
  options: PortOptions,
  exchange: Exchange<'reading' | 'submission', In, Out>,
  input: In,
  tally: Tally,
  mayLookUp: boolean,
): Promise<Ending<Out>> => {
  if (exchange.offUntilSeen && !options.isSwitchedOn?.(exchange.name)) {
    tally.outcome = 'off';
    throw notSwitchedOn(options.authority);
  }
  tally.attempts += 1;
  const { baseUrl, ca, credential, dry, deadline, headers } = options;
  const converse = async () => {
    const who = await credential();
    // One for each origin, so that an origin is sent its own cookies only.
    const channels = new Map<string, Channel>();
    const channelTo = (path: string): Channel => {
      const origin = options.originOf?.(path) ?? baseUrl;
      const channel = channels.get(origin) ?? connect({ baseUrl: origin, ca, credential: who });
      channels.set(origin, channel);
      return channel;
    };
    const send = async (step: Step): Promise<Answer> => {
      const { method, path, body, after, commits = false } = step;
      if (after !== undefined) await pause(after, deadline);
      const request = {
        method,
        path,
        commits,
        ...(body !== undefined && { body }),
        headers: { ...step.headers, ...headers },
      };
      return channelTo(path).send(request, latest(step, deadline, mayLookUp));
    };
    const ending = await carryOut(exchange, input, dry, send);
    tally.steps += ending.steps;
    return ending;
  };
  return breakerOf(options)
    .run(converse, healthOf)
    .catch((error: unknown) => {
      if (!(error instanceof CircuitOpen)) throw error;
      return { steps: 0, committed: false, lastAnswer: undefined, how: { error } };
    });
};

/**
 * By when a step must be answered, in epoch milliseconds.
 * @throws ChannelFailure when there is too little time left to send what takes effect
 */
const latest = (step: Step, deadline: Date, mayLookUp: boolean): number => {
  const instant = deadline.getTime() - (step.commits && mayLookUp ? LOOK_UP_MS : 0);
  if (step.commits && instant - Date.now() < COMMIT_NEEDS_MS) {
    throw new ChannelFailure('silent', { sent: false, ofAuthority: false, code: 'too late' });
  }
  return instant;
};

/**
 * Waits as a step wants.
 * @throws ChannelFailure when that leaves too little time for what follows
 */
const pause = async (milliseconds: number, deadline: Date): Promise<void> => {
  if (Date.now() + milliseconds + AFTER_PAUSE_MS > deadline.getTime()) {
    throw new ChannelFailure('silent', { sent: false, ofAuthority: false, code: 'too late' });
  }
  await sleep(milliseconds);
};

/** By authority and address, for the life of the process. */
const breakers = new Map<string, Breaker>();

const breakerOf = ({ authority, baseUrl }: PortOptions): Breaker => {
  const name = `${authority} ${baseUrl}`;
  const breaker = breakers.get(name) ?? new Breaker();
  breakers.set(name, breaker);
  return breaker;
};

/** No connection, or no answer to what was sent; what was not sent for want of time will not be in time later either. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ChannelFailure &&
  (error.kind === 'unreachable' || (error.kind === 'silent' && error.sent));

/** Waits before another attempt; false when there is to be none. */
const mayRetry = async (error: unknown, retries: number, deadline: Date): Promise<boolean> => {
  if (retries >= MAX_RETRIES || !isUnanswered(error)) return false;
  const wait = BACKOFF_MS * 2 ** retries * (1 + Math.random());
  if (Date.now() + wait >= deadline.getTime()) return false;
  await sleep(wait);
  return true;
};

/** What the record of an exchange is made from; filled in as it goes. */
type Tally = Pick<ExchangeRecord, 'attempts' | 'steps' | 'outcome'>;

const recorded = async <T>(
  { authority, log }: PortOptions,
  exchange: string,
  run: (tally: Tally) => Promise<T>,
): Promise<T> => {
  const began = Date.now();
  const tally: Tally = { attempts: 0, steps: 0, outcome: 'defect' };
  try {
    const result = await run(tally);
    if (tally.outcome === 'defect') tally.outcome = 'result';
    return result;
  } finally {
    try {
      log({ authority, exchange, ...tally, milliseconds: Date.now() - began });
    } catch {
      // A log that fails must not turn an accepted filing into an error.
    }
  }
};
