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
 * The answer to a request whose filing was made, or is being made, by another request.
 * @throws ServiceError 409 while it is being made, or if its outcome is unknown and it used another certificate; 422
 * for a key that was used with another request; 502 for an unknown outcome
 */
export const explain = async (
  services: Services,
  acting: Acting<Submission>,
  conflicting: ConflictingFiling,
): Promise<Reply<unknown> | Replayed> => {
  const { kind, filing, sameRequest } = conflicting;
  if (kind === 'key' && !sameRequest) throw invalid({ [KEY]: ['Esta clave ya se usó con otra petición.'] });
  if (kind === 'preview' && !sameRequest)
    throw invalid({ [PREVIEW]: [`Este simulacro ya se presentó. Trámite: ${filing.id}.`] });
  const { state } = filing;
  const isSame = isShown(acting, filing) && !hasOtherDetails(conflicting);
  // A client company learns nothing of a filing that it may not see.
  if (kind === 'accepted' && isShown(acting, filing)) acting.trace.repeated = filing.id;
  if (kind === 'accepted' && isSame) return keptAnswer(services, acting, conflicting);
  // What was filed with other details is no answer to this request.
  const isOpenAct = kind === 'act' && !(filing.stated?.filed && isSame);
  if (kind === 'undoing' || kind === 'unordered' || kind === 'accepted' || isOpenAct)
    throw await stopped(services, acting, conflicting);
  const lookUp = () => lookUpFiling(services, filing, { ...acting, actor: acting });
  if (isUnderWay(filing, acting.now)) throw inProgress(filing);
  if (state === 'accepted' || state === 'refused') {
    // Accepted, and its only document was nowhere: it may be there by now.
    const lacksDocument = state === 'accepted' && (filing.status ?? 200) >= 500;
    const found = lacksDocument ? await lookUp() : undefined;
    return found ? found.reply : replay(services, acting, filing);
  }
  if (filing.stated?.filed) return declaredFiled(services, filing, filing.stated);
  const found = await lookUp();
  if (found) return found.reply;
  throw unknownOutcome(filing.authority, undefined, filing.id);
};
