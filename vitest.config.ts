import { defineConfig } from 'vitest/config';

/** Tests that need the deployed service, or its tables. */
const ON_STACK = ['test/e2e/**/*.test.ts', 'test/stores/**/*.test.ts'];

export default defineConfig({
  test: {
    // Ending the stack waits for its processes.
    teardownTimeout: 30_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ON_STACK,
        },
      },
      {
        test: {
          name: 'stack',
          include: ON_STACK,
          // Brings the stack up, once, and only where one of these tests is to run.
          globalSetup: 'test/support/global-setup.ts',
          setupFiles: 'test/support/stack.ts',
          // One after another: they share the authorities, and what is known of their being down.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
