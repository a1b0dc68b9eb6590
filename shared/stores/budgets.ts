import { createHmac } from 'node:crypto';
import { limitsOfStage, setting } from '../kernel/config.ts';
import { epochSeconds, updateIf } from './dynamo/dynamo.ts';
import { plainEmail } from './email.ts';
import { windowKey } from './keyspace.ts';
import { serviceKey } from './service-keys.ts';
import { absent, atMost, either, update } from './table.ts';

/** Budgets: limits for a window of the clock (UTC) that hold even under concurrent requests. */
interface Budget {
  keyOf: (window: number) => { id: string };
  seconds: number;
  limit: number;
}

/** Mails that an account can have sent in a day. An integrator that adds all its clients at once needs many. */
const MAILS_A_DAY = 500;

/** Mails to one address in a day from one account, even if its user is removed and created again. */
const MAILS_TO_ONE = 10;

/**
 * Password links of a user in a day: for one network, for all networks together that are unknown to the user, and
 * for all others together. So strangers use up nothing of a network that the user signed in from.
 */
const LINKS_TO_ONE = { network: 5, strangers: 10, known: 20 };

/** Mails on outcomes that are unknown, that a user gets in a day. */
const NOTICES_TO_ONE = 10;

/** Mails about changes to sign-in that a user gets in a day: more than anybody needs. */
const ALERTS_TO_ONE = 20;

const DAY = 24 * 60 * 60;
const HOUR = 60 * 60;
const MINUTE = 60;

const take = async ({ keyOf, seconds, limit }: Budget, amount: number, now: Date): Promise<boolean> => {
  const window = Math.floor(epochSeconds(now) / seconds);
  const written = await updateIf(
    update(setting('WINDOWS_TABLE'), keyOf(window), {
      add: { taken: amount },
      set: { expires: (window + 2) * seconds },
      if: either(absent('taken'), atMost('taken', limit - amount)),
    }),
  );
  return written !== undefined;
};

/**
 * Takes mails from an account's budget of the day, before they are sent.
 * @returns `false` if fewer are left; then none is taken
 */
export const takeMails = (accountId: string, mails: number, now: Date): Promise<boolean> =>
  take({ keyOf: (day) => windowKey.mails(accountId, day), seconds: DAY, limit: MAILS_A_DAY }, mails, now);

/**
 * Takes one mail from the daily budget that an address has for mails of an account, before it is sent.
 * @returns `false` if none is left
 */
export const takeMailTo = async (accountId: string, email: string, now: Date): Promise<boolean> => {
  const mac = await macOf(plainEmail(email));
  const keyOf = (day: number) => windowKey.mailsTo(accountId, mac, day);
  return take({ keyOf, seconds: DAY, limit: MAILS_TO_ONE }, 1, now);
};

/** Who gets a link to make a password, and from where it was asked for. */
interface LinkAsked {
  accountId: string;
  email: string;
  network: string;
  /** The user signed in from there before. */
  isKnown: boolean;
}

/**
 * Takes one of a user's password links: one a minute for each network that asks, and a share of the day. Anybody may
 * ask for these links, so they have a budget of their own, and an attacker cannot use up the share of a network that
 * the user signs in from. A refused request does not count in the next minute, unlike a request over its rate.
 * @returns `false` if none is left
 */
export const takeLink = async (
  { accountId, email, network, isKnown }: LinkAsked,
  now: Date,
): Promise<boolean> => {
  // Counted by address and not by user: a user who is removed and created again has no new budget.
  const who = isKnown ? 'known' : 'strangers';
  const of = ['link', plainEmail(email)];
  const [ofNetwork, ofAll] = await Promise.all([
    macOf(JSON.stringify([...of, 'network', network])),
    macOf(JSON.stringify([...of, who])),
  ]);
  const daily = (mac: string, limit: number): Budget => ({
    keyOf: (day) => windowKey.mailsTo(accountId, mac, day),
    seconds: DAY,
    limit,
  });
  const budgets: Budget[] = [
    {
      keyOf: (minute) => windowKey.rate(`link#${accountId}#${ofNetwork}`, minute),
      seconds: MINUTE,
      limit: 1,
    },
    daily(ofNetwork, LINKS_TO_ONE.network),
    daily(ofAll, LINKS_TO_ONE[who]),
  ];
  // In sequence: a network that has used up its share must not take from the common one.
  for (const budget of budgets) if (!(await take(budget, 1, now))) return false;
  return true;
};

/**
 * Takes one mail about unknown outcomes from a user's budget of the day. The budget is separate, so an authority
 * that does not answer for a day uses up no password links.
 * @returns `false` if none is left
 */
export const takeNotice = (userId: string, now: Date): Promise<boolean> =>
  take({ keyOf: (day) => windowKey.notices(userId, day), seconds: DAY, limit: NOTICES_TO_ONE }, 1, now);

/**
 * Takes one mail about changes to sign-in from a user's budget of the day. The budget is separate, so nothing else
 * can use it up.
 * @returns `false` if none is left
 */
export const takeAlert = (userId: string, now: Date): Promise<boolean> =>
  take({ keyOf: (day) => windowKey.alerts(userId, day), seconds: DAY, limit: ALERTS_TO_ONE }, 1, now);

const MAC_DIGITS = 32;

/** A MAC: the row outlasts the client company whose address it is. */
const macOf = async (text: string): Promise<string> =>
  createHmac('sha256', await serviceKey('recipient'))
    .update(text)
    .digest('hex')
    .slice(0, MAC_DIGITS);

/**
 * Takes one key derivation from a user's budget of this hour, before it is made: opening a P12, or hashing a
 * password for a client company. Each costs up to a second of processor time.
 * @returns seconds until another one is left; 0 if one was taken
 */
export const takeDerivation = async (userId: string, now: Date): Promise<number> => {
  const limit = limitsOfStage().derivationsPerHour;
  const isTaken = await take(
    { keyOf: (hour) => windowKey.derivations(userId, hour), seconds: HOUR, limit },
    1,
    now,
  );
  return isTaken ? 0 : HOUR - (epochSeconds(now) % HOUR);
};
