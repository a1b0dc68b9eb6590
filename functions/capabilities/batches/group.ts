import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** Batches: many submissions that are tried and then filed, one by one. */
export const batches: LazyGroup = {
  name: 'batches',
  prefix: '/api/v4/batches',
  title: 'Lotes',
  needs: [
    'accounts:get',
    'clients:find',
    'tokens:check',
    'documents:read',
    'documents:write',
    'filings:read',
    'filings:write',
    'filing-key:read',
    'batches:list',
    'batches:write',
    'work-queues:send',
    'health:read',
    'sheets:ask',
    // Fills in cells of workflows, and shows the obligations that the workers of their rows still have.
    'clients:get',
    'obligations:worker',
    // Rows that fulfil obligations.
    'obligations:get',
    'filings:of-worker',
  ],
  operations: {
    'GET /': async () => (await load()).listBatches,
    'POST /': async () => (await load()).createBatch,
    'POST /columns': async () => (await load()).readBatchColumns,
    'POST /{batchId}/corrections': async () => (await load()).correctBatch,
    'GET /{batchId}': async () => (await load()).getBatch,
    'POST /{batchId}/commit': async () => (await load()).commitBatch,
    'POST /{batchId}/cancel': async () => (await load()).cancelBatch,
    'GET /{batchId}/result': async () => (await load()).getBatchResult,
    'GET /templates/{operation}': async () => (await load()).getBatchTemplate,
  },
};
