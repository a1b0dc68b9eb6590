import { createHash } from 'node:crypto';
import * as z from 'zod';
import { setting } from '../../../../shared/kernel/config.ts';
import { AUTHORITIES } from '../../../../shared/kernel/errors.ts';
import { readRow } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { EVENT_TYPES, type EventType, type GatewayEvent, SERVICE, SUBJECT_KINDS } from '../gateway-event.ts';

/** Prefix of partition keys: events. */
export const EVENTS = 'events#';

/** Prefix of partition keys: sent mails. */
export const SENT_MAILS = 'sent-mails#';

/** Prefix of partition keys: progress of a day's digests. */
export const DIGESTS = 'digests#';

/** Prefix of partition keys: progress of looking for notifications. */
export const LOOKS = 'looks#';

/** Prefix of partition keys: reminders of a day. */
export const DUE = 'due#';

/** Prefix of partition keys: daily counts of filings by state, of all accounts and of one. */
export const TOTALS = 'totals#';

/** Partition key of filings with an unknown outcome, of all accounts. */
export const UNKNOWN = 'unknown-filings';

/** Partition key of operators' acts. */
export const OPERATOR_ACTS = 'operator-acts';

/** Digits of an event's number in its key, so that keys sort numerically. */
const DIGITS = 15;

/** Keys of the `events` table. The owner of events is an account, or `SERVICE`. */
export const eventKey = {
  event: (owner: string, number: number) => ({
    pk: `${EVENTS}${owner}`,
    sk: String(number).padStart(DIGITS, '0'),
  }),
  /** The id of an event, which keeps a change that is read twice from being appended twice. */
  eventId: (owner: string, id: string) => ({ pk: `${EVENTS}${owner}`, sk: `id#${id}` }),
  /** The last number of an owner. */
  eventHead: (owner: string) => ({ pk: `${EVENTS}${owner}`, sk: 'head' }),
  /** A mail to a user about an event, or a day's digest. */
  mail: ({ accountId, userId, what }: { accountId: string; userId: string; what: string }) => ({
    pk: `${SENT_MAILS}${accountId}`,
    sk: `mail#${userId}#${what}`,
  }),
  /** The last event that a user's last digest covers. */
  lastDigest: ({ accountId, userId }: { accountId: string; userId: string }) => ({
    pk: `${SENT_MAILS}${accountId}`,
    sk: `last-digest#${userId}`,
  }),
  /** How many of a day's digests are queued. */
  digests: (day: string) => ({ pk: `${DIGESTS}${day}`, sk: 'digests' }),
  /** Progress of looking for notifications in half a day. */
  looks: (half: string) => ({ pk: `${LOOKS}${half}`, sk: 'looks' }),
  /** State of an authority as its last event says. */
  authorityState: (authority: string) => ({ pk: `${EVENTS}${SERVICE}`, sk: `state#${authority}` }),
  /** A reminder for a day in Spain, by its instant. */
  reminder: ({ day, shard }: { day: string; shard: number }, sk: string) => ({
    pk: `${DUE}${day}#${shard}`,
    sk,
  }),
  /** The last day whose reminders are all processed. */
  remindersDone: () => ({ pk: `${DUE}done`, sk: 'done' }),
  /** Counts of all accounts on a day in Spain, in several shards so that writers rarely collide. */
  total: (day: string, shard: number) => ({ pk: `${TOTALS}${day}`, sk: `shard#${shard}` }),
  /** Counts of an account. */
  accountTotal: (accountId: string, day: string) => ({ pk: `${TOTALS}${accountId}`, sk: `day#${day}` }),
  /** An unknown filing by its id, which sorts by time. */
  unknownFiling: (id: string) => ({ pk: UNKNOWN, sk: `filing#${id}` }),
  /** An operator's act by its instant. */
  operatorAct: (at: string, id: string) => ({ pk: OPERATOR_ACTS, sk: `act#${at}#${id}` }),
};

export const eventsTable = () => setting('EVENTS_TABLE');

/** Derives the id of an event from its parts: the same parts give the same id. */
export const eventIdOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** Retention of events, in days. */
export const EVENT_DAYS = 30;

/** Schema of an event's row. */
export const eventRow = () =>
  z.object({
    number: z.int(),
    id: z.string(),
    type: z.enum(Object.keys(EVENT_TYPES) as [EventType, ...EventType[]]),
    at: z.string(),
    clientId: z.int().optional(),
    companyId: z.int().optional(),
    subject: z.object({ kind: z.enum(SUBJECT_KINDS), id: z.string() }),
    detail: z
      .object({
        state: z.string().optional(),
        days: z.int().optional(),
        authority: z.enum(AUTHORITIES).optional(),
        count: z.int().optional(),
      })
      .optional(),
    /** Expiry in seconds since the epoch. After it the event counts as deleted. */
    expires: z.int(),
  });

/** Schema of an event without its row's attributes. */
export const eventSchema = () => eventRow().omit({ number: true, expires: true });

/** An event with its number, which increases within an owner. */
export interface Numbered extends GatewayEvent {
  number: number;
}

/** Parses the row of an event. */
export const parseEvent = rowParser<Numbered & { expires: number }>('Event', 'event', eventRow);

/** Parses the row of an event's id. */
export const parseEventId = rowParser('EventId', 'eventId', () =>
  z.object({ id: z.string(), number: z.int() }),
);

const parseHead = rowParser('EventHead', 'eventHead', () => z.object({ last: z.int() }));

/** The last number of an owner, 0 before its first event. */
export const lastNumber = async (owner: string): Promise<number> =>
  (await readRow(parseLast, eventKey.eventHead(owner), eventsTable())) ?? 0;

/** Parses the row with the last number of an owner. */
const parseLast = (item: unknown): number => parseHead(item).last;
