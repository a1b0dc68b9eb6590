/**
 * `npm run bench`: measures a stack of its own, and says how many times as much one thing takes as another. Times
 * themselves say more of the machine and of the emulator than of the gateway.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from '../../infra/commands/command-error.ts';
import { showError, showProgress } from '../../infra/local/progress.ts';
import { LOCAL, openRunFolder } from '../../infra/local/run-folder.ts';
import { startStack } from '../../infra/local/stack.ts';
import { benchAuthority } from './authority.ts';
import { benchClients } from './clients.ts';

const { values } = parseArgs({ options: { clients: { type: 'string', default: '100000' } } });
const clients = Number(values.clients);

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => interruption.abort(new CommandError('Interrupted.')));

const measure = async (): Promise<void> => {
  if (!Number.isSafeInteger(clients) || clients < 1_000 || clients % 50 !== 0)
    throw new CommandError('--clients takes a multiple of 50, 1000 or more.');
  mkdirSync(LOCAL, { recursive: true });
  // The same prefix as the folders of the tests: a run of the tests removes the folders of runs that were killed.
  const runFolder = openRunFolder(mkdtempSync(join(LOCAL, 'test-bench-')));
  const { signal } = interruption;
  const stack = await startStack(runFolder, {
    defaultPorts: false,
    ephemeral: true,
    progress: showProgress,
    signal,
  });
  // A profile or credentials of the developer would win over ours.
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, stack.variables);
  try {
    await benchAuthority(stack.demo);
    await benchClients(stack.demo.baseUrl, clients, showProgress);
  } finally {
    await stack.stop();
  }
};

try {
  await measure();
} catch (error) {
  showError(interruption.signal.aborted ? interruption.signal.reason : error);
  process.exitCode = 1;
}
