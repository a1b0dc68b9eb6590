import { expect, test } from 'vitest';
import { demoData } from '../../local/demo.ts';
import { otherBodyOf } from '../faults/other-body.ts';
import { runTrials } from '../faults/run-trials.ts';
import { failuresOf } from '../faults/summary.ts';
import { targets } from '../faults/trial.ts';
import { requestOf, requestsOf } from '../support/requests.ts';

test.each(targets)('$name has another body that is taken, for trials of a key', (target) => {
  const { request } = requestOf(requestsOf(demoData()), target.name);
  expect(otherBodyOf(target, request)).toBeDefined();
});

/**
 * A few trials of `npm run faults -- --short --submissions 10`, other ones each time; the seed of those that fail is in the
 * message.
 */
test('nothing is filed twice, lost, or answered wrongly, whatever goes wrong', async () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const verdicts = await runTrials({
    endpoint: process.env.AWS_ENDPOINT_URL!,
    seed,
    count: 10,
    submissions: 10,
    lanes: 2,
    seconds: 60,
    only: ({ atOnce, contracts }) => !atOnce && !contracts,
  });
  expect(verdicts.length).toBeGreaterThan(0);
  expect({ seed, failed: verdicts.filter((verdict) => failuresOf(verdict).length > 0) }).toEqual({
    seed,
    failed: [],
  });
});
