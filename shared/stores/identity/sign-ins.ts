import { createHmac } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { dynamo, epochSeconds, updateIf } from '../dynamo/dynamo.ts';
import { plainItem, rowParser } from '../dynamo/row-parser.ts';
import { plainEmail } from '../email.ts';
import { windowKey } from '../keyspace.ts';
import { serviceKey } from '../service-keys.ts';
import { above, absent, all, below, either, is, put, remove, update } from '../table.ts';
import type { Login } from './logins.ts';

/**
 * Limits of password attempts for one e-mail. An attempt is counted before the password is checked, so that
 * concurrent attempts do not all pass, and the count is given back if the password was right.
 *
 * Each network has a count of its own, so that no one locks others out, and it is short, so that a person who
 * mistypes soon goes on. All networks unknown to the user share counts of a day and of a week, so slow guesses from
 * many networks also end.
 */
const LIMITS = { network: 10, day: 50, week: 100, short: 10 };
/** Seconds of a day. */
const DAY = 24 * 60 * 60;
/** Counts start again each day, or week, in rows of their own: so a clock that is days off counts apart. */
const WEEK = 7 * DAY;
/** Seconds for which a network is known after a sign-in. */
const KNOWN_SECONDS = 90 * DAY;
/**
 * Seconds for which wrong attempts with a short password are kept after the last one: longer than a patient guesser
 * waits.
 */
const SHORT_SECONDS = 400 * DAY;

const MAC_DIGITS = 32;

const parseKnown = rowParser('KnownNetwork', 'knownNetwork', () =>
  z.object({
    userId: z.string(),
    /** Generation of the user at the sign-in: after a new password no network is known. */
    generation: z.int(),
    /** Seconds since the epoch. */
    expires: z.int(),
  }),
);

/** Network of a sign-in attempt, and what is known about the network before the user is identified. */
export interface Origin {
  /** As it was typed. */
  email: string;
  network: string;
  /** Key of the network, with that e-mail, among those that are known. */
  key: { id: string };
  /** Who signed in from there. */
  known: { userId: string; generation: number } | undefined;
}

/** The network of a sign-in. It is read together with the user. */
export const readOrigin = async (email: string, ip: string, now: Date): Promise<Origin> => {
  // Loaded at first use: of all requests only a sign-in needs it.
  const { networkOf } = await import('./networks.ts');
  const network = networkOf(ip);
  const key = windowKey.knownNetwork(await macOf(plainEmail(email), network));
  const { Item } = await dynamo().send(new GetCommand({ TableName: table(), Key: key }));
  const row = Item && parseKnown(Item);
  return { email, network, key, known: row && row.expires > epochSeconds(now) ? row : undefined };
};

/** Whether a user signed in from there before, with the password that is still good. */
export const isKnownTo = (
  { known }: Pick<Origin, 'known'>,
  user: Pick<NonNullable<Guessed>, 'id' | 'generation'> | undefined,
): boolean => user !== undefined && known?.userId === user.id && known.generation === user.generation;

/** A try that was counted, or that must wait. */
export interface Try {
  /** Seconds until it may be made; 0 if it may be made now. */
  wait: number;
  /** No password of the user is right from there any more: it is short, and too many wrong ones were tried. */
  isLocked: boolean;
  /** To be called if the password was right. Gives the try back and, of a sign-in, remembers the network. */
  succeed(): Promise<void>;
}

/**
 * Counts a try to sign in, or says how long it must wait. What counts it goes out together; what turns out not to count is
 * taken back.
 */
export const countTry = async (origin: Origin, user: Guessed, now: Date): Promise<Try> => {
  const { email, network, key } = origin;
  const isKnown = isKnownTo(origin, user);
  // A new password begins new counts.
  const who = [plainEmail(email), user?.generation ?? 0];
  const [ofNetwork, ofAll] = await Promise.all([macOf(...who, network), macOf(...who)]);
  const at = epochSeconds(now);
  const [day, week] = [Math.floor(at / DAY), Math.floor(at / WEEK)];
  const own = { key: windowKey.signIns(ofNetwork, day), limit: LIMITS.network, user };
  const caps: Cap[] = isKnown
    ? []
    : [
        {
          key: windowKey.signIns(ofAll, day),
          attribute: 'tries',
          limit: LIMITS.day,
          expires: at + 2 * DAY,
          wait: (day + 1) * DAY - at,
        },
        {
          key: windowKey.signInsOfWeek(ofAll, week),
          attribute: 'tries',
          limit: LIMITS.week,
          expires: at + 2 * WEEK,
          wait: (week + 1) * WEEK - at,
        },
      ];
  // Others do not lock it where the user signed in before, and may still be.
  caps.push(...capOfShort(user, isKnown ? ofNetwork : 'others', at));
  const counted = await countAll(own, caps, now);
  if (counted.wait > 0) return counted;
  const succeed = async () => {
    await Promise.all([counted.succeed(), ...(user ? [rememberNetwork(key, user, now)] : [])]);
  };
  return { ...counted, succeed };
};

