import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ReportOfSmoke } from './reporter.ts';

/** Runs only the stories, against the stage that the variable `SMOKE` describes as JSON. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['test/e2e/alone/stories.test.ts'],
    provide: { demo: undefined, deployed: JSON.parse(process.env.SMOKE ?? 'null') },
    env: { POWERTOOLS_METRICS_DISABLED: 'true' },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', new ReportOfSmoke()],
  },
});
