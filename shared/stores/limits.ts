import { AsyncLocalStorage } from 'node:async_hooks';
import { callLimitsFactor } from '../kernel/config.ts';

/** How long a call of an AWS client may take. All of it is longer by `callLimitsFactor`. */
export interface CallLimits {
  /** Attempts, with the first. The SDK repeats what timed out, found no connection or failed at AWS. */
  attempts: number;
  /** Milliseconds until the head of an answer, and between two pieces of its body. */
  attemptMs: number;
  /** Milliseconds of all attempts, the waits between them and the body of the answer. */
  callMs: number;
  /** Milliseconds before the deadline at which a call must have ended, to leave time for others. */
  reserveMs: number;
}

/** An AWS call ran into its deadline. It is unknown whether its write took effect. */
class CallTimeout extends Error {}

/** How connections fail, as Node names it. */
const NO_CONNECTION =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** Errors of AWS services that have too little capacity for a call at the moment. */
const THROTTLED =
  /^(Throttl(ing|ed)(Exception)?|ProvisionedThroughputExceededException|RequestLimitExceeded|TooManyRequestsException|SlowDown)$/;

/**
 * Whether an error means that AWS could not answer a call now, after all attempts of the SDK: AWS did not answer in time or not
 * at all, failed itself (5xx), or throttled the call. An answer that refuses a call is not one of these.
 */
export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof CallTimeout) return true;
  // The SDK's own errors have the number of attempts, and the status of the answer if there was one.
  if (!(error instanceof Error) || !('$metadata' in error)) return false;
  const { httpStatusCode = 0 } = error.$metadata as { httpStatusCode?: number };
  if (httpStatusCode >= 500 || THROTTLED.test(error.name)) return true;
  return error.name === 'TimeoutError' || ('code' in error && NO_CONNECTION.test(String(error.code)));
};

/** A call without any answer ends after about 9 seconds; an operation with its authority has 25. */
const LIMITS: CallLimits = { attempts: 3, attemptMs: 3_000, callMs: 10_000, reserveMs: 0 };
/** Until a connection is there, in milliseconds. */
const CONNECT_MS = 2_000;

/** So many milliseconds of waiting for AWS, or more on an emulator of tests. */
export const waitingForAws = (milliseconds: number): number => milliseconds * callLimitsFactor();

/** The deadline of the work that a call belongs to, by the clock of `performance`. */
const deadline = new AsyncLocalStorage<number | undefined>();

/**
 * Runs work in which every AWS call ends within so many milliseconds, or by the deadline of the surrounding work.
 * @param given what the work is called with
 */
export const withDeadline = <Given extends unknown[], Result>(
  milliseconds: number,
  work: (...given: Given) => Result,
  ...given: Given
): Result => {
  const instant = performance.now() + waitingForAws(milliseconds);
  return deadline.run(Math.min(instant, deadline.getStore() ?? instant), work, ...given);
};

/**
 * Runs a read whose result several requests share. It has the deadline of one call, not the remaining time of the
 * request that happened to begin it.
 */
export const withoutDeadline = <Result>(read: () => Promise<Result>): Promise<Result> =>
  deadline.run(undefined, read);

/**
 * Waits for what `withoutDeadline` reads, no longer than the work here may take.
 * @throws Error after that
 */
export const untilDeadline = async <Result>(read: Promise<Result>): Promise<Result> => {
  const instant = deadline.getStore();
  if (instant === undefined) return read;
  const { promise, reject } = Promise.withResolvers<never>();
  const milliseconds = Math.max(0, Math.floor(instant - performance.now()));
  const late = () => reject(new CallTimeout(`an AWS call was not done within ${milliseconds} ms`));
  const timer = setTimeout(late, milliseconds);
  return Promise.race([read, promise]).finally(() => clearTimeout(timer));
};

/** Configuration of all AWS clients. */
interface Config {
  maxAttempts: number;
  requestHandler: {
    connectionTimeout: number;
    requestTimeout: number;
    throwOnRequestTimeout: true;
    socketTimeout: number;
  };
}

type Send = (command: object, options?: { abortSignal?: AbortSignal }) => Promise<unknown>;

/**
 * An AWS client whose calls end in time, each with an error if it got no answer. The service makes all its clients
 * here.
 */
export const limited = <Client extends { send: (...args: never[]) => unknown }>(
  make: (config: Config) => Client,
  limits: Partial<CallLimits> = {},
): Client => {
  const given = { ...LIMITS, ...limits };
  const { attempts } = given;
  const attemptMs = waitingForAws(given.attemptMs);
  const client = make({
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: waitingForAws(CONNECT_MS),
      requestTimeout: attemptMs,
      // Without it the SDK writes a warning when that time is over, and waits on.
      throwOnRequestTimeout: true,
      // The time of a request ends with the head of its answer; this is for the body.
      socketTimeout: attemptMs,
    },
  });
  const send = client.send.bind(client) as Send;
  const sendInTime: Send = async (command, options) => {
    const reserveMs = waitingForAws(given.reserveMs);
    const left = (deadline.getStore() ?? Number.POSITIVE_INFINITY) - reserveMs - performance.now();
    if (left <= 0) throw new CallTimeout('an AWS call was not made: no time is left');
    const milliseconds = Math.ceil(Math.min(waitingForAws(given.callMs), left));
    const end = AbortSignal.timeout(milliseconds);
    const { abortSignal = end } = options ?? {};
    try {
      return await send(command, { ...options, abortSignal: AbortSignal.any([end, abortSignal]) });
    } catch (error) {
      if (!end.aborted || !(error instanceof Error) || error.name !== 'AbortError') throw error;
      throw new CallTimeout(`an AWS call was not done within ${milliseconds} ms`, { cause: error });
    }
  };
  return Object.assign(client, { send: sendInTime });
};
