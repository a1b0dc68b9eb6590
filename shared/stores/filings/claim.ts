import { type CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, epochSeconds, hasFailedCondition, type Write } from '../dynamo/dynamo.ts';
import { plainItem } from '../dynamo/row-parser.ts';
import { atMost, either, is, isNew, put } from '../table.ts';
import { type ActRow, actEntered, actRowIn, type FiledAct, type Passed } from './acts.ts';
import { dueKeys, type Filing } from './filing.ts';
import { filingKey, filingsTable, listKeys } from './filing-keys.ts';
import { type LockKind, lockItem } from './locks.ts';
import { enterQueue, waitingItem } from './queue.ts';
import { type Lock, parseLock } from './read.ts';
import { shownState } from './shown-state.ts';

/** MACs under which a filing is listed, as of `listMac`. */
export interface ListMacs {
  worker?: string | undefined;
  ccc?: string | undefined;
}

/** Attributes of a filing's row for the indexes of lists. Only its state changes. */
export const listedBy = (filing: Filing, { worker, ccc }: ListMacs) => {
  const { accountId, clientId, companyId, userId, operation } = filing;
  return {
    account: listKeys.account(accountId),
    ...(clientId !== 0 && { client: listKeys.client(accountId, clientId) }),
    ...(worker && { worker: listKeys.worker(worker) }),
    ...(ccc && { cccKey: listKeys.ccc(ccc) }),
    ...(companyId && { companyKey: listKeys.company(accountId, companyId) }),
    userKey: listKeys.user(accountId, userId),
    operationKey: listKeys.operation(accountId, operation),
    stateKey: listKeys.state(accountId, shownState(filing)),
  };
};

/** A dry run is kept for this long, in seconds. */
export const DRY_SECONDS = 7 * 24 * 60 * 60;

/** Result of a claim: made, or the conflicting locks and acts. */
export type Claim = { made: true } | ({ made: false } & Conflicts);

/** What keeps a claim from being made. */
export interface Conflicts {
  by: Partial<Record<LockKind, Lock>>;
  acts: ConflictingAct[];
  /** Acts that are entered already, with the record: the claim goes on after them, or the record must be ended. */
  entered: number;
}

/** An act that a claim cannot enter, and its row. */
export interface ConflictingAct {
  act: FiledAct;
  row: ActRow;
}

/** What a claim goes past in the rows of its acts, by their names. */
export type PassedActs = ReadonlyMap<string, Passed>;

/** Most acts in the transaction of a claim or an end: DynamoDB takes 100 writes in one. */
export const ACTS_AT_ONCE = 80;

/** Locks that belong to filings which no longer hold them, by the id of that filing. */
export type Stale = Partial<Record<LockKind, string>>;

/** The head of a filing's record, with its index keys. */
const headOf = (filing: Filing, macs: ListMacs) => ({
  ...filingKey.head(filing.id),
  ...filing,
  ...listedBy(filing, macs),
});

/** How a filing is claimed. */
export interface Claiming {
  /** MACs of the worker and the contribution account, if the request names them. */
  macs?: ListMacs;
  /** When the schedule looks after it, unless a function has ended it. */
  dueAt: Date;
  now: Date;
  stale?: Stale;
  passed?: PassedActs;
  /** Names this write, at most 36 characters: repeating it with the same one after a lost answer is no conflict. */
  token: string;
  /** When its row may be deleted, in seconds since the epoch; `undefined` for never. */
  expires?: number | undefined;
  /** As of `Conflicts`. */
  entered?: number;
}

/**
 * Writes the record of a filing together with its locks and its acts, all or nothing: as claimed, or as about to be sent. A
 * queued filing also enters the queue of its account and authority. Acts that do not fit in one transaction follow in further ones;
 * until all are written, the claim is not made, and whoever claims ends the record if that fails.
 * @throws errors of DynamoDB, also after repeated throttling: then it is unknown whether it was written
 */
