import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { LazyGroup } from '../../operation/operation.ts';
import type { Services } from '../services.ts';

/**
 * The handler that `workOn` makes, which is loaded with its first message: the function that answers requests consists of
 * the same files, and never uses it.
 */
export const consumerHandler =
  (group: LazyGroup, services: Services) =>
  async (event: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse> => {
    const { workOn } = await import('./work.ts');
    return workOn(group, services)(event);
  };
