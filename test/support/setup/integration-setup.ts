import type { TestProject } from 'vitest/node';
import { createResources, startEmulator } from '../emulator.ts';
import type {} from './stack.ts';

/** Starts an emulator for this run of the tests alone, with the tables, the bucket and the secret that stores need. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { endpoint, stop } = await startEmulator();
  try {
    project.provide('variables', await createResources(endpoint));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
