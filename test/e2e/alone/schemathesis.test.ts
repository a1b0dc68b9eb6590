import { expect, test } from 'vitest';
import { runSchemathesis } from '../../fuzz/schemathesis.ts';
import { demo } from '../../support/deployed.ts';

/** One request or so for each operation, other ones each time; `npm run fuzz` has thousands. */

test('whatever a program makes of the reference, the deployed service answers as it says', async () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const { requests, statuses, failures } = await runSchemathesis(demo, { seed, requests: 60 });
  expect(requests).toBeGreaterThanOrEqual(60);
  // Otherwise hardly anything was tried.
  expect(statuses['200'] ?? 0).toBeGreaterThan(0);
  expect({ seed, failures }).toEqual({ seed, failures: [] });
});
