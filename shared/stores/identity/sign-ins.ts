import { createHmac } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { plainEmail } from '../../kernel/email.ts';
import { dynamo, epochSeconds } from '../dynamo/dynamo.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { windowKey } from '../keyspace.ts';
import { serviceKey } from '../service-keys.ts';
import { put, remove } from '../table.ts';
import { type Cap, count, DAY, type Guessed, giveBack, restore, take } from './tries.ts';

/**
 * How many passwords can be tried with one e-mail. A try is counted before the password is looked at, so that those made
 * at the same time are not all let in, and given back if the password was right.
 *
 * Each network has a count of its own, so that no one shuts out others. It forgets: who mistypes goes on soon. Networks from
 * which the user never signed in have counts of a day and of a week, all together, that do not: so slow guesses from many
 * networks come to an end, too.
 */
const LIMITS = { network: 10, day: 50, week: 100, short: 10 };
/** Counts start again each day, or week, in rows of their own: so a clock that is days off counts apart. */
const WEEK = 7 * DAY;
/** Seconds for which a network is known after a sign-in. */
const KNOWN_SECONDS = 90 * DAY;
/** Seconds after the last one for which wrong tries with a short password are kept: longer than who guesses so few waits. */
const SHORT_SECONDS = 400 * DAY;

const MAC_DIGITS = 32;

const parseKnown = rowParser('KnownNetwork', 'knownNetwork', () =>
  z.object({
    userId: z.string(),
    /** That of the user at the sign-in: a new password knows no network. */
    generation: z.int(),
    /** Seconds since the epoch. */
    expires: z.int(),
  }),
);

/** From where somebody wants to sign in, and what is known of that before the user is. */
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
  /** To be called if the password was right. Gives the try back, and remembers the network. */
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
  if (user?.hasShortPassword) {
    // Others do not lock it where the user signed in before, and may still be.
    const attribute = isKnown ? ofNetwork : 'others';
    const expires = at + SHORT_SECONDS;
    caps.push({ key: windowKey.wrongTries(user.id), attribute, limit: LIMITS.short, expires, wait: 0 });
  }
  const [inOwn, ...taken] = await Promise.all([count(own, now), ...caps.map((cap) => take(cap, user))]);
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
      await Promise.all([
        // All of them: who knows the password need not wait for it.
        dynamo().send(new DeleteCommand(remove(table(), own.key))),
        giveBackCaps(),
        ...(user ? [rememberNetwork(key, user, now)] : []),
      ]);
    },
  };
};

const table = () => setting('WINDOWS_TABLE');

/** A MAC, because what is typed as an e-mail may be anything, and the row outlasts the request. */
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
