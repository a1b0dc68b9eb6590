/**
 * `npm run local`: starts everything on this machine and runs until Ctrl-C. With `--detach` it returns when all is ready. With
 * `--canary` the stage has a canary. `AWS_ENDPOINT_URL` names an emulator that is already running; without it, one is started.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { givenEndpoint } from './aws.ts';
import { CommandError } from './programs/command-error.ts';
import { showError, showProgress } from './programs/progress.ts';
import { hasSupervisor, LOCAL, openRunFolder } from './run-folder.ts';
import { startStack } from './stack.ts';
import { stopStack } from './stop-stack.ts';
import { summary } from './summary.ts';

const flag = { type: 'boolean', default: false } as const;
const USAGE = `npm run local [-- --detach] [-- --canary]

  Starts everything on this machine, and runs until Ctrl-C; npm run local:stop stops it, too.
  --detach   return when all is ready
  --canary   with a canary, which calls the stage every five minutes`;

const read = () => {
  try {
    return parseArgs({ options: { detach: flag, canary: flag, help: flag } }).values;
  } catch (error) {
    console.error(`${(error as Error).message.split('. ')[0]}.\n\n${USAGE}`);
    process.exit(1);
  }
};
const { detach, canary, help } = read();
if (help) {
  console.log(USAGE);
  process.exit();
}

const runFolder = openRunFolder(LOCAL);
const interruption = new AbortController();
const INTERRUPTED = new CommandError('Interrupted.');
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => interruption.abort(INTERRUPTED));

const showRunning = async (): Promise<void> => {
  const demo = await readFile(runFolder.demo, 'utf8').catch(() => undefined);
  if (!demo) throw new CommandError('Another start is in progress. To stop it: npm run local:stop');
  console.log(
    `It is already running. To stop it: npm run local:stop\n${summary(runFolder, JSON.parse(demo))}`,
  );
};

const start = async (): Promise<void> => {
  if (await stopStack(runFolder)) console.error('Stopped what was left of an earlier start that was killed.');
  const stack = await startStack(runFolder, {
    endpoint: givenEndpoint(),
    defaultPorts: true,
    ephemeral: false,
    context: { canary: String(canary) },
    progress: showProgress,
    signal: interruption.signal,
  });
  console.log(summary(runFolder, stack.demo));
  if (detach) {
    await stack.detach();
    console.log('To stop it: npm run local:stop');
    return;
  }
  console.log('To stop it: Ctrl-C');
  if (!stack.signal.aborted) await once(stack.signal, 'abort');
  throw stack.signal.reason;
};

try {
  await (hasSupervisor(runFolder) ? showRunning() : start());
} catch (error) {
  showError(error);
  process.exitCode = error === INTERRUPTED ? 130 : 1;
}
