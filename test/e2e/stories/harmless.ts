import type { Operation } from '../../../shared/operation/operation.ts';
import type { Sent } from '../../support/gateway.ts';

/**
 * Whether a request of a caller who is let in may be sent where what is filed counts: questions, dry runs, and what no
 * operation takes. Signing out ends a session of this run alone.
 * @param operation the one that the request reaches
 */
export const isHarmless = (operation: Operation | undefined, { query, json, body }: Sent): boolean => {
  if (!operation || operation.kind === 'reading') return true;
  if (operation.kind === 'resource') return operation.method === 'GET';
  // Said in one place only, and in the plainest form.
  return (
    operation.dryRun === 'confirmation' &&
    query === undefined &&
    body === undefined &&
    (json as { test?: unknown } | undefined)?.test === 1
  );
};
