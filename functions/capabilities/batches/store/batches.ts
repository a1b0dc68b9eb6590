import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import {
  dynamo,
  epochSeconds,
  ifConditionHolds,
  transact,
  updateIf,
} from '../../../../shared/stores/dynamo/dynamo.ts';
import { queryRows, readKeys, readRow, rowsUnder } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import {
  dueMembersOf,
  dueRows,
  LEASE_MEMBERS,
  type Lease,
  leaseRow,
  namedIn,
} from '../../../../shared/stores/filings/due-rows.ts';
import {
  DUE_MEMBERS,
  FACTS_OF_ROW,
  type FilingOfRow,
  filingRow,
} from '../../../../shared/stores/filings/filing.ts';
import { filingKey, filingsTable, listKeys } from '../../../../shared/stores/filings/filing-keys.ts';
import { type Lock, parseLock } from '../../../../shared/stores/filings/read.ts';
import {
  all,
  atMost,
  either,
  is,
  isNew,
  oneOf,
  put,
  query,
  remove,
  update,
} from '../../../../shared/stores/table.ts';
import { BATCH_SECONDS, type Batch, parseBatch, parseProgress, type RowProgress } from './batch.ts';
import { eraseMappings } from './mappings.ts';

/** Store of batches, in the table of filings. */
export { lockDue, openBatchesOfDue, unlockDue } from './due-locks.ts';

/** Index key of batches that are under way, for the schedule. There are few at any time. */
const DUE = 'batch';

const expiresOf = ({ createdAt }: Pick<Batch, 'createdAt'>) =>
  epochSeconds(new Date(createdAt)) + BATCH_SECONDS;

const dueKeysOf = ({ accountId }: Pick<Batch, 'accountId'>, dueAt: Date) =>
  dueMembersOf(DUE, accountId, dueAt);

/**
 * Creates a batch together with its lock.
 * @param now also the time at which it is due
 * @param gone an expired batch that had this lock
 * @returns false if another batch has the lock
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
          ...filingKey.lock(batch.guard),
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

/**
 * Finds the lock of an earlier batch that still exists.
 * @param name from `lockName`
 */
export const findBatchLock = async (name: string, now: Date): Promise<Lock | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: filingsTable(), Key: filingKey.lock(name), ConsistentRead: true }),
  );
  return Item && Number(Item.expires) > epochSeconds(now) ? parseLock(Item) : undefined;
};

/** Removes the lock, so that the same content can be sent again, because nothing of it was filed. */
export const unlockBatch = async ({ id, guard }: Pick<Batch, 'id' | 'guard'>): Promise<void> => {
  const deletion = remove(filingsTable(), filingKey.lock(guard), is('filingId', id));
  await ifConditionHolds(dynamo().send(new DeleteCommand(deletion)));
};

/** Finds a batch of an account. */
export const getBatch = (accountId: string, id: string): Promise<Batch | undefined> =>
  readRow(parseBatch, filingKey.batch(accountId, id), filingsTable());

/** Lists the batches of an account, or of one client company, the newest first. */
export const listBatches = async (accountId: string, clientId?: number): Promise<Batch[]> => {
  const batches = await queryRows(parseBatch, {
    ...query(filingsTable(), is('account', listKeys.batches(accountId))),
    IndexName: 'byAccount',
    ScanIndexForward: false,
  });
  return clientId === undefined ? batches : batches.filter((batch) => batch.clientId === clientId);
};

/** Batches that are due for the schedule, the longest overdue first. */
export const dueBatches = async (now: Date): Promise<Pick<Batch, 'accountId' | 'id'>[]> =>
  (await dueRows(DUE, now)).map(namedIn);

/** Leases a batch, as `leaseRow` does. Even two functions that drive it file nothing twice. */
export const leaseBatch = async (
  { accountId, id }: Pick<Batch, 'accountId' | 'id'>,
  lease: Lease,
): Promise<Batch | undefined> => {
  const leased = await leaseRow(filingKey.batch(accountId, id), lease);
  return leased === undefined ? undefined : parseBatch(leased);
};

/** Ends the lease of a batch. */
export const endBatchLease = async (
  { accountId, id }: Pick<Batch, 'accountId' | 'id'>,
  owner: string,
): Promise<void> => {
  await updateIf(
    update(filingsTable(), filingKey.batch(accountId, id), {
      remove: [...LEASE_MEMBERS],
      if: is('takenBy', owner),
    }),
  );
};

/**
 * Updates a batch on condition that it is in one of these states.
 * @param dueAt when the schedule continues with it; `null` for never, `undefined` for no change
 * @param contentUnchanged whether it must still have the content with which it was read
 * @param endsLease whether this ends the caller's lease
 * @returns the updated batch; `undefined` if it was in another state or was corrected
 */
export const moveBatch = async (
  batch: Pick<Batch, 'accountId' | 'id' | 'contentKey'>,
  from: Batch['state'][],
  {
    dueAt,
    contentUnchanged = false,
    endsLease = false,
    ...facts
  }: Partial<Batch> & { dueAt?: Date | null | undefined; contentUnchanged?: boolean; endsLease?: boolean },
): Promise<Batch | undefined> => {
  const moved = await updateIf({
    ...update(filingsTable(), filingKey.batch(batch.accountId, batch.id), {
      set: { ...facts, ...(dueAt && dueKeysOf(batch, dueAt)) },
      remove: [...(dueAt === null ? DUE_MEMBERS : []), ...(endsLease ? LEASE_MEMBERS : [])],
      if: all(oneOf('state', from), contentUnchanged ? is('contentKey', batch.contentKey) : undefined),
    }),
    ReturnValues: 'ALL_NEW',
  });
  return moved && parseBatch(moved.Attributes);
};

/** Progress of the rows that have begun, by row number. */
export const listProgress = async ({
  accountId,
  id,
}: Pick<Batch, 'accountId' | 'id'>): Promise<Map<number, RowProgress>> => {
  const { pk } = filingKey.batch(accountId, id);
  const rows = await rowsUnder({ pk, sk: 'row#' }, parseProgress, filingsTable());
  return new Map(rows.map((row) => [row.number, row]));
};

/** Writes the progress of a row. */
export const putProgress = async (batch: Batch, row: RowProgress): Promise<void> => {
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

/** The present filings of rows, by id. */
export const filingsOfRows = async (ids: string[]): Promise<Map<string, FilingOfRow>> => {
  const filings = await readKeys(parseFilingOfRow, {
    table: filingsTable(),
    keys: ids.map(filingKey.head),
    isConsistent: true,
    members: Object.keys(FACTS_OF_ROW),
  });
  return new Map(filings.map((filing) => [filing.id, filing]));
};

/** Erases all batches of an account, with their rows, their locks and the remembered columns of sheets. */
export const eraseBatches = async (accountId: string): Promise<void> => {
  await eraseMappings(accountId);
  for (const batch of await listBatches(accountId)) {
    await unlockBatch(batch);
    for (const number of (await listProgress(batch)).keys())
      await deleteRow(filingKey.batchRow(accountId, batch.id, number));
    await deleteRow(filingKey.batch(accountId, batch.id));
  }
};

const deleteRow = (key: object) => dynamo().send(new DeleteCommand(remove(filingsTable(), key)));
