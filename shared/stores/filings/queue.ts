import { DeleteCommand, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { AUTHORITY_LABEL } from '../../kernel/authority-errors.ts';
import { dynamo, epochSeconds, ifConditionHolds, updateIf } from '../dynamo/dynamo.ts';
import { rowsUnder } from '../dynamo/read-keys.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { all, atMost, either, is, isNew, oneOf, put, query, remove, under, update } from '../table.ts';
import { dueKeys, type Filing, filesNothing } from './filing.ts';
import { filingKey, filingsTable, type Queue } from './filing-keys.ts';
import { parseFiling } from './read.ts';

/**
 * Filings that wait for a consumer. Each account has a queue for each authority with a few slots, so many of its
 * filings run at the same time. A slot is held for a limited time, because its function may die.
 */

/** Filings of one account that are made at the same time before one authority. */
export const SLOTS = 4;
/** Slots for requests that file nothing, so that slow readings never delay a filing. */
const SLOTS_OF_QUESTIONS = SLOTS - 1;

/** Owner of a place in the queue, and whether it is a filing. */
const place = () => ({
  clientId: z.int(),
  files: z.boolean(),
  /** Whether it belongs to a batch; single requests come first. */
  ofBatch: z.literal(true).optional(),
});

/** The attributes that decide a queued filing's turn: its owner, and whether it files. */
type Waits = Pick<Filing, 'id' | 'accountId' | 'authority' | 'clientId' | 'reading' | 'dry' | 'batch'>;

/** A place in a queue. */
export interface Place {
  id: string;
  clientId: number;
  files: boolean;
  ofBatch?: true | undefined;
}

const placeOf = (filing: Waits) => ({
  clientId: filing.clientId,
  files: !filesNothing(filing),
  ...(filing.batch && { ofBatch: true }),
});

/** The row of a filing that waits. */
export const waitingItem = (filing: Waits) => ({
  ...filingKey.waiting(filing, filing.id),
  ...placeOf(filing),
});

const parseWaiting = rowParser('Waiting', 'waiting', () => z.object({ sk: z.string(), ...place() }));

/** Waiting filings, the oldest first, and filings that have a slot or whose message is under way. */
export const readQueue = async (queue: Queue, now: Date): Promise<{ waiting: Place[]; held: Place[] }> => {
  const first = filingKey.waiting(queue, '');
  const [rows, slots] = await Promise.all([rowsUnder(first, parseWaiting, filingsTable()), slotsOf(queue)]);
  const waiting = rows.map(({ sk, ...place }) => ({ id: sk.slice(first.sk.length), ...place }));
  const held = slots
    .filter(({ until }) => until > now.toISOString())
    .map(({ filingId: id, clientId, files }) => ({ id, clientId, files }));
  return { waiting, held };
};

/** How many filings of an account wait, before all authorities. */
export const countWaiting = async (accountId: string): Promise<number> => {
  const ofQueue = async (authority: string) => {
    const of = query(filingsTable(), under(filingKey.waiting({ accountId, authority }, '')));
    let count = 0;
    const pages = paginateQuery({ client: dynamo() }, { ...of, Select: 'COUNT' });
    for await (const { Count = 0 } of pages) count += Count;
    return count;
  };
  const counts = await Promise.all(Object.keys(AUTHORITY_LABEL).map(ofQueue));
  return counts.reduce((sum, count) => sum + count, 0);
};

/** Puts a filing into its queue; it may be there already. */
export const enterQueue = async (filing: Waits): Promise<void> => {
  await dynamo().send(new PutCommand(put(filingsTable(), waitingItem(filing))));
};

/** Takes a filing out of its queue; it may be out already. */
export const leaveQueue = async (queue: Queue, id: string): Promise<void> => {
  await dynamo().send(new DeleteCommand(remove(filingsTable(), filingKey.waiting(queue, id))));
};

const parseSlot = rowParser('Slot', 'slot', () =>
  z.object({
    number: z.int(),
    filingId: z.string(),
    ...place(),
    /** ISO instant. */
    until: z.string(),
  }),
);

const slotsOf = (queue: Queue) =>
  rowsUnder({ pk: filingKey.slot(queue, 0).pk, sk: 'slot#' }, parseSlot, filingsTable());

/**
 * Takes a slot of the queue for a filing until an instant. A request that files nothing leaves one slot free for
 * filings.
 * @param keeps whether a filing that already has a slot goes on with it; otherwise its message is under way
 * elsewhere
 * @returns `full` when no slot is free, `held` when it already has one and does not keep it
 */
export const takeSlot = async (
  filing: Waits,
  { now, until }: { now: Date; until: Date },
  keeps = false,
): Promise<'taken' | 'held' | 'full'> => {
  const held = new Map((await slotsOf(filing)).map((slot) => [slot.number, slot]));
  const own = [...held.values()].find((slot) => slot.filingId === filing.id);
  if (own && !keeps && own.until > now.toISOString()) return 'held';
  const length = filesNothing(filing) ? SLOTS_OF_QUESTIONS : SLOTS;
  const numbers = own ? [own.number] : Array.from({ length }, (_, number) => number);
  for (const number of numbers) {
    const slot = held.get(number);
    const isFree = !slot || slot === own || slot.until <= now.toISOString();
    if (isFree && (await putSlot(filing, number, { now, until }))) return 'taken';
  }
  return 'full';
};

const putSlot = async (
  filing: Waits,
  number: number,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> => {
  const row = {
    ...filingKey.slot(filing, number),
    ...placeOf(filing),
    number,
    filingId: filing.id,
    until: until.toISOString(),
    expires: epochSeconds(until),
  };
  const isFree = either(isNew, atMost('until', now.toISOString()), is('filingId', filing.id));
  return (
    (await ifConditionHolds(dynamo().send(new PutCommand(put(filingsTable(), row, isFree))))) !== undefined
  );
};

/** Gives the slot of a filing back, if it has one. */
export const freeSlot = async (queue: Queue, filingId: string): Promise<void> => {
  const own = (await slotsOf(queue)).filter((slot) => slot.filingId === filingId);
  await Promise.all(
    own.map(({ number }) => {
      const change = remove(filingsTable(), filingKey.slot(queue, number), is('filingId', filingId));
      return ifConditionHolds(dynamo().send(new DeleteCommand(change)));
    }),
  );
};

/** Attributes that may have changed by the time a queued filing begins. */
type ChangedInQueue = Partial<Pick<Filing, 'warnings' | 'daysAhead'>>;

/**
 * Begins a queued filing, for one function alone. Repeating it as the same owner is no conflict, because the answer
 * to the first write may have been lost.
 * @param how.state `committing` for an exchange without steps before the one that may take effect
 * @returns the filing as stored now; `undefined` when it is no longer queued
 */
export const beginQueued = async (
  filing: Pick<Filing, 'id' | 'accountId'>,
  how: { owner: string; state: 'claimed' | 'committing'; now: Date; dueAt: Date } & ChangedInQueue,
): Promise<Filing | undefined> => {
  const { owner, state, now, dueAt, ...changed } = how;
  const startedAt = now.toISOString();
  const taken = await updateIf({
    ...update(filingsTable(), filingKey.head(filing.id), {
      set: {
        state,
        owner,
        startedAt,
        takes: 0,
        ...dueKeys(filing, state, dueAt),
        committingAt: state === 'committing' ? startedAt : undefined,
        ...changed,
      },
      add: { starts: 1 },
      if: either(is('state', 'queued'), is('owner', owner)),
    }),
    ReturnValues: 'ALL_NEW',
  });
  return taken && parseFiling(taken.Attributes);
};

/**
 * Queues a filing again whose function died before it sent anything. That function can send nothing afterwards: it
 * would have to write that first, and is no longer the owner.
 * @returns false when another process has moved it
 */
export const queueAgain = async (filing: Filing, owner: string, dueAt: Date): Promise<boolean> => {
  await enterQueue(filing);
  const written = await updateIf(
    update(filingsTable(), filingKey.head(filing.id), {
      set: { state: 'queued', owner, ...dueKeys(filing, 'queued', dueAt) },
      if: all(is('state', 'claimed'), is('owner', filing.owner)),
    }),
  );
  return written !== undefined;
};

/**
 * Records that the authority prepares the answer of a question, which is asked again when it is due.
 * @param filing with its owner, who asked
 * @returns false when another process has moved it
 */
export const notePreparing = async (
  filing: Pick<Filing, 'id' | 'accountId' | 'owner'>,
  dueAt: Date,
): Promise<boolean> => {
  const written = await updateIf(
    update(filingsTable(), filingKey.head(filing.id), {
      set: { state: 'preparing', ...dueKeys(filing, 'preparing', dueAt) },
      if: all(oneOf('state', ['claimed', 'preparing']), is('owner', filing.owner)),
    }),
  );
  return written !== undefined;
};
