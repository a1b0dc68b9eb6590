import { masked } from '../kernel/envelope.ts';
import { type ServiceError, storeSilent } from '../kernel/errors.ts';
import type { Operation } from '../operation/operation.ts';
import { isSilence } from '../stores/limits.ts';

/**
 * The answer to an unforeseen error, before which nothing was sent to an authority: 503 where a store was silent, so that it
 * is worth asking again; else the masked 500.
 */
export const unforeseen = (
  error: unknown,
  { requestId, operation }: { requestId: string; operation: Pick<Operation, 'kind' | 'method'> | undefined },
): ServiceError =>
  isSilence(error)
    ? storeSilent(operation?.kind === 'resource' && operation.method !== 'GET', error)
    : masked(requestId, error);
