import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { AuthorityName } from '../../../../shared/kernel/errors.ts';
import { daysLater } from '../../../../shared/kernel/spanish-time.ts';
import {
  dynamo,
  epochSeconds,
  pause,
  transact,
  updateIf,
  type Write,
} from '../../../../shared/stores/dynamo/dynamo.ts';
import { readKeys, readRow } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { all, between, is, isNew, put, query, update } from '../../../../shared/stores/table.ts';
import { type GatewayEvent, SERVICE } from '../gateway-event.ts';
import {
  EVENT_DAYS,
  eventIdOf,
  eventKey,
  eventsTable,
  lastNumber,
  type Numbered,
  parseEvent,
  parseEventId,
} from './event-row.ts';

/** Store of events, in the order in which they were appended. */

/** Events in one transaction: each takes two of DynamoDB's 100 writes. */
const AT_ONCE = 40;
/** Attempts of a transaction, since others append to the same owner. */
const ATTEMPTS = 30;

/**
 * Appends events to an owner in this order. Events with a known id are not appended again, so the same events may be
 * given any number of times, together with others.
 * @param also one more write for the transaction of a single event: if its condition fails, nothing is written
 * @returns all events with their numbers, including known ones; empty if `also` failed
 * @throws what DynamoDB throws; some events may be written then
 */
export const appendEvents = async (
  owner: string,
  events: GatewayEvent[],
  { now, also }: { now: Date; also?: Write },
): Promise<Numbered[]> => {
  const unique = [...new Map(events.map((event) => [event.id, event])).values()];
  const written: Numbered[] = [];
  for (let from = 0; from < unique.length; from += AT_ONCE)
    written.push(...(await appendSome(owner, unique.slice(from, from + AT_ONCE), { now, also })));
  return written;
};

const appendSome = async (
  owner: string,
  events: GatewayEvent[],
  { now, also }: { now: Date; also: Write | undefined },
): Promise<Numbered[]> => {
  const expires = epochSeconds(daysLater(now, EVENT_DAYS));
  let left = events;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const last = await lastNumber(owner);
    const numbered = left.map((event, place) => ({ ...event, number: last + 1 + place }));
    const ids = numbered.map((event) => idWrite(owner, event, expires));
    const move = headWrite(owner, last, last + numbered.length);
    const rejected = await transact([
      move,
      ...ids,
      ...numbered.map((event) => eventWrite(owner, event, expires)),
      ...(also ? [also] : []),
    ]);
    if (rejected.length === 0) return [...(await known(owner, events, left)), ...numbered];
    if (also && rejected.includes(also)) return [];
    left = left.filter((_, place) => !rejected.includes(ids[place]!));
    if (left.length === 0) return known(owner, events, left);
    if (rejected.includes(move)) await pause(attempt);
  }
  throw new Error('failed to append events: other calls appended on every retry');
};

/** Known events with their numbers. */
const known = async (owner: string, all: GatewayEvent[], left: GatewayEvent[]): Promise<Numbered[]> => {
  if (left.length === all.length) return [];
  const before = all.filter((event) => !left.includes(event));
  const keys = before.map(({ id }) => eventKey.eventId(owner, id));
  const rows = await readKeys(parseEventId, { table: eventsTable(), keys, isConsistent: true });
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  return before.map((event) => ({ ...event, number: numbers.get(event.id)! }));
};

const idWrite = (owner: string, { id, number }: Numbered, expires: number): Write => ({
  Put: put(eventsTable(), { ...eventKey.eventId(owner, id), id, number, expires }, isNew),
});

const eventWrite = (owner: string, event: Numbered, expires: number): Write => ({
  Put: put(eventsTable(), { ...eventKey.event(owner, event.number), ...event, expires }),
});

/** Continues from the number that was read. */
const headWrite = (owner: string, before: number, last: number): Write => ({
  Update: update(eventsTable(), eventKey.eventHead(owner), {
    set: { last },
    if: before === 0 ? isNew : is('last', before),
  }),
});

/** Largest number of events that a call examines, of some 300 bytes each. */
const MOST = 1_000;
/** Events read in one query. */
const PAGE = 250;
/** Milliseconds between two polls. */
const _POLL_MS = 1_000;

/** Events of one owner. */
export interface EventPage {
  events: Numbered[];
  /** Number of the last examined event. */
  last: number;
  /** Whether there may be more events after it. */
  more: boolean;
  /** Whether events after the reader's position have expired. */
  missed: boolean;
  /** Whether the reader's position is beyond the last event, because the table was lost. */
  lost: boolean;
}

