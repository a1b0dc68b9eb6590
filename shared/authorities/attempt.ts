import { setTimeout as realSleep } from 'node:timers/promises';
import { notSwitchedOn, tooManyAtOnce } from '../kernel/authority-errors.ts';
import type { Answer } from './channel/answer.ts';
import { type Channel, connect } from './channel/channel.ts';
import type { Credential } from './channel/connections.ts';
import { CookieJar } from './channel/cookies.ts';
import { ChannelFailure } from './channel/failure.ts';
import { type Exchange, OutOfService, Refusal, type Step, Unreadable, written } from './exchange.ts';
import { askIfWell, type Pace } from './health.ts';
import { keepLogIn, type LogIn, logInKey, newLogIn, stepKey, takeLogIn } from './log-ins.ts';
import type { PartialRecord } from './outcome.ts';
import type { PortOptions } from './port-options.ts';
import type { RecordedRequest } from './recording/har.ts';
import { runScript, type ScriptRun } from './run-script.ts';
import { NoTurn, Turns } from './turns.ts';

/** An exchange, and with what it is made. */
interface Asked<In, Out> {
  exchange: Exchange<'reading' | 'submission', In, Out>;
  input: In;
}

/** The options of a port, and what it knows of the time that its authority takes. */
type Options = PortOptions & { pace: Pace };

/** Time, in milliseconds, that must be left to send a step that commits; with less, its answer could come too late. */
export const COMMIT_NEEDS_MS = 4_000;
/** Time, in milliseconds, that is kept for a look-up while waiting for the answer to a step that commits. */
export const LOOK_UP_MS = 6_000;
/**
 * Time, in milliseconds, that must be left after the wait that a step asks for: for its answer and the steps after it.
 */
const AFTER_PAUSE_MS = 4_000;

/** Of all requests of the process. */
const turns = new Turns();

/**
 * Runs a script once, unless its authority is paused or known to be down. What goes wrong with a kept log-in before anything was to take effect is
 * not believed: the authority may have ended it, whatever it says. The script is run again then, and logs in again.
 * @throws ServiceError 503 for an exchange that is not switched on, an authority that is paused, or too many conversations
 * at the same time; and what `credential` throws
 */
export const attempt = <In, Out>(
  options: Options,
  asked: Asked<In, Out>,
  record: PartialRecord,
): Promise<ScriptRun<Out>> => {
  const { exchange } = asked;
  if (exchange.offUntilSeen && !options.isSwitchedOn?.(exchange.name)) {
    record.outcome = 'off';
    throw notSwitchedOn(options.authority);
  }
  record.attempts += 1;
  const run = async (isTrial: boolean) => {
    const given = await options.credential();
    const wanted = {
      certificate: `${options.baseUrl} ${given.version}`,
      of: options.pace,
      // A trial for which all others are stopped has its turn at once, or another one is the trial.
      until: isTrial ? 0 : options.deadline.getTime() - AFTER_PAUSE_MS,
    };
    const converseOnce = async () => {
      const first = await converse(options, asked, { credential: given, find: takeLogIn });
      record.steps += first.steps;
      if (!first.isDoubtful) return first;
      const second = await converse(options, asked, { credential: given, find: () => undefined });
      record.steps += second.steps;
      return second;
    };
    // A look-up does not wait: what was sent may have taken effect.
    return options.bypassesBreaker ? converseOnce() : turns.take(wanted, converseOnce);
  };
  return askIfWell(options, record, run).catch((error: unknown) => {
    if (!(error instanceof NoTurn)) throw error;
    record.outcome = 'too-long';
    throw tooManyAtOnce(options.authority);
  });
};

/** With which certificate a script is run. */
interface LogsIn {
  credential: Credential;
  /** Gives the log-in that is kept under a key. */
  find: (key: string) => LogIn | undefined;
}

/** Runs a script once. */
const converse = async <In, Out>(
  options: Options,
  { exchange, input }: Asked<In, Out>,
  { credential, find }: LogsIn,
): Promise<ScriptRun<Out> & { isDoubtful: boolean }> => {
  const { baseUrl, ca, tls, dry, deadline, headers, pace, commit } = options;
  const { connect: open = connect } = options;
  const siteOf = (path: string) => options.siteOf?.(path) ?? baseUrl;
  /** Set by the first step: what it enters, and the log-in that is used for all of them. */
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
    if (options.record) requests.push(Object.assign(one, { milliseconds: 0, at: Date.now(), request }));
  };
  /** What a step was answered when the log-in was made that this exchange goes on with. */
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
    if (after !== undefined) await pause(after, options);
    const step = written(asWanted, credential);
    const by = answerBy(step, deadline);
    const ask = async (): Promise<Answer> => {
      mayCommit ||= commits;
      const one: Partial<RecordedRequest> = {};
      noteRequest(step, one);
      const began = Date.now();
      const answer = await pace.take(() => channelTo(siteOf(path), logIn).send(requestOf(step), by));
      return Object.assign(one, { answer, milliseconds: Date.now() - began }).answer;
    };
    const answer = await (commits && commit ? commit(ask) : ask());
    if (step.logIn !== undefined) logIn.answers.set(stepKey(step), answer);
    return answer;
  };
  const scriptRun = await runScript({ exchange, input, dry }, send, known);
  const { authority, name, kind } = exchange;
  await options
    .record?.({ exchange: { authority, name, kind }, input, dry, end: endOf(scriptRun.end), requests })
    .catch(() => {});
  const isDoubtful =
    'error' in scriptRun.end && begun?.kept === true && !mayCommit && isOtherAnswer(scriptRun.end.error);
  if (!('error' in scriptRun.end) && begun?.key !== undefined) keepLogIn(begun.key, begun.logIn);
  return { ...scriptRun, isDoubtful };
};

/** What a run came to, in a word: `result`, `dry`, or the name of the error. */
const endOf = (end: ScriptRun<unknown>['end']): string => {
  if ('error' in end) return end.error instanceof Error ? end.error.name : 'defect';
  return 'dry' in end ? 'dry' : 'result';
};

/** The authority answered, and not with what was asked for. What it announces about itself does not depend on a log-in. */
const isOtherAnswer = (error: unknown): boolean =>
  error instanceof Refusal ||
  error instanceof Unreadable ||
  (error instanceof OutOfService && !error.announced);

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

/** Once its record is written, what commits leaves within this time, in milliseconds, or not at all. */
const START_WITHIN_MS = 2_000;
