import { createHash } from 'node:crypto';
import { setting } from '../../kernel/config.ts';

/** How the partition keys of events begin. */
export const EVENTS = 'events#';

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
};

export const eventsTable = () => setting('EVENTS_TABLE');

/** The id of an event, by what it is of: the same parts give the same id. */
export const eventIdOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
