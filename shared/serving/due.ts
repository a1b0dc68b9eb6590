import type { Context } from 'aws-lambda';
import { ServiceError } from '../errors.ts';
import { withDeadline } from '../stores/aws.ts';
import type { DueFiling } from '../stores/filings/due.ts';
import { mendEvidence } from './evidence/write.ts';
import { callOfFiling, certificateOf, operationOf } from './filing-call.ts';
import { dueAfterTakes, dueAfterWork } from './filing-times.ts';
import { lookUpFiling } from './look-up.ts';
import type { Services } from './services.ts';

/** Most filings that one run looks after. */
const MOST = 200;
/** Filings of one authority that are looked up at the same time. */
const AT_ONCE = 3;
/** Milliseconds after which no AWS call for one filing goes on. */
const CALLS_MS = 30_000;
/** Time, in milliseconds, that must be left to begin a look-up: its 25 seconds, and the writes around it. */
const LOOK_UP_NEEDS_MS = 32_000;

/**
 * What became of one filing. `ended`: nothing had been sent. `accepted`, `refused`: found at the authority. `unknown`:
 * not found, which proves nothing. `mended`: its evidence was due, and is written. `notAsked`: its certificate cannot be used. `taken`: by another run, or ended by a
 * request. `failed`: a defect, or a row that is not valid. `left`: to the next run, for lack of time.
 */
const RESULTS = [
  'ended',
  'accepted',
  'refused',
  'unknown',
  'mended',
  'notAsked',
  'taken',
  'failed',
  'left',
] as const;
type Result = (typeof RESULTS)[number];

/**
 * The handler that looks after filings that are due: left behind by a function that ended, of unknown outcome, or
 * without evidence. It is invoked each minute, at least once. Each filing is taken by one run before it is looked at.
 */
export const dueHandler =
  (services: Services) =>
  async (
    _event: unknown,
    context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'>,
  ): Promise<void> => {
    const { stores, log, now } = services;
    const began = now();
    const due = await stores.filings.dueFilings(began, MOST);
    const counts = Object.fromEntries(RESULTS.map((result) => [result, 0])) as Record<Result, number>;

    /** Looks after one after another; several share the filings of an authority. */
    const work = async (filings: Iterable<DueFiling>) => {
      for (const one of filings) {
        const hasTime = context.getRemainingTimeInMillis() >= LOOK_UP_NEEDS_MS;
        counts[hasTime ? await lookAfter(services, one) : 'left'] += 1;
      }
    };
    // By authority, so that one that does not answer keeps no filing of another one waiting.
    const shared = [...Map.groupBy(due, ({ authority }) => authority).values()].map((all) => all.values());
    await Promise.all(shared.flatMap((filings) => Array.from({ length: AT_ONCE }, () => work(filings))));

    log.info('due filings', {
      requestId: context.awsRequestId,
      due: due.length,
      ...counts,
      milliseconds: now().getTime() - began.getTime(),
    });
  };

/** Looks after one filing. A failure is this filing's alone. */
const lookAfter = async (services: Services, due: DueFiling): Promise<Result> => {
  const requestId = services.newId();
  try {
    return await withDeadline(CALLS_MS, () => {
      if (due.state === 'claimed') return end(services, due);
      if (due.state === 'accepted' || due.state === 'refused') return mend(services, due);
      return lookUp(services, due, requestId);
    });
  } catch (error) {
    services.log.error('a due filing could not be looked after', {
      requestId,
      filing: due.id,
      error: error as Error,
    });
    return 'failed';
  }
};

/** Ends what was only claimed: nothing was sent. */
const end = async ({ stores: { filings }, now }: Services, due: DueFiling): Promise<Result> => {
  const instant = now();
  const filing = await filings.takeDue(due, dueAfterWork(instant));
  const isEnded =
    filing && (await filings.endFiling(filing, ['claimed'], { state: 'ended', facts: {} }, { now: instant }));
  return isEnded ? 'ended' : 'taken';
};

/** Writes the evidence of a filing that has ended. */
const mend = async (services: Services, due: DueFiling): Promise<Result> => {
  const filing = await services.stores.filings.takeDue(due, dueAfterTakes(due.takes + 1, services.now()));
  if (!filing) return 'taken';
  return (await mendEvidence(services, filing, false)) ? 'mended' : 'failed';
};

/** Looks up what may have been sent. It is taken before, so that a look-up which ends the process has its wait, too. */
const lookUp = async (services: Services, due: DueFiling, requestId: string): Promise<Result> => {
  const instant = services.now();
  const filing = await services.stores.filings.takeDue(due, dueAfterTakes(due.takes + 1, instant));
  if (!filing) return 'taken';
  const operation = operationOf(services.groups, filing);
  const isLookedUp = filing.state === 'committing' || !('none' in operation.lookUp || filing.stated);
  const isMended = !filing.evidenceDue || (await mendEvidence(services, filing, isLookedUp));
  if (!isLookedUp) return isMended ? 'mended' : 'failed';
  const usable = await certificateOf(services, filing, instant);
  const certificate = typeof usable === 'string' ? undefined : usable;
  if (!certificate)
    services.log.info('a look-up could not be made', { requestId, filing: filing.id, reason: usable });
  const call = callOfFiling(filing, operation, { requestId, now: instant, certificate });
  try {
    const found = await lookUpFiling(services, call, operation, filing);
    return found?.state ?? (certificate ? 'unknown' : 'notAsked');
  } catch (error) {
    if (error instanceof ServiceError) return 'refused';
    throw error;
  }
};
