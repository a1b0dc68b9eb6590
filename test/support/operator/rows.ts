import type { TestRows } from '../of-capabilities.ts';

/** What the pages of the operator add to tests that hold a rule for all. */
export const rows: TestRows = {
  needs: {
    'PUT /operator/authorities/{authority}': 'owner',
    'DELETE /operator/authorities/{authority}': 'owner',
  },
  notForClients: [/ \/operator\//],
  notForTokens: [/ \/operator\//],
};
