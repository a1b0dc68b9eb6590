import { defineConfig } from 'vitest/config';
import { TESTS } from './tests.ts';

/** The tests of the one file that is changed, which `npm run mutation` names. */
export default defineConfig({
  test: {
    include: TESTS[process.env.MUTATED_FILE ?? ''] ?? [],
    globalSetup: 'test/support/setup/temporary.ts',
    setupFiles: 'test/support/setup/fast-check.ts',
    isolate: false,
    // Far more than they take, for busy machines.
    testTimeout: 30_000,
    env: { POWERTOOLS_METRICS_DISABLED: 'true' },
  },
});