export const claimFiling = async (filing: Filing, claiming: Claiming): Promise<Claim> => {
  const { macs = {}, dueAt, now, stale = {}, passed, token, expires, entered = 0 } = claiming;
  const guards = Object.entries(filing.guards ?? {}) as [LockKind, string][];
  const isFree = (kind: LockKind) =>
    either(isNew, stale[kind] ? is('filingId', stale[kind]) : atMost('expires', epochSeconds(now)));
  const ALL_OLD = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  const lock = (name: string, kind: LockKind) => ({
    Put: { ...put(filingsTable(), lockItem(filing, { kind, name }, now), isFree(kind)), ...ALL_OLD },
  });
  const head = {
    ...headOf(filing, macs),
    ...dueKeys(filing, filing.state, dueAt),
    ...(expires && { expires }),
  };
  const all = filing.acts ?? [];
  const acts = all.slice(0, ACTS_AT_ONCE);
  const isWhole = acts.length === all.length;
  const enter = (act: FiledAct) => actEntered(filing, act, passed?.get(act.name));
  const TransactItems: Write[] = [
    { Put: put(filingsTable(), head, isNew) },
    ...guards.map(([kind, name]) => lock(name, kind)),
    ...acts.map(enter),
    // A consumer begins what waits, so it only waits once all of it is claimed.
    ...(filing.state === 'queued' && isWhole ? [{ Put: put(filingsTable(), waitingItem(filing)) }] : []),
  ];
  const kinds = guards.map(([kind]) => kind);
  const reasons = entered > 0 ? undefined : await written(TransactItems, token);
  if (reasons) {
    const [, ...others] = reasons;
    const by: Partial<Record<LockKind, Lock>> = Object.fromEntries(
      others
        .slice(0, kinds.length)
        .flatMap(({ Code, Item }, index) =>
          Code === FAILED && Item ? [[kinds[index]!, parseLock(plainItem(Item))]] : [],
        ),
    );
    // Its own: the answer to the first write was lost, and the SDK sent it again.
    const isOwn = guards.length > 0 && guards.every(([kind]) => by[kind]?.filingId === filing.id);
    if (!isOwn) return { made: false, by, acts: conflicting(acts, others.slice(kinds.length)), entered: 0 };
  }
  for (let from = Math.max(entered, acts.length); from < all.length; from += ACTS_AT_ONCE) {
    const further = all.slice(from, from + ACTS_AT_ONCE);
    const failed = await written(further.map(enter), `${token}-${from}`);
    if (failed) return { made: false, by: {}, acts: conflicting(further, failed), entered: from };
  }
  if (filing.state === 'queued' && !isWhole) await enterQueue(filing);
  return { made: true };
};

const FAILED = 'ConditionalCheckFailed';

/** Writes a transaction. @returns why it was cancelled, where a condition of it does not hold */
const written = async (TransactItems: Write[], token: string): Promise<CancellationReason[] | undefined> => {
  try {
    await dynamo().send(new TransactWriteCommand({ ClientRequestToken: token, TransactItems }));
    return undefined;
  } catch (error) {
    // Any other reason, such as throttling, is no conflict.
    if (!(error instanceof TransactionCanceledException) || !hasFailedCondition(error)) throw error;
    return error.CancellationReasons ?? [];
  }
};

/** The acts of a transaction whose condition does not hold. */
const conflicting = (acts: FiledAct[], reasons: CancellationReason[]): ConflictingAct[] =>
  acts.flatMap((act, place) => {
    const { Code, Item } = reasons[place] ?? {};
    return Code === FAILED ? [{ act, row: Item ? actRowIn(Item) : { open: [] } }] : [];
  });

/** Writes down a filing that was stopped before it began, once, with how it ended. */
export const putStopped = async (filing: Filing, macs: ListMacs): Promise<void> => {
  await dynamo().send(new PutCommand(put(filingsTable(), headOf(filing, macs), isNew)));
};

const putForDryRun = async (item: object, now: Date): Promise<void> => {
  const expires = epochSeconds(now) + DRY_SECONDS;
  await dynamo().send(new PutCommand(put(filingsTable(), { ...item, expires })));
};

/** Writes a dry run down, once, at its end. */
export const putDryRun = (filing: Filing, macs: ListMacs, now: Date): Promise<void> =>
  putForDryRun(headOf(filing, macs), now);

/**
 * Writes the lock by which a dry run is found, and replaces an earlier one.
 * @param name from `lockName`
 */
export const putTried = (
  filing: Pick<Filing, 'id' | 'requestHash'>,
  name: string,
  now: Date,
): Promise<void> => putForDryRun(lockItem(filing, { kind: 'content', name }, now), now);
