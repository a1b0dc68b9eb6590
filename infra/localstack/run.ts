/**
 * `npm run test:localstack`, `npm run local:localstack`: runs a command on a LocalStack that is started for it, and ends
 * LocalStack after it. The arguments are the command. Where LocalStack cannot be installed it says so, and runs nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../commands/command-error.ts';
import { showError, showProgress } from '../local/progress.ts';
import { LOCAL } from '../local/run-folder.ts';
import { type Installed, installLocalStack } from './install.ts';
import { startLocalStack } from './start.ts';

const logs = join(LOCAL, 'logs');
const interruption = new AbortController();
// The command is interrupted too: it is in the same group. This process waits for it, and ends LocalStack after it.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => interruption.abort(new CommandError('Interrupted.')));
const { signal } = interruption;

/** `undefined`, and a message, where LocalStack cannot be installed. */
const install = async (): Promise<Installed | undefined> => {
  try {
    return await showProgress('LocalStack, installed', () =>
      installLocalStack(LOCAL, join(logs, 'install-localstack'), signal),
    );
  } catch (error) {
    if (!(error instanceof CommandError) || signal.aborted) throw error;
    console.warn(`SKIPPED: nothing is run on LocalStack. ${error.message}\n${error.details ?? ''}`);
    return undefined;
  }
};

/** Runs a command to its end. @returns its exit code */
const run = async ([program, ...args]: string[], endpoint: string): Promise<number> => {
  const env = { ...process.env, AWS_ENDPOINT_URL: endpoint };
  const child = spawn(program!, args, { env, stdio: 'inherit' });
  const pass = () => child.kill('SIGTERM');
  signal.addEventListener('abort', pass);
  const [code] = await once(child, 'exit');
  signal.removeEventListener('abort', pass);
  return code ?? 1;
};

try {
  mkdirSync(logs, { recursive: true });
  const installed = await install();
  if (installed) {
    const { endpoint, stop } = await showProgress('LocalStack, started', () =>
      startLocalStack(installed, join(logs, 'localstack.log'), signal),
    );
    try {
      process.exitCode = await run(process.argv.slice(2), endpoint);
    } finally {
      await stop();
    }
  }
} catch (error) {
  showError(error);
  process.exitCode = 1;
}
