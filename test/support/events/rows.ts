import type { TestRows } from '../of-capabilities.ts';

/** What events add to tests that hold a rule for all. */
export const rows: TestRows = {
  tools: { reads: ['listEvents'] },
};
