import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../config.ts';
import { dynamo } from './aws.ts';

/** Rate windows are aligned minutes of the server's clock. */
const WINDOW_SECONDS = 60;

/** Where one scope stands after a request was counted. */
export interface Window {
  /** Requests allowed in a window. */
  limit: number;
  /** Requests left in this window, never below zero. */
  remaining: number;
  /** End of this window, seconds since the epoch; the same for all responses of the window. */
  reset: number;
  /** True when this very request is within the limit. */
  admitted: boolean;
  /** Seconds from now until a request would in fact be accepted; 0 while some are left. */
  retryAfter: number;
}

/** What a window starts with: what the one before consumed above its limit, at most one full window. */
const carryOver = (consumed: number, limit: number) => Math.min(limit, Math.max(0, consumed - limit));

const standing = (consumed: number, limit: number, window: number, now: Date): Window => {
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
 * Counts one request of a scope, admitted or not, in one atomic update: however many arrive at once, no more than
 * `limit` of a window are admitted. The first request of a window takes a second update, which sets what the window
 * starts with; whoever loses that race counts again.
 * @param scope who and where: certificate or user with the route, or an IP
 * @param limit requests a minute
 */
export const countRequest = async (scope: string, limit: number, now: Date): Promise<Window> => {
  const current = Math.floor(now.getTime() / 1000 / WINDOW_SECONDS);
  const key = { TableName: setting('WINDOWS_TABLE'), Key: { id: `rate#${scope}` } };
  for (;;) {
    const old = await countInWindow(key, current);
    if ('consumed' in old) return standing(old.consumed, limit, old.window, now);
    const start = old.window === current - 1 ? carryOver(old.count, limit) : 0;
    if (await openWindow(key, current, start + 1, old)) return standing(start + 1, limit, current, now);
  }
};

interface Key {
  TableName: string;
  Key: { id: string };
}

interface Stored {
  window: number | undefined;
  count: number;
}

/** Adds one to the current window; answers the stored one where it is of another minute. */
const countInWindow = async (
  key: Key,
  current: number,
): Promise<{ consumed: number; window: number } | Stored> => {
  try {
    // A window later than ours is another instance's clock running ahead; counting in it keeps the limit exact.
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
    return { consumed: Attributes?.count, window: Attributes?.window };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { window: numberOf(error.Item?.window), count: numberOf(error.Item?.count) ?? 0 };
  }
};

const numberOf = (attribute: { N?: string } | undefined) =>
  attribute?.N === undefined ? undefined : Number(attribute.N);

/** Replaces the stored window if nobody did meanwhile. */
const openWindow = async (key: Key, current: number, count: number, old: Stored): Promise<boolean> => {
  try {
    await dynamo().send(
      new UpdateCommand({
        ...key,
        UpdateExpression: 'SET #window = :current, #count = :count, #expires = :expires',
        ConditionExpression:
          old.window === undefined
            ? 'attribute_not_exists(#window)'
            : '#window = :oldWindow AND #count = :oldCount',
        ExpressionAttributeNames: { '#window': 'window', '#count': 'count', '#expires': 'expires' },
        ExpressionAttributeValues: {
          ':current': current,
          ':count': count,
          // The next window still needs this one's excess.
          ':expires': (current + 3) * WINDOW_SECONDS,
          ...(old.window !== undefined && { ':oldWindow': old.window, ':oldCount': old.count }),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