/**
 * Lists matching events of an owner after a number, in order. Numbers are assigned when events are written, so no
 * event appears before `last` later.
 * @param how.after `undefined` for the oldest stored event. A number beyond the last one comes from a table that was
 * lost: the reader then gets all stored events
 */
export const listEvents = async (
  owner: string,
  {
    after,
    fits,
    limit,
    now,
  }: { after: number | undefined; fits: (event: Numbered) => boolean; limit: number; now: Date },
): Promise<EventPage> => {
  const newest = await lastNumber(owner);
  const isLost = after !== undefined && after > newest;
  const from = isLost ? 0 : (after ?? 0);
  const events: Numbered[] = [];
  let last = from;
  let first: number | undefined;
  for (let looked = 0; last < newest && looked < MOST && events.length < limit; ) {
    const rows = await readRows(owner, last + 1, newest);
    for (const { expires, ...event } of rows) {
      if (events.length === limit) break;
      last = event.number;
      looked += 1;
      if (expires <= epochSeconds(now)) continue;
      first ??= event.number;
      if (fits(event)) events.push(event);
    }
    if (rows.length === 0) last = newest;
  }
  const isMissed = from < last && after !== undefined && first !== from + 1;
  return { events, last, more: last < newest, missed: isLost || isMissed, lost: isLost };
};

const readRows = async (owner: string, first: number, last: number) => {
  const { pk, sk } = eventKey.event(owner, first);
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      ...query(eventsTable(), all(is('pk', pk), between('sk', sk, eventKey.event(owner, last).sk))),
      ConsistentRead: true,
      Limit: PAGE,
    }),
  );
  return Items.map(parseEvent);
};

/** State of an authority for events. A slow one counts as up. */
export type KnownState = 'up' | 'down' | 'paused';

const parseState = rowParser('AuthorityState', 'authorityState', () =>
  z.object({ state: z.enum(['up', 'down', 'paused']), changes: z.int() }),
);

/** State in an authority's last event, and the number of its events. */
interface Known {
  state: KnownState;
  changes: number;
}

/** State in an authority's last event; `up` if there is none. */
export const knownState = async (authority: AuthorityName): Promise<Known> =>
  (await readRow(parseState, eventKey.authorityState(authority), eventsTable())) ?? {
    state: 'up',
    changes: 0,
  };

/**
 * Records an authority's new state together with its event, unless another run did.
 * @param was the known state
 */
export const noteAuthority = async (
  { authority, type, state }: { authority: AuthorityName; type: GatewayEvent['type']; state: KnownState },
  was: Known,
  now: Date,
): Promise<void> => {
  const changes = was.changes + 1;
  const event: GatewayEvent = {
    id: eventIdOf('authority', authority, String(changes)),
    type,
    at: now.toISOString(),
    subject: { kind: 'authority', id: authority },
    detail: { authority },
  };
  const also = {
    Put: put(
      eventsTable(),
      { ...eventKey.authorityState(authority), state, changes },
      was.changes === 0 ? isNew : is('changes', was.changes),
    ),
  };
  await appendEvents(SERVICE, [event], { now, also });
};

/**
 * Progress of the schedule in looking for notifications, for each half of a day. Accounts and certificates are
 * processed in order; those after a position are still to be looked at.
 */

/** Retention of a row, in days. */
const KEPT_DAYS = 7;
const DAY_SECONDS = 24 * 60 * 60;

const parseLooks = rowParser('Looks', 'looks', () => z.object({ upTo: z.string() }));

/**
 * The position reached; `''` if it has not begun.
 * @param half of a day, such as `2026-11-23#1`
 */
export const lookedUpTo = async (half: string): Promise<string> =>
  (await readRow(parseLooks, eventKey.looks(half), eventsTable()))?.upTo ?? '';

/** Moves on from one place to the next. @returns `false` if another run did so, and will handle the next */
export const moveLooks = async (
  half: string,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<boolean> => {
  const written = await updateIf(
    update(eventsTable(), eventKey.looks(half), {
      set: { upTo: to, expires: epochSeconds(now) + KEPT_DAYS * DAY_SECONDS },
      if: from === '' ? isNew : is('upTo', from),
    }),
  );
  return written !== undefined;
};
