import { createHash, randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { logger } from '../../kernel/log.ts';
import {
  currentGeneration,
  findAccount,
  findUser,
  findUserByEmail,
  generationOf,
  passwordWrites,
} from '../accounts.ts';
import { takeLink } from '../budgets.ts';
import { dynamo, epochSeconds, transact, type Write } from '../dynamo/dynamo.ts';
import { readRow } from '../dynamo/read-keys.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { windowKey } from '../keyspace.ts';
import { withDeadline } from '../limits.ts';
import { sendMail } from '../mail/mail.ts';
import { blocks, link } from '../mail/markdown.ts';
import { exists, put, remove } from '../table.ts';
import { isOfClient } from './password-rows.ts';
import { isKnownTo, readOrigin } from './sign-ins.ts';
import type { User } from './user-row.ts';

/** Lifetime of a password link, in seconds. */
export const LINK_SECONDS = 24 * 60 * 60;

const linkRow = () =>
  z.object({
    userId: z.string(),
    /** Generation of user and account when the link was created. */
    generation: z.int(),
    /** Seconds since the epoch. */
    expires: z.int(),
    /** The client company of the user, if any. */
    clientId: z.int().optional(),
  });
const parseLink = rowParser('Link', 'link', linkRow);

/** Stored under the token's hash, so that reading the table does not yield a working link. */
const keyOf = (token: string) => windowKey.link(createHash('sha256').update(token).digest('hex'));

/**
 * The token of a new link for a user: 43 URL-safe characters. It is good for a day and for one use, and no longer once
 * the user got a password in another way or was signed out everywhere, or the account was disabled.
 */
export const issueLink = async (
  user: Pick<User, 'id' | 'accountId' | 'generation' | 'clientId'>,
  now: Date,
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  const row = {
    ...keyOf(token),
    userId: user.id,
    generation: await currentGeneration(user),
    expires: epochSeconds(now) + LINK_SECONDS,
    ...(user.clientId !== undefined && { clientId: user.clientId }),
  };
  await dynamo().send(new PutCommand(put(setting('WINDOWS_TABLE'), row)));
  return token;
};

/** Whether a link is good. Reading does not use it up: mail filters open links, too. */
export const isLinkGood = async (token: string, now: Date): Promise<boolean> =>
  (await readLink(token, now)) !== undefined;

/** The user whose link it is, if it is good. */
const readLink = async (token: string, now: Date): Promise<User | undefined> => {
  const link = await readRow(parseLink, keyOf(token), setting('WINDOWS_TABLE'));
  if (!link || link.expires <= epochSeconds(now)) return undefined;
  const user = await findUser(link.userId);
  const account = user && (await findAccount(user.accountId));
  if (!user || account?.disabled !== false || !isOfClient(link, user.clientId)) return undefined;
  return generationOf(user, account) === link.generation ? user : undefined;
};

/**
 * Makes a password with a link, and uses the link up. Of several calls at once, also with several links of one user, only
 * one makes it.
 * @param also further writes of the transaction that makes it
 * @returns the user as it was before; `undefined` if the link is not good
 */
export const makePassword = async (
  token: string,
  password: string,
  now: Date,
  also: (user: User) => Write[] = () => [],
): Promise<User | undefined> => {
  const user = await readLink(token, now);
  if (!user) return undefined;
  const rejected = await transact([
    { Delete: remove(setting('WINDOWS_TABLE'), keyOf(token), exists('id')) },
    ...(await passwordWrites(user, { password, generation: user.generation }, now)),
    ...also(user),
  ]);
  return rejected.length === 0 ? user : undefined;
};

/** Source of a mail with the link to `page`, on which the reader makes a password; valid for a day and for one use. */
export const passwordLinkText = (page: string, token: string): string =>
  blocks(
    `Para crear su contraseña, abra este enlace. Sirve una sola vez y durante ${LINK_SECONDS / 3600} horas:`,
    link(`${page}?token=${token}`),
  );

/**
 * Milliseconds to wait for a mail, also in a function that has just started. A request that sends none takes as
 * long, so that its duration does not tell whether the user exists.
 */
const MAIL_MS = 2_700;

/**
 * Sends a user who forgot the password a link to make a new one. Sends nothing to an e-mail without user or of a
 * disabled account, or if the asking network has used up its share. A failure is only logged, because an error would
 * reveal which e-mails exist.
 * @param milliseconds how long the mail may take
 */
export const sendPasswordLink = async (asked: Asked, now: Date, milliseconds = MAIL_MS): Promise<void> => {
  try {
    await withDeadline(milliseconds, () => send(asked, now));
  } catch (error) {
    // Only the error's name: its message may contain an address, which is personal data.
    logger.error('failed to send a password link', { cause: (error as Error).name });
  }
};

/** A request for a link: the e-mail, the caller's address, and the page that the link opens. */
interface Asked {
  email: string;
  ip: string;
  page: string;
}

const send = async ({ email, ip, page }: Asked, now: Date): Promise<void> => {
  const [user, origin] = await Promise.all([findUserByEmail(email), readOrigin(email, ip, now)]);
  if (!user || (await findAccount(user.accountId))?.disabled !== false) return;
  const { accountId } = user;
  const asked = { accountId, email: user.email, network: origin.network, isKnown: isKnownTo(origin, user) };
  if (!(await takeLink(asked, now))) return;
  await sendMail({
    to: user.email,
    subject: 'Enlace para crear una contraseña nueva',
    source: blocks(
      passwordLinkText(page, await issueLink(user, now)),
      'Si no lo ha pedido, no tiene que hacer nada.',
    ),
  });
};
