import { defineConfig } from 'vitest/config';
import { TESTS } from './tests.ts';

/** The tests of the one file that is mutated, which `npm run mutation` names. */
const { files, onEmulator = false } = TESTS[process.env.MUTATED_FILE ?? ''] ?? { files: [] };

export default defineConfig({
  test: {
    include: files,
    globalSetup: [
      'test/support/setup/temporary.ts',
      ...(onEmulator ? ['test/support/setup/integration-setup.ts'] : []),
    ],
    setupFiles: [
      ...(onEmulator
        ? ['test/support/setup/restore.ts', 'test/support/setup/stack.ts', 'test/support/setup/service.ts']
        : []),
      'test/support/setup/fast-check.ts',
    ],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 180_000,
    env: { POWERTOOLS_METRICS_DISABLED: 'true' },
  },
});
