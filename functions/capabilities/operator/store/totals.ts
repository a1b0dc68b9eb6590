import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { daysLater } from '../../../../shared/kernel/spanish-time.ts';
import { dynamo, epochSeconds } from '../../../../shared/stores/dynamo/dynamo.ts';
import { queryRows, readKeys } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { SHOWN_STATES, type ShownState } from '../../../../shared/stores/filings/shown-state.ts';
import type { RowKey } from '../../../../shared/stores/keyspace.ts';
import { is, query, update } from '../../../../shared/stores/table.ts';
import { eventKey, eventsTable } from '../../events/store/event-row.ts';
import { TOTAL_DAYS } from '../fields.ts';

/**
 * Daily counts of filings by state, for operators: of all accounts by authority and operation, and of each account.
 * They are no record: what cannot be counted is left out.
 */

/** A filing that reached a state. */
export interface Reached {
  accountId: string;
  authority: string;
  /** Method and address. */
  operation: string;
  state: ShownState;
  /** In Spain, `YYYY-MM-DD`. */
  day: string;
  /** It is in this state no more. */
  by?: -1;
}

/** Number of filings that reached a state. */
interface Total extends Omit<Reached, 'accountId' | 'by'> {
  count: number;
}

/** Counts of an account by state. */
type StateCounts = Partial<Record<ShownState, number>>;

/** Shards of a day. */
export const TOTAL_SHARDS = 4;

/** Increments counters of a row. */
const add = async (
  key: RowKey,
  members: (readonly [name: string, by: number])[],
  { accountId, now }: { accountId?: string; now: Date },
): Promise<void> => {
  const counts = [...Map.groupBy(members, ([name]) => name)].map(([name, all]) => [
    name,
    all.reduce((sum, [, by]) => sum + by, 0),
  ]);
  const change = {
    set: { expires: epochSeconds(daysLater(now, TOTAL_DAYS + 1)), accountId },
    add: Object.fromEntries(counts),
  };
  await dynamo().send(new UpdateCommand(update(eventsTable(), key, change)));
};

/**
 * Counts filings: one write for each day, and one for each account and day.
 * @param shard of the day to write, from 0
 */
export const countReached = async (reached: Reached[], shard: number, now: Date): Promise<void> => {
  for (const [day, ofDay] of Map.groupBy(reached, ({ day }) => day)) {
    const members = ofDay.map(
      ({ authority, operation, state, by = 1 }) => [`${authority}#${operation}#${state}`, by] as const,
    );
    await add(eventKey.total(day, shard), members, { now });
    for (const [accountId, own] of Map.groupBy(ofDay, (one) => one.accountId)) {
      const states = own.map(({ state, by = 1 }) => [`state#${state}`, by] as const);
      await add(eventKey.accountTotal(accountId, day), states, { accountId, now });
    }
  }
};

const parseTotal = rowParser('Total', 'total', () => z.record(z.string(), z.unknown()));

/** Counts of a day over all accounts, by one query of a few rows. */
export const totalsOf = async (day: string): Promise<Total[]> => {
  const rows = await queryRows(parseTotal, query(eventsTable(), is('pk', eventKey.total(day, 0).pk)));
  const sums = new Map<string, number>();
  for (const row of rows)
    for (const [member, count] of Object.entries(row))
      if (member.includes('#')) sums.set(member, (sums.get(member) ?? 0) + Number(count));
  return [...sums]
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([member, count]) => {
      const [authority = '', operation = '', state] = member.split('#');
      return { day, authority, operation, state: state as ShownState, count };
    });
};

const parseAccountTotal = rowParser('AccountTotal', 'accountTotal', () =>
  z.looseObject({ accountId: z.string() }),
);

/** Counts of some accounts over some days, in batches of 100 rows. */
export const totalsOfAccounts = async (
  accountIds: string[],
  days: string[],
): Promise<Map<string, StateCounts>> => {
  const keys = accountIds.flatMap((id) => days.map((day) => eventKey.accountTotal(id, day)));
  const rows = await readKeys(parseAccountTotal, { table: eventsTable(), keys });
  const found = new Map<string, StateCounts>();
  for (const row of rows) {
    const counts = found.get(row.accountId) ?? {};
    for (const state of SHOWN_STATES) {
      const count = Number(row[`state#${state}`] ?? 0);
      if (count > 0) counts[state] = (counts[state] ?? 0) + count;
    }
    found.set(row.accountId, counts);
  }
  return found;
};
