import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../kernel/errors.ts';
import type { Reply } from '../../kernel/reply.ts';
import { covers } from '../../kernel/roles.ts';
import { measureDefect } from '../../metrics/emit.ts';
import { asDryRun } from '../../operation/dry-run.ts';
import { type LazyGroup, roleFor } from '../../operation/operation.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { unforeseen } from '../answer.ts';
import { knownName, namesOthers } from '../filing/draft.ts';
import { hasPassed, noteTried, withAmounts } from '../filing/dry-run.ts';
import { isUnderWay } from '../filing/explain.ts';
import { fileQueued } from '../filing/once.ts';
import {
  actorOf,
  certificateOf,
  notAsked,
  operationOf,
  refusalOf,
  sealedRequest,
} from '../filing/recorded.ts';
import { sealedOf } from '../filing/seal.ts';
import { authorityMs, dueAfterTakes, dueAfterWork, slotUntil, waitedTooLong } from '../filing/times.ts';
import { warningsNow } from '../filing/warnings.ts';
import { type Run, runnerOf } from '../run.ts';
import type { Services } from '../services.ts';
import { type Acting, isSubmitting } from '../stages.ts';
import { cancelled, endLater, makeRoom, notMade } from './dispatch.ts';

/** Runs queued work if it is still pending, and gives its slot to the next one. @param id of its record */
export const makeQueued = async (services: Services, group: LazyGroup, id: string): Promise<void> => {
  const { stores, now } = services;
  const filing = await stores.filings.getFiling(id);
  if (!filing) return;
  const at = now();
  if (filing.state !== 'queued') {
    // Another message made it, and its function may have ended before it gave the slot back.
    if (!isUnderWay(filing, at)) await makeRoom(services, filing);
    return;
  }
  if ((await stores.filings.takeSlot(filing, { now: at, until: slotUntil(at) }, true)) === 'full') {
    await stores.filings.enterQueue(filing);
    return;
  }
  await begin(services, filing, { group, at });
  await makeRoom(services, filing);
};

/** Conditions of the request are checked again: time, token, user, account, client and certificate. */
const begin = async (
  services: Services,
  filing: Filing,
  { group, at }: { group: LazyGroup; at: Date },
): Promise<void> => {
  if (waitedTooLong(filing, at)) {
    await endLater(services, filing, { outcome: notMade(filing) });
    return;
  }
  const input = await sealedRequest(services, filing);
  if (input === undefined) {
    await endLater(services, filing, { outcome: notAsked() });
    return;
  }
  if (!(await services.hooks.isStillWanted(services, filing))) {
    await endLater(services, filing, { outcome: cancelled() });
    return;
  }
  const operation = await operationOf([group], filing);
  const needed = roleFor(operation);
  const [caller, usable] = await Promise.all([
    services.stores.sessions.callerStill(filing, at),
    certificateOf(services, filing, at),
  ]);
  const actsWith = caller ? (covers(caller.role, needed) ? usable : 'role') : 'token';
  if (typeof actsWith === 'string') {
    await endLater(services, filing, { outcome: refusalOf(actsWith) });
    return;
  }
  const commitsFirst = operation.kind === 'submission' && operation.commitsFirst && !filing.dry;
  const taken = await services.stores.filings.beginQueued(filing, {
    owner: services.newId(),
    state: commitsFirst ? 'committing' : 'claimed',
    now: at,
    dueAt: dueAfterWork(filing, at),
    ...(await changedMeanwhile(services, filing, {
      operation,
      input,
      now: at,
      daysAhead: actsWith.daysAhead,
    })),
  });
  if (!taken) return;
  // The checked members, even if the record has changed since.
  const begun = { ...taken, ...sealedOf(filing) };
  const { requestId, scenario } = begun;
  const deadline = new Date(at.getTime() + authorityMs.queued());
  const actor = actorOf(begun, { requestId, now: at, deadline, operation, scenario, ...actsWith });
  const acting = { ...actor, user: caller?.user, input };
  await services.stores.health.readHealth([begun.authority], at);
  const run = runnerOf(services, acting);
  await (isSubmitting(acting) && !begun.dry
    ? fileQueued(services, acting, { filing: begun, run })
    : answerQueued(services, begun, { acting, run })
  ).catch((error: unknown) => endUnexpected(services, begun, error));
  // The function may be frozen as soon as its answer is there.
  const { files, underWay } = acting.trace;
  await Promise.all([...files.map(({ noted }) => noted), ...underWay]);
  services.log.info('queued work', {
    requestId,
    filing: begun.id,
    operation: begun.operation,
    account: begun.accountId,
    waited: at.getTime() - Date.parse(begun.claimedAt),
    milliseconds: services.now().getTime() - at.getTime(),
  });
};

/** Members of the record that have changed since the request, for example because it waited past midnight. */
const changedMeanwhile = async (
  services: Services,
  filing: Filing,
  sent: Pick<Acting, 'operation' | 'input' | 'now'> & { daysAhead: number },
): Promise<Partial<Pick<Filing, 'warnings' | 'daysAhead'>>> => {
  const warnings = await warningsNow(services, filing, sent);
  const { daysAhead } = sent;
  return {
    ...(!isDeepStrictEqual(warnings, filing.warnings ?? []) && { warnings }),
    ...(daysAhead !== (filing.daysAhead ?? 0) && { daysAhead }),
  };
};

/** Runs what files nothing, and keeps its answer. */
const answerQueued = async (
  services: Services,
  filing: Filing,
  { acting, run }: { acting: Acting; run: Run },
): Promise<void> => {
  // Who acts later has no client company: the record says whose it is.
  const caller = { ...acting.caller, clientId: filing.clientId || undefined };
  const naming = filing.dry && isSubmitting(acting) ? knownName(services, { ...acting, caller }) : undefined;
  // A client company reads the answers made with its certificate, and is not told of others.
  const told = {
    ...filing,
    warnings: filing.warnings?.filter((warning) => filing.clientId === 0 || !namesOthers(warning)),
  };
  const outcome = await run()
    .then((reply) =>
      isSubmitting(acting) ? asDryRun(acting.operation, withAmounts(acting, reply), told) : reply,
    )
    .catch((error: unknown): ServiceError => {
      if (error instanceof ServiceError) return error;
      throw error;
    });
  if (isPreparing(outcome)) {
    const due = dueAfterTakes(filing, 0, services.now())!;
    await services.stores.filings.notePreparing(filing, due);
    return;
  }
  const { files, worker = await naming } = acting.trace;
  const isEnded = await endLater(services, filing, { outcome, files, worker });
  if (!isEnded || !filing.dry || !hasPassed(outcome)) return;
  // A failure here changes nothing, because nothing was filed.
  await noteTried(services, filing, acting).catch((error: Error) => {
    const { requestId, id } = filing;
    services.log.error('failed to index a dry run by its worker', { requestId, filing: id, error });
  });
};

const isPreparing = (answer: Reply<unknown> | ServiceError): boolean =>
  !(answer instanceof ServiceError) && answer.preparing === true;

/**
 * A failed filing has its error in its record already. Any other error is a defect, and ends an unfinished filing.
 */
const endUnexpected = async (services: Services, filing: Filing, error: unknown): Promise<void> => {
  if (error instanceof ServiceError) return;
  const { requestId, id } = filing;
  services.log.error('unexpected error', { requestId, filing: id, error: error as Error });
  measureDefect(services.metrics, { requestId });
  await endLater(services, filing, { outcome: unforeseen(error, { requestId, operation: undefined }) });
};
