import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { CommandError } from './command-error.ts';
import { tail } from './logs.ts';
import { stopGroupByPid } from './processes.ts';

export interface ProgramOptions {
  /** The name of the program in messages. */
  name: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Log file for the program's output. */
  log: string;
  /** Stops the program and every process that it has started. */
  signal?: AbortSignal;
  /** Called with the process number. The process leads a process group of its own. */
  onStart?: (pid: number) => void;
}

/**
 * Runs a program and waits for its end.
 * @throws CommandError if the program cannot be started or fails; otherwise the reason of the signal, if it is aborted
 */
export const runProgram = async (program: string, args: string[], options: ProgramOptions): Promise<void> => {
  const { name, env, cwd, log, signal, onStart } = options;
  signal?.throwIfAborted();
  const output = await open(log, 'w');
  try {
    const child = spawn(program, args, {
      env,
      cwd,
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    if (child.pid) onStart?.(child.pid);
    const stop = () => child.pid && void stopGroupByPid(child.pid);
    signal?.addEventListener('abort', stop);
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    child.once('error', reject);
    child.once('close', resolve);
    const code = await promise.catch((error) => {
      throw new CommandError(`${name} could not be started: ${error.message}`);
    });
    signal?.removeEventListener('abort', stop);
    signal?.throwIfAborted();
    if (code !== 0) throw new CommandError(`${name} failed.`, tail(log));
  } finally {
    await output.close();
  }
};
