import { defineConfig } from 'vitest/config';
import { TESTS } from './tests.ts';

const chosen = JSON.parse(process.env.MUTATION_TESTS ?? '[]') as string[];
const include = chosen.length > 0 ? chosen : (TESTS[process.env.MUTATED ?? ''] ?? []);
/** They need an emulator, which runs as long as StrykerJS tries changes of one file or folder. */
const areIntegrated = include.some((file) => file.includes('integration'));
const TEMPORARY = 'test/support/setup/temporary.ts';
const FAST_CHECK = 'test/support/setup/fast-check.ts';

/** Runs the tests of the file or folder that is mutated, which `npm run mutation` names. */
export default defineConfig({
  test: {
    include,
    exclude: ['**/*.heavy.test.ts'],
    ...(areIntegrated
      ? {
          globalSetup: [
            TEMPORARY,
            'test/support/setup/aws-calls.ts',
            'test/support/setup/integration-setup.ts',
          ],
          setupFiles: [
            'test/support/setup/restore.ts',
            'test/support/setup/stack.ts',
            'test/support/setup/service.ts',
            FAST_CHECK,
          ],
        }
      : { globalSetup: TEMPORARY, setupFiles: FAST_CHECK }),
    isolate: false,
    // Far longer than they take, for busy machines.
    testTimeout: 30_000,
    env: { POWERTOOLS_METRICS_DISABLED: 'true' },
  },
});
