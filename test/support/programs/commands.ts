import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bareEnvironment } from './environment.ts';

const COMMANDS = join(import.meta.dirname, '../../../commands');

/** An environment without any AWS settings. */
export const withoutAws = { ...bareEnvironment(), HOME: tmpdir(), AWS_EC2_METADATA_DISABLED: 'true' };

/**
 * Runs an operator's command in a separate process.
 * @throws its output and exit code if it fails
 */
export const runCommand = (
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, [join(COMMANDS, `${name}.ts`), ...args], { env });

/** The result of an operator's command. */
export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Starts a process that runs many commands one after another, because each start of a process takes a second. It is for command
 * lines that end before anything is read or changed: commands share what they have imported.
 * @returns `run` waits for the end of the one before
 */
export const startCommands = (env: NodeJS.ProcessEnv) => {
  const child = fork(join(import.meta.dirname, 'run-commands.ts'), { env });
  return {
    run: async (name: string, args: string[]): Promise<CommandResult> => {
      child.send({ file: join(COMMANDS, `${name}.ts`), args });
      const [result] = await once(child, 'message');
      return result;
    },
    end: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
};
