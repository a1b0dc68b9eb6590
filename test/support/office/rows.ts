import type { TestRows } from '../of-capabilities.ts';

/** What the office adds to tests that hold a rule for all. */
export const rows: TestRows = {
  needs: { 'POST /office/companies': 'owner' },
  notForClients: [/ \/office\/companies$/],
  strict: ['POST /office/companies'],
  functions: { readsFiles: ['office'], hasClientForHttp: ['office'], loadsMore: ['office'] },
};
