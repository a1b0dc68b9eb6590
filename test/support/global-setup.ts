import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isKept, LOCAL, type Place, placeAt, readRecord } from '../../infra/local/place.ts';
import { bringUp, type Stack } from '../../infra/local/stack.ts';
import { explain, step } from '../../infra/local/steps.ts';
import { takeDown } from '../../infra/local/take-down.ts';
import type {} from './stack.ts';

const PREFIX = 'test-';

/** Brings up a stack for this run of the tests alone, on ports that nobody uses, and ends it after the last test. */
export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  mkdirSync(LOCAL, { recursive: true });
  await removeAbandoned();
  const place = placeAt(mkdtempSync(join(LOCAL, PREFIX)));
  const { demo, variables, stop } = await start(place);
  project.provide('demo', demo);
  project.provide('variables', variables);
  return stop;
}

const start = async (place: Place): Promise<Stack> => {
  try {
    const { signal } = new AbortController();
    return await bringUp(place, { knownPorts: false, ephemeral: true, step, signal });
  } catch (error) {
    explain(error);
    rmSync(place.folder, { recursive: true, force: true });
    throw error;
  }
};

/** Ends what an earlier run could not end, because it was ended by force. */
const removeAbandoned = async (): Promise<void> => {
  for (const name of readdirSync(LOCAL).filter((each) => each.startsWith(PREFIX))) {
    const place = placeAt(join(LOCAL, name));
    if (!readRecord(place) || isKept(place)) continue;
    await takeDown(place);
    rmSync(place.folder, { recursive: true, force: true });
  }
};
