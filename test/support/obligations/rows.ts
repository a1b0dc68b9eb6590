import type { TestRows } from '../of-capabilities.ts';

/** What obligations add to tests that hold a rule for all. */
export const rows: TestRows = {
  needs: {
    'POST /obligations/{id}/close': 'files',
    'POST /obligations/{id}/reopen': 'files',
    'PUT /calendar': 'files',
  },
  notForClients: [/^PUT \/calendar$/],
  notForTokens: [/^(POST|DELETE) \/calendar\/address$/],
  lists: ['GET /obligations token data'],
  workerData: ['obligations'],
  tools: { reads: ['listObligations'] },
};
