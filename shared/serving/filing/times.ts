import { apiSeconds, giveUpDays } from '../../kernel/config.ts';
import type { AuthorityOperation } from '../../operation/operation.ts';
import { epochSeconds } from '../../stores/dynamo/dynamo.ts';
import { type Filing, filesNothing } from '../../stores/filings/filing.ts';
import { isOfContent, type LockKind } from '../../stores/filings/locks.ts';

/** Longest that a function works on a request, in milliseconds: API Gateway waits no longer. */
export const requestMs = (): number => apiSeconds() * 1000;
/** Longest time that a function works on queued work, in milliseconds: its time-out. */
export const CONSUMER_MS = 5 * 60_000;
/** Difference that the clocks of two functions may have, in milliseconds. */
export const CLOCKS_MS = 30_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Time kept back after the authority's answers, in milliseconds, to record and to answer. */
export const AFTER_AUTHORITY_MS = 4_000;

/** Time for all answers of an authority, in milliseconds: to a request, and to queued work. */
export const authorityMs = {
  request: (): number => requestMs() - AFTER_AUTHORITY_MS,
  queued: (): number => 270_000,
};

/**
 * Minutes to wait before each further look-up of an unknown outcome. The last one is repeated until it is given up.
 */
const ASK_AGAIN_MINUTES = [1, 5, 15, 60, 240, 720];
/** Waits before it is seen to that a queued filing has its message, in minutes. The last one is repeated. */
const QUEUED_MINUTES = [1, 2, 4, 8, 15];
/** How long a filing may be queued; and what files nothing, or is a row of a batch, which waits for it, in milliseconds. */
export const QUEUED_MS = { filing: 15 * MINUTE_MS, other: 12 * HOUR_MS };

const since = (instant: string | undefined, now: Date) => now.getTime() - Date.parse(instant ?? '');

const workMs = ({ async }: Pick<Filing, 'async'>) => (async ? CONSUMER_MS : requestMs());

/** When a filing is due that was claimed, began or began to commit just now. */
export const dueAfterWork = (filing: Pick<Filing, 'async'>, now: Date): Date =>
  new Date(now.getTime() + workMs(filing) + CLOCKS_MS);

/**
 * When the schedule looks an unknown outcome up again, by the number of attempts; `undefined` when it is given up.
 */
export const dueAfterTakes = (
  { claimedAt }: Pick<Filing, 'claimedAt'>,
  takes: number,
  now: Date,
): Date | undefined => {
  const minutes = ASK_AGAIN_MINUTES[takes] ?? ASK_AGAIN_MINUTES.at(-1)!;
  const next = new Date(now.getTime() + minutes * MINUTE_MS);
  const isGivenUp = takes >= ASK_AGAIN_MINUTES.length && !(since(claimedAt, next) <= giveUpDays() * DAY_MS);
  return isGivenUp ? undefined : next;
};

/** When the schedule looks after a queued filing that it has taken so often. */
export const dueAfterQueueing = (takes: number, now: Date): Date => {
  const minutes = QUEUED_MINUTES[takes] ?? QUEUED_MINUTES.at(-1)!;
  return new Date(now.getTime() + minutes * MINUTE_MS);
};

/** Whether a filing was queued for so long that its caller no longer expects it to be made. */
export const waitedTooLong = (filing: Filing, now: Date): boolean =>
  since(filing.claimedAt, now) > (filesNothing(filing) || filing.batch ? QUEUED_MS.other : QUEUED_MS.filing);

/** Until when a filing that begins now holds its slot. */
export const slotUntil = (now: Date): Date => new Date(now.getTime() + CONSUMER_MS + CLOCKS_MS);

/**
 * Retention, in days, of records that filed nothing: an answer, an answer that the authority prepared, and a dry
 * run.
 */
export const KEPT_DAYS = { answer: 1, prepared: 7, dry: 7 };

/**
 * When the row of what files nothing may be deleted, in seconds since the epoch; `undefined` for a filing, which is kept.
 * @param operation where it has not ended yet: then it may still take its time
 */
export const expiryOf = (
  filing: Filing,
  operation: AuthorityOperation | undefined,
  now: Date,
): number | undefined => {
  if (!filesNothing(filing)) return undefined;
  const isPrepared = filing.reading && filing.guards !== undefined;
  const takes = operation ? (isPrepared ? giveUpDays() * DAY_MS : QUEUED_MS.other) : 0;
  const days = KEPT_DAYS[isPrepared ? 'prepared' : filing.dry ? 'dry' : 'answer'];
  return epochSeconds(new Date(now.getTime() + takes + days * DAY_MS));
};

/** Whether a recorded sending may still be under way; until then no other function can work on it. */
export const maySend = (filing: Filing, now: Date): boolean =>
  since(filing.committingAt, now) <= workMs(filing);

/** Whoever worked on it is gone. */
export const isAbandoned = (filing: Filing, now: Date): boolean => {
  const { state, claimedAt, startedAt = claimedAt, committingAt } = filing;
  const began = state === 'claimed' ? startedAt : state === 'committing' ? committingAt : undefined;
  return began !== undefined && since(began, now) > workMs(filing) + CLOCKS_MS;
};

const isOfAct = (kind: LockKind | 'act') => kind === 'act' || isOfContent(kind);

/**
 * Whether a filing still blocks others with its key, its dry run, its content or its acts. A filing of unknown outcome does so
 * until it is found or declared not filed, however long that takes. A filing declared filed keeps blocking.
 */
export const holds = (filing: Filing | undefined, kind: LockKind | 'act', now: Date): boolean => {
  switch (filing?.state) {
    case 'queued':
      return !waitedTooLong(filing, now);
    case 'claimed':
      return !isAbandoned(filing, now);
    case 'committing':
    case 'preparing':
      return true;
    case 'unknown':
      return filing.stated?.filed !== false;
    case 'accepted':
      return !isOfAct(kind) || filing.stated?.filed === true;
    case 'refused':
      return !isOfAct(kind);
    default:
      return false;
  }
};
