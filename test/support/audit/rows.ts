import type { TestRows } from '../of-capabilities.ts';

/** What the activity of accounts adds to tests that hold a rule for all. */
export const rows: TestRows = {
  needs: { 'GET /audit': 'owner' },
  notForClients: [/ \/audit/],
  lists: ['GET /audit token data'],
};
