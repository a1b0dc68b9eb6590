/** Runs before each test file that uses the service: starts it, and closes it after the file. */
import { afterAll, expect } from 'vitest';
import { useService } from '../demo.ts';
import { startService } from '../local-service.ts';

const ofStores = /\/test\/integration\/stores\//;

if (!ofStores.test(expect.getState().testPath ?? '')) {
  const service = await startService();
  useService(service);
  afterAll(service.close);
}
