import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { isBusy } from './test/support/setup/busy.ts';

/** Far more than tests take, for busy machines. */
const PATIENT = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 120_000 } } };
/** Metrics are lines on the standard output, which hide what tests print. */
const QUIET = { env: { POWERTOOLS_METRICS_DISABLED: 'true' } };
/**
 * Files share processes: importing everything again for each file would take a third of the time. There is one process
 * more than cores, because tests also wait: for the emulator, and until a certificate is ready.
 */
const SHARED = { isolate: false, maxWorkers: availableParallelism() + 1 };
/** Whether less is done in parallel, because a call of AWS or an authority that takes many seconds fails, as in production. */
const BUSY = isBusy();
/** Those that wait for an emulator have more processes. Vitest wants another place in its order for another number. */
const WAITING = {
  ...SHARED,
  maxWorkers: BUSY ? 2 : availableParallelism() + 3,
  sequence: { groupOrder: 1 },
};
/**
 * Files of tests that take many seconds: large amounts, costs, random input, tables of all operations, deployed stories
 * beyond the first of each group. `npm run test:proofs` runs them, and `npm test` the others.
 */
const HEAVY = 'test/**/*.heavy.test.ts';
const TEMPORARY = 'test/support/setup/temporary.ts';
const CALLS = 'test/support/setup/aws-calls.ts';

/** What needs no AWS. */
const PURE = {
  globalSetup: TEMPORARY,
  setupFiles: ['test/support/setup/restore.ts', 'test/support/setup/fast-check.ts'],
};

/** The service on an emulator's tables. */
const IN_PROCESS = {
  globalSetup: [TEMPORARY, CALLS, 'test/support/setup/integration-setup.ts'],
  setupFiles: [
    'test/support/setup/restore.ts',
    'test/support/setup/stack.ts',
    'test/support/setup/service.ts',
    'test/support/setup/fast-check.ts',
  ],
};

/** Files, and tests of one file, that run side by side on the deployed stack, where the API waits 29 seconds for a function, as in AWS. */
const DEPLOYED_AT_ONCE = BUSY ? 1 : 3;

/** The deployed stack. */
const DEPLOYED = {
  globalSetup: [TEMPORARY, CALLS, 'test/support/setup/global-setup.ts'],
  setupFiles: ['test/support/setup/stack.ts', 'test/support/setup/deployed-service.ts'],
};

const SIDE_BY_SIDE = {
  ...DEPLOYED,
  ...SHARED,
  maxWorkers: DEPLOYED_AT_ONCE,
  sequence: { groupOrder: 2 },
  ...PATIENT,
  ...QUIET,
};

export default defineConfig({
  test: {
    // Node reads TypeScript by itself, as it does for all programs here. Code runs faster than in Vite's own modules.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Ending the stack waits for its processes.
    teardownTimeout: 30_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/integration/**', 'test/processes/**', 'test/e2e/**', HEAVY],
          ...PURE,
          ...SHARED,
          ...PATIENT,
          ...QUIET,
        },
      },
      {
        // The service in the test's process, on an emulator's tables; authorities and accounts are each file's own.
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: [HEAVY],
          ...IN_PROCESS,
          ...WAITING,
          ...PATIENT,
          ...QUIET,
        },
      },
      {
        // What would make the two above slow.
        test: {
          name: 'unit-heavy',
          include: ['test/unit/**/*.heavy.test.ts'],
          ...PURE,
          ...SHARED,
          ...PATIENT,
          ...QUIET,
        },
      },
      {
        test: {
          name: 'integration-heavy',
          include: ['test/integration/**/*.heavy.test.ts'],
          ...IN_PROCESS,
          ...WAITING,
          ...PATIENT,
          ...QUIET,
        },
      },
      {
        // What starts programs or bundles: functions in processes of their own, OpenSSL.
        test: {
          name: 'processes',
          include: ['test/processes/**/*.test.ts'],
          ...IN_PROCESS,
          // One after another: each has processes enough.
          ...SHARED,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
          ...PATIENT,
          ...QUIET,
        },
      },
      {
        // The deployed stack, which is brought up once for those of these that run together.
        test: {
          name: 'e2e',
          include: ['test/e2e/*.test.ts'],
          exclude: [HEAVY],
          ...SIDE_BY_SIDE,
        },
      },
      {
        test: {
          name: 'e2e-heavy',
          include: ['test/e2e/*.heavy.test.ts'],
          ...SIDE_BY_SIDE,
        },
      },
      {
        // What others would notice: many calls at once, the world of the demo account, authorities that are down or paused.
        // What programs in use send is tried here, too.
        test: {
          name: 'e2e-alone',
          include: ['test/e2e/alone/*.test.ts', 'test/integration/interface/*requests.test.ts'],
          ...DEPLOYED,
          ...SHARED,
          maxWorkers: 1,
          maxConcurrency: DEPLOYED_AT_ONCE,
          sequence: { groupOrder: 3 },
          ...PATIENT,
          ...QUIET,
        },
      },
    ],
  },
});
