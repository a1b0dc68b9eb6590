import { createHmac } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../config.ts';
import type { User } from '../accounts.ts';
import { dynamo, epochSeconds, ifConditionHolds } from '../aws.ts';
import { serviceKey } from '../keys.ts';
import { windowKey } from '../keyspace.ts';
import { plainItem, rowParser } from '../row-parser.ts';

/**
 * How many passwords can be tried with one e-mail. A try is counted before the password is looked at, so that those made
 * at the same time are not all let in, and given back if the password was right.
 *
 * Each network has a count of its own, so that nobody shuts out others. All networks together have a larger one, against
 * guesses from very many; it does not hold for a network from which the user signed in before.
 */
const LIMITS = { network: 10, together: 100 };
/** Seconds after which tries are forgotten, if the limit was not reached. If it was, this is the first wait. */
const SPAN = 15 * 60;
/** Each further try doubles the wait, up to so many seconds. */
const LONGEST_WAIT = 4 * 60 * 60;
/** Counts begin anew each day, in rows of their own: so a clock that is days off counts apart. */
const DAY = 24 * 60 * 60;
/** Seconds for which a network is known after a sign-in. */
const KNOWN_SECONDS = 90 * DAY;

const MAC_DIGITS = 32;

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

const parseKnown = rowParser('KnownNetwork', 'knownNetwork', () => z.object({ expires: z.int() }));

/** Whoever wants to sign in. */
export interface Attempt {
  /** As it was typed. */
  email: string;
  ip: string;
  /** The user with this e-mail, if there is one. */
  user: Pick<User, 'id' | 'generation'> | undefined;
}

/** A try that was counted, or that must wait. */
export interface Try {
  /** Seconds until it may be made; 0 if it may be made now. */
  wait: number;
  /** To be called if the password was right. Gives the try back, and remembers the network. */
  succeed(): Promise<void>;
  /** To be called if it was not. */
  fail(): Promise<void>;
}

/**
 * Counts a try to sign in, or says how long it must wait. What counts it goes out together; what turns out not to count is
 * taken back.
 */
export const countTry = async ({ email, ip, user }: Attempt, now: Date): Promise<Try> => {
  // Loaded at first use: of all requests only a sign-in needs it.
  const { networkOf } = await import('./networks.ts');
  // A new password begins new counts, and knows no network.
  const who = [email.trim().toLowerCase(), user?.generation ?? 0];
  const [ofNetwork, ofAll] = await Promise.all([macOf(...who, networkOf(ip)), macOf(...who)]);
  const day = Math.floor(epochSeconds(now) / DAY);
  const own = { key: windowKey.signIns(ofNetwork, day), limit: LIMITS.network, user };
  const together = { key: windowKey.signIns(ofAll, day), limit: LIMITS.together, user };
  const [inOwn, inAll, isKnown] = await Promise.all([
    count(own, now),
    count(together, now),
    isKnownNetwork(ofNetwork, now),
  ]);
  const takeBack = async (counted: Counted, { taken }: Outcome) => {
    if (taken) await restore(counted, taken);
  };
  const nothing = async () => {};
  if (inOwn.wait > 0) {
    await takeBack(together, inAll);
    return { wait: inOwn.wait, succeed: nothing, fail: nothing };
  }
  if (inAll.wait > 0 && !isKnown) {
    await takeBack(own, inOwn);
    return { wait: inAll.wait, succeed: nothing, fail: nothing };
  }
  return {
    wait: 0,
    succeed: async () => {
      await Promise.all([
        // All of them: who knows the password need not wait for it.
        dynamo().send(new DeleteCommand({ TableName: table(), Key: own.key })),
        isKnown ? takeBack(together, inAll) : giveBack(together.key),
        ...(user ? [rememberNetwork(ofNetwork, user.id, now)] : []),
      ]);
    },
    // That of a network from which the user signed in before does not count for the others.
    fail: () => (isKnown ? takeBack(together, inAll) : nothing()),
  };
};

