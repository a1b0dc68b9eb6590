/**
 * `npm run fuzz`: sends generated requests to the service in a process of the tests, with the real handlers, stores and
 * stand-ins. What came of them is in `.local/fuzz.json`. Ends with an exit code that is not zero where an answer was an
 * error of ours, or one that the reference does not tell.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    events: { type: 'string' },
    full: { type: 'boolean', default: false },
  },
});

const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'integration', 'test/integration/hostile/fuzz.test.ts'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_SEED: values.seed,
      FUZZ_EVENTS: values.events ?? (values.full ? '100000' : '20000'),
    },
  },
);
process.exitCode = status ?? 1;
