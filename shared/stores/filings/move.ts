import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { FilingEntry } from '../../kernel/reply.ts';
import { dynamo, ifConditionHolds, transact, updateIf, type Write } from '../dynamo/dynamo.ts';
import { waitingForAws } from '../limits.ts';
import { all, either, is, isNew, oneOf, put, update } from '../table.ts';
import { actEnded, type FiledAct } from './acts.ts';
import { ACTS_AT_ONCE } from './claim.ts';
import { DUE_MEMBERS, dueKeys, type Filing, type FilingState, type KeptDocument } from './filing.ts';
import { filingKey, filingsTable, listKeys } from './filing-keys.ts';
import { freed, held, isOfContent, type LockKind } from './locks.ts';
import { shownState } from './shown-state.ts';

/** Longest wait, in milliseconds, for the write after which something is filed. */
const COMMIT_WRITE_MS = 4_000;

/**
 * Writes down that something is about to be sent that may take effect. Only the owner may; doing it again is no
 * conflict, since the answer to the first write may have been lost.
 * @throws Error when it is not acknowledged: then nothing may be sent
 */
export const beginCommit = async (
  filing: Pick<Filing, 'id' | 'accountId' | 'owner' | 'listedBefore' | 'reference'>,
  now: Date,
  dueAt: Date,
): Promise<void> => {
  await dynamo().send(
    new UpdateCommand(
      update(filingsTable(), filingKey.head(filing.id), {
        set: {
          state: 'committing',
          ...(filing.listedBefore && { listedBefore: filing.listedBefore }),
          ...(filing.reference && { reference: filing.reference }),
          ...dueKeys(filing, 'committing', dueAt),
        },
        setOnce: { committingAt: now.toISOString() },
        if: all(is('owner', filing.owner), oneOf('state', ['claimed', 'committing'])),
      }),
    ),
    { abortSignal: AbortSignal.timeout(waitingForAws(COMMIT_WRITE_MS)) },
  );
};

/**
 * Writes a change of a filing's row and what becomes of its locks and acts, in one transaction. A lock that is another filing's
 * by now stays as it is.
 * @param rest of each lock or act the possible writes, of which the first whose condition holds is carried out
 * @returns false when the condition of the change does not hold; then nothing is written
 */
const moveWithLocks = async (change: Write | undefined, rest: Write[][]): Promise<boolean> => {
  let left = rest.filter((writes) => writes.length > 0);
  for (;;) {
    const writes = [...(change ? [change] : []), ...left.map(([first]) => first!)];
    const rejected = writes.length > 0 ? await transact(writes) : [];
    if (rejected.length === 0) return true;
    if (change && rejected.includes(change)) return false;
    left = left
      .map((all) => (rejected.includes(all[0]!) ? all.slice(1) : all))
      .filter((all) => all.length > 0);
  }
};

/** The end of a filing, or a later finding about it. */
export interface End {
  state: Extract<FilingState, 'accepted' | 'refused' | 'unknown' | 'ended' | 'answered' | 'failed'>;
  /** Members of the record that are known now. */
  facts: Partial<
    Pick<
      Filing,
      | 'reference'
      | 'about'
      | 'messages'
      | 'refusal'
      | 'passing'
      | 'message'
      | 'documents'
      | 'status'
      | 'answer'
      | 'answerKey'
      | 'evidenceDue'
    >
  >;
}

/** How and when a filing ends. */
export interface Ending extends End {
  now: Date;
  /** When the schedule looks at it again: its outcome is unknown, or its evidence not written yet. */
  dueAt?: Date | undefined;
  /** When its row may be deleted, in seconds since the epoch; it stays as it is without. */
  expires?: number | undefined;
  /** Acts of an accepted filing that only its answer names, such as the number of a contract. */
  furtherActs?: readonly FiledAct[] | undefined;
  /** Numbers of the records of a file that were not accepted. */
  notAccepted?: readonly number[] | undefined;
}

/**
 * Members of an earlier answer that its new one does not write: a filing whose outcome was unknown was answered so, and what it is
 * found to be may have an answer that could not be stored.
 */
const answersLeft = ({ status, ...facts }: End['facts']): string[] =>
  status === undefined ? [] : (['answer', 'answerKey'] as const).filter((name) => facts[name] === undefined);

/**
 * Ends a filing in one transaction: sets its state, releases or keeps its locks as the state demands, and writes the acts that were
 * accepted. The content lock is released unless the outcome is unknown, or a person declared the filing made and it is accepted.
 * The locks of the caller's key and of a dry run stay, so that the same request gets the same answer, unless nothing
 * was sent. A content lock that was released by a declaration as not filed is taken again.
 * @param from states that it may be in; in any other state, another process has moved it
 * @returns false when it was in another state
 */
