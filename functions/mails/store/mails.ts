import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { findUser } from '../../../shared/stores/accounts.ts';
import {
  dynamo,
  epochSeconds,
  transact,
  updateIf,
  type Write,
} from '../../../shared/stores/dynamo/dynamo.ts';
import { readRow } from '../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import { serviceKey, signed, verifiedFor } from '../../../shared/stores/service-keys.ts';
import { absent, all, below, either, isNew, update } from '../../../shared/stores/table.ts';
import { eventKey, eventsTable } from '../../events/store/event-row.ts';
import { MAIL_KINDS, type MailKind } from '../fields.ts';
import { endMail } from './choices.ts';

/** All of mails: who wants which, which were sent, and the queue that they are sent from. */

export * from '../../../shared/stores/mail/mail.ts';
export * from './choices.ts';
export * from './queue.ts';

/**
 * Which mails were sent: a row for each, by what it is about and its user. It is taken before the mail goes out and marked
 * after it, so no mail is sent twice but where a function ends in between.
 */

/** Names a mail: `what` is the id of an event, or `digest` and a day. */
export interface MailName {
  accountId: string;
  userId: string;
  what: string;
}

/** Days for which a row is kept: longer than an event, which may be read again until it is gone. */
const KEPT_DAYS = 40;
const DAY_SECONDS = 24 * 60 * 60;

/** Time after which a function that took a mail cannot be sending it any more, in milliseconds. */
export const TAKEN_MS = 60_000;

const expiresAt = (now: Date) => epochSeconds(now) + KEPT_DAYS * DAY_SECONDS;

/**
 * Takes a mail, to send it. Of several calls at once one gets it.
 * @returns `sent` if it was sent before
 * @throws Error while another function sends it: ask again later
 */
export const takeMail = async (name: MailName, now: Date): Promise<'taken' | 'sent'> => {
  const key = eventKey.mail(name);
  const taken = await updateIf(
    update(eventsTable(), key, {
      set: {
        takenAt: now.getTime(),
        expires: expiresAt(now),
        // By which erasing an account finds it.
        accountId: name.accountId,
      },
      if: either(isNew, all(absent('sentAt'), below('takenAt', now.getTime() - TAKEN_MS))),
    }),
  );
  if (taken) return 'taken';
  if ((await readRow(parseMail, key, eventsTable()))?.sentAt !== undefined) return 'sent';
  throw new Error('a mail is being sent by another function');
};

const parseMail = rowParser('Mail', 'mail', () => z.object({ sentAt: z.int().optional() }));

const markWrite = (name: MailName, now: Date): Write => ({
  Update: update(eventsTable(), eventKey.mail(name), {
    set: { sentAt: now.getTime(), expires: expiresAt(now) },
  }),
});

/** Notes that a mail was sent, or that there is nothing to send. */
export const markMail = async (name: MailName, now: Date): Promise<void> => {
  await transact([markWrite(name, now)]);
};

/** The same of a digest, and up to which event of the account it goes. */
export const markDigest = async (name: MailName, upTo: number, now: Date): Promise<void> => {
  await transact([
    markWrite(name, now),
    {
      Update: update(eventsTable(), eventKey.lastDigest(name), {
        set: { upTo, accountId: name.accountId },
      }),
    },
  ]);
};

const parseLastDigest = rowParser('LastDigest', 'lastDigest', () => z.object({ upTo: z.int() }));

/** Up to which event of the account the last digest of a user went; `undefined` before the first. */
export const lastDigest = async (name: Pick<MailName, 'accountId' | 'userId'>): Promise<number | undefined> =>
  (await readRow(parseLastDigest, eventKey.lastDigest(name), eventsTable()))?.upTo;

const parseDigests = rowParser('Digests', 'digests', () => z.object({ shards: z.int() }));

/** Of how many shards of those who chose a digest the messages of a day are in the queue. @param day `YYYY-MM-DD` */
export const digestsQueued = async (day: string): Promise<number> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: eventsTable(), Key: eventKey.digests(day) }),
  );
  return Item ? parseDigests(Item).shards : 0;
};

/** Notes for how many they are. */
export const noteDigestsQueued = async (day: string, shards: number, now: Date): Promise<void> => {
  const set = { shards, expires: expiresAt(now) };
  await dynamo().send(new UpdateCommand(update(eventsTable(), eventKey.digests(day), { set })));
};

/** What the signature of a link covers in addition: what it is for. */
const CONTEXT = 'mails';

/** What a link in a mail ends: mails of a kind to a user. */
interface Link {
  userId: string;
  kind: MailKind;
}

/**
 * The token of a link that ends mails of a kind. It names user and kind, can do nothing else, and stays good until its key is
 * dropped: a mail may be read years later.
 */
export const unsubscribeToken = async ({ userId, kind }: Link): Promise<string> =>
  signed(Buffer.from(`${kind}#${userId}`), await serviceKey('unsubscribe'), { context: CONTEXT });

/** What a token ends; `undefined` if it is none of ours. */
export const readUnsubscribeToken = async (token: string): Promise<Link | undefined> => {
  const payload = (await verifiedFor('unsubscribe', token, { context: CONTEXT }))?.toString();
  const kind = MAIL_KINDS.find((one) => payload?.startsWith(`${one}#`));
  return kind && { kind, userId: payload!.slice(kind.length + 1) };
};

/** Ends mails of a kind to a user. Nothing happens where that was done before, or there is no such user. */
export const unsubscribe = async ({ userId, kind }: Link): Promise<void> => {
  const user = await findUser(userId);
  if (user) await endMail(user, kind);
};
