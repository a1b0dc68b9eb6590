import { unknownOutcome } from '../../kernel/authority-errors.ts';
import { inProgress, invalid, type ServiceError, sameAct } from '../../kernel/errors.ts';
import type { Reply } from '../../kernel/reply.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import type { Replayed } from '../answer.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { declaredFiled, replay, storeAnswer } from './answer.ts';
import type { ConflictingFiling } from './claim.ts';
import { KEY } from './draft.ts';
import { lookUpFiling } from './look-up.ts';
import { PREVIEW } from './preview.ts';
import { isAbandoned } from './times.ts';

/** A client company is shown what its own certificates filed. */
const isShown = ({ caller }: Pick<Acting, 'caller'>, filing: Filing): boolean =>
  caller.clientId === undefined || caller.clientId === filing.clientId;

/**
 * Answers 409: the same is being filed, or may have been filed, with another certificate of the account or with other details.
 * A record says that this submission was not sent, and why. A failure to write the record changes nothing else.
 */
const stopped = async (
  services: Services,
  acting: Acting<Submission>,
  { kind, filing, own }: ConflictingFiling,
): Promise<ServiceError> => {
  const { stores, log, now } = services;
  const other = isShown(acting, filing) ? filing.id : undefined;
  const why = {
    isUnderWay: isUnderWay(filing, acting.now),
    isDeclared: filing.stated?.filed === true,
    hasOtherDetails: kind === 'onceFor',
    other,
  };
  const error = sameAct({ ...why, own: own.filing.id });
  const { guards: _, committingAt: __, token: ___, ...draft } = own.filing;
  try {
    const stored = await storeAnswer(services, draft, { outcome: error, files: [] });
    const endedAt = now().toISOString();
    await stores.filings.putStopped({ ...draft, ...stored, state: 'ended', endedAt }, own.macs);
    acting.trace.filingId = draft.id;
    return error;
  } catch (cause) {
    log.error('failed to record a blocked filing', {
      requestId: acting.requestId,
      filing: draft.id,
      error: cause as Error,
    });
    if (other === undefined) delete acting.trace.filingId;
    return sameAct(why);
  }
};

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
  if ((kind === 'key' || kind === 'keyAsSent') && !sameRequest)
    throw invalid({ [KEY]: ['Esta clave ya se usó con otra petición.'] });
  if (kind === 'preview' && !sameRequest)
    throw invalid({ [PREVIEW]: [`Este simulacro ya se presentó. Trámite: ${filing.id}.`] });
  const { state } = filing;
  // What was filed with other details is no answer to this request.
  if (kind === 'onceFor' || (kind === 'act' && !(filing.stated?.filed && isShown(acting, filing))))
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
