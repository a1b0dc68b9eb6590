import { setTimeout as realSleep } from 'node:timers/promises';
import type { PortOptions } from './authority-port.ts';
import { type Answer, type Channel, connect } from './channel/channel.ts';
import type { Credential } from './channel/connections.ts';
import { CookieJar } from './channel/cookies.ts';
import { ChannelFailure } from './channel/failure.ts';
import { type Exchange, OutOfService, Refusal, type Step, Unreadable, written } from './exchange.ts';
import type { Pace } from './health.ts';
import { keepLogIn, type LogIn, logInKey, newLogIn, stepKey } from './log-ins.ts';
import type { RecordedRequest } from './recording/har.ts';
import { runScript, type ScriptRun } from './run-script.ts';

/** Runs a script once: sends its steps with a log-in, in time, and records them. */

/** Time, in milliseconds, that must be left to send a step that commits; with less, its answer could come too late. */
export const COMMIT_NEEDS_MS = 4_000;
/** Time, in milliseconds, that is kept for a look-up while waiting for the answer to a step that commits. */
export const LOOK_UP_MS = 6_000;
/**
 * Time, in milliseconds, that must be left after the wait that a step asks for: for its answer and the steps after it.
 */
export const AFTER_PAUSE_MS = 4_000;

/** Once its record is written, what commits leaves within this time, in milliseconds, or not at all. */
const START_WITHIN_MS = 2_000;

/** The options of a port, and how fast its authority answers. */
export type Port = PortOptions & { pace: Pace };

/** An exchange and what it asks. */
export interface Asked<In, Out> {
  exchange: Exchange<'reading' | 'submission', In, Out>;
  input: In;
}

/** The certificate of a script's run. */
interface LogsIn {
  credential: Credential;
  /** Gives the log-in that is kept under a key. */
  find: (key: string) => LogIn | undefined;
}

/** Runs a script once. It is doubtful if it failed with a kept log-in, which the authority may have ended. */
export const converse = async <In, Out>(
  port: Port,
  { exchange, input }: Asked<In, Out>,
  { credential, find }: LogsIn,
): Promise<ScriptRun<Out> & { isDoubtful: boolean }> => {
  const { baseUrl, ca, dry } = port;
  const logIn = new LogInOfRun(exchange.name, (name) => {
    const key = logInKey({ baseUrl, ca, credential }, name);
    return { key, kept: find(key) };
  });
  const requests = new Requests(port);
  const sender = new Sender(port, { credential, logIn, requests });
  const known = (step: Step): Answer | undefined => {
    const answer = logIn.answerTo(step);
    if (answer) requests.note(step, { answer });
    return answer;
  };
  const run = await runScript({ exchange, input, dry }, sender.send, known);
  const { authority, name, kind } = exchange;
  await port
    .record?.({
      exchange: { authority, name, kind },
      input,
      dry,
      end: endOf(run.end),
      requests: requests.recorded,
    })
    .catch(() => {});
  const isDoubtful =
    'error' in run.end && logIn.isKept && !sender.mayHaveCommitted && isOtherAnswer(run.end.error);
  if (!('error' in run.end)) logIn.keep();
  return { ...run, isDoubtful };
};

/** The log-in of all steps of a run. Its first step says which application it enters. */
class LogInOfRun {
  readonly #exchange: string;
  readonly #find: (name: string) => { key: string; kept: LogIn | undefined };
  #begun: { name: string | undefined; key: string | undefined; isKept: boolean; logIn: LogIn } | undefined;

  /** @param find gives the key of the log-in to an application, and the one that is kept under it */
  constructor(exchange: string, find: (name: string) => { key: string; kept: LogIn | undefined }) {
    this.#exchange = exchange;
    this.#find = find;
  }

  /** Whether an earlier exchange logged in. */
  get isKept(): boolean {
    return this.#begun?.isKept === true;
  }

  /** The log-in for a step. */
  of(step: Step): LogIn {
    return this.#begin(step).logIn;
  }

  /** The cached answer to a step of the log-in that this exchange reuses. */
  answerTo(step: Step): Answer | undefined {
    const { name, logIn } = this.#begin(step);
    if (step.logIn === undefined) return undefined;
    if (step.logIn !== name) throw new Error(`${this.#exchange}: logs in twice`);
    return logIn.answers.get(stepKey(step));
  }