export const endFiling = async (
  filing: EndedFiling & { owner?: string },
  from: FilingState[],
  { state, facts, now, dueAt, expires, furtherActs = [], notAccepted = [] }: Ending,
): Promise<boolean> => {
  const guards = Object.entries(filing.guards ?? {}) as [LockKind, string][];
  const ofRequest = guards.filter(([kind]) => !isOfContent(kind));
  const shown = shownState({ ...filing, ...facts, state });
  const change = {
    Update: update(filingsTable(), filingKey.head(filing.id), {
      set: {
        state,
        stateKey: listKeys.state(filing.accountId, shown),
        endedAt: now.toISOString(),
        ...facts,
        expires,
        furtherActs: furtherActs.length > 0 ? furtherActs.map(({ name }) => name) : undefined,
        ...(dueAt && dueKeys(filing, state, dueAt)),
      },
      remove: [...(dueAt ? [] : DUE_MEMBERS), ...answersLeft(facts)],
      if: all(oneOf('state', from), filing.owner ? is('owner', filing.owner) : undefined),
    }),
  };
  const staysOpen = state === 'accepted' && filing.stated?.filed === true;
  const staysHeld = state === 'unknown' || staysOpen;
  const comesBack = filing.stated?.filed === false && (state === 'accepted' || state === 'refused');
  const isAccepted = ({ entries }: FiledAct) =>
    state === 'accepted' && (!entries || entries.some((entry) => !notAccepted.includes(entry)));
  const acts =
    state === 'unknown'
      ? []
      : [
          ...(filing.acts ?? []).map((act) =>
            actEnded(filing, act, { isAccepted: isAccepted(act), staysOpen, now }),
          ),
          ...furtherActs.map((act) =>
            actEnded(filing, act, { isAccepted: isAccepted(act), isFurther: true, staysOpen, now }),
          ),
        ];
  const isEnded = await moveWithLocks(change, [
    ...guards.flatMap(([kind, name]) => (isOfContent(kind) && !staysHeld ? [[freed(filing.id, name)]] : [])),
    ...ofRequest.flatMap(([kind, name]) => [
      ...(state === 'ended' ? [[freed(filing.id, name)]] : []),
      ...(comesBack ? [[held(filing, { kind, name }, now)]] : []),
    ]),
    ...acts.slice(0, ACTS_AT_ONCE),
  ]);
  // An open act of a filing that has ended is known to be over by its record, should these writes fail.
  for (let at = ACTS_AT_ONCE; isEnded && at < acts.length; at += ACTS_AT_ONCE)
    await moveWithLocks(undefined, acts.slice(at, at + ACTS_AT_ONCE));
  return isEnded;
};

/** The members of a filing by which it is ended. */
type EndedFiling = Pick<
  Filing,
  | 'id'
  | 'accountId'
  | 'dry'
  | 'guards'
  | 'requestHash'
  | 'stated'
  | 'acts'
  | 'details'
  | 'apart'
  | 'clientId'
  | 'batch'
  | 'committingAt'
  | 'claimedAt'
>;

/** Takes a filing out of the rows of the acts that it entered, where it is still open. */
export const leaveActs = async (filing: EndedFiling, now: Date): Promise<void> => {
  const { acts = [] } = filing;
  for (let at = 0; at < acts.length; at += ACTS_AT_ONCE)
    await moveWithLocks(
      undefined,
      acts
        .slice(at, at + ACTS_AT_ONCE)
        .map((act) => actEnded(filing, act, { isAccepted: false, staysOpen: false, now })),
    );
};

/**
 * Lets the key of a request that was not sent stand for the filing that it repeats, so that the same request gets the same answer. A
 * key that has another filing meanwhile stays with that one.
 */
export const answerKeyWith = async (
  first: Pick<Filing, 'id'>,
  { guards, requestHash }: Pick<Filing, 'guards' | 'requestHash'>,
  now: Date,
): Promise<void> => {
  const { key: name } = guards ?? {};
  if (name)
    await moveWithLocks(undefined, [[held({ id: first.id, requestHash }, { kind: 'key', name }, now)]]);
};

/** Records that a look-up found no answer. */
export const noteLook = async (id: string, now: Date): Promise<void> => {
  // If the condition fails, another process has ended it meanwhile.
  await updateIf(
    update(filingsTable(), filingKey.head(id), {
      add: { looks: 1 },
      set: { lookedAt: now.toISOString() },
      if: oneOf('state', ['unknown', 'preparing']),
    }),
  );
};

