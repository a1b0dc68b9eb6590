import type { TestRows } from '../of-capabilities.ts';

/** What batches add to tests that hold a rule for all. */
export const rows: TestRows = {
  needs: {
    'POST /batches': 'files',
    'POST /batches/columns': 'files',
    'POST /batches/{batchId}/corrections': 'files',
    'POST /batches/{batchId}/commit': 'files',
    'POST /batches/{batchId}/cancel': 'files',
  },
  strict: [
    'POST /batches',
    'POST /batches/columns',
    'POST /batches/{batchId}/corrections',
    'POST /batches/{batchId}/commit',
  ],
  lists: ['GET /batches page data', 'GET /batches/{batchId} page rows'],
  ofFilings: [{ NewImage: { sk: { S: ['batch'] }, state: { S: ['previewed', 'ended', 'cancelled'] } } }],
  // Its rows are read with the schemas of any operation.
  functions: {
    readsFiles: ['batches'],
    queuesRequests: ['batches'],
    hasClientForHttp: ['batches'],
    loadsMore: ['batches'],
  },
  workerData: ['batches'],
  tools: { reads: ['getBatch'] },
};