  /** Keeps it for the next exchange. */
  keep(): void {
    if (this.#begun?.key !== undefined) keepLogIn(this.#begun.key, this.#begun.logIn);
  }

  #begin({ logIn: name }: Step) {
    if (!this.#begun) {
      const { key, kept } = name === undefined ? {} : this.#find(name);
      this.#begun = { name, key, isKept: kept !== undefined, logIn: kept ?? newLogIn() };
    }
    return this.#begun;
  }
}

/** The requests of a run, as they are sent and as they are recorded. */
class Requests {
  /** Empty if no one records them. */
  readonly recorded: RecordedRequest[] = [];
  readonly #port: PortOptions;

  constructor(port: PortOptions) {
    this.#port = port;
  }

  /** The request of a step. */
  of({ method, path, body, commits = false, headers }: Step) {
    return {
      method,
      path,
      commits,
      ...(commits && this.#port.filing && { startWithin: START_WITHIN_MS }),
      ...(body !== undefined && { body }),
      headers: { ...headers, ...this.#port.headers },
    };
  }

  /** Records the request of a step. @param recorded what is known about it, to which more is added later */
  note(step: Step, recorded: Partial<RecordedRequest>): void {
    const request = { ...this.of(step), url: originOf(this.#port, step.path) + step.path };
    if (this.#port.record)
      this.recorded.push(Object.assign(recorded, { milliseconds: 0, at: Date.now(), request }));
  }
}

const originOf = ({ siteOf, baseUrl }: PortOptions, path: string): string => siteOf?.(path) ?? baseUrl;

/** Sends the steps of a run, each over the channel to its origin. */
class Sender {
  /** Whether a step that may take effect has begun. */
  mayHaveCommitted = false;
  readonly #port: Port;
  readonly #credential: Credential;
  readonly #logIn: LogInOfRun;
  readonly #requests: Requests;
  readonly #channels = new Map<string, Channel>();

  constructor(
    port: Port,
    { credential, logIn, requests }: { credential: Credential; logIn: LogInOfRun; requests: Requests },
  ) {
    this.#port = port;
    this.#credential = credential;
    this.#logIn = logIn;
    this.#requests = requests;
  }

  /** Waits as the step asks, sends it, and keeps its answer if it logs in. What commits is sent by its record. */
  readonly send = async (unwritten: Step): Promise<Answer> => {
    const { after, needs, commits = false } = unwritten;
    const { pace, filing, deadline } = this.#port;
    const logIn = this.#logIn.of(unwritten);
    if (needs !== undefined) pace.expect(needs);
    if (after !== undefined) await pause(after, this.#port);
    const step = written(unwritten, this.#credential);
    const by = answerBy(step, deadline);
    const ask = async (): Promise<Answer> => {
      this.mayHaveCommitted ||= commits;
      const recorded: Partial<RecordedRequest> = {};
      this.#requests.note(step, recorded);
      const began = Date.now();
      const answer = await this.#channelFor(step, logIn).send(this.#requests.of(step), by);
      const milliseconds = Date.now() - began;
      pace.saw(milliseconds);
      Object.assign(recorded, { answer, milliseconds });
      return answer;
    };
    const answer = await (commits && filing ? filing.send(ask, step) : ask());
    if (step.logIn !== undefined) logIn.answers.set(stepKey(step), answer);
    return answer;
  };

  /** The channel to the origin of a step, with the cookies that this origin has set in the log-in. */
  #channelFor({ path }: Step, { cookies }: LogIn): Channel {
    const { baseUrl, ca, tls, connect: open = connect } = this.#port;
    const origin = originOf(this.#port, path);
    const jar = cookies.get(origin) ?? new CookieJar();
    cookies.set(origin, jar);
    const tlsThere = origin === baseUrl ? tls : { ...tls, serverName: undefined };
    const channel =
      this.#channels.get(origin) ??
      open({ baseUrl: origin, ca, tls: tlsThere, credential: this.#credential }, jar);
    this.#channels.set(origin, channel);
    return channel;
  }
}

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
