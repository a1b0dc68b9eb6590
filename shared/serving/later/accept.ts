import type { APIGatewayProxyEvent } from 'aws-lambda';
import { limitsOfStage } from '../../kernel/config.ts';
import { notWrittenDown, tooManyQueued } from '../../kernel/errors.ts';
import type { Reply } from '../../kernel/reply.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { keptToken } from '../../stores/identity/kept-token.ts';
import type { Replayed } from '../answer.ts';
import { apartOf, type ConflictingFiling, claim, failClaim, requestOf } from '../filing/claim.ts';
import { companyOf, draftOf } from '../filing/draft.ts';
import { explain, explainFromRecords, isUnderWay } from '../filing/explain.ts';
import { sealOf } from '../filing/seal.ts';
import { dueAfterQueueing, expiryOf } from '../filing/times.ts';
import type { Services } from '../services.ts';
import { type Acting, isSubmitting, RESPOND_ASYNC } from '../stages.ts';
import { dispatch } from './dispatch.ts';

/** When a caller should look for the first time, in seconds. */
const LOOK_AFTER_S = 5;

/** What is queued. */
interface Request {
  event: APIGatewayProxyEvent;
  address: string;
  key: string | undefined;
  /** Of its record, for a caller that stores the id beforehand; a new one by default. */
  id?: string;
  /** Whether its end emits no event. */
  silent?: boolean;
}

/**
 * Queues a request: stores it with everything it needs, and sends a message to the consumer. If no message can be sent, the
 * schedule starts it.
 * @returns the answer that it was accepted, or the answer of the filing that it met
 */
export const acceptForLater = async (
  services: Services,
  acting: Acting,
  request: Request,
): Promise<Reply<unknown> | Replayed> => {
  const queued = await queue(services, acting, request);
  return 'met' in queued
    ? explain(services, queued.acting, queued.met)
    : accepted(request.event, queued.filing);
};

/**
 * As `acceptForLater`, for a caller that needs no answer, as a row of a batch or a question of a comparison does not. Its filing, or the
 * one that it met, is in the trace then. It opens no authority.
 * @throws ServiceError as `explainFromRecords`
 */
export const queueForLater = async (services: Services, acting: Acting, request: Request): Promise<void> => {
  const queued = await queue(services, acting, request);
  if ('met' in queued) await explainFromRecords(services, queued.acting, queued.met);
};

/** The filing that waits or is under way for a request, or another one that it met. */
type Queued = { filing: Filing } | { met: ConflictingFiling; acting: Acting<Submission> };

const queue = async (
  services: Services,
  acting: Acting,
  { address, key, id, silent }: Request,
): Promise<Queued> => {
  const { committingAt: _, ...draft } = draftOf(acting, address, key);
  const { scenario, now, operation, trace } = acting;
  // Before the seal, which covers it.
  const apart = draft.dry
    ? {}
    : await apartOf(services, acting).catch((error: unknown) => {
        throw notWrittenDown(error);
      });
  const filing: Filing = {
    ...draft,
    ...apart,
    ...(id !== undefined && { id }),
    ...(silent && { silent: true as const }),
    state: 'queued',
    async: true,
    token: acting.token ?? keptToken(acting.caller),
    ...(scenario && { scenario }),
  };
  const company = companyOf(services, acting);
  const { request, row, stored } = requestOf(services, filing, acting);
  // Before the record: a function may make it as soon as that is there.
  const [hasRoom, seal] = await Promise.all([
    filing.batch || roomToWait(services, filing),
    sealOf(services, filing, request),
    stored,
  ]).catch((error: unknown) => {
    throw notWrittenDown(error);
  });
  if (!hasRoom) throw tooManyQueued(limitsOfStage().queued);
  trace.filingId = filing.id;
  const queued = { ...filing, ...row, seal };
  const when = { dueAt: dueAfterQueueing(0, now), expires: expiryOf(queued, operation, now) };
  const claimed = await claim(services, queued, { ...acting, ...when, company }).catch((error: unknown) =>
    failClaim(services, queued, error),
  );
  if (!claimed.made) {
    const { filing: other, kind, sameRequest } = claimed;
    trace.filingId = other.id;
    const isSame = !isSubmitting(acting) || (isOfRequest(kind) && sameRequest);
    if (isSame && (isUnderWay(other, now) || other.state === 'preparing')) return { filing: other };
    if (!isSubmitting(acting)) throw new Error('a question was blocked by one that has ended');
    return { met: claimed, acting };
  }
  await dispatch(services, queued).catch((error: Error) => {
    const { requestId } = acting;
    services.log.error('queued work could not be sent', { requestId, filing: queued.id, error });
  });
  return { filing: queued };
};

/** Whether a claim was stopped by its own key or preview, and not by what it files. */
const isOfRequest = (kind: ConflictingFiling['kind']): boolean => kind === 'key' || kind === 'preview';

/** How many more requests of an account may wait; a batch asks once for many rows. 0 where there is no room. */
export const roomToWait = async (
  { stores }: Services,
  { accountId }: Pick<Filing, 'accountId'>,
): Promise<number> => Math.max(0, limitsOfStage().queued - (await stores.filings.countWaiting(accountId)));

const accepted = (event: APIGatewayProxyEvent, { id, state }: Filing): Reply<unknown> => ({
  status: 202,
  message: `Petición aceptada; se tramita en segundo plano. Trámite: ${id}.`,
  data: { id, state },
  headers: {
    Location: addressOf(event, id),
    'Retry-After': String(LOOK_AFTER_S),
    'Preference-Applied': RESPOND_ASYNC,
  },
});

/** Address of a filing, under the path by which the service was called. */
const addressOf = ({ requestContext, resource }: APIGatewayProxyEvent, id: string): string => {
  // The version is the first part of each resource, and comes once: nothing before it is a parameter.
  const version = resource.split('/')[1];
  const [before] = requestContext.path.split(`/${version}/`);
  return `${before}/${version}/tramites/${id}`;
};
