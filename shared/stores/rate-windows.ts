import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../config.ts';
import { dynamo } from './aws.ts';
import { windowKey } from './keyspace.ts';
import { plainItem, rowParser } from './row-parser.ts';

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

/** The count with which the next window starts: the requests above the limit, at most one full window. */
const carryOver = (consumed: number, limit: number) => Math.min(limit, Math.max(0, consumed - limit));

const windowAfter = (consumed: number, limit: number, window: number, now: Date): Window => {
  const reset = (window + 1) * WINDOW_SECONDS;
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
 * window are admitted. The first request of a window needs a second update, which sets the count with which the window
 * starts. If another request does that first, this one is counted again.
 * @param scope certificate or user with the route, or an IP
 * @param limit requests a minute
 */
export const countRequest = async (scope: string, limit: number, now: Date): Promise<Window> => {
  const current = Math.floor(now.getTime() / 1000 / WINDOW_SECONDS);
  const key = { TableName: setting('WINDOWS_TABLE'), Key: windowKey.rate(scope) };
  for (;;) {
    const { counted, old } = await countInWindow(key, current);
    if (counted) return windowAfter(counted.count, limit, counted.window, now);
    const start = old?.window === current - 1 ? carryOver(old.count, limit) : 0;
    if (await openWindow(key, current, start + 1, old)) return windowAfter(start + 1, limit, current, now);
  }
};

interface Key {
  TableName: string;
  Key: { id: string };
}

const rateWindow = z.object({
  /** Minutes since the epoch. */
  window: z.int(),
  /** The count with which the window started, and the requests counted since. */
  count: z.int(),
});

type RateWindow = z.infer<typeof rateWindow>;

const parseRateWindow = rowParser('RateWindow', 'rate', rateWindow);

/** Adds one to the current window, and returns it. If there is only an older one, returns that one as `old`. */
const countInWindow = async (
  key: Key,
  current: number,
): Promise<{ counted?: RateWindow; old?: RateWindow }> => {
  try {
    // A later window comes from another instance, whose clock is ahead. Counting in it keeps the limit exact.
    const { Attributes } = await dynamo().send(
      new UpdateCommand({
        ...key,
        UpdateExpression: 'ADD #count :one',
        ConditionExpression: '#window >= :current',
        ExpressionAttributeNames: { '#count': 'count', '#window': 'window' },
        ExpressionAttributeValues: { ':one': 1, ':current': current },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { counted: parseRateWindow(Attributes) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item ? { old: parseRateWindow(plainItem(error.Item)) } : {};
  }
};

/** Replaces the stored window. Returns false if another request has changed it meanwhile. */
const openWindow = async (
  key: Key,
  current: number,
  count: number,
  old: RateWindow | undefined,
): Promise<boolean> => {
  try {
    await dynamo().send(
      new UpdateCommand({
        ...key,
        UpdateExpression: 'SET #window = :current, #count = :count, #expires = :expires',
        ConditionExpression:
          old === undefined ? 'attribute_not_exists(#window)' : '#window = :oldWindow AND #count = :oldCount',
        ExpressionAttributeNames: { '#window': 'window', '#count': 'count', '#expires': 'expires' },
        ExpressionAttributeValues: {
          ':current': current,
          ':count': count,
          // The next window still needs the count of this one.
          ':expires': (current + 3) * WINDOW_SECONDS,
          ...(old && { ':oldWindow': old.window, ':oldCount': old.count }),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
