import { createHash } from 'node:crypto';
import { setting } from '../../kernel/config.ts';
import { isOpen, type ShownState } from './shown-state.ts';

/** Whose filings wait for one another: those of an account before an authority. */
export interface Queue {
  accountId: string;
  authority: string;
}

/** The sort key of a batch: by it a change of one is known in the stream. */
export const BATCH = 'batch';

/** How the partition keys begin of filings, of those that wait, of batches, and of what keeps each from being made twice. */
export const FILINGS = 'filing#';
export const QUEUES = 'queue#';
export const BATCHES = 'batch#';
export const GUARDS = 'guard#';

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
  /** A batch of submissions, by its account: that of another one cannot be found by its id. */
  batch: (accountId: string, id: string) => ({ pk: `${BATCHES}${accountId}#${id}`, sk: BATCH }),
  /** How far a row of a batch is. */
  batchRow: (accountId: string, id: string, row: number) => ({
    pk: `${BATCHES}${accountId}#${id}`,
    sk: `row#${String(row).padStart(5, '0')}`,
  }),
  /** What keeps a filing from being made twice: `name` as of `guardName`. */
  guard: (name: string) => ({ pk: `${GUARDS}${name}`, sk: 'guard' }),
};

/** The id in the partition key of a filing. */
export const filingIdOf = (pk: string): string => pk.slice(FILINGS.length);

/** Name of a guard: a hash, so that no identifier and no key of a caller stands in a key. */
export const guardName = (
  kind: 'key' | 'content' | 'act' | 'preview' | 'batch' | 'removed',
  ...parts: string[]
): string => `${kind}#${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;

/**
 * Values of the attributes by which filings are listed, each in an index that sorts them by id, and so by time. MACs are
 * those of `listMac`.
 */
export const listKeys = {
  batches: (accountId: string) => `batches#${accountId}`,
  account: (accountId: string) => `account#${accountId}`,
  client: (accountId: string, clientId: number) => `client#${accountId}#${clientId}`,
  worker: (mac: string) => `worker#${mac}`,
  ccc: (mac: string) => `ccc#${mac}`,
  company: (accountId: string, clientId: number) => `company#${accountId}#${clientId}`,
  user: (accountId: string, userId: string) => `user#${accountId}#${userId}`,
  operation: (accountId: string, operation: string) => `operation#${accountId}#${operation}`,
  /** What has not ended is listed together: it changes, and there is little of it at any time. */
  state: (accountId: string, state: ShownState) => `state#${accountId}#${isOpen(state) ? 'open' : state}`,
};

export const filingsTable = () => setting('FILINGS_TABLE');
