import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, updateIf } from '../dynamo/dynamo.ts';
import { queryRows } from '../dynamo/read-keys.ts';
import { absent, all, between, is, query, update } from '../table.ts';
import { inTurns } from './due-rows.ts';
import { DUE_KINDS, DUE_MEMBERS, type DueKind, dueKeys, duePartitions, type Filing } from './filing.ts';
import { filingIdOf, filingKey, filingsTable } from './filing-keys.ts';
import { parseFiling } from './read.ts';

/** A due filing as it is in the index, even if its row is invalid. */
export interface DueFiling {
  kind: DueKind;
  id: string;
  accountId: string;
  /** ISO instant. */
  dueAt: string;
  /** ISO instant. */
  claimedAt: string;
  state: string;
  authority: string;
  /** How often it was taken so far. */
  takes: number;
}

const INDEX = 'byTurn';
/** Rows in one read. An account with more of them in a shard waits for its next turn. */
const PAGE = 50;
/** They sort before and after all that stands in the keys of accounts and instants. */
const [FIRST, LAST] = ['!', '~'] as const;

/** A page of a shard: rows from one place in the order of accounts to another, due or not. */
const readPage = async (
  kind: DueKind,
  due: string,
  [start, to]: [string, string],
): Promise<{ rows: DueFiling[]; isLast: boolean }> => {
  const { Items = [], LastEvaluatedKey } = await dynamo().send(
    new QueryCommand({
      ...query(filingsTable(), all(is('due', due), between('turn', start, to)), {
        members: ['pk', 'turn', 'dueAt', 'claimedAt', 'state', 'authority', 'takes'],
      }),
      IndexName: INDEX,
      Limit: PAGE,
    }),
  );
  const rows = Items.map(
    ({ pk, turn, dueAt, claimedAt, state, authority, takes }): DueFiling => ({
      kind,
      id: filingIdOf(pk),
      accountId: String(turn).split('#')[0]!,
      dueAt,
      claimedAt: String(claimedAt),
      state: String(state),
      authority: String(authority),
      takes: Number(takes) || 0,
    }),
  );
  return { rows, isLast: LastEvaluatedKey === undefined || rows.length === 0 };
};

/**
 * Due filings of a shard. Usually one page has all. Otherwise accounts take turns with their first filings, and if
 * there are too many accounts for a run, each run begins with another one.
 */
const dueOfShard = async (
  kind: DueKind,
  due: string,
  { now, most, first }: { now: string; most: number; first: string },
): Promise<DueFiling[]> => {
  const isDue = ({ dueAt }: DueFiling) => dueAt <= now;
  const whole = await readPage(kind, due, [FIRST, LAST]);
  if (whole.isLast) return whole.rows.filter(isDue);
  const found: DueFiling[] = [];
  for (const [from, to] of [
    [first, LAST],
    [FIRST, first],
  ] as const) {
    for (let start: string | undefined = from; start !== undefined && found.length < most; ) {
      const { rows, isLast }: Awaited<ReturnType<typeof readPage>> = await readPage(kind, due, [start, to]);
      found.push(...rows.filter(isDue));
      start = isLast ? undefined : `${rows.at(-1)!.accountId}#${LAST}`;
    }
  }
  return found;
};

/** Filings that are due by now: at most so many of each kind, and for each account the longest waiting first. */
export const dueFilings = async (now: Date, most: Record<DueKind, number>): Promise<DueFiling[]> => {
  const first = randomUUID();
  const ofKind = async (kind: DueKind) => {
    const how = { now: now.toISOString(), most: most[kind], first };
    const shards = await Promise.all(duePartitions(kind).map((due) => dueOfShard(kind, due, how)));
    return inTurns(shards.flat()).slice(0, most[kind]);
  };
  return (await Promise.all(DUE_KINDS.map(ofKind))).flat();
};

