import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../commands/command-error.ts';
import { pathWithNode } from '../local/aws.ts';
import { answersOk } from '../local/emulators/emulator.ts';
import { freePort, LOOPBACK } from '../local/free-ports.ts';
import { emptyLog, tail } from '../local/logs.ts';
import { stopGroupByPid } from '../local/processes.ts';
import type { Installed } from './install.ts';

const PLUGIN = join(import.meta.dirname, 'plugin');

/** How long LocalStack may take to start, in milliseconds. Its first start takes longest. */
const READY_TIMEOUT = 180_000;

/**
 * The environment variables of LocalStack. Only what every process needs comes from the developer's own environment.
 * @param folder for all its files
 */
const environmentOf = ({ javaHome, jars }: Installed, port: number, folder: string): NodeJS.ProcessEnv => ({
  HOME: folder,
  LANG: process.env.LANG,
  PATH: pathWithNode(),
  TMPDIR: join(folder, 'tmp'),
  XDG_CACHE_HOME: join(folder, 'cache'),
  FILESYSTEM_ROOT: folder,
  GATEWAY_LISTEN: `${LOOPBACK}:${port}`,
  // In the addresses of queues, whose usual names not every machine can look up.
  LOCALSTACK_HOST: `${LOOPBACK}:${port}`,
  SQS_ENDPOINT_STRATEGY: 'path',
  // Nothing is fetched, and nobody is told.
  SKIP_SSL_CERT_DOWNLOAD: '1',
  DISABLE_EVENTS: '1',
  // No server for names.
  DNS_ADDRESS: '0',
  // Also in a container it is run as a program: its files are in the folder.
  OVERRIDE_IN_DOCKER: '0',
  DYNAMODB_IN_MEMORY: '1',
  // Streams of tables are those of DynamoDB Local. The others need a program for Kinesis.
  PROVIDER_OVERRIDE_DYNAMODB: 'v2',
  PROVIDER_OVERRIDE_DYNAMODBSTREAMS: 'v2',
  // The plugin of this project.
  PYTHONPATH: PLUGIN,
  PYTHONDONTWRITEBYTECODE: '1',
  JAVA_HOME: javaHome,
  DYNAMODB_JARS: jars,
  FUNCTIONS_NODE: process.execPath,
  LAMBDA_RUNTIME_EXECUTOR: 'process',
  // How long the process of a function lives after its last call. The default, ten minutes, takes more memory.
  LAMBDA_KEEPALIVE_MS: '60000',
  // Many functions may start at the same time.
  LAMBDA_RUNTIME_ENVIRONMENT_TIMEOUT: '60',
});

/** A LocalStack of this process alone. */
export interface LocalStack {
  endpoint: string;
  stop: () => Promise<void>;
}

/**
 * Starts LocalStack on a free port, and waits until it answers.
 * @param log file for what it prints
 * @throws CommandError if it ends by itself or does not answer in time
 */
export const startLocalStack = async (
  installed: Installed,
  log: string,
  signal: AbortSignal,
): Promise<LocalStack> => {
  signal.throwIfAborted();
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-localstack-'));
  mkdirSync(join(folder, 'tmp'));
  const output = emptyLog(log);
  // In a group of its own, so that what it starts ends with it.
  const child = spawn(installed.python, ['-m', 'localstack.runtime.main'], {
    cwd: folder,
    env: environmentOf(installed, port, folder),
    detached: true,
    // The plugin ends LocalStack when this process has ended, however it did.
    stdio: ['pipe', output, output],
  });
  const stop = async () => {
    if (child.pid) await stopGroupByPid(child.pid);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await once(child, 'spawn');
    const endpoint = `http://${LOOPBACK}:${port}`;
    const end = Date.now() + READY_TIMEOUT;
    while (!(await answersOk(`${endpoint}/_localstack/health`))) {
      if (child.exitCode !== null || Date.now() > end)
        throw new CommandError('LocalStack did not start.', tail(log));
      await sleep(250, undefined, { signal });
    }
    return { endpoint, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
