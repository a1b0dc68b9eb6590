import type { Context } from 'aws-lambda';
import { ServiceError } from '../../kernel/errors.ts';
import { fewAtOnce } from '../../kernel/side-by-side.ts';
import { measureDefect, measureGivenUp } from '../../metrics/emit.ts';
import type { DueFiling } from '../../stores/filings/due.ts';
import type { DueKind, Filing } from '../../stores/filings/filing.ts';
import { withDeadline } from '../../stores/limits.ts';
import { stampEvidence } from '../evidence/stamp.ts';
import { completeEvidence } from '../evidence/write.ts';
import { ABANDONED, endFiling } from '../filing/end-record.ts';
import { lookUpFiling } from '../filing/look-up.ts';
import { actorOf, certificateOf, submissionOf } from '../filing/recorded.ts';
import { dueAfterQueueing, dueAfterTakes, dueAfterWork, waitedTooLong } from '../filing/times.ts';
import type { Services } from '../services.ts';
import { dispatch, endLater, makeRoom, notMade } from './dispatch.ts';
import { askAgain } from './prepared.ts';

/** Most filings of each kind that one run looks after. */
const MOST: Record<DueKind, number> = { lookUp: 200, queued: 100, prepared: 50, evidence: 50 };
/** Filings of one kind and authority that are looked after at the same time. */
const AT_ONCE = 3;
/**
 * Deadline, in milliseconds, of all AWS calls for one filing: 25 seconds for the look-up, and 20 to record its
 * result. An unrecorded result would be looked up again.
 */
const CALLS_MS = 45_000;
/** Time, in milliseconds, that must be left to begin a look-up. */
const LOOK_UP_NEEDS_MS = CALLS_MS + 2_000;

/**
 * Result of a run for one filing. `ended`: nothing had been sent. `accepted`, `refused`: found at the authority.
 * `unknown`: not found, which proves nothing. `completed`: its evidence was due, and is written. `stamped`,
 * `unstamped`: the time-stamp of its evidence was due, and came or did not. `notAsked`: its certificate cannot be
 * used. `queued`: a consumer will make it. `answered`, `preparing`, `givenUp`: an answer that the authority
 * prepares. `taken`: by another run, or ended by a request. `failed`: a defect, or an invalid row. `left`: to the
 * next run, for lack of time.
 */
const RESULTS = [
  'ended',
  'accepted',
  'refused',
  'unknown',
  'completed',
  'stamped',
  'unstamped',
  'notAsked',
  'queued',
  'answered',
  'preparing',
  'givenUp',
  'taken',
  'failed',
  'left',
] as const;
type Result = (typeof RESULTS)[number];

/**
 * The handler that looks after filings that are due: left behind by a function that ended, queued, of unknown outcome,
 * with an answer that the authority prepares, or without evidence. It is invoked each minute, at least once. Each filing is taken by one run before it is looked at.
 */
export const dueHandler =
  (services: Services) =>
  async (
    _event: unknown,
    context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'>,
  ): Promise<void> => {
    const { stores, log, now } = services;
    const began = now();
    const [due] = await Promise.all([
      stores.filings.dueFilings(began, MOST),
      measureUnknown(services, began),
    ]);
    const counts = Object.fromEntries(RESULTS.map((result) => [result, 0])) as Record<Result, number>;

    const look = async (one: DueFiling) => {
      const hasTime = context.getRemainingTimeInMillis() >= LOOK_UP_NEEDS_MS;
      counts[hasTime ? await lookAfter(services, one) : 'left'] += 1;
    };
    // By kind and authority, so that one slow authority delays no filing of another.
    const groups = Map.groupBy(due, ({ kind, authority }) => `${kind} ${authority}`);
    await Promise.all([...groups.values()].map((filings) => fewAtOnce(filings, AT_ONCE, look)));

    log.info('due filings', {
      requestId: context.awsRequestId,
      due: due.length,
      ...counts,
      milliseconds: now().getTime() - began.getTime(),
    });
  };

/** Tells how many outcomes are unknown, and for how long. That this fails keeps no filing waiting. */
const measureUnknown = async ({ stores, log, metrics }: Services, now: Date): Promise<void> => {
  try {
    const unknown = await stores.filings.unknownFilings();
    const seconds = unknown.map(({ claimedAt }) => (now.getTime() - Date.parse(claimedAt)) / 1000);
    metrics.add('UnknownFilings', unknown.length, {});
    metrics.add('OldestUnknown', Math.max(0, ...seconds), {});
  } catch (error) {
    log.error('filings of unknown outcome could not be counted', { error: error as Error });
  }
};

/** States in which only the evidence may still be due. */
const EVIDENCE = new Set(['accepted', 'refused', 'ended']);

