import type { LazyGroup } from '../../shared/operation/operation.ts';

/** Batches: many submissions that are tried, and then filed, one by one. */
export const batches: LazyGroup = {
  name: 'batches',
  prefix: '/api/v4/batches',
  title: 'Lotes',
  needs: [
    ...(['accounts:get', 'clients:find', 'tokens:check', 'documents:read', 'documents:write'] as const),
    ...([
      'filings:read',
      'filings:write',
      'filing-key:read',
      'batches:list',
      'batches:write',
      'work-queues:send',
    ] as const),
    ...(['health:read', 'sheets:ask'] as const),
    // What is filled in, and what is left.
    ...(['clients:get', 'obligations:worker'] as const),
  ],
  operations: {
    'GET /': async () => (await import('./operations/list-batches.ts')).listBatches,
    'POST /': async () => (await import('./operations/create-batch.ts')).createBatch,
    'GET /{batchId}': async () => (await import('./operations/get-batch.ts')).getBatch,
    'POST /{batchId}/commit': async () => (await import('./operations/commit-batch.ts')).commitBatch,
    'POST /{batchId}/cancel': async () => (await import('./operations/cancel-batch.ts')).cancelBatch,
    'GET /{batchId}/result': async () => (await import('./operations/get-batch-result.ts')).getBatchResult,
    'GET /templates/{operation}': async () =>
      (await import('./operations/get-batch-template.ts')).getBatchTemplate,
  },
};