/** Filings of unknown outcome that are still looked up, whenever that is due next. */
export const unknownFilings = async (): Promise<Pick<DueFiling, 'id' | 'claimedAt'>[]> => {
  const parse = (item: unknown) => {
    const { pk, claimedAt } = item as { pk: string; claimedAt?: string };
    return { id: filingIdOf(pk), claimedAt: String(claimedAt) };
  };
  const ofShard = (due: string) =>
    queryRows(parse, {
      ...query(filingsTable(), is('due', due), {
        filter: is('state', 'unknown'),
        members: ['pk', 'claimedAt'],
      }),
      IndexName: INDEX,
    });
  return (await Promise.all(duePartitions('lookUp').map(ofShard))).flat();
};

/**
 * Leases a due filing to one run: moves it to its next due time and counts it, on condition that no other run has
 * moved it. If the run dies, the filing comes back at that time.
 * @param next when it is due again; `undefined` for never
 * @returns the filing as stored now; `undefined` when another process has moved it
 * @throws Error for an invalid row; it was moved all the same
 */
export const takeDue = async (due: DueFiling, next: Date | undefined): Promise<Filing | undefined> => {
  const { id, dueAt, takes, state } = due;
  const keys = next && dueKeys(due, state as Filing['state'], next);
  const taken = await updateIf({
    ...update(filingsTable(), filingKey.head(id), {
      set: { takes: takes + 1, dueAt: keys?.dueAt, turn: keys?.turn },
      remove: keys ? [] : DUE_MEMBERS,
      if: is('dueAt', dueAt),
    }),
    ReturnValues: 'ALL_NEW',
  });
  return taken && parseFiling(taken.Attributes);
};

/** Marks in a filing's record that its evidence must still be written or time-stamped. */

/**
 * Marks the evidence of a filing as written.
 * @param evidenceDue as it was then: if the filing has ended again, its evidence is due again
 * @param staysDue it is looked up again
 */
export const noteEvidence = async (id: string, evidenceDue: string, staysDue: boolean): Promise<void> => {
  await updateIf(
    update(filingsTable(), filingKey.head(id), {
      remove: ['evidenceDue', ...(staysDue ? [] : DUE_MEMBERS)],
      if: is('evidenceDue', evidenceDue),
    }),
  );
};

/**
 * Marks the evidence of a filing as written, and its time-stamp as due.
 * @param evidenceDue as of `noteEvidence`
 * @param dueAt when the schedule asks for it; by default, when the filing is due for another reason
 */
export const noteUnstamped = async (
  filing: Pick<Filing, 'id' | 'accountId' | 'state'>,
  evidenceDue: string,
  dueAt: Date | undefined,
): Promise<void> => {
  await updateIf(
    update(filingsTable(), filingKey.head(filing.id), {
      set: { stampDue: evidenceDue, ...(dueAt && { takes: 0, ...dueKeys(filing, filing.state, dueAt) }) },
      remove: ['evidenceDue'],
      if: is('evidenceDue', evidenceDue),
    }),
  );
};

/**
 * Marks the time-stamp of a filing's evidence as obtained.
 * @param stampDue as it was then: evidence that was written again has another one
 * @param staysDue it is looked up again
 */
export const noteStamped = async (id: string, stampDue: string, staysDue: boolean): Promise<void> => {
  await updateIf(
    update(filingsTable(), filingKey.head(id), {
      remove: ['stampDue', ...(staysDue ? [] : DUE_MEMBERS)],
      if: all(is('stampDue', stampDue), absent('evidenceDue')),
    }),
  );
};

/**
 * Marks the evidence of a filing that was not sent as wanted.
 * @returns false if it has evidence, or is in another state
 */
export const wantEvidence = async (
  filing: Pick<Filing, 'id' | 'accountId'>,
  now: Date,
  dueAt: Date,
): Promise<boolean> => {
  const written = await updateIf(
    update(filingsTable(), filingKey.head(filing.id), {
      set: { evidenceDue: now.toISOString(), takes: 0, ...dueKeys(filing, 'ended', dueAt) },
      if: all(is('state', 'ended'), absent('stampDue')),
    }),
  );
  return written !== undefined;
};