/** Looks after one filing. A failure is this filing's alone. */
const lookAfter = async (services: Services, due: DueFiling): Promise<Result> => {
  const requestId = services.newId();
  try {
    return await withDeadline(CALLS_MS, () => {
      if (due.state === 'queued') return seeTo(services, due);
      if (due.state === 'claimed') return end(services, due);
      if (due.state === 'preparing') return ask(services, due, requestId);
      if (EVIDENCE.has(due.state)) return complete(services, due);
      return lookUp(services, due, requestId);
    });
  } catch (error) {
    services.log.error('failed to handle a due filing', {
      requestId,
      filing: due.id,
      error: error as Error,
    });
    measureDefect(services.metrics, { requestId });
    return 'failed';
  }
};

/** Most times that a function begins the same queued work. */
const MOST_STARTS = 3;

/** Makes sure that queued work is made, or ends it if it is too late. */
const seeTo = async (services: Services, due: DueFiling): Promise<Result> => {
  const instant = services.now();
  const filing = await services.stores.filings.takeDue(due, dueAfterQueueing(due.takes + 1, instant));
  if (filing?.state !== 'queued') return 'taken';
  if (waitedTooLong(filing, instant)) return endUnmade(services, filing);
  await dispatch(services, filing);
  return 'queued';
};

const endUnmade = async (services: Services, filing: Filing): Promise<Result> => {
  const isEnded = await endLater(services, filing, { outcome: notMade(filing) });
  await makeRoom(services, filing);
  return isEnded ? 'ended' : 'taken';
};

/** Ends a filing that was only claimed: nothing was sent. Queued work is queued again unless it is too late. */
const end = async (services: Services, due: DueFiling): Promise<Result> => {
  const { filings } = services.stores;
  const instant = services.now();
  const filing = await filings.takeDue(due, dueAfterWork({}, instant));
  if (filing?.state !== 'claimed') return 'taken';
  if (!filing.async) {
    const isEnded = await endFiling(services, filing, {
      ...ABANDONED,
      from: ['claimed'],
      now: instant,
    });
    return isEnded ? 'ended' : 'taken';
  }
  if ((filing.starts ?? 0) >= MOST_STARTS || waitedTooLong(filing, instant))
    return endUnmade(services, filing);
  const owner = services.newId();
  if (!(await filings.queueAgain(filing, owner, dueAfterQueueing(0, instant)))) return 'taken';
  await dispatch(services, { ...filing, state: 'queued', owner });
  return 'queued';
};

/** Asks for an answer that the authority prepares. */
const ask = async (services: Services, due: DueFiling, requestId: string): Promise<Result> => {
  const next = dueAfterTakes(due, due.takes + 1, services.now());
  const filing = await services.stores.filings.takeDue(due, next);
  if (filing?.state !== 'preparing') return 'taken';
  return askAgain(services, filing, { requestId, isLast: next === undefined });
};

/** Writes the evidence of a filing that has ended, or has it time-stamped. */
const complete = async (services: Services, due: DueFiling): Promise<Result> => {
  const filing = await services.stores.filings.takeDue(
    due,
    dueAfterTakes(due, due.takes + 1, services.now()),
  );
  if (!filing) return 'taken';
  if (filing.evidenceDue || !filing.stampDue)
    return (await completeEvidence(services, filing, false)) ? 'completed' : 'failed';
  return (await stampEvidence(services, filing, false)) ? 'stamped' : 'unstamped';
};

/**
 * Looks up a filing that may have been sent. It is leased first, so that a look-up that kills the process is not
 * repeated at once.
 */
const lookUp = async (services: Services, due: DueFiling, requestId: string): Promise<Result> => {
  const instant = services.now();
  const next = dueAfterTakes(due, due.takes + 1, instant);
  const filing = await services.stores.filings.takeDue(due, next);
  if (!filing) return 'taken';
  // Its function is gone.
  if (filing.async) await makeRoom(services, filing);
  const operation = await submissionOf(await services.loadGroups?.(), filing);
  const isLookedUp = filing.state === 'committing' || !('none' in operation.lookUp || filing.stated);
  const isComplete = !filing.evidenceDue || (await completeEvidence(services, filing, isLookedUp));
  const isStamped = filing.evidenceDue !== undefined || (await stampEvidence(services, filing, isLookedUp));
  if (!isLookedUp) return !isComplete ? 'failed' : isStamped ? 'completed' : 'unstamped';
  const usable = await certificateOf(services, filing, instant);
  const isUsable = typeof usable !== 'string';
  if (!isUsable)
    services.log.info('a look-up could not be made', { requestId, filing: filing.id, reason: usable });
  const actor = isUsable ? actorOf(filing, { requestId, now: instant, operation, ...usable }) : undefined;
  try {
    const found = await lookUpFiling(services, filing, { requestId, operation, actor });
    if (found?.state !== 'accepted' && filing.state === 'unknown' && !next)
      measureGivenUp(services.metrics, filing);
    return found?.state ?? (isUsable ? 'unknown' : 'notAsked');
  } catch (error) {
    if (error instanceof ServiceError) return 'refused';
    throw error;
  }
};
