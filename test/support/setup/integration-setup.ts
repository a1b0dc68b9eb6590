import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { createResources, useEmulator } from '../emulator.ts';
import type {} from './stack.ts';

/** Starts an emulator for this test run, or uses the given one, with new tables, buckets and secrets. */
export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const { endpoint, stop } = await useEmulator();
  try {
    project.provide('variables', await createResources(endpoint, `-${randomUUID()}`));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
