import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { limitsOfStage, setting } from '../../kernel/config.ts';
import { dynamo, type Write } from '../dynamo/dynamo.ts';
import { readRow } from '../dynamo/read-keys.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { accountsKey } from '../keyspace.ts';
import { stillIs, update } from '../table.ts';
import { countClients } from './rows.ts';

/**
 * The limit of clients of an account, without a count that all creations would write and wait for: its clients are
 * counted where they are. Only the last ones that it may have are made one after another, so that they are exactly as
 * many as the stage allows.
 */

/** Clients below the limit from which on creations take turns: more than an account makes while one is under way. */
const LAST = 100;
/** Clients below the limit as long as which a process trusts its count for a minute: more than an account makes in one. */
const FAR = 1_000;
const TRUSTED_MS = 60_000;

/** When this process counted the clients of accounts that were far from the limit. */
const counted = new Map<string, number>();

const parseLastClients = rowParser('LastClients', 'lastClients', () => z.object({ version: z.int() }));

/**
 * What the creation of another client must write with it; nothing where the account is far from its limit.
 * @returns `undefined` if it has as many clients as the stage allows. A write whose condition does not hold says that
 *   another one was made meanwhile: ask again
 */
export const roomFor = async (accountId: string, now: Date): Promise<Write[] | undefined> => {
  const limit = limitsOfStage().clients;
  if (limit > FAR && now.getTime() - (counted.get(accountId) ?? 0) < TRUSTED_MS) return [];
  const left = limit - (await countClients(accountId, false));
  if (left > FAR) counted.set(accountId, now.getTime());
  if (left > LAST) return [];
  const key = accountsKey.lastClients(accountId);
  // Before the count, so that what is made after it has another version.
  const version = (await readRow(parseLastClients, key))?.version ?? 0;
  if ((await countClients(accountId, true)) >= limit) return undefined;
  const change = { set: { version: version + 1 }, if: stillIs('version', version || undefined) };
  return [{ Update: update(setting('ACCOUNTS_TABLE'), key, change) }];
};

/**
 * Ids of client companies and of contribution accounts: integers that are unique in the service. A process takes many at
 * once, so that few calls write the counters. So ids do not say what was made first.
 */

/** Ids that a process takes at once. Those that it does not use are never given. */
const TAKEN = 100;

type Series = Parameters<typeof accountsKey.counter>[0];

/** What this process has taken and not given yet. */
const left = new Map<Series, { next: number; end: number }>();

const parseCounter = rowParser('Counter', 'counter', () => z.object({ given: z.int() }));

/** The first number after those that are taken. */
const take = async (series: Series, howMany: number): Promise<number> => {
  const { Attributes } = await dynamo().send(
    new UpdateCommand({
      ...update(setting('ACCOUNTS_TABLE'), accountsKey.counter(series), { add: { given: howMany } }),
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return parseCounter(Attributes).given + 1;
};

/** This many new ids of a series, in ascending order. */
export const newIds = async (series: Series, howMany: number): Promise<number[]> => {
  let range = left.get(series);
  if (!range || range.end - range.next < howMany) {
    const size = Math.max(TAKEN, howMany);
    const end = await take(series, size);
    range = { next: end - size, end };
    left.set(series, range);
  }
  const from = range.next;
  range.next += howMany;
  return Array.from({ length: howMany }, (_, index) => from + index);
};
