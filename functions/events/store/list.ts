import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, epochSeconds } from '../../../shared/stores/dynamo/dynamo.ts';
import { all, between, is, query } from '../../../shared/stores/table.ts';
import { eventKey, eventsTable, lastNumber, type Numbered, parseEvent, parseLast } from './event-row.ts';

/** Events that one call looks at, whether they fit or not: some 300 bytes each. */
const MOST = 1_000;
/** Events that are read at once. */
const PAGE = 250;
/** Milliseconds between two looks for what is new. */
const POLL_MS = 1_000;

/** Events of one owner. */
export interface EventPage {
  events: Numbered[];
  /** All up to this number were looked at. */
  last: number;
  /** There may be more after it now. */
  more: boolean;
  /** Between where the reader was and what is kept now, events have gone. */
  missed: boolean;
  /** The reader was after all that there is: the table was lost. */
  lost: boolean;
}

/**
 * The events of an owner after a number, in order: those that fit, so many at most. A number is given when it is written,
 * and all before it were, so no event comes in before `last` later.
 * @param how.after `undefined` for the oldest that is kept. One that is larger than any is of a table that was lost: the
 * reader gets what there is
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

/**
 * Waits until any of the owners has an event after the number that is known, or the time is over.
 * @param known the last number of each owner
 * @returns whether there is something new
 */
export const waitForEvents = async (
  known: Record<string, number>,
  milliseconds: number,
): Promise<boolean> => {
  const end = performance.now() + milliseconds;
  for (;;) {
    if (await isBehind(known)) return true;
    const left = end - performance.now();
    if (left <= 0) return false;
    await sleep(Math.min(POLL_MS, left));
  }
};

/** Not consistent, which costs half: what is written just now is seen by the next look. */
const isBehind = async (known: Record<string, number>): Promise<boolean> => {
  const table = eventsTable();
  const Keys = Object.keys(known).map((owner) => eventKey.eventHead(owner));
  const { Responses } = await dynamo().send(new BatchGetCommand({ RequestItems: { [table]: { Keys } } }));
  const heads = new Map((Responses?.[table] ?? []).map((row) => [row.pk, parseLast(row)]));
  return Object.entries(known).some(([owner, last]) => (heads.get(eventKey.eventHead(owner).pk) ?? 0) > last);
};
