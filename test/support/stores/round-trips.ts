import { setTimeout as sleep } from 'node:timers/promises';
import { authorityPort, type PortOptions } from '../../../shared/authorities/authority-port.ts';
import { connect } from '../../../shared/authorities/channel/channel.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';

/**
 * Counts the round trips to AWS for which a request waits one after another, without measuring time: each AWS call is held
 * until the process has nothing else to do; then all held calls go out together, which is one round trip. An authority takes
 * longer than all AWS calls that were begun alongside its request, so calls that are done meanwhile do not count as round
 * trips.
 */

/**
 * The AWS calls for which one request waited. Each round trip lists the calls that went out together, such as
 * `BatchGetItem`.
 */
export interface RoundTrips {
  /** Before the first request to an authority; all of them if no authority was asked. */
  before: string[][];
  /** Between two requests to an authority. */
  between: string[][];
  /** After the last answer of an authority, until the request was answered. */
  after: string[][];
  /**
   * Calls for which nothing waited: they ran alongside a request to an authority, or were not finished when the request was
   * answered.
   */
  beside: string[];
}

interface Held {
  name: string;
  goOn(): void;
  done: Promise<unknown>;
}

interface SentRequest {
  method: string;
  hostname: string;
  path: string;
  headers: Record<string, string>;
}

/**
 * Name of a request: the operation in its headers, such as `GetItem`, or method and object for S3, such as `PUT
 * manifest.json`.
 */
const nameOf = ({ method, path, headers }: SentRequest): string => {
  const target = headers['x-amz-target'] ?? headers['X-Amz-Target'];
  return target?.split('.').at(-1) ?? `${method} ${path.split('/').at(-1)}`;
};

/**
 * Turns of the event loop, each at least a millisecond, without activity, after which the process counts as having nothing to
 * do.
 */
const QUIET_TURNS = 25;

let held: Held[] = [];
let isCounting = false;
let happened = 0;
let asking = 0;
let phase: 'before' | 'between' = 'before';
let roundTrips: RoundTrips = { before: [], between: [], after: [], beside: [] };

/** Work of threads for which Node's event loop waits, such as hashing a password or reading a module. */
const hasWork = () =>
  process
    .getActiveResourcesInfo()
    .some((name) => /REQUEST|Request|FSReq/.test(name) && !/TCP|GetAddr|Connect|Write|Shutdown/i.test(name));

const quiet = async (): Promise<void> => {
  for (let turns = 0, seen = happened; turns < QUIET_TURNS; turns++) {
    await sleep(1);
    if (happened !== seen || hasWork()) [turns, seen] = [0, happened];
  }
};

/** Lets all held calls go out together, and waits until they are done. */
const release = async (): Promise<string[]> => {
  const wave = held;
  held = [];
  for (const { goOn } of wave) goOn();
  await Promise.allSettled(wave.map(({ done }) => done));
  happened++;
  return wave.map(({ name }) => name).sort();
};

/** Holds the calls of all clients, which share the class of their request handler. */
const holdCalls = (): void => {
  const handler = Object.getPrototypeOf(dynamo().config.requestHandler);
  const real = handler.handle;
  handler.handle = async function (request: SentRequest, ...more: unknown[]) {
    if (!isCounting) return real.call(this, request, ...more);
    happened++;
    const gate = Promise.withResolvers<void>();
    const answer = gate.promise.then(() => real.call(this, request, ...more));
    held.push({ name: nameOf(request), goOn: gate.resolve, done: answer });
    return answer;
  };
};
let isHolding = false;

/** Opens authorities whose requests take longer than AWS calls; for `Services`. */
export const openSlowAuthority = (options: PortOptions) =>
  authorityPort({
    ...options,
    connect: (to) => {
      const channel = connect(to);
      return {
        send: async (request, deadline) => {
          if (!isCounting) return channel.send(request, deadline);
          happened++;
          asking++;
          phase = 'between';
          roundTrips.between.push(...roundTrips.after);
          roundTrips.after = [];
          try {
            return await channel.send(request, deadline);
          } finally {
            for (await quiet(); held.length > 0; await quiet()) roundTrips.beside.push(...(await release()));
            happened++;
            asking--;
          }
        },
      };
    },
  });

/** Counts the round trips of one request; nothing else may use the stores meanwhile. */
export const roundTripsOf = async <Answer>(
  ask: () => Promise<Answer>,
): Promise<{ answer: Answer; roundTrips: RoundTrips }> => {
  if (!isHolding) holdCalls();
  isHolding = true;
  roundTrips = { before: [], between: [], after: [], beside: [] };
  phase = 'before';
  isCounting = true;
  let isAnswered = false;
  const answering = ask().finally(() => {
    isAnswered = true;
    happened++;
  });
  try {
    while (!isAnswered) {
      await quiet();
      if (isAnswered || asking > 0 || held.length === 0) continue;
      // Only at the end is it known which calls came after the last answer of an authority.
      const list = phase === 'before' ? roundTrips.before : roundTrips.after;
      list.push(await release());
    }
    const answer = await answering;
    for (await quiet(); held.length > 0; await quiet()) roundTrips.beside.push(...(await release()));
    return { answer, roundTrips };
  } finally {
    isCounting = false;
    await release();
  }
};
