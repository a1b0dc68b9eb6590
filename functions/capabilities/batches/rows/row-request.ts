import type { Submission } from '../../../../shared/operation/operation.ts';
import { type LaterRequest, readLater } from '../../../../shared/serving/driven/later-request.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { Acting, Received } from '../../../../shared/serving/stages.ts';
import type { RowStep } from './row.ts';
import type { Listed } from './submissions.ts';

/** A submission of a row. */
interface RowRequest
  extends Pick<LaterRequest<Submission>, 'caller' | 'callerRows' | 'headers' | 'scenario'> {
  listed: Listed;
  step: Pick<RowStep, 'body'> & Partial<Pick<RowStep, 'certificate'>>;
  /** The batch decides on `test`, because it begins with a dry run. */
  dry: boolean;
}

/**
 * Reads a submission of a row like any request.
 * @throws ServiceError as the request would be answered
 */
export const readRow = (
  services: Services,
  { listed: { operation, group }, step, dry, ...request }: RowRequest,
): Promise<Acting<Submission> & Pick<Received, 'event'>> =>
  readLater(services, {
    ...request,
    operation,
    group,
    certificate: step.certificate,
    fields: { ...step.body, ...(dry && { test: 1 }) },
  });
