import { unknownOutcome } from '../../kernel/authority-errors.ts';
import { inProgress, invalid } from '../../kernel/errors.ts';
import type { Reply } from '../../kernel/reply.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import type { Replayed } from '../answer.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { declaredFiled, replay } from './answer.ts';
import type { InTheWay } from './claim.ts';
import { KEY } from './draft.ts';
import { lookUpFiling } from './look-up.ts';
import { PREVIEW } from './preview.ts';
import { isAbandoned } from './times.ts';

/** Whether a filing is still made, or will be. */
export const isUnderWay = (filing: Filing, now: Date): boolean =>
  filing.state === 'queued' ||
  filing.state === 'claimed' ||
  (filing.state === 'committing' && !isAbandoned(filing, now));

/**
 * What to answer to a request whose filing was made, or is being made, by another request.
 * @throws ServiceError 409 while it is made, 422 for a key that was used with another request, 502 for an unknown outcome
 */
export const explain = async (
  services: Services,
  acting: Acting<Submission>,
  { kind, filing, sameRequest }: InTheWay,
): Promise<Reply<unknown> | Replayed> => {
  if (kind === 'key' && !sameRequest) throw invalid({ [KEY]: ['Esta clave ya se usó con otra petición.'] });
  if (kind === 'preview' && !sameRequest)
    throw invalid({ [PREVIEW]: [`Este simulacro ya se presentó. Trámite: ${filing.id}.`] });
  const { state } = filing;
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
