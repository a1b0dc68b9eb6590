import { expect, test } from 'vitest';
import { runSchemathesis } from '../../fuzz/schemathesis.ts';
import { demo } from '../../support/deployed.ts';

/** About one request for each operation, the same ones in each run; `npm run fuzz` sends thousands, of any seed. */

test('the deployed service answers as its reference says, whatever a program generates from it', async () => {
  const seed = 1;
  const { requests, statuses, failures } = await runSchemathesis(demo, { seed, requests: 60 });
  expect(requests).toBeGreaterThanOrEqual(60);
  // Without any success, hardly anything would have been tested.
  expect(statuses['200'] ?? 0).toBeGreaterThan(0);
  expect({ seed, failures }).toEqual({ seed, failures: [] });
});
