import type { Operation } from '../../../shared/operation/operation.ts';
import type { Sent } from '../../support/gateway.ts';

/**
 * Whether a request of a signed-in caller may be sent on a stage where filings are real: readings, dry runs, and requests that
 * no operation accepts. Signing out ends a session of this run alone.
 * @param operation the operation that the request reaches
 */
export const isHarmless = (operation: Operation | undefined, { query, json, body }: Sent): boolean => {
  if (!operation || operation.kind === 'reading') return true;
  if (operation.kind === 'resource') return operation.method === 'GET';
  // The dry run must be requested in one place only, and in the plainest form.
  return (
    operation.dryRun === 'confirmation' &&
    query === undefined &&
    body === undefined &&
    (json as { test?: unknown } | undefined)?.test === 1
  );
};
