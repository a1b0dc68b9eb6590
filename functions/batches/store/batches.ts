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
import { FACTS_OF_ROW, type FilingOfRow, filingRow } from '../../../shared/stores/filings/filing.ts';
import { filingKey, filingsTable, listKeys } from '../../../shared/stores/filings/filing-keys.ts';
import { type Guard, parseGuard } from '../../../shared/stores/filings/read.ts';
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
      Put: {
        TableName: filingsTable(),
        Item: {
          ...filingKey.batch(batch.accountId, batch.id),
          ...batch,
          ...dueKeysOf(batch, now),
          account: listKeys.batches(batch.accountId),
          expires,
        },
      },
    },
    {
      Put: {
        TableName: filingsTable(),
        Item: {
          ...filingKey.guard(batch.guard),
          filingId: batch.id,
          requestHash: batch.contentHash,
          expires,
        },
        ConditionExpression: 'attribute_not_exists(pk) OR filingId IN (:id, :gone) OR expires <= :now',
        ExpressionAttributeValues: {
          ':id': batch.id,
          ':gone': gone ?? batch.id,
          ':now': epochSeconds(now),
        },
      },
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
  await ifConditionHolds(
    dynamo().send(
      new DeleteCommand({
        TableName: filingsTable(),
        Key: filingKey.guard(guard),
        ConditionExpression: 'filingId = :id',
        ExpressionAttributeValues: { ':id': id },
      }),
    ),
  );
};

/** A batch of an account. */
export const getBatch = (accountId: string, id: string): Promise<Batch | undefined> =>
  readRow(parseBatch, filingKey.batch(accountId, id), filingsTable());

/** All batches of an account that are kept, the latest first; those of one client company where it is given. */
export const listBatches = async (accountId: string, clientId?: number): Promise<Batch[]> => {
  const batches = await queryRows(parseBatch, {
    TableName: filingsTable(),
    IndexName: 'byAccount',
    KeyConditionExpression: 'account = :account',
    ExpressionAttributeValues: { ':account': listKeys.batches(accountId) },
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
    TableName: filingsTable(),
    IndexName: 'byTurn',
    KeyConditionExpression: 'due = :due',
    FilterExpression: 'dueAt <= :now',
    ProjectionExpression: 'pk, dueAt',
    ExpressionAttributeValues: { ':due': DUE, ':now': now.toISOString() },
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
    TableName: filingsTable(),
    Key: filingKey.batch(accountId, id),
    UpdateExpression: 'SET takenBy = :owner, takenUntil = :until',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(takenUntil) OR takenUntil < :now)',
    ExpressionAttributeValues: {
      ':owner': owner,
      ':now': now.toISOString(),
      ':until': until.toISOString(),
    },
    ReturnValues: 'ALL_NEW',
  });
  return taken && parseBatch(taken.Attributes);
};

/** Gives a batch back. */
export const giveBatchBack = async (
  { accountId, id }: Pick<Batch, 'accountId' | 'id'>,
  owner: string,
): Promise<void> => {
  await updateIf({
    TableName: filingsTable(),
    Key: filingKey.batch(accountId, id),
    UpdateExpression: 'REMOVE takenBy, takenUntil',
    ConditionExpression: 'takenBy = :owner',
    ExpressionAttributeValues: { ':owner': owner },
  });
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
  const removed = [
    ...(dueAt === null ? ['due', 'dueAt', 'turn'] : []),
    ...(isGivenBack ? ['takenBy', 'takenUntil'] : []),
  ];
  const keys = dueAt ? dueKeysOf(batch, dueAt) : {};
  const sets = Object.entries({ ...facts, ...keys }).filter(([, value]) => value !== undefined);
  const moved = await updateIf({
    TableName: filingsTable(),
    Key: filingKey.batch(batch.accountId, batch.id),
    UpdateExpression:
      `SET ${sets.map(([name]) => `#${name} = :${name}`).join(', ')}` +
      (removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''),
    ConditionExpression: `#state IN (${from.map((_, place) => `:from${place}`).join(', ')})`,
    ExpressionAttributeNames: {
      '#state': 'state',
      ...Object.fromEntries(sets.map(([name]) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(sets.map(([name, value]) => [`:${name}`, value])),
      ...Object.fromEntries(from.map((state, place) => [`:from${place}`, state])),
    },
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
    new PutCommand({
      TableName: filingsTable(),
      Item: {
        ...filingKey.batchRow(batch.accountId, batch.id, row.number),
        ...row,
        expires: expiresOf(batch),
      },
    }),
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
      await dynamo().send(
        new DeleteCommand({
          TableName: filingsTable(),
          Key: filingKey.batchRow(accountId, batch.id, number),
        }),
      );
    await dynamo().send(
      new DeleteCommand({ TableName: filingsTable(), Key: filingKey.batch(accountId, batch.id) }),
    );
  }
};
