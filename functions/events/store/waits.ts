import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../../shared/kernel/config.ts';
import { dynamo, epochSeconds, updateIf } from '../../../shared/stores/dynamo/dynamo.ts';
import { plainItem } from '../../../shared/stores/dynamo/row-parser.ts';
import { windowKey } from '../../../shared/stores/keyspace.ts';
import { absent, below, either, is, update } from '../../../shared/stores/table.ts';
import { MOST_WAITS } from '../gateway-event.ts';

/**
 * Who waits for events. Each waiting request is an execution of a function for up to 20 seconds, so an account has a few places
 * for them, in one row: each has the instant until which it is taken, since a function may end without leaving it.
 */

/** Milliseconds for which a place is kept beyond its wait: the answer is still being read and written. */
const MARGIN_MS = 10_000;
/** Times that a place is looked for, because others take some at the same time. */
const ROUNDS = 5;

const table = () => setting('WINDOWS_TABLE');
const nameOf = (place: number): string => `place${place}`;

/**
 * Takes a place to wait.
 * @param seconds that the wait may last
 * @returns how to leave it; `undefined` if all are taken
 */
export const takeWait = async (
  accountId: string,
  seconds: number,
  now: Date,
): Promise<(() => Promise<void>) | undefined> => {
  const key = windowKey.waits(accountId);
  const until = now.getTime() + seconds * 1000 + MARGIN_MS;
  // At random, so that two which come at the same time seldom want the same one.
  let name: string | undefined = nameOf(Math.floor(Math.random() * MOST_WAITS));
  for (let round = 0; name !== undefined && round < ROUNDS; round++) {
    const taken = await takePlace(key, name, { until, now });
    if (taken === 'taken') return leaving(key, name, until);
    name = freeIn(taken, now);
  }
  return undefined;
};

/** Takes a place if it is free. @returns the row as it is, where it is not */
const takePlace = async (
  key: { id: string },
  name: string,
  { until, now }: { until: number; now: Date },
): Promise<'taken' | Record<string, unknown>> => {
  try {
    await dynamo().send(
      new UpdateCommand({
        ...update(table(), key, {
          set: { [name]: until, expires: epochSeconds(new Date(until)) },
          if: either(absent(name), below(name, now.getTime())),
        }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return 'taken';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return plainItem(error.Item) as Record<string, unknown>;
  }
};

/** A place that nobody has, or that was not left and is over. */
const freeIn = (row: Record<string, unknown>, now: Date): string | undefined => {
  const free = Array.from({ length: MOST_WAITS }, (_, place) => nameOf(place)).filter(
    (name) => !(Number(row[name]) >= now.getTime()),
  );
  return free[Math.floor(Math.random() * free.length)];
};

const leaving = (key: { id: string }, name: string, until: number) => async (): Promise<void> => {
  await updateIf(update(table(), key, { remove: [name], if: is(name, until) }));
};