/** The authority's own number, written down as soon as it was read: a look-up goes by it. */
export const noteReference = async (id: string, owner: string, reference: string): Promise<void> => {
  const change = { set: { reference }, if: is('owner', owner) };
  await dynamo().send(new UpdateCommand(update(filingsTable(), filingKey.head(id), change)));
};

/**
 * Notes that a document of a filing could not be stored under the key that its record names. Somebody else may have
 * written the record again meanwhile: only that very document loses its key.
 * @param place in the filing's list, from 0
 * @returns false when the list has another document there
 */
export const noteLost = async (
  id: string,
  place: number,
  { name, size, key }: Pick<KeptDocument, 'name' | 'size'> & { key: string },
): Promise<boolean> => {
  const member = (one: string) => ['documents', place, one] as const;
  const written = await updateIf(
    update(filingsTable(), filingKey.head(id), {
      remove: [member('key')],
      if: all(is(member('name'), name), is(member('size'), size), is(member('key'), key)),
    }),
  );
  return written !== undefined;
};

/** DynamoDB's limit of items in one batch; the same number of single writes run at the same time. */
const BATCH = 25;
/** Batches that go out together. */
const BATCHES_AT_ONCE = 4;
/** Delay in milliseconds before unprocessed items of a batch write are sent again; it doubles each time. */
const LEFT_OUT_MS = 50;

/** Writes the results of the entries of one request. An unknown result never replaces a known one. */
export const putEntries = async (id: string, entries: FilingEntry[]): Promise<void> => {
  const itemOf = (entry: FilingEntry) => ({ ...filingKey.entry(id, entry.number), ...entry });
  const known = entries.filter(({ state }) => state !== 'unknown');
  const batches = Array.from({ length: Math.ceil(known.length / BATCH) }, (_, number) =>
    known.slice(number * BATCH, (number + 1) * BATCH).map(itemOf),
  ).values();
  // They share the batches: each takes the next one when it is done with its last.
  const putBatches = async () => {
    for (const batch of batches) await putBatch(batch);
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, putBatches));
  const unknown = entries.filter(({ state }) => state === 'unknown');
  for (let from = 0; from < unknown.length; from += BATCH)
    await Promise.all(unknown.slice(from, from + BATCH).map((entry) => putAbsent(itemOf(entry))));
};

const putBatch = async (rows: Record<string, unknown>[]): Promise<void> => {
  let left: object[] = rows.map((Item) => ({ PutRequest: { Item } }));
  for (let wait = LEFT_OUT_MS; left.length > 0; wait *= 2) {
    const { UnprocessedItems } = await dynamo().send(
      new BatchWriteCommand({ RequestItems: { [filingsTable()]: left as never } }),
    );
    left = UnprocessedItems?.[filingsTable()] ?? [];
    if (left.length > 0) await sleep(wait);
  }
};

/** Writes a row unless there is one with its key. */
const putAbsent = async (row: Record<string, unknown>): Promise<void> => {
  await ifConditionHolds(dynamo().send(new PutCommand(put(filingsTable(), row, isNew))));
};

/**
 * Stores a person's declaration about a filing of unknown outcome. Its state stays unknown, since a declaration
 * proves nothing. A filing declared as filed holds its locks, as far as no other filing has them; declared as not
 * filed, they are free. The rows of its acts need no write: whether it holds them is known from its record. Once a filing that was declared as filed is proved, only the declaration can change: the
 * filing may have been removed since, and its content is due again.
 * @param filing as it was read: its state decides how it is listed
 * @returns false when its outcome is not unknown and it was not declared as filed, or it was moved since it was read
 */
export const stateFiling = async (
  filing: Filing,
  declared: Omit<NonNullable<Filing['stated']>, 'wasProved'>,
): Promise<boolean> => {
  const stated = { ...declared, ...(filing.state === 'accepted' && { wasProved: true as const }) };
  const change = {
    Update: update(filingsTable(), filingKey.head(filing.id), {
      set: { stated, stateKey: listKeys.state(filing.accountId, shownState({ ...filing, stated })) },
      // Its evidence may still be due.
      remove: filing.evidenceDue ? [] : DUE_MEMBERS,
      if: all(
        is('state', filing.state),
        either(is('state', 'unknown'), all(is('state', 'accepted'), is(['stated', 'filed'], true))),
      ),
    }),
  };
  const guards = Object.entries(filing.guards ?? {}) as [LockKind, string][];
  return moveWithLocks(
    change,
    guards.map(([kind, name]) => [
      stated.filed ? held(filing, { kind, name }, new Date(stated.at)) : freed(filing.id, name),
    ]),
  );
};
