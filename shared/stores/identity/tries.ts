import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { dynamo, epochSeconds, updateIf } from '../dynamo/dynamo.ts';
import { plainItem, rowParser } from '../dynamo/row-parser.ts';
import { above, absent, all, below, either, is, update } from '../table.ts';
import type { Login } from './logins.ts';

/** The counts of tries to sign in: those that forget, each with a wait that grows, and those that are used up. */

/** The user with the e-mail that was typed, if there is one. */
export type Guessed = Pick<Login, 'id' | 'generation' | 'hasShortPassword'> | undefined;

/** Seconds after which tries of a network are forgotten, if the limit was not reached. If it was, this is the first wait. */
const SPAN = 15 * 60;
/** Each further try doubles the wait, up to so many seconds. */
const LONGEST_WAIT = 4 * 60 * 60;
/** Seconds of a day. */
export const DAY = 24 * 60 * 60;

const countRow = () =>
  z.object({
    tries: z.int(),
    /** When the last one was counted, in seconds since the epoch. */
    last: z.int(),
    /** From when on another one is let in if the limit is reached, in seconds since the epoch. */
    next: z.int(),
  });
type Count = z.infer<ReturnType<typeof countRow>>;
const parseCount = rowParser('SignIns', 'signIns', countRow);

const table = () => setting('WINDOWS_TABLE');

/** So many tries in one attribute of a row, and no more. */
export interface Cap {
  key: { id: string };
  attribute: string;
  limit: number;
  /** Of the row, in seconds since the epoch. */
  expires: number;
  /** Seconds to wait when they are used up; 0 where no wait helps. */
  wait: number;
}

/** Adds a try. @returns `false` if they are used up */
export const take = async ({ key, attribute, limit, expires }: Cap, user: Guessed): Promise<boolean> => {
  const taken = await updateIf(
    update(table(), key, {
      add: { [attribute]: 1 },
      set: { expires, userId: user?.id ?? null },
      if: either(absent(attribute), below(attribute, limit)),
    }),
  );
  return taken !== undefined;
};

interface Counted {
  key: { id: string };
  limit: number;
  user: Guessed;
}

/** Times that a count is tried, because others count at the same time. */
const ROUNDS = 5;

/** A count before a try was added to it, and after. */
interface Taken {
  before: Count | undefined;
  after: Count;
}

/** `wait` is in seconds, 0 if the try was added; then `taken` is there. */
interface TryResult {
  wait: number;
  taken?: Taken;
}

/** Adds a try, unless it must wait. */
export const count = async (counted: Counted, now: Date): Promise<TryResult> => {
  const at = epochSeconds(now);
  for (let round = 0; round < ROUNDS; round++) {
    const { full, taken } = await addBelowLimit(counted, at);
    if (!full) return { wait: 0, taken };
    const isForgotten = full.tries < counted.limit;
    if (!isForgotten && full.next > at) return { wait: full.next - at };
    const tries = isForgotten ? 1 : full.tries + 1;
    const wait = Math.min(SPAN * 2 ** Math.max(0, tries - counted.limit), LONGEST_WAIT);
    const after = { tries, last: at, next: at + wait };
    if (await replace(counted, full, after)) return { wait: 0, taken: { before: full, after } };
  }
  // Others were let in meanwhile.
  return { wait: SPAN };
};

type Added = { full: Count; taken?: never } | { full?: never; taken: Taken };

/** Adds a try in one update while fewer than the limit are remembered. */
const addBelowLimit = async ({ key, limit, user }: Counted, at: number): Promise<Added> => {
  try {
    const { Attributes } = await dynamo().send(
      new UpdateCommand({
        ...update(table(), key, {
          add: { tries: 1 },
          set: { last: at, next: at + SPAN, ...expiryAndOwner(at, user) },
          if: either(absent('tries'), all(below('tries', limit), above('last', at - SPAN))),
        }),
        ReturnValues: 'ALL_OLD',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    const before = Attributes && parseCount(Attributes);
    return { taken: { before, after: { tries: (before?.tries ?? 0) + 1, last: at, next: at + SPAN } } };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return { full: parseCount(plainItem(error.Item)) };
  }
};

/** Makes a count what it was before a try. Where others counted meanwhile, only the try is taken away. */
export const restore = async (counted: Counted, { before, after }: Taken): Promise<void> => {
  const isRestored = before !== undefined && (await replace(counted, after, before));
  if (!isRestored) await giveBack(counted.key, 'tries');
};

/** Writes a count if it is still as it was read. */
const replace = async ({ key, user }: Counted, old: Count, count: Count): Promise<boolean> => {
  const written = await updateIf(
    update(table(), key, {
      set: { ...count, ...expiryAndOwner(count.last, user) },
      if: all(is('tries', old.tries), is('last', old.last)),
    }),
  );
  return written !== undefined;
};

const expiryAndOwner = (at: number, user: Guessed) => ({
  // A wait may reach into the next day.
  expires: at + 2 * DAY,
  // So that the row can be erased with the account. What was typed may be no user's e-mail.
  userId: user?.id ?? null,
});

/** Takes a try away, if there is one. */
export const giveBack = async (key: { id: string }, attribute: string): Promise<void> => {
  await updateIf(update(table(), key, { add: { [attribute]: -1 }, if: above(attribute, 0) }));
};
