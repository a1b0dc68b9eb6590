import { existsSync, readFileSync } from 'node:fs';
import { awsVariables, givenEndpoint } from './aws.ts';
import type { Demo } from './demo.ts';
import { hasSupervisor, LOCAL, runFolderAt } from './run-folder.ts';

/** The stack that runs in a folder and is ready, unless the environment names another emulator. Creates no files. */
export const demoRunningIn = (path: string, env: NodeJS.ProcessEnv): Demo | undefined => {
  const runFolder = runFolderAt(path);
  if (!existsSync(runFolder.demo) || !hasSupervisor(runFolder)) return undefined;
  const demo: Demo = JSON.parse(readFileSync(runFolder.demo, 'utf8'));
  return [undefined, demo.emulator].includes(givenEndpoint(env)) ? demo : undefined;
};

/**
 * Points this process at the stack that `npm run local` has started, unless its environment names another emulator.
 * @returns the stack; `undefined` if none runs, or if another one is configured
 */
export const useRunningDemo = (): Demo | undefined => {
  const demo = demoRunningIn(LOCAL, process.env);
  if (demo) Object.assign(process.env, awsVariables(demo.emulator));
  return demo;
};
