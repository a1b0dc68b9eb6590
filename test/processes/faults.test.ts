import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { demoData } from '../../local/demo.ts';
import { otherBodyOf } from '../faults/other-body.ts';
import { atLast, runTrials } from '../faults/run-trials.ts';
import { failuresOf, storyOf } from '../faults/summary.ts';
import { targets } from '../faults/trial.ts';
import { requestOf, requestsOf } from '../support/requests.ts';

test.each(targets)(
  'the request of the trial $name has another body that is accepted, for trials of a key',
  (target) => {
    const { request } = requestOf(requestsOf(demoData()), target.name);
    expect(otherBodyOf(target, request)).toBeDefined();
  },
);

/** A few trials of `npm run faults -- --short --submissions 10`; `FAULTS_SEED` for others. */
test('nothing is filed twice, lost, or answered wrongly, whatever fails', async () => {
  const seed = Number(process.env.FAULTS_SEED ?? 1);
  const { verdicts, unmeasured } = await runTrials({
    endpoint: process.env.AWS_ENDPOINT_URL!,
    seed,
    count: 10,
    submissions: 10,
    lanes: 2,
    seconds: 60,
    only: ({ atOnce, contracts }) => !atOnce && !contracts,
  });
  expect(unmeasured).toEqual([]);
  expect(verdicts.length).toBeGreaterThan(0);
  expect({ seed, failed: verdicts.filter((verdict) => failuresOf(verdict).length > 0) }).toEqual({
    seed,
    failed: [],
  });
});

test('a submission that is late without faults is made again, and its reason is known after three times', async () => {
  let tries = 0;
  const late = (until: number) => async () => {
    tries += 1;
    if (tries < until) throw new Error(`late ${tries}`);
    return tries;
  };
  expect(await atLast(late(3))).toBe(3);
  tries = 0;
  await expect(atLast(late(4))).rejects.toThrow('late 3');
});

test('the report of a run says what it did, also if the run ended early', () => {
  expect(storyOf({ done: 5, planned: 5 })).toBe('Made 5 of 5 trials.');
  expect(storyOf({ done: 3, planned: 5 })).toBe('Made 3 of 5 trials. It ended early: its time was up.');
  expect(storyOf({ done: 0, planned: undefined, because: 'the emulator ended' })).toBe(
    'Made no trial: it was still measuring. It ended early: the emulator ended.',
  );
  expect(storyOf({ done: 5, planned: 5, unmeasured: ['PUT /cno: 504'] })).toBe(
    'Made 5 of 5 trials.\nNot made even without faults, and so left out: PUT /cno: 504',
  );
});

test('the command for faults explains its use and names unknown options, without starting anything', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['test/faults/run.ts', ...args], { encoding: 'utf8' });
  const help = run('--help');
  expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('--submissions <number>')]);
  const unknown = run('--sed', '2');
  expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringMatching(/--sed[\s\S]*--seed <number>/)]);
});
