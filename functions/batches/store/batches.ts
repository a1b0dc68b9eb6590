import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import {
  dynamo,
  epochSeconds,
  ifConditionHolds,
  transact,
  updateIf,
} from '../../../shared/stores/dynamo/dynamo.ts';
import { queryRows, readKeys, readRow, rowsUnder } from '../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import {
  DUE_MEMBERS,
  FACTS_OF_ROW,
  type FilingOfRow,
  filingRow,
} from '../../../shared/stores/filings/filing.ts';
import { filingKey, filingsTable, listKeys } from '../../../shared/stores/filings/filing-keys.ts';
import { type Guard, parseGuard } from '../../../shared/stores/filings/read.ts';
import {
  absent,
  all,
  atMost,
  below,
  either,
  exists,
  is,
  isNew,
  oneOf,
  put,
  query,
  remove,
  update,
} from '../../../shared/stores/table.ts';
import { BATCH_SECONDS, type Batch, type Progress, parseBatch, parseProgress } from './batch.ts';

/** The store of batches, in the table of filings. */

/** By what the schedule finds batches that go on: few are under way at any time. */
const DUE = 'batch';

const expiresOf = ({ createdAt }: Pick<Batch, 'createdAt'>) =>
  epochSeconds(new Date(createdAt)) + BATCH_SECONDS;

const dueKeysOf = ({ accountId }: Pick<Batch, 'accountId'>, dueAt: Date) => ({
  due: DUE,
  dueAt: dueAt.toISOString(),
  turn: `${accountId}#${dueAt.toISOString()}`,
});

/**
 * Writes a batch down with the guard that keeps it from being sent twice.
 * @param now when it is due, too
 * @param gone a batch that has this guard and is none any more
 * @returns whether it was written: not where another batch has its guard
 */
export const createBatch = async (batch: Batch, now: Date, gone?: string): Promise<boolean> => {
  const expires = expiresOf(batch);
  const rejected = await transact([
    {
      Put: put(filingsTable(), {
        ...filingKey.batch(batch.accountId, batch.id),
        ...batch,
        ...dueKeysOf(batch, now),
        account: listKeys.batches(batch.accountId),
        expires,
      }),
    },
    {
      Put: put(
        filingsTable(),
        {
          ...filingKey.guard(batch.guard),
          filingId: batch.id,
          requestHash: batch.contentHash,
          expires,
        },
        either(isNew, oneOf('filingId', [batch.id, gone ?? batch.id]), atMost('expires', epochSeconds(now))),
      ),
    },
  ]);
  return rejected.length === 0;
};

/** The guard of a batch that was sent before and is kept. @param name as of `guardName` */
export const findBatchGuard = async (name: string, now: Date): Promise<Guard | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: filingsTable(), Key: filingKey.guard(name), ConsistentRead: true }),
  );
  return Item && Number(Item.expires) > epochSeconds(now) ? parseGuard(Item) : undefined;
};

/** Lets the same be sent again: nothing of it was filed. */
export const freeBatchGuard = async ({ id, guard }: Pick<Batch, 'id' | 'guard'>): Promise<void> => {
  const deletion = remove(filingsTable(), filingKey.guard(guard), is('filingId', id));
  await ifConditionHolds(dynamo().send(new DeleteCommand(deletion)));
};

/** A batch of an account. */
export const getBatch = (accountId: string, id: string): Promise<Batch | undefined> =>
  readRow(parseBatch, filingKey.batch(accountId, id), filingsTable());

/** All batches of an account that are kept, the latest first; those of one client company where it is given. */
export const listBatches = async (accountId: string, clientId?: number): Promise<Batch[]> => {
  const batches = await queryRows(parseBatch, {
    ...query(filingsTable(), is('account', listKeys.batches(accountId))),
    IndexName: 'byAccount',
    ScanIndexForward: false,
  });
  return clientId === undefined ? batches : batches.filter((one) => one.clientId === clientId);
};

/** Batches that the schedule is to go on with, those first that have waited longest. */
export const dueBatches = async (now: Date): Promise<Pick<Batch, 'accountId' | 'id'>[]> => {
  const parse = (item: unknown) => {
    const { pk, dueAt } = item as { pk: string; dueAt: string };
    const [, accountId = '', id = ''] = pk.split('#');
    return { accountId, id, dueAt };
  };
  const due = await queryRows(parse, {
    ...query(filingsTable(), is('due', DUE), {
      filter: atMost('dueAt', now.toISOString()),
      members: ['pk', 'dueAt'],
    }),
    IndexName: 'byTurn',
  });
  return due.toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1));
};