/**
 * Counts a try of a session to prove who its user is, by password or code, or says how long it must wait. Each session has a count
 * of its own, apart from those of signing in: whoever stole one does not make its user wait, who signs in to another.
 */
export const countProof = async (sessionId: string, user: Guessed, now: Date): Promise<Try> => {
  const at = epochSeconds(now);
  const key = windowKey.signIns(await macOf('session', sessionId), Math.floor(at / DAY));
  return countAll({ key, limit: LIMITS.network, user }, capOfShort(user, 'sessions', at), now);
};

/** The tries that a user with a short password has, in one attribute. */
const capOfShort = (user: Guessed, attribute: string, at: number): Cap[] => {
  const [limit, expires] = [LIMITS.short, at + SHORT_SECONDS];
  return user?.hasShortPassword
    ? [{ key: windowKey.wrongTries(user.id), attribute, limit, expires, wait: 0 }]
    : [];
};

/** Counts a try in a count that forgets, and in those that are used up: in all of them or, if it must wait, in none. */
const countAll = async (own: Counted, caps: Cap[], now: Date): Promise<Try> => {
  const [inOwn, ...taken] = await Promise.all([count(own, now), ...caps.map((cap) => take(cap, own.user))]);
  const reached = caps.filter((_, index) => !taken[index]);
  const giveBackCaps = () =>
    Promise.all(caps.filter((cap) => !reached.includes(cap)).map((cap) => giveBack(cap.key, cap.attribute)));
  const wait = Math.max(inOwn.wait, ...reached.map((cap) => cap.wait));
  if (wait > 0) {
    await Promise.all([giveBackCaps(), inOwn.taken && restore(own, inOwn.taken)]);
    return { wait, isLocked: false, succeed: async () => {} };
  }
  return {
    wait,
    isLocked: reached.length > 0,
    succeed: async () => {
      // All of them: who knows the password need not wait for it.
      await Promise.all([dynamo().send(new DeleteCommand(remove(table(), own.key))), giveBackCaps()]);
    },
  };
};

const table = () => setting('WINDOWS_TABLE');

/** A MAC, because anything may be typed as an e-mail, and the row outlasts the request. */
const macOf = async (...parts: (string | number)[]): Promise<string> =>
  createHmac('sha256', await serviceKey('sign-in'))
    .update(JSON.stringify(parts))
    .digest('hex')
    .slice(0, MAC_DIGITS);

/** The row names its user, so that it can be erased with the account. */
const rememberNetwork = (key: { id: string }, { id, generation }: NonNullable<Guessed>, now: Date) =>
  dynamo().send(
    new PutCommand(
      put(table(), { ...key, userId: id, generation, expires: epochSeconds(now) + KNOWN_SECONDS }),
    ),
  );

/** The counts of tries to sign in: those that forget, each with a wait that grows, and those that are used up. */

/** The user with the e-mail that was typed, if there is one. */
export type Guessed = Pick<Login, 'id' | 'generation' | 'hasShortPassword'> | undefined;

/** Seconds after which tries of a network are forgotten, if the limit was not reached. If it was, this is the first wait. */
const SPAN = 15 * 60;
/** Each further attempt doubles the wait, up to so many seconds. */
const LONGEST_WAIT = 4 * 60 * 60;

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

/** So many tries in one attribute of a row, and no more. */
interface Cap {
  key: { id: string };
  attribute: string;
  limit: number;
  /** Of the row, in seconds since the epoch. */
  expires: number;
  /** Seconds to wait when they are used up; 0 where no wait helps. */
  wait: number;
}

/** Adds a try. @returns `false` if they are used up */
const take = async ({ key, attribute, limit, expires }: Cap, user: Guessed): Promise<boolean> => {
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

/** Attempts of a count, since others count at the same time. */
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
const count = async (counted: Counted, now: Date): Promise<TryResult> => {
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

/** Restores a count after an attempt. If others counted meanwhile, it only subtracts the attempt. */
const restore = async (counted: Counted, { before, after }: Taken): Promise<void> => {
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
  // Names the account, so that erasing it deletes the row. The typed e-mail may belong to no user.
  userId: user?.id ?? null,
});

/** Takes a try away, if there is one. */
const giveBack = async (key: { id: string }, attribute: string): Promise<void> => {
  await updateIf(update(table(), key, { add: { [attribute]: -1 }, if: above(attribute, 0) }));
};
