import type { TestRows } from '../of-capabilities.ts';

/** What the search add to tests that hold a rule for all. */
export const rows: TestRows = {
  workerData: ['search'],
  tools: { reads: ['search'] },
};
