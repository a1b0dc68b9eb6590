import { createHash } from 'node:crypto';
import { setting } from '../../kernel/config.ts';
import { isOpen, type ShownState } from './shown-state.ts';

/** A queue: the filings of an account before an authority, which wait for one another. */
export interface Queue {
  accountId: string;
  authority: string;
}

/** The sort key of a batch: by it a change of one is known in the stream. */
export const BATCH = 'batch';

/** Prefixes of partition keys: filings, queued ones, batches, and locks. */
export const FILINGS = 'filing#';
export const QUEUES = 'queue#';
export const BATCHES = 'batch#';
export const LOCKS = 'guard#';
/** How the partition keys of drafts begin: an account's, by user. */
export const DRAFTS = 'draft#';

/** Keys of the `filings` table. */
export const filingKey = {
  head: (id: string) => ({ pk: `${FILINGS}${id}`, sk: 'head' }),
  entry: (id: string, number: number) => ({
    pk: `${FILINGS}${id}`,
    sk: `entry#${String(number).padStart(5, '0')}`,
  }),
  /** A filing that waits: in the queue of its account and authority, by its id, which sorts by time. */
  waiting: ({ accountId, authority }: Queue, id: string) => ({
    pk: `${QUEUES}${accountId}#${authority}`,
    sk: `filing#${id}`,
  }),
  /** One of those that are being made at the same time. */
  slot: ({ accountId, authority }: Queue, number: number) => ({
    pk: `${QUEUES}${accountId}#${authority}`,
    sk: `slot#${number}`,
  }),
  /** A batch by its account and id, so that another account's batch cannot be found by its id. */
  batch: (accountId: string, id: string) => ({ pk: `${BATCHES}${accountId}#${id}`, sk: BATCH }),
  /** How far a row of a batch is. */
  batchRow: (accountId: string, id: string, row: number) => ({
    pk: `${BATCHES}${accountId}#${id}`,
    sk: `row#${String(row).padStart(5, '0')}`,
  }),
  /** A lock, by its name from `lockName`. */
  lock: (name: string) => ({ pk: `${LOCKS}${name}`, sk: 'guard' }),
};

/** The id in the partition key of a filing. */
export const filingIdOf = (pk: string): string => pk.slice(FILINGS.length);

/** Name of a lock: a hash, so that no identifier and no key of a caller stands in a key. */
export const lockName = (
  kind: 'key' | 'content' | 'subject' | 'preview' | 'batch' | 'due',
  ...parts: string[]
): string => `${kind}#${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;

/** Index keys for lists of filings. Each index sorts by id, and so by time. MACs are from `listMac`. */
export const listKeys = {
  batches: (accountId: string) => `batches#${accountId}`,
  account: (accountId: string) => `account#${accountId}`,
  client: (accountId: string, clientId: number) => `client#${accountId}#${clientId}`,
  worker: (mac: string) => `worker#${mac}`,
  ccc: (mac: string) => `ccc#${mac}`,
  company: (accountId: string, clientId: number) => `company#${accountId}#${clientId}`,
  user: (accountId: string, userId: string) => `user#${accountId}#${userId}`,
  operation: (accountId: string, operation: string) => `operation#${accountId}#${operation}`,
  /** Open filings share a key: their state changes, and there are few at any time. */
  state: (accountId: string, state: ShownState) => `state#${accountId}#${isOpen(state) ? 'open' : state}`,
};

export const filingsTable = () => setting('FILINGS_TABLE');
