import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, epochSeconds, hasFailedCondition, type Write } from '../dynamo/dynamo.ts';
import { plainItem } from '../dynamo/row-parser.ts';
import { atMost, either, is, isNew, put } from '../table.ts';
import { dueKeys, type Filing } from './filing.ts';
import { filingKey, filingsTable, listKeys } from './filing-keys.ts';
import { type LockKind, lockItem } from './locks.ts';
import { waitingItem } from './queue.ts';
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

/** Result of a claim: made, or the conflicting locks. */
export type Claim = { made: true } | { made: false; by: Partial<Record<LockKind, Lock>> };

/** Locks that belong to filings which no longer hold them, by the id of that filing. */
export type Stale = Partial<Record<LockKind, string>>;

/** The head of a filing's record, with its index keys. */
const headOf = (filing: Filing, macs: ListMacs) => ({
  ...filingKey.head(filing.id),
  ...filing,
  ...listedBy(filing, macs),
});

/**
 * Writes the record of a filing together with its locks, all or nothing: as claimed, or as about to be sent. A
 * queued filing also enters the queue of its account and authority.
 * @param macs of the worker and the contribution account, if the request names them
 * @param dueAt when the schedule looks after it, unless a function has ended it
 * @param expires when its row may be deleted, in seconds since the epoch; `undefined` for never
 * @param token names this write, at most 36 characters: repeating it with the same one after a lost answer is no
 * conflict
 * @throws errors of DynamoDB, also after repeated throttling: then it is unknown whether it was written
 */
export const claimFiling = async (
  filing: Filing,
  {
    macs = {},
    dueAt,
    now,
    stale = {},
    token,
    expires,
  }: {
    macs?: ListMacs;
    dueAt: Date;
    now: Date;
    stale?: Stale;
    token: string;
    expires?: number | undefined;
  },
): Promise<Claim> => {
  const guards = Object.entries(filing.guards ?? {}) as [LockKind, string][];
  const lock = (name: string, kind: LockKind) => ({
    Put: {
      ...put(
        filingsTable(),
        lockItem(filing, { kind, name }, now),
        either(isNew, stale[kind] ? is('filingId', stale[kind]) : atMost('expires', epochSeconds(now))),
      ),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    },
  });
  const head = {
    ...headOf(filing, macs),
    ...dueKeys(filing, filing.state, dueAt),
    ...(expires && { expires }),
  };
  const TransactItems: Write[] = [
    { Put: put(filingsTable(), head, isNew) },
    ...guards.map(([kind, name]) => lock(name, kind)),
    ...(filing.state === 'queued' ? [{ Put: put(filingsTable(), waitingItem(filing)) }] : []),
  ];
  try {
    await dynamo().send(new TransactWriteCommand({ ClientRequestToken: token, TransactItems }));
    return { made: true };
  } catch (error) {
    // Any other reason, such as throttling, is no conflict.
    if (!(error instanceof TransactionCanceledException) || !hasFailedCondition(error)) throw error;
    const [, ...reasons] = error.CancellationReasons ?? [];
    const kinds = guards.map(([kind]) => kind);
    const by: Partial<Record<LockKind, Lock>> = Object.fromEntries(
      reasons.flatMap(({ Code, Item }, index) =>
        Code === 'ConditionalCheckFailed' && Item ? [[kinds[index]!, parseLock(plainItem(Item))]] : [],
      ),
    );
    // Its own: the answer to the first write was lost, and the SDK sent it again.
    const isOwn = kinds.length > 0 && kinds.every((kind) => by[kind]?.filingId === filing.id);
    return isOwn ? { made: true } : { made: false, by };
  }
};

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
