import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { generate } from '../../../client/build/generate.ts';
import { bareEnvironment } from '../programs/environment.ts';
import { projectWith } from './installed.ts';

const PROJECT = join(import.meta.dirname, '../../..');

/** The command line's sources. The generated files are written first, as for a build. */
await generate();
export const { OPERATIONS } = await import('../../../client/cli/src/generated/operations.ts');
export const { programOf } = await import('../../../client/cli/src/program.ts');

/** The result of a command line. */
export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * An empty folder into which the command line was installed from its tarball, and functions that run it there.
 */
export const installedCli = async () => {
  const folder = await projectWith('client/cli');
  const bare = bareEnvironment();
  const environment = {
    ...bare,
    PATH: `${join(PROJECT, 'node_modules/.bin')}:${bare.PATH}`,
    HOME: folder,
    PASARELA_HOME: join(folder, 'settings'),
    NO_COLOR: '1',
    // On other systems the machine's own keychain would be used.
    ...(process.platform !== 'linux' && { PASARELA_KEYCHAIN: 'no' }),
  };
  const ended = (child: ChildProcessWithoutNullStreams): Promise<Ran> =>
    new Promise((resolve, reject) => {
      const seen = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const)
        child[name].setEncoding('utf8').on('data', (text: string) => {
          seen[name] += text;
        });
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, ...seen }));
    });
  const program = join(folder, 'node_modules/.bin/pasarela');
  /** Starts it without a terminal. */
  const begin = (args: string[], env: Record<string, string> = {}) => {
    const child = spawn(program, args, { cwd: folder, env: { ...environment, ...env } });
    return { child, ended: ended(child) };
  };
  /** Runs it without a terminal, and waits for its end. */
  const run = (
    args: string[],
    { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
  ) => {
    const { child, ended: end } = begin(args, env);
    child.stdin.end(input);
    return end;
  };
  /** Runs it in a shell, with what the shell does with its output. */
  const inShell = (args: string[], output: string, env: Record<string, string> = {}): Promise<Ran> => {
    const child = spawn('bash', ['-c', `"$0" "$@" ${output}`, program, ...args], {
      cwd: folder,
      env: { ...environment, ...env },
    });
    child.stdin.end();
    return ended(child);
  };
  /** Runs it with npx, as people do who have not installed it globally. */
  const npx = (args: string[], env: Record<string, string> = {}): Promise<Ran> => {
    const child = spawn('npx', ['--no', 'pasarela', ...args], {
      cwd: folder,
      env: { ...environment, ...env },
    });
    child.stdin.end();
    return ended(child);
  };
  /** Runs it in a terminal, and answers each question when it appears. */
  const inTerminal = (args: string[], answers: [question: string, keys: string][], env = {}): Promise<Ran> =>
    new Promise((resolve, reject) => {
      const quoted = [program, ...args].map((part) => `'${part.replaceAll("'", `'\\''`)}'`);
      const options = [
        '--quiet',
        '--return',
        '--flush',
        '--command',
        `stty cols 200 rows 50; ${quoted.join(' ')}`,
        '/dev/null',
      ];
      const child = spawn('script', options, {
        cwd: folder,
        env: { ...environment, TERM: 'xterm', COLUMNS: '200', ...env },
      });
      let stdout = '';
      let from = 0;
      const left = [...answers];
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
        const [next] = left;
        if (next && stdout.includes(next[0], from)) {
          from = stdout.length;
          left.shift();
          child.stdin.write(next[1]);
        }
      });
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, stdout, stderr: '' }));
    });
  return { folder, begin, run, inShell, npx, inTerminal };
};
