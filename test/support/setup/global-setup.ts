import { mkdirSync, rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { givenEndpoint } from '../../../local/aws.ts';
import { tail } from '../../../local/programs/logs.ts';
import { showError, showProgress } from '../../../local/programs/progress.ts';
import { hasSupervisor, LOCAL, type RunFolder, readRecord, recordedIn } from '../../../local/run-folder.ts';
import { type Stack, startStack } from '../../../local/stack.ts';
import { stopStack } from '../../../local/stop-stack.ts';
import { once } from '../../../shared/kernel/lazy.ts';
import { newRunFolder, RUN_PREFIX } from '../emulator.ts';
import { recordDeployed } from './aws-calls.ts';
import type {} from './stack.ts';

/** The number of projects whose tests have not ended yet. */
let users = 0;

/**
 * Starts one stack for all projects of this run that name this file, on free ports or on a given emulator. It is stopped after
 * the last test.
 */
export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  users++;
  const { demo, variables, stop } = await stackOfRun();
  project.provide('demo', demo);
  project.provide('variables', variables);
  return async () => {
    users--;
    if (users === 0) await stop();
  };
}

const stackOfRun = once(async () => {
  mkdirSync(LOCAL, { recursive: true });
  await removeAbandoned();
  return start(newRunFolder());
});

const start = async (runFolder: RunFolder): Promise<Stack> => {
  try {
    const { signal } = new AbortController();
    const stack = await startStack(runFolder, {
      endpoint: givenEndpoint(),
      defaultPorts: false,
      ephemeral: true,
      context: { canary: 'true' },
      progress: showProgress,
      signal,
    });
    await recordDeployed(stack.demo.emulator);
    return { ...stack, stop: () => stop(stack, runFolder) };
  } catch (error) {
    showError(error);
    rmSync(runFolder.path, { recursive: true, force: true });
    throw error;
  }
};

/** The most lines of the emulator's warnings that CI shows, such as warnings about functions that failed or timed out. */
const WARNINGS_SHOWN = 40;

/** Stops the stack. In CI, where its files are deleted afterwards, this prints the emulator's warnings first. */
const stop = async (stack: Stack, runFolder: RunFolder): Promise<void> => {
  if (process.env.CI) {
    const warnings = tail(runFolder.log('emulator'), Number.POSITIVE_INFINITY)
      .split('\n')
      .filter((line) => / (WARNING|ERROR|CRITICAL)\b|\[(WARNING|ERROR|CRITICAL)\]/.test(line));
    console.log(['Warnings of the emulator:', ...warnings.slice(-WARNINGS_SHOWN)].join('\n'));
  }
  await stack.stop();
};

/** Stops the stacks of earlier runs that were killed, and removes their folders. */
const removeAbandoned = async (): Promise<void> => {
  for (const runFolder of recordedIn(LOCAL, RUN_PREFIX)) {
    if (!readRecord(runFolder) || hasSupervisor(runFolder)) continue;
    await stopStack(runFolder);
    rmSync(runFolder.path, { recursive: true, force: true });
  }
};
