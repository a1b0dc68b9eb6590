import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import {
  dynamo,
  epochSeconds,
  transact,
  updateIf,
  type Write,
} from '../../../../shared/stores/dynamo/dynamo.ts';
import { readRow } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { serviceKey, signed, verifiedFor } from '../../../../shared/stores/service-keys.ts';
import { absent, all, below, either, isNew, update } from '../../../../shared/stores/table.ts';
import { eventKey, eventsTable } from '../../events/store/event-row.ts';
import { MAIL_KINDS, type MailKind } from '../fields.ts';

declare module '../../../../shared/stores/service-keys.ts' {
  interface CapabilityPurposes {
    /** Signs the links that end mails. */
    unsubscribe: true;
  }
}

/**
 * Sent mails: a row for each, by subject and user. It is leased before the mail is sent and marked afterwards, so a
 * mail is sent twice only if a function dies in between.
 */

/** Identifies a mail: `what` is the id of an event, or `digest` and a day. */
export interface MailName {
  accountId: string;
  userId: string;
  what: string;
}

/** Retention in days: longer than events, which may be read again until they expire. */
const KEPT_DAYS = 40;
const DAY_SECONDS = 24 * 60 * 60;

/** Milliseconds after which a function that leased a mail cannot be sending it any more. */
export const TAKEN_MS = 60_000;

const expiresAt = (now: Date) => epochSeconds(now) + KEPT_DAYS * DAY_SECONDS;

/**
 * Leases a mail for sending. Of several calls at once, one gets it.
 * @returns `sent` if it was sent before
 * @throws Error while another function sends it: try again later
 */
export const takeMail = async (name: MailName, now: Date): Promise<'taken' | 'sent'> => {
  const key = eventKey.mail(name);
  const taken = await updateIf(
    update(eventsTable(), key, {
      set: {
        takenAt: now.getTime(),
        expires: expiresAt(now),
        // Erasing an account finds it by this attribute.
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

/** Records that a mail was sent, or that there is nothing to send. */
export const markMail = async (name: MailName, now: Date): Promise<void> => {
  await transact([markWrite(name, now)]);
};

/** The same for a digest, with the last event of the account that it covers. */
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

/** The last event that a user's last digest covers; `undefined` before the first. */
export const lastDigest = async (name: Pick<MailName, 'accountId' | 'userId'>): Promise<number | undefined> =>
  (await readRow(parseLastDigest, eventKey.lastDigest(name), eventsTable()))?.upTo;

const parseDigests = rowParser('Digests', 'digests', () => z.object({ shards: z.int() }));

/**
 * Number of shards of subscribers whose digests of a day are queued.
 * @param day `YYYY-MM-DD`
 */
export const digestsQueued = async (day: string): Promise<number> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: eventsTable(), Key: eventKey.digests(day) }),
  );
  return Item ? parseDigests(Item).shards : 0;
};

/** Records the number of queued shards. */
export const noteDigestsQueued = async (day: string, shards: number, now: Date): Promise<void> => {
  const set = { shards, expires: expiresAt(now) };
  await dynamo().send(new UpdateCommand(update(eventsTable(), eventKey.digests(day), { set })));
};

/** Purpose that a link's signature covers. */
const CONTEXT = 'mails';

/** A link that unsubscribes a user from a kind of mails. */
interface Link {
  userId: string;
  kind: MailKind;
}

/**
 * Token of an unsubscribe link. It contains user and kind, can do nothing else, and is valid until its key is
 * dropped, because a mail may be read years later.
 */
export const unsubscribeToken = async ({ userId, kind }: Link): Promise<string> =>
  signed(Buffer.from(`${kind}#${userId}`), await serviceKey('unsubscribe'), { context: CONTEXT });

/** Parses the token of a link; `undefined` if it is not valid. */
export const readUnsubscribeToken = async (token: string): Promise<Link | undefined> => {
  const payload = (await verifiedFor('unsubscribe', token, { context: CONTEXT }))?.toString();
  const kind = MAIL_KINDS.find((one) => payload?.startsWith(`${one}#`));
  return kind && { kind, userId: payload!.slice(kind.length + 1) };
};
