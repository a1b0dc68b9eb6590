import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { dynamo, epochSeconds, ifConditionHolds } from '../../../../shared/stores/dynamo/dynamo.ts';
import { readKeys } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { filingKey, filingsTable, lockName } from '../../../../shared/stores/filings/filing-keys.ts';
import { either, is, isNew, put, remove } from '../../../../shared/stores/table.ts';
import { BATCH_SECONDS, type Batch, isOpenBatch, parseBatch } from './batch.ts';

/**
 * The batch that fulfils an obligation. While it is open, no other batch can have the obligation. When it is over, its own
 * state says so, and the obligation is free without a further write.
 */

const dueLockRow = () =>
  z.object({
    /** Id of the batch. */
    filingId: z.string(),
    obligation: z.string(),
    /** ISO instant. */
    at: z.string(),
    expires: z.number(),
  });
/** The lock of an obligation. */
type DueLock = z.infer<ReturnType<typeof dueLockRow>>;
const parseDueLock = rowParser('DueLock', 'lock', dueLockRow);

const keyOf = (accountId: string, obligation: string) =>
  filingKey.lock(lockName('due', accountId, obligation));

/**
 * Locks an obligation for a batch. Idempotent.
 * @param gone a batch that is over and had the lock
 * @returns the batch that has the lock
 */
export const lockDue = async (
  { accountId, id }: Pick<Batch, 'accountId' | 'id'>,
  obligation: string,
  { now, gone }: { now: Date; gone?: string | undefined },
): Promise<DueLock> => {
  const key = keyOf(accountId, obligation);
  const lock: DueLock = {
    filingId: id,
    obligation,
    at: now.toISOString(),
    expires: epochSeconds(now) + BATCH_SECONDS,
  };
  const free = either(isNew, is('filingId', id), ...(gone === undefined ? [] : [is('filingId', gone)]));
  const write = new PutCommand(put(filingsTable(), { ...key, ...lock, requestHash: '' }, free));
  if (await ifConditionHolds(dynamo().send(write))) return lock;
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: filingsTable(), Key: key, ConsistentRead: true }),
  );
  if (!Item) throw new Error('the lock of an obligation was removed meanwhile');
  return parseDueLock(Item);
};

/** Unlocks an obligation of a batch that was not made. If another batch has it, nothing changes. */
export const unlockDue = async (
  { accountId, id }: Pick<Batch, 'accountId' | 'id'>,
  obligation: string,
): Promise<void> => {
  const removal = remove(filingsTable(), keyOf(accountId, obligation), is('filingId', id));
  await ifConditionHolds(dynamo().send(new DeleteCommand(removal)));
};

/** The open batches that have these obligations, by obligation. */
export const openBatchesOfDue = async (
  accountId: string,
  obligations: readonly string[],
  now: Date,
): Promise<Map<string, Batch>> => {
  if (obligations.length === 0) return new Map();
  const table = filingsTable();
  const locks = await readKeys(parseDueLock, {
    table,
    keys: obligations.map((obligation) => keyOf(accountId, obligation)),
  });
  const ids = [...new Set(locks.map(({ filingId }) => filingId))];
  const batches = await readKeys(parseBatch, {
    table,
    keys: ids.map((id) => filingKey.batch(accountId, id)),
  });
  const byId = new Map(batches.map((batch) => [batch.id, batch]));
  return new Map(
    locks.flatMap(({ filingId, obligation }) => {
      const batch = byId.get(filingId);
      return batch && isOpenBatch(batch, now) ? [[obligation, batch] as const] : [];
    }),
  );
};
