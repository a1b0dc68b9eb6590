import { updateIf } from '../dynamo/dynamo.ts';
import { queryRows } from '../dynamo/read-keys.ts';
import type { RowKey } from '../keyspace.ts';
import { absent, all, atMost, below, type Condition, either, exists, is, query, update } from '../table.ts';
import { filingsTable } from './filing-keys.ts';

/**
 * Rows of capabilities in the table of filings to which the schedule comes back, such as batches that are under way. Of each kind there
 * are few at any time, so all of a kind are one key of an index. A function leases such a row while it works on it.
 */

/** Members by which the schedule finds a row. @param due the kind */
export const dueMembersOf = (due: string, accountId: string, dueAt: Date) => ({
  due,
  dueAt: dueAt.toISOString(),
  turn: `${accountId}#${dueAt.toISOString()}`,
});

/** The keys of the rows of a kind that are due, the longest overdue first. @throws errors of DynamoDB */
export const dueRows = async (due: string, now: Date): Promise<(RowKey & { dueAt: string })[]> => {
  const rows = await queryRows((item) => item as RowKey & { dueAt: string }, {
    ...query(filingsTable(), is('due', due), {
      filter: atMost('dueAt', now.toISOString()),
      members: ['pk', 'sk', 'dueAt'],
    }),
    IndexName: 'byTurn',
  });
  return rows.toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1));
};

/** In turns of accounts: of each the longest overdue, then of each the next one, and so on. */
export const inTurns = <Row extends { accountId: string; dueAt: string }>(rows: readonly Row[]): Row[] => {
  const byAccount = [...Map.groupBy(rows, ({ accountId }) => accountId).values()].map((own) =>
    own.toSorted((a, b) => a.dueAt.localeCompare(b.dueAt)),
  );
  const longest = Math.max(0, ...byAccount.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => byAccount.flatMap((own) => own[turn] ?? [])).flat();
};

/** The account and the id in such a partition key: `kind#account#id`. */
export const namedIn = ({ pk }: Pick<RowKey, 'pk'>): { accountId: string; id: string } => {
  const [, accountId = '', id = ''] = pk.split('#');
  return { accountId, id };
};

/** A lease, from an instant until another. */
export interface Lease {
  owner: string;
  now: Date;
  until: Date;
}

/**
 * Leases a row, so that one function at a time works on it; a function that dies just lets the lease expire.
 * @param only what else must hold of the row
 * @returns the row as it is now; `undefined` where it is gone, or another function has the lease
 * @throws errors of DynamoDB
 */
export const leaseRow = async (
  key: RowKey,
  { owner, now, until }: Lease,
  only: Condition = exists('pk'),
): Promise<unknown> => {
  const leased = await updateIf({
    ...update(filingsTable(), key, {
      set: { takenBy: owner, takenUntil: until.toISOString() },
      if: all(exists('pk'), only, either(absent('takenUntil'), below('takenUntil', now.toISOString()))),
    }),
    ReturnValues: 'ALL_NEW',
  });
  return leased?.Attributes;
};

/** Members that a lease has, to be removed at its end. */
export const LEASE_MEMBERS = ['takenBy', 'takenUntil'] as const;
