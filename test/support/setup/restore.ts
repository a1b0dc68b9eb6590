/** Runs before each test file. Files share processes, so changes that a file makes in its process are undone after it. */
import { afterAll, vi } from 'vitest';
import { closeConnections } from '../../../shared/authorities/channel/connections.ts';
import { closeBreakers } from '../../../shared/authorities/health.ts';
import { forgetLogIns } from '../../../shared/authorities/log-ins.ts';
import { forgetHealth } from '../../../shared/stores/health.ts';

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  // A stand-in may get the port of another stand-in that was closed before.
  closeBreakers();
  forgetLogIns();
  forgetHealth();
  await closeConnections();
});
