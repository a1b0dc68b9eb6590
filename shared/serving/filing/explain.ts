import { unknownOutcome } from '../../kernel/authority-errors.ts';
import { inProgress, invalid, type ServiceError, sameAct, undoing, unordered } from '../../kernel/errors.ts';
import type { Reply } from '../../kernel/reply.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import type { Replayed } from '../answer.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { declaredFiled, replay, storeAnswer } from './answer.ts';
import type { ConflictingFiling } from './claim.ts';
import { KEY } from './draft.ts';
import { keptAnswer } from './kept-answer.ts';
import { lookUpFiling } from './look-up.ts';
import { PREVIEW } from './preview.ts';
import { isShown } from './repeated.ts';
import { isAbandoned } from './times.ts';

/**
 * Answers 409: the same is being filed, or was or may have been filed, with another certificate of the account or with other details;
 * or something that undoes it is, or may have been sent since.
 * A record says that this submission was not sent, and why. A failure to write the record changes nothing else.
 */
const stopped = async (
  services: Services,
  acting: Acting<Submission>,
  conflicting: ConflictingFiling,
): Promise<ServiceError> => {
  const { stores, log, now } = services;
  const { own, filing } = conflicting;
  const other = isShown(acting, filing) ? filing.id : undefined;
  const error = errorOf(acting, conflicting, own.filing.id);
  const { guards: _, acts: __, committingAt: ___, token: ____, ...draft } = own.filing;
  try {
    if (!own.isWritten) {
      const stored = await storeAnswer(services, draft, { outcome: error, files: [] });
      const endedAt = now().toISOString();
      await stores.filings.putStopped({ ...draft, ...stored, state: 'ended', endedAt }, own.macs);
    }
    acting.trace.filingId = draft.id;
    return error;
  } catch (cause) {
    log.error('failed to record a blocked filing', {
      requestId: acting.requestId,
      filing: draft.id,
      error: cause as Error,
    });
    if (other === undefined) delete acting.trace.filingId;
    return errorOf(acting, conflicting);
  }
};

const errorOf = (acting: Acting<Submission>, conflicting: ConflictingFiling, own?: string): ServiceError => {
  const { kind, filing } = conflicting;
  const other = isShown(acting, filing) ? filing.id : undefined;
  const isOpen = isUnderWay(filing, acting.now);
  if (kind === 'undoing') return undoing({ isUnderWay: isOpen, other, own });
  if (kind === 'unordered') {
    const { first } = conflicting;
    return unordered({ first: first && isShown(acting, first) ? first.id : undefined, other, own });
  }
  const ended = kind === 'accepted' ? 'accepted' : filing.stated?.filed ? 'declared' : 'unknown';
  return sameAct({
    became: isOpen ? 'underWay' : ended,
    hasOtherDetails: hasOtherDetails(conflicting),
    namesAnother: acting.repeats !== undefined,
    other,
    own,
  });
};

/** Whether an equal act was filed with other details. */
const hasOtherDetails = ({ filing, own }: Pick<ConflictingFiling, 'filing' | 'own'>): boolean =>
  filing.details !== undefined && filing.details !== own.filing.details;

/** Whether a filing is still made, or will be. */
export const isUnderWay = (filing: Filing, now: Date): boolean =>
  filing.state === 'queued' ||
  filing.state === 'claimed' ||
  (filing.state === 'committing' && !isAbandoned(filing, now));

/**
 * How a filing answers a request that met it: its outcome is `unknown`, a person `declared` it filed, it has `ended`, or it was just
 * accepted (`kept`). The key of the request stands for what was just accepted from then on.
 * @throws ServiceError 409 while it is being made, or if it is no answer to this request; 422 for a key or a dry run that was used with
 * another request
 */
const answering = async (
  services: Services,
  acting: Acting<Submission>,
  conflicting: ConflictingFiling,
): Promise<'kept' | 'ended' | 'declared' | 'unknown'> => {
  const { kind, filing, own, sameRequest } = conflicting;
  if (kind === 'key' && !sameRequest) throw invalid({ [KEY]: ['Esta clave ya se usó con otra petición.'] });
  if (kind === 'preview' && !sameRequest)
    throw invalid({ [PREVIEW]: [`Este simulacro ya se presentó. Trámite: ${filing.id}.`] });
  const { id, state } = filing;
  const isSame = isShown(acting, filing) && !hasOtherDetails(conflicting);
  // A client company learns nothing of a filing that it may not see.
  if (kind === 'accepted' && isShown(acting, filing)) acting.trace.repeated = id;
  if (kind === 'accepted' && isSame) {
    const { stores, log, now } = services;
    const { requestId } = acting;
    await stores.filings
      .answerKeyWith(filing, own.filing, now())
      .catch((error: Error) =>
        log.error('the key of a repeated request could not be kept', { requestId, filing: id, error }),
      );
    return 'kept';
  }
  // What was filed with other details is no answer to this request.
  const isOpenAct = kind === 'act' && !(filing.stated?.filed && isSame);
  if (kind === 'undoing' || kind === 'unordered' || kind === 'accepted' || isOpenAct)
    throw await stopped(services, acting, conflicting);
  if (isUnderWay(filing, acting.now)) throw inProgress(filing);
  if (state === 'accepted' || state === 'refused') return 'ended';
  return filing.stated?.filed ? 'declared' : 'unknown';
};

/**
 * The answer to a request whose filing was made, or is being made, by another request.
 * @throws ServiceError 409 while it is being made, or if its outcome is unknown and it used another certificate; 422
 * for a key that was used with another request; 502 for an unknown outcome
 */
export const explain = async (
  services: Services,
  acting: Acting<Submission>,
  conflicting: ConflictingFiling,
): Promise<Reply<unknown> | Replayed> => {
  const { filing } = conflicting;
  const { authority, state, stated, status = 200 } = filing;
  const how = await answering(services, acting, conflicting);
  if (how === 'kept') return keptAnswer(services, acting, filing);
  if (how === 'declared') return declaredFiled(services, filing, stated!);
  // Accepted, and its only document was nowhere: it may be there by now.
  const lacksDocument = state === 'accepted' && status >= 500;
  const found =
    how === 'unknown' || lacksDocument
      ? await lookUpFiling(services, filing, { ...acting, actor: acting })
      : undefined;
  if (found) return found.reply;
  if (how === 'ended') return replay(services, acting, filing);
  throw unknownOutcome(authority, undefined, filing.id);
};

/**
 * As `explain`, for a caller that needs no answer: it follows the filing, or names it where `trace.repeated` does. It goes by records
 * alone, because functions that only queue work may open no authority and write no evidence.
 * @throws ServiceError as `explain`, but none for an unknown outcome
 */
export const explainFromRecords = async (
  services: Services,
  acting: Acting<Submission>,
  conflicting: ConflictingFiling,
): Promise<void> => {
  const { kind, filing, own } = conflicting;
  await answering(services, acting, conflicting);
  // The key of a request that was answered with another one's filing, and sent nothing.
  if (kind === 'key' && filing.guards?.key !== own.filing.guards?.key) acting.trace.repeated = filing.id;
};
