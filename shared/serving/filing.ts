import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { CommitGuard } from '../authorities/port-options.ts';
import type { Answer } from '../channel/answer.ts';
import { masked } from '../envelope.ts';
import { inProgress, invalid, notWrittenDown, ServiceError, unknownOutcome } from '../errors.ts';
import { endFiling } from '../metrics/measure.ts';
import type { Reply, Submission } from '../operation.ts';
import { type Filing, type FilingState, stateOfEntries } from '../stores/filings/record.ts';
import { loadS3 } from '../stores/s3/load.ts';
import { MAX_WHOLE } from '../stores/s3/put-bytes.ts';
import type { Replayed } from './answer.ts';
import type { Call } from './call.ts';
import { endWithEvidence } from './evidence/write.ts';
import {
  answerOf,
  declaredFiled,
  entriesOf,
  messagesFor,
  noteLost,
  type Outcome,
  replay,
  storeAnswer,
  storeDocuments,
} from './filing-answer.ts';
import { type Claimed, claim, failClaim, type InTheWay, requestOf, workerMacOf } from './filing-claim.ts';
import { draftOf, idempotencyKey } from './filing-draft.ts';
import { dueAfterWork, isAbandoned, maySend } from './filing-times.ts';
import { lookUpFiling } from './look-up.ts';
import type { Services } from './services.ts';

/** What is known of a filing while it is made. */
interface Progress {
  sent: boolean;
  accepted: boolean;
  /** What the authority answered to the steps that file. */
  answers: Answer[];
  reference?: string;
  /** When it was written down that something is about to be sent. */
  committingAt?: string;
}

/**
 * Makes a submission behind its record. The record is written down while the authority is asked what cannot take
 * effect, and again before the step that may take effect; what is not written down is not sent, and what is needed
 * after that step is loaded before it, so that an answer is never lost for want of code. A submission that may
 * have reached the authority is never made again: it is looked up, or stays unknown.
 */
export const fileOnce = async (
  services: Services,
  event: APIGatewayProxyEvent,
  call: Call,
  operation: Submission,
  address: string,
  run: (guard: CommitGuard, filingId: string) => Promise<Reply<unknown>>,
): Promise<Reply<unknown> | Replayed> => {
  const key = idempotencyKey(event);
  const filing = draftOf(call, address, operation, key);
  call.filingId = filing.id;
  const request = requestOf(services, filing, call);
  const claiming = claim(services, { ...filing, ...request.row }, call);
  // Both are awaited below; until then nothing listens to their failures.
  claiming.catch(() => {});
  request.stored.catch(() => {});

  const progress: Progress = { sent: false, accepted: false, answers: [] };
  const outcome = await settled(
    run(guardOf(services, call, filing, progress, claiming, request.stored), filing.id),
  );
  const claimed = await claiming.catch((error: unknown) => failClaim(services, filing, error));
  if (!claimed.made) {
    call.filingId = claimed.filing.id;
    return explain(services, call, operation, claimed);
  }
  return end(services, call, operation, { ...filing, ...request.row }, progress, outcome);
};

/**
 * Makes a submission that was queued, and that this function has begun: its record is there already.
 * @throws ServiceError as the request would have been answered
 */
export const fileQueued = async (
  services: Services,
  call: Call,
  operation: Submission,
  filing: Filing,
  run: (guard: CommitGuard, filingId: string) => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> => {
  const progress: Progress = { sent: false, accepted: false, answers: [] };
  const made = Promise.resolve({ made: true } as const);
  const guard = guardOf(services, call, filing, progress, made, Promise.resolve());
  return end(services, call, operation, filing, progress, await settled(run(guard, filing.id)));
};

/** Writes a dry run down at its end. That this fails changes nothing: nothing was filed. */
export const noteDryRun = async (
  services: Services,
  call: Call,
  operation: Submission,
  address: string,
): Promise<void> => {
  const filing = draftOf(call, address, operation, undefined);
  try {
    const { row, stored } = requestOf(services, filing, call);
    const [worker] = await Promise.all([workerMacOf(services, call), stored]);
    await services.stores.filings.putDryRun({ ...filing, ...row }, worker, call.now);
    call.filingId = filing.id;
  } catch (error) {
    services.log.error('a dry run could not be written down', logged(call, error));
  }
};

const settled = <T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown }> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

const logged = ({ requestId, filingId }: Call, error?: unknown) => ({
  requestId,
  filing: filingId,
  ...(error instanceof Error && { error }),
});

const guardOf = (
  { stores: { filings }, log, now }: Services,
  call: Call,
  filing: Filing,
  progress: Progress,
  claiming: Promise<Claimed>,
  requestStored: Promise<unknown>,
): CommitGuard => ({
  beforeCommit: async () => {
    try {
      const [claimed] = await Promise.all([claiming, requestStored, loadS3()]);
      if (!claimed.made) throw inProgress(claimed.filing.id);
      const at = now();
      if (filing.state === 'claimed') await filings.beginCommit(filing, at, dueAfterWork(filing, at));
      else if (!maySend(filing, at)) throw new Error('it was written down too long ago');
      progress.committingAt ??= filing.committingAt ?? at.toISOString();
    } catch (error) {
      throw error instanceof ServiceError ? error : notWrittenDown(error);
    }
    // If the function ends now, this line is the only one: API Gateway's answer has an id of its own.
    log.info('commit begins', { ...logged(call), gateway: call.gatewayId, operation: filing.operation });
  },
  answered: (answer) => {
    progress.answers.push(answer);
  },
  sent: () => {
    progress.sent = true;
  },
  accepted: () => {
    progress.accepted = true;
  },
  reference: (text) => {
    progress.reference = text;
    filings.noteReference(filing.id, filing.owner, text).catch((error: unknown) => {
      log.error('a reference could not be written down', logged(call, error));
    });
  },
});

