/** Runs before each file of tests. Files share processes, so what a file changes in its process is put back after it. */
import { afterAll, vi } from 'vitest';
import { closeConnections } from '../../../shared/authorities/channel/connections.ts';
import { closeBreakers } from '../../../shared/authorities/health.ts';
import { forgetLogIns } from '../../../shared/authorities/log-ins.ts';
import { forgetHealth } from '../../../shared/stores/health.ts';

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  // The next authority may get the address of a closed one.
  closeBreakers();
  forgetLogIns();
  forgetHealth();
  await closeConnections();
});
