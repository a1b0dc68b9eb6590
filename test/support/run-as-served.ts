import { refused } from '../../shared/kernel/authority-errors.ts';
import { ServiceError } from '../../shared/kernel/errors.ts';
import type { Reply } from '../../shared/kernel/reply.ts';
import type { Operation } from '../../shared/operation/operation.ts';

/**
 * Runs an operation as the gateway does, but without a record: a submission whose outcome is unknown is looked up.
 * @param reference returns the authority's number, if the port was given it
 */
export const runAsServed = async (
  operation: Operation,
  request: Record<string, unknown>,
  ports: { now: Date; filingId: string },
  reference: () => string | undefined,
): Promise<Reply<unknown>> => {
  try {
    return await operation.run(request, ports as never);
  } catch (error) {
    const isUnknown = error instanceof ServiceError && error.effect === 'unknown';
    if (!isUnknown || operation.kind !== 'submission' || 'none' in operation.lookUp) throw error;
    const facts = { id: ports.filingId, since: ports.now, reference: reference() };
    const found = await operation.lookUp.find(request, facts, ports as never).catch(() => undefined);
    if (!found || 'undecided' in found) throw error;
    if ('refused' in found) throw refused(operation.authority, found.refused);
    return found;
  }
};
