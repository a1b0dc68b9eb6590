import type { LazyGroup } from '../../../shared/operation/operation.ts';

const loadSend = () => import('./operations/send.ts');
const loadLook = () => import('./operations/look.ts');
const loadDecide = () => import('./operations/decide.ts');
const loadFiles = () => import('./operations/files.ts');

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
    'GET /': async () => (await loadLook()).listBatches,
    'POST /': async () => (await loadSend()).createBatch,
    'POST /columns': async () => (await loadSend()).readBatchColumns,
    'POST /{batchId}/corrections': async () => (await import('./operations/correct.ts')).correctBatch,
    'GET /{batchId}': async () => (await loadLook()).getBatch,
    'POST /{batchId}/commit': async () => (await loadDecide()).commitBatch,
    'POST /{batchId}/cancel': async () => (await loadDecide()).cancelBatch,
    'GET /{batchId}/result': async () => (await loadFiles()).getBatchResult,
    'GET /templates/{operation}': async () => (await loadFiles()).getBatchTemplate,
  },
};
