import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { AUTHORITIES } from '../../kernel/errors.ts';
import { EVENT_TYPES, type EventType, type GatewayEvent, SUBJECT_KINDS } from '../../kernel/events.ts';
import { dynamo } from '../aws.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { eventKey, eventsTable } from './event-keys.ts';

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
export const lastNumber = async (owner: string): Promise<number> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: eventsTable(), Key: eventKey.eventHead(owner), ConsistentRead: true }),
  );
  return Item ? parseLast(Item) : 0;
};

/** Reads the row with the last number of an owner. */
export const parseLast = (item: unknown): number => parseHead(item).last;
