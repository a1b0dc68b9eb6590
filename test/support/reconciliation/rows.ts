import type { TestRows } from '../of-capabilities.ts';

/** What comparisons add to tests that hold a rule for all. */
export const rows: TestRows = {
  needs: {
    'PUT /workforce/{customerID}': 'files',
    'PUT /reconciliations/nightly/{customerID}': 'files',
    'POST /reconciliations/{reconciliationId}/accept': 'files',
    'DELETE /reconciliations/{reconciliationId}/accept/{key}': 'files',
    'POST /reconciliations/{reconciliationId}/import': 'files',
  },
  strict: [
    'PUT /workforce/{customerID}',
    'POST /reconciliations',
    'PUT /reconciliations/nightly/{customerID}',
    'POST /reconciliations/{reconciliationId}/import',
  ],
  lists: [
    'GET /reconciliations page data',
    'GET /reconciliations/{reconciliationId} page differences',
    'GET /workforce/{customerID} page data',
  ],
  ofFilings: [
    { NewImage: { sk: { S: ['reconciliation'] }, state: { S: ['ended'] } } },
    { NewImage: { sk: { S: [{ prefix: 'company#' }] }, enabled: { BOOL: [false] } } },
    { NewImage: { sk: { S: [{ prefix: 'accepted#' }] } } },
  ],
  functions: {
    readsFiles: ['reconciliation'],
    queuesRequests: ['reconciliation'],
    hasClientForHttp: ['reconciliation'],
    loadsMore: ['reconciliation'],
  },
  workerData: ['workforce', 'reconciliations'],
  tools: { reads: ['getReconciliation'], asks: ['createReconciliation'] },
};