const table = () => setting('WINDOWS_TABLE');

/** A MAC, because what is typed as an e-mail may be anything, and the row outlasts the request. */
const macOf = async (...parts: (string | number)[]): Promise<string> =>
  createHmac('sha256', await serviceKey('sign-in'))
    .update(JSON.stringify(parts))
    .digest('hex')
    .slice(0, MAC_DIGITS);

const isKnownNetwork = async (mac: string, now: Date): Promise<boolean> => {
  const Key = windowKey.knownNetwork(mac);
  const { Item } = await dynamo().send(new GetCommand({ TableName: table(), Key }));
  return Item !== undefined && parseKnown(Item).expires > epochSeconds(now);
};

/** The row names its user, so that it can be erased with the account. */
const rememberNetwork = (mac: string, userId: string, now: Date) =>
  dynamo().send(
    new PutCommand({
      TableName: table(),
      Item: { ...windowKey.knownNetwork(mac), userId, expires: epochSeconds(now) + KNOWN_SECONDS },
    }),
  );

interface Counted {
  key: { id: string };
  limit: number;
  user: Attempt['user'];
}

/** Times that a count is tried, because others count at the same time. */
const ROUNDS = 5;

/** A count before a try was added to it, and after. */
interface Taken {
  before: Count | undefined;
  after: Count;
}

/** `wait` is in seconds, 0 if the try was added; then `taken` is there. */
interface Outcome {
  wait: number;
  taken?: Taken;
}

/** Adds a try, unless it must wait. */
const count = async (counted: Counted, now: Date): Promise<Outcome> => {
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
        TableName: table(),
        Key: key,
        UpdateExpression:
          'ADD tries :one SET #last = :at, #next = :next, expires = :expires, userId = :userId',
        ConditionExpression: 'attribute_not_exists(tries) OR (tries < :limit AND #last > :forgotten)',
        ExpressionAttributeNames: { '#last': 'last', '#next': 'next' },
        ExpressionAttributeValues: {
          ':one': 1,
          ':at': at,
          ':next': at + SPAN,
          ':limit': limit,
          ':forgotten': at - SPAN,
          ...expiryAndOwner(at, user),
        },
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
const restore = async (counted: Counted, { before, after }: Taken): Promise<void> => {
  const isRestored = before !== undefined && (await replace(counted, after, before));
  if (!isRestored) await giveBack(counted.key);
};

/** Writes a count if it is still as it was read. */
const replace = async ({ key, user }: Counted, old: Count, count: Count): Promise<boolean> => {
  const written = dynamo().send(
    new UpdateCommand({
      TableName: table(),
      Key: key,
      UpdateExpression:
        'SET tries = :tries, #last = :at, #next = :next, expires = :expires, userId = :userId',
      ConditionExpression: 'tries = :old AND #last = :oldLast',
      ExpressionAttributeNames: { '#last': 'last', '#next': 'next' },
      ExpressionAttributeValues: {
        ':tries': count.tries,
        ':at': count.last,
        ':next': count.next,
        ':old': old.tries,
        ':oldLast': old.last,
        ...expiryAndOwner(count.last, user),
      },
    }),
  );
  return (await ifConditionHolds(written)) !== undefined;
};

const expiryAndOwner = (at: number, user: Attempt['user']) => ({
  // A wait may reach into the next day.
  ':expires': at + 2 * DAY,
  // So that the row can be erased with the account. What was typed may be the e-mail of nobody.
  ':userId': user?.id ?? null,
});

const giveBack = async (key: { id: string }): Promise<void> => {
  await ifConditionHolds(
    dynamo().send(
      new UpdateCommand({
        TableName: table(),
        Key: key,
        UpdateExpression: 'ADD tries :less',
        ConditionExpression: 'tries > :none',
        ExpressionAttributeValues: { ':less': -1, ':none': 0 },
      }),
    ),
  );
};