/**
 * Takes a batch, so that one function goes on with it at a time, until an instant: it may end without a word. That two go on
 * with it files nothing twice.
 * @returns the batch as it is now; `undefined` while another one has it
 */
export const takeBatch = async (
  { accountId, id }: Pick<Batch, 'accountId' | 'id'>,
  { owner, now, until }: { owner: string; now: Date; until: Date },
): Promise<Batch | undefined> => {
  const taken = await updateIf({
    ...update(filingsTable(), filingKey.batch(accountId, id), {
      set: { takenBy: owner, takenUntil: until.toISOString() },
      if: all(exists('pk'), either(absent('takenUntil'), below('takenUntil', now.toISOString()))),
    }),
    ReturnValues: 'ALL_NEW',
  });
  return taken && parseBatch(taken.Attributes);
};

/** Gives a batch back. */
export const giveBatchBack = async (
  { accountId, id }: Pick<Batch, 'accountId' | 'id'>,
  owner: string,
): Promise<void> => {
  await updateIf(
    update(filingsTable(), filingKey.batch(accountId, id), {
      remove: ['takenBy', 'takenUntil'],
      if: is('takenBy', owner),
    }),
  );
};

/**
 * Changes a batch on condition that it is in one of these states.
 * @param dueAt when the schedule goes on with it; `null` for never, `undefined` as before
 * @param isGivenBack whoever took it gives it back
 * @returns the batch as it is now; `undefined` where it was in another state
 */
export const moveBatch = async (
  batch: Pick<Batch, 'accountId' | 'id'>,
  from: Batch['state'][],
  {
    dueAt,
    isGivenBack = false,
    ...facts
  }: Partial<Batch> & { dueAt?: Date | null | undefined; isGivenBack?: boolean },
): Promise<Batch | undefined> => {
  const moved = await updateIf({
    ...update(filingsTable(), filingKey.batch(batch.accountId, batch.id), {
      set: { ...facts, ...(dueAt && dueKeysOf(batch, dueAt)) },
      remove: [...(dueAt === null ? DUE_MEMBERS : []), ...(isGivenBack ? ['takenBy', 'takenUntil'] : [])],
      if: oneOf('state', from),
    }),
    ReturnValues: 'ALL_NEW',
  });
  return moved && parseBatch(moved.Attributes);
};

/** How far the rows of a batch are that have begun, by their number. */
export const listProgress = async ({
  accountId,
  id,
}: Pick<Batch, 'accountId' | 'id'>): Promise<Map<number, Progress>> => {
  const { pk } = filingKey.batch(accountId, id);
  const rows = await rowsUnder({ pk, sk: 'row#' }, parseProgress, filingsTable());
  return new Map(rows.map((row) => [row.number, row]));
};

/** Writes how far a row is. */
export const putProgress = async (batch: Batch, row: Progress): Promise<void> => {
  await dynamo().send(
    new PutCommand(
      put(filingsTable(), {
        ...filingKey.batchRow(batch.accountId, batch.id, row.number),
        ...row,
        expires: expiresOf(batch),
      }),
    ),
  );
};

const parseFilingOfRow = rowParser('Filing', 'head', () => filingRow().pick(FACTS_OF_ROW));

/** What rows filed or tried, by id, as it is now. */
export const filingsOfRows = async (ids: string[]): Promise<Map<string, FilingOfRow>> => {
  const filings = await readKeys(parseFilingOfRow, {
    table: filingsTable(),
    keys: ids.map(filingKey.head),
    isConsistent: true,
    members: Object.keys(FACTS_OF_ROW),
  });
  return new Map(filings.map((filing) => [filing.id, filing]));
};

/** Erases all batches of an account: their rows, and what keeps them from being sent twice. */
export const eraseBatches = async (accountId: string): Promise<void> => {
  for (const batch of await listBatches(accountId)) {
    await freeBatchGuard(batch);
    for (const number of (await listProgress(batch)).keys())
      await deleteRow(filingKey.batchRow(accountId, batch.id, number));
    await deleteRow(filingKey.batch(accountId, batch.id));
  }
};

const deleteRow = (key: object) => dynamo().send(new DeleteCommand(remove(filingsTable(), key)));
