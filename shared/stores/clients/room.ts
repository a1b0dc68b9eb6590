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
 * The limit of clients of an account, without a counter that every creation would write and wait for: existing rows
 * are counted. Only near the limit are clients created one after another, so that the limit is exact.
 */

/**
 * Distance from the limit at which creations begin to take turns: more clients than an account creates during one
 * creation.
 */
const LAST = 100;
/** Clients below the limit as long as which a process trusts its count for a minute: more than an account makes in one. */
const FAR = 1_000;
const TRUSTED_MS = 60_000;

/** When this process counted the clients of accounts that were far from the limit. */
const counted = new Map<string, number>();

const parseLastClients = rowParser('LastClients', 'lastClients', () => z.object({ version: z.int() }));

/**
 * Writes that must go with the creation of a client; none while the account is far from its limit.
 * @returns `undefined` if the account is at its limit. If the condition of a write fails, another client was created
 * meanwhile: ask again
 */
export const roomFor = async (accountId: string, now: Date): Promise<Write[] | undefined> => {
  const limit = limitsOfStage().clients;
  if (limit > FAR && now.getTime() - (counted.get(accountId) ?? 0) < TRUSTED_MS) return [];
  const left = limit - (await countClients(accountId, false));
  if (left > FAR) counted.set(accountId, now.getTime());
  if (left > LAST) return [];
  const key = accountsKey.lastClients(accountId);
  // Read before counting, so that a client created after the count changes the version.
  const version = (await readRow(parseLastClients, key))?.version ?? 0;
  if ((await countClients(accountId, true)) >= limit) return undefined;
  const change = { set: { version: version + 1 }, if: stillIs('version', version || undefined) };
  return [{ Update: update(setting('ACCOUNTS_TABLE'), key, change) }];
};

/**
 * Ids of client companies and contribution accounts: integers, unique in the service. A process reserves many at
 * once to write the counters rarely, so ids do not tell the order of creation.
 */

/** Ids that a process reserves at once. Unused ones are lost. */
const TAKEN = 100;

type Series = Parameters<typeof accountsKey.counter>[0];

/** Ids that this process has reserved and not used yet. */
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
