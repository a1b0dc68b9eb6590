import type { TestRows } from '../of-capabilities.ts';

/** What mails add to tests that hold a rule for all. */
export const rows: TestRows = {
  notForTokens: [/^PUT \/mails$/],
  functions: { sendsMails: ['send-mails'] },
};
