import { spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { endGroupOf } from './processes.ts';

/** A failure of a step, with what its log says. */
export class StepError extends Error {
  /** The end of the log. */
  readonly details: string | undefined;

  constructor(message: string, details?: string) {
    super(message);
    this.name = 'StepError';
    this.details = details;
  }
}

export interface CommandOptions {
  /** How it is called in messages. */
  name: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** File that takes what the command prints. */
  log: string;
  signal?: AbortSignal;
  /** Told the number of the process, which leads a group of its own. */
  started?: (pid: number) => void;
}

/**
 * Runs a command to its end. With the signal it ends early, together with all that it has started.
 * @throws StepError when it cannot be started or ends with a failure
 */
export const run = async (command: string, args: string[], options: CommandOptions): Promise<void> => {
  const { name, env, cwd, log, signal, started } = options;
  signal?.throwIfAborted();
  const output = await open(log, 'w');
  try {
    const child = spawn(command, args, {
      env,
      cwd,
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    if (child.pid) started?.(child.pid);
    const end = () => child.pid && void endGroupOf(child.pid);
    signal?.addEventListener('abort', end);
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    child.once('error', reject);
    child.once('close', resolve);
    const code = await promise.catch((error) => {
      throw new StepError(`${name} could not be started: ${error.message}`);
    });
    signal?.removeEventListener('abort', end);
    signal?.throwIfAborted();
    if (code !== 0) throw new StepError(`${name} failed.`, tail(log));
  } finally {
    await output.close();
  }
};

/** A descriptor of a log file, emptied, for the output of a process that outlives its starter. */
export const emptyLog = (file: string): number => openSync(file, 'w');

/** The last lines of a log. */
export const tail = (file: string, lines = 30): string => {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
};
