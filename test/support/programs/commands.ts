import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const COMMANDS = join(import.meta.dirname, '../../../commands');

/** An environment without any AWS settings. */
export const withoutAws = { PATH: process.env.PATH, HOME: tmpdir(), AWS_EC2_METADATA_DISABLED: 'true' };

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
