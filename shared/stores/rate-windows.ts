import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../kernel/config.ts';
import { dynamo } from './dynamo/dynamo.ts';
import { rowParser } from './dynamo/row-parser.ts';
import { windowKey } from './keyspace.ts';
import { update } from './table.ts';

/** A rate window is a minute of the server's clock. */
const WINDOW_SECONDS = 60;

/** The window of a scope after a request was counted. */
export interface Window {
  /** Requests allowed in a window. */
  limit: number;
  /** Requests left in this window, never below zero. */
  remaining: number;
  /** End of this window, in seconds since the epoch; the same in all responses of the window. */
  reset: number;
  /** True when the counted request is within the limit. */
  admitted: boolean;
  /** Seconds until a request will be accepted; 0 while some are left. */
  retryAfter: number;
}

/** Count carried into the next window: the requests above the limit, at most one full window. */
const carryOver = (consumed: number, limit: number) => Math.min(limit, Math.max(0, consumed - limit));

/** Which window it is. */
const windowOf = (now: Date): number => Math.floor(now.getTime() / 1000 / WINDOW_SECONDS);

const windowAfter = (consumed: number, limit: number, now: Date): Window => {
  const reset = (windowOf(now) + 1) * WINDOW_SECONDS;
  const untilReset = Math.max(1, Math.ceil(reset - now.getTime() / 1000));
  const blockedNext = carryOver(consumed, limit) >= limit;
  return {
    limit,
    remaining: Math.max(0, limit - consumed),
    reset,
    admitted: consumed <= limit,
    retryAfter: consumed < limit ? 0 : untilReset + (blockedNext ? WINDOW_SECONDS : 0),
  };
};

/**
 * Counts one request of a scope, admitted or not, in one atomic update, so that no more than `limit` requests of a
 * window are admitted. A request above the limit is counted in the next window, too.
 * @param scope certificate or user with the route, or an IP
 * @param limit requests a minute
 */
export const countRequest = async (scope: string, limit: number, now: Date): Promise<Window> => {
  const window = windowOf(now);
  const consumed = await countIn(scope, window);
  const isCarried = carryOver(consumed, limit) > carryOver(consumed - 1, limit);
  if (isCarried) await countIn(scope, window + 1);
  return windowAfter(consumed, limit, now);
};

/** Takes back one request of a scope that was counted in the window of `now`. */
export const giveBack = async (scope: string, limit: number, now: Date): Promise<void> => {
  const window = windowOf(now);
  const left = await countIn(scope, window, -1);
  const wasCarried = carryOver(left + 1, limit) > carryOver(left, limit);
  if (wasCarried) await countIn(scope, window + 1, -1);
};

const parseRateWindow = rowParser('RateWindow', 'rate', () => z.object({ count: z.int() }));

/** Adds to a window, and returns its count. */
const countIn = async (scope: string, window: number, added = 1): Promise<number> => {
  const { Attributes } = await dynamo().send(
    new UpdateCommand({
      ...update(setting('WINDOWS_TABLE'), windowKey.rate(scope, window), {
        add: { count: added },
        // A minute after its end, since clocks differ a little.
        set: { expires: (window + 2) * WINDOW_SECONDS },
      }),
      ReturnValues: 'ALL_NEW',
    }),
  );
  return parseRateWindow(Attributes).count;
};
