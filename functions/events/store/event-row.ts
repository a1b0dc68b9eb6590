import { createHash } from 'node:crypto';
import * as z from 'zod';
import { setting } from '../../../shared/kernel/config.ts';
import { AUTHORITIES } from '../../../shared/kernel/errors.ts';
import { readRow } from '../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import { EVENT_TYPES, type EventType, type GatewayEvent, SERVICE, SUBJECT_KINDS } from '../gateway-event.ts';

/** How the partition keys of events begin. */
export const EVENTS = 'events#';

/** How the partition keys begin of which mails were sent. */
export const SENT_MAILS = 'sent-mails#';

/** How the partition keys begin of how far the digests of a day are. */
export const DIGESTS = 'digests#';

/** How the partition keys begin of how far looking for notifications is. */
export const LOOKS = 'looks#';

/** How the partition keys begin of what is due on a day. */
export const DUE = 'due#';

/** How the partition keys begin of how many filings came to which state on a day: of all accounts, and of one. */
export const TOTALS = 'totals#';

/** The partition key of filings of unknown outcome, of all accounts. */
export const UNKNOWN = 'unknown-filings';

/** The partition key of what operators did. */
export const OPERATOR_ACTS = 'operator-acts';

/** Digits of the number of an event in its key, so that keys sort as numbers do. */
const DIGITS = 15;

/** Keys of the `events` table. The owner of events is an account, or `SERVICE`. */
export const eventKey = {
  event: (owner: string, number: number) => ({
    pk: `${EVENTS}${owner}`,
    sk: String(number).padStart(DIGITS, '0'),
  }),
  /** Keeps a change that is read again from being an event again. */
  eventId: (owner: string, id: string) => ({ pk: `${EVENTS}${owner}`, sk: `id#${id}` }),
  /** The last number of an owner. */
  eventHead: (owner: string) => ({ pk: `${EVENTS}${owner}`, sk: 'head' }),
  /** A mail to a user, by what it is about: an event, or the digest of a day. */
  mail: ({ accountId, userId, what }: { accountId: string; userId: string; what: string }) => ({
    pk: `${SENT_MAILS}${accountId}`,
    sk: `mail#${userId}#${what}`,
  }),
  /** How far the last digest of a user goes. */
  lastDigest: ({ accountId, userId }: { accountId: string; userId: string }) => ({
    pk: `${SENT_MAILS}${accountId}`,
    sk: `last-digest#${userId}`,
  }),
  /** How far the digests of a day are in the queue. */
  digests: (day: string) => ({ pk: `${DIGESTS}${day}`, sk: 'digests' }),
  /** How far looking for notifications is, in a half of a day. */
  looks: (half: string) => ({ pk: `${LOOKS}${half}`, sk: 'looks' }),
  /** What an authority is known to be, as the last event of it says. */
  authorityState: (authority: string) => ({ pk: `${EVENTS}${SERVICE}`, sk: `state#${authority}` }),
  /** What is due on a day in Spain, by its instant. */
  reminder: ({ day, shard }: { day: string; shard: number }, sk: string) => ({
    pk: `${DUE}${day}#${shard}`,
    sk,
  }),
  /** Up to which day the schedule has taken all of that. */
  remindersDone: () => ({ pk: `${DUE}done`, sk: 'done' }),
  /** Filings of a day in Spain, of all accounts; so many rows that writers seldom meet in one. */
  total: (day: string, shard: number) => ({ pk: `${TOTALS}${day}`, sk: `shard#${shard}` }),
  /** Those of an account. */
  accountTotal: (accountId: string, day: string) => ({ pk: `${TOTALS}${accountId}`, sk: `day#${day}` }),
  /** By its id, which sorts by time. */
  unknownFiling: (id: string) => ({ pk: UNKNOWN, sk: `filing#${id}` }),
  /** By its instant. */
  operatorAct: (at: string, id: string) => ({ pk: OPERATOR_ACTS, sk: `act#${at}#${id}` }),
};

export const eventsTable = () => setting('EVENTS_TABLE');

/** The id of an event, by what it is of: the same parts give the same id. */
export const eventIdOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** Days for which an event can be read. */
export const EVENT_DAYS = 30;

/** The schema of its row. */
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
      })
      .optional(),
    /** Seconds since the epoch. After that it counts as gone, whether it is deleted yet or not. */
    expires: z.int(),
  });

/** Schema of an event as it is, outside its row. */
export const eventSchema = () => eventRow().omit({ number: true, expires: true });

/** An event with its number, which only rises within what an owner has. */
export interface Numbered extends GatewayEvent {
  number: number;
}

/** Reads the row of an event. */
export const parseEvent = rowParser<Numbered & { expires: number }>('Event', 'event', eventRow);

/** Reads what keeps an event from being written twice. */
export const parseEventId = rowParser('EventId', 'eventId', () =>
  z.object({ id: z.string(), number: z.int() }),
);

const parseHead = rowParser('EventHead', 'eventHead', () => z.object({ last: z.int() }));

/** The last number of an owner, 0 before its first event. */
export const lastNumber = async (owner: string): Promise<number> =>
  (await readRow(parseLast, eventKey.eventHead(owner), eventsTable())) ?? 0;

/** Reads the row with the last number of an owner. */
export const parseLast = (item: unknown): number => parseHead(item).last;
