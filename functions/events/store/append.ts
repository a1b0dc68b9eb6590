import { daysLater } from '../../../shared/kernel/spanish-time.ts';
import { epochSeconds, pause, transact, type Write } from '../../../shared/stores/dynamo/dynamo.ts';
import { readKeys } from '../../../shared/stores/dynamo/read-keys.ts';
import { is, isNew, put, update } from '../../../shared/stores/table.ts';
import type { GatewayEvent } from '../gateway-event.ts';
import { EVENT_DAYS, eventKey, eventsTable, lastNumber, type Numbered, parseEventId } from './event-row.ts';

/** Events of one transaction: each is two rows, and DynamoDB takes 100. */
const AT_ONCE = 40;
/** Times that a transaction is tried, since others append to the same owner at the same time. */
const ATTEMPTS = 30;

/**
 * Appends events to those of an owner, in this order. One that is there already, by its id, is not written again, so the
 * same events may be given any number of times, and together with others.
 * @param also one more write of the transaction, for a single event: where its condition does not hold, nothing is written
 * @returns all of them with their numbers, also those that were there; none where `also` was refused
 * @throws what DynamoDB throws; some may be written then
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
  throw new Error('events could not be appended: others kept appending to the same ones');
};

/** Those that were there before, with their numbers. */
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

/** The number goes on from the one that was read. */
const headWrite = (owner: string, before: number, last: number): Write => ({
  Update: update(eventsTable(), eventKey.eventHead(owner), {
    set: { last },
    if: before === 0 ? isNew : is('last', before),
  }),
});
