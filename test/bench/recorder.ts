import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { dynamo } from '../../shared/stores/aws.ts';

/** A call of DynamoDB as the document client was told to make it. */
export interface RecordedCall {
  name: string;
  input: unknown;
}

/** The calls of DynamoDB that some work makes. */
export const dynamoCalls = async (work: () => Promise<unknown>): Promise<RecordedCall[]> => {
  const calls: RecordedCall[] = [];
  dynamo().middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        calls.push({ name: commandName, input: structuredClone(args.input) });
        return next(args);
      },
    { step: 'initialize', name: 'bench' },
  );
  try {
    await work();
  } finally {
    dynamo().middlewareStack.remove('bench');
  }
  return calls;
};

/** From when to when something was under way, by the clock of `performance`. */
interface Interval {
  from: number;
  to: number;
}

/** What some work asked of AWS and of authorities, and when. */
export interface Timeline {
  aws: Interval[];
  /** When each request to an authority left. */
  authority: number[];
}

/**
 * Watches the calls of this process by what Node and undici tell of all their requests.
 * @param emulator address of AWS here
 * @param authority origin of the authorities
 */
export const timelineOf = async (
  { emulator, authority }: { emulator: string; authority: string },
  work: () => Promise<unknown>,
): Promise<Timeline> => {
  const timeline: Timeline = { aws: [], authority: [] };
  const open = new Map<ClientRequest, Interval>();
  const host = new URL(emulator).host;
  const began = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    if (request.getHeader('host') !== host) return;
    const interval = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    open.set(request, interval);
    timeline.aws.push(interval);
  };
  const ended = (message: unknown) => {
    const interval = open.get((message as { request: ClientRequest }).request);
    if (interval) interval.to = performance.now();
  };
  const asked = (message: unknown) => {
    const { request } = message as { request: { origin: string | URL } };
    if (String(request.origin).replace(/\/$/, '') === authority) timeline.authority.push(performance.now());
  };
  const listeners = {
    'http.client.request.start': began,
    'http.client.response.finish': ended,
    'undici:client:sendHeaders': asked,
  };
  for (const [channel, listener] of Object.entries(listeners)) subscribe(channel, listener);
  try {
    await work();
  } finally {
    for (const [channel, listener] of Object.entries(listeners)) unsubscribe(channel, listener);
  }
  return timeline;
};

/** The most calls of which each began after the one before had ended: what a request waits for, one after another. */
export const roundsOf = (calls: Interval[]): number => {
  let rounds = 0;
  let since = Number.NEGATIVE_INFINITY;
  for (const { from, to } of calls.toSorted((a, b) => a.to - b.to))
    if (from >= since) {
      rounds += 1;
      since = to;
    }
  return rounds;
};

/** The calls of AWS before the first request to an authority, and those after the last. */
export const aroundAuthority = ({ aws, authority }: Timeline) => ({
  before: aws.filter(({ from }) => from < (authority[0] ?? Number.POSITIVE_INFINITY)),
  after: aws.filter(({ from }) => from > (authority.at(-1) ?? Number.POSITIVE_INFINITY)),
});