/** Ends the record of what was made, and tells the caller. A failing write does not change what the caller is told. */
const end = async (
  services: Services,
  call: Call,
  operation: Submission,
  filing: Filing,
  progress: Progress,
  outcome: Outcome,
): Promise<Reply<unknown>> => {
  const { filings } = services.stores;
  const state = stateOf(progress, outcome);
  const entries = entriesOf(outcome);
  const reference = ('value' in outcome && outcome.value.filed?.reference) || progress.reference;
  // Nothing was sent, and the record must say so, whatever went wrong.
  const defect =
    state === 'ended' && 'error' in outcome && !(outcome.error instanceof ServiceError) ? outcome : undefined;
  const answer = defect ? masked(call.requestId, defect.error) : answerOf(filing, state, outcome);
  const known = { request: call.input, answers: progress.answers, entries };
  const { committingAt } = progress;
  if (state === 'unknown') {
    const since = committingAt ?? call.now.toISOString();
    const unknown = { ...filing, state: 'committing', committingAt: since, reference } as const;
    const found = await lookUpFiling(services, call, operation, unknown, { answer, ...known });
    services.log.info('commit ended', {
      ...logged(call),
      operation: filing.operation,
      state: found?.state ?? state,
    });
    if (found) return found.reply;
    if (answer instanceof ServiceError) throw answer;
    return answer;
  }
  if (progress.sent)
    services.log.info('commit ended', { ...logged(call), operation: filing.operation, state });
  try {
    // A large document is copied into the evidence, not sent a second time.
    if (call.files.some(({ size }) => size > MAX_WHOLE)) await storeDocuments(filing, call.files);
    const now = services.now();
    const stored = await storeAnswer(services, filing, answer, call.files);
    if (entries.length > 0) await filings.putEntries(filing.id, entries);
    const facts = {
      ...stored,
      ...(reference && { reference }),
      ...(answer instanceof ServiceError && {
        messages: messagesFor(filing, answer),
      }),
    };
    // Also from unknown: another process, whose clock is ahead, may have looked it up too early.
    const from: FilingState[] = ['claimed', 'committing', 'unknown'];
    const done = { ...filing, ...(committingAt && { committingAt }) };
    const kept = { ...known, files: call.files };
    const isAwaited = !filing.async;
    const write = (isFirst: boolean) =>
      state === 'ended'
        ? endFiling(services, filing, from, { state, facts }, { now })
        : endWithEvidence(services, done, from, { state, facts }, { now, known: kept, isFirst, isAwaited });
    // Twice: nobody else knows how it ended, and of some filings no look-up finds it out.
    await Promise.all([write(true).catch(() => write(false)), storeDocuments(filing, call.files)]);
    await noteLost(services, filing, stored.documents, call.files);
  } catch (error) {
    services.log.error('a filing could not be ended', logged(call, error));
  }
  if (defect) throw defect.error;
  if (answer instanceof ServiceError) throw answer;
  return answer;
};

const stateOf = (
  { sent, accepted }: Progress,
  outcome: Outcome,
): Extract<FilingState, 'accepted' | 'refused' | 'unknown' | 'ended'> => {
  if (!sent) return 'ended';
  if ('value' in outcome) return stateOfEntries(entriesOf(outcome));
  const effect = outcome.error instanceof ServiceError ? outcome.error.effect : undefined;
  if (effect === 'none') return 'refused';
  if (effect) return effect;
  return accepted ? 'accepted' : 'unknown';
};

/** Whether a filing is still made, or will be. */
export const isUnderWay = (filing: Filing, now: Date): boolean =>
  filing.state === 'queued' ||
  filing.state === 'claimed' ||
  (filing.state === 'committing' && !isAbandoned(filing, now));

/** What to answer to a request whose filing was made, or is being made, by another request. */
export const explain = async (
  services: Services,
  call: Call,
  operation: Submission,
  { kind, filing, sameRequest }: InTheWay,
): Promise<Reply<unknown> | Replayed> => {
  if (kind === 'key' && !sameRequest)
    throw invalid({ 'Idempotency-Key': ['Esta clave ya se usó con otra petición.'] });
  const { state } = filing;
  if (isUnderWay(filing, call.now)) throw inProgress(filing.id);
  if (state === 'accepted' || state === 'refused') {
    // Accepted, and its only document was nowhere: it may be there by now.
    const lacksDocument = state === 'accepted' && (filing.status ?? 200) >= 500;
    const found = lacksDocument ? await lookUpFiling(services, call, operation, filing) : undefined;
    if (found) return found.reply;
    return replay(services, call, filing);
  }
  if (filing.stated?.filed) return declaredFiled(services, filing, filing.stated);
  const found = await lookUpFiling(services, call, operation, filing);
  if (found) return found.reply;
  throw unknownOutcome(filing.authority, undefined, filing.id);
};
