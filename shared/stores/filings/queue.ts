import { DeleteCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { dynamo, epochSeconds, ifConditionHolds } from '../aws.ts';
import { rowParser } from '../row-parser.ts';
import { filingKey, filingsTable, type Queue } from './keys.ts';
import { parseFiling } from './read.ts';
import { dueShard, type Filing } from './record.ts';

/**
 * Filings that wait until a function makes them. Each account has a queue for each authority, and a few slots: so many
 * of its filings are made at the same time. A slot is held for a limited time, so that a function that ends without a
 * word holds it no longer.
 */

/** Filings of one account that are made at the same time before one authority. */
export const SLOTS = 4;

/** Ids of those that wait, the oldest first. */
export const listWaiting = async (queue: Queue, limit: number): Promise<string[]> => {
  const { pk, sk } = filingKey.waiting(queue, '');
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      TableName: filingsTable(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :filing)',
      ExpressionAttributeValues: { ':pk': pk, ':filing': sk },
      Limit: limit,
      ConsistentRead: true,
    }),
  );
  return Items.map((row) => String(row.sk).slice(sk.length));
};

/** Puts a filing into its queue; it may be there already. */
export const enterQueue = async (queue: Queue, id: string): Promise<void> => {
  await dynamo().send(new PutCommand({ TableName: filingsTable(), Item: filingKey.waiting(queue, id) }));
};

/** Takes a filing out of its queue; it may be out already. */
export const leaveQueue = async (queue: Queue, id: string): Promise<void> => {
  await dynamo().send(new DeleteCommand({ TableName: filingsTable(), Key: filingKey.waiting(queue, id) }));
};

const parseSlot = rowParser('Slot', 'slot', () =>
  z.object({
    number: z.int(),
    filingId: z.string(),
    /** ISO instant. */
    until: z.string(),
  }),
);

const slotsOf = async (queue: Queue) => {
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      TableName: filingsTable(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :slot)',
      ExpressionAttributeValues: { ':pk': filingKey.slot(queue, 0).pk, ':slot': 'slot#' },
      ConsistentRead: true,
    }),
  );
  return Items.map((row) => parseSlot(row));
};

/**
 * Takes one of the slots of a queue for a filing until an instant, or keeps the one that it has.
 * @returns false when others have all of them
 */
export const takeSlot = async (queue: Queue, filingId: string, now: Date, until: Date): Promise<boolean> => {
  const held = new Map((await slotsOf(queue)).map((slot) => [slot.number, slot]));
  const own = [...held.values()].find((slot) => slot.filingId === filingId);
  const numbers = own ? [own.number] : Array.from({ length: SLOTS }, (_, number) => number);
  for (const number of numbers) {
    const slot = held.get(number);
    const isFree = !slot || slot === own || slot.until <= now.toISOString();
    if (isFree && (await putSlot(queue, number, { filingId, now, until }))) return true;
  }
  return false;
};

const putSlot = async (
  queue: Queue,
  number: number,
  { filingId, now, until }: { filingId: string; now: Date; until: Date },
): Promise<boolean> => {
  const written = await ifConditionHolds(
    dynamo().send(
      new PutCommand({
        TableName: filingsTable(),
        Item: {
          ...filingKey.slot(queue, number),
          number,
          filingId,
          until: until.toISOString(),
          expires: epochSeconds(until),
        },
        ConditionExpression: 'attribute_not_exists(pk) OR #until <= :now OR filingId = :filingId',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':now': now.toISOString(), ':filingId': filingId },
      }),
    ),
  );
  return written !== undefined;
};

/** Gives the slot of a filing back, if it has one. */
export const freeSlot = async (queue: Queue, filingId: string): Promise<void> => {
  const own = (await slotsOf(queue)).filter((slot) => slot.filingId === filingId);
  await Promise.all(
    own.map(async ({ number }) => {
      await ifConditionHolds(
        dynamo().send(
          new DeleteCommand({
            TableName: filingsTable(),
            Key: filingKey.slot(queue, number),
            ConditionExpression: 'filingId = :filingId',
            ExpressionAttributeValues: { ':filingId': filingId },
          }),
        ),
      );
    }),
  );
};

/**
 * Begins a queued filing, for one function alone. Doing it again as the same owner is no conflict, since the answer to
 * the first write may have been lost.
 * @param how.state `committing` for one that asks nothing before the step that may take effect
 * @returns the filing as it is now; `undefined` when it is not queued any more
 */
export const beginQueued = async (
  id: string,
  { owner, state, now, dueAt }: { owner: string; state: 'claimed' | 'committing'; now: Date; dueAt: Date },
): Promise<Filing | undefined> => {
  const taken = await ifConditionHolds(
    dynamo().send(
      new UpdateCommand({
        TableName: filingsTable(),
        Key: filingKey.head(id),
        UpdateExpression:
          'SET #state = :state, #owner = :owner, startedAt = :now, starts = if_not_exists(starts, :none) + :one, takes = :none, ' +
          `due = :due, dueAt = :dueAt${state === 'committing' ? ', committingAt = :now' : ''}`,
        ConditionExpression: '#state = :queued OR #owner = :owner',
        ExpressionAttributeNames: { '#state': 'state', '#owner': 'owner' },
        ExpressionAttributeValues: {
          ':state': state,
          ':queued': 'queued',
          ':owner': owner,
          ':now': now.toISOString(),
          ':none': 0,
          ':one': 1,
          ':due': dueShard(id),
          ':dueAt': dueAt.toISOString(),
        },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return taken && parseFiling(taken.Attributes);
};

/**
 * Queues a filing again whose function ended before it sent anything. That function could send nothing afterwards: it
 * must write that down first, and is not the owner any more.
 * @returns false when somebody else has moved it
 */
export const queueAgain = async (filing: Filing, owner: string, dueAt: Date): Promise<boolean> => {
  await enterQueue(filing, filing.id);
  const written = await ifConditionHolds(
    dynamo().send(
      new UpdateCommand({
        TableName: filingsTable(),
        Key: filingKey.head(filing.id),
        UpdateExpression: 'SET #state = :queued, #owner = :owner, due = :due, dueAt = :dueAt',
        ConditionExpression: '#state = :claimed AND #owner = :before',
        ExpressionAttributeNames: { '#state': 'state', '#owner': 'owner' },
        ExpressionAttributeValues: {
          ':queued': 'queued',
          ':claimed': 'claimed',
          ':before': filing.owner,
          ':owner': owner,
          ':due': dueShard(filing.id),
          ':dueAt': dueAt.toISOString(),
        },
      }),
    ),
  );
  return written !== undefined;
};

/**
 * Notes that the authority prepares the answer of a question, which is asked again when it is due.
 * @param owner who asked
 * @returns false when somebody else has moved it
 */
export const notePreparing = async (id: string, owner: string, dueAt: Date): Promise<boolean> => {
  const written = await ifConditionHolds(
    dynamo().send(
      new UpdateCommand({
        TableName: filingsTable(),
        Key: filingKey.head(id),
        UpdateExpression: 'SET #state = :preparing, due = :due, dueAt = :dueAt',
        ConditionExpression: '#state IN (:claimed, :preparing) AND #owner = :owner',
        ExpressionAttributeNames: { '#state': 'state', '#owner': 'owner' },
        ExpressionAttributeValues: {
          ':preparing': 'preparing',
          ':claimed': 'claimed',
          ':owner': owner,
          ':due': dueShard(id),
          ':dueAt': dueAt.toISOString(),
        },
      }),
    ),
  );
  return written !== undefined;
};
