import type { TestRows } from '../of-capabilities.ts';

/** What drafts add to tests that hold a rule for all. */
export const rows: TestRows = {
  needs: {
    'GET /drafts': 'files',
    'PUT /drafts/{draftId}': 'files',
    'DELETE /drafts/{draftId}': 'files',
  },
  notForTokens: [/ \/drafts/],
  workerData: ['drafts'],
};
