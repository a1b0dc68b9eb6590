import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LANGUAGES, type Language } from '../../../reference/guide.ts';

/** Runs programs in the languages of the guide on this machine. */

const RUNNERS: Record<Language, { file: string; command: string; args: string[]; needs: string[][] }> = {
  sh: {
    file: 'programa.sh',
    command: 'bash',
    args: ['-euo', 'pipefail'],
    needs: [
      ['bash', '--version'],
      ['curl', '--version'],
      ['jq', '--version'],
    ],
  },
  ts: { file: 'programa.ts', command: process.execPath, args: [], needs: [] },
  python: { file: 'programa.py', command: 'python3', args: [], needs: [['python3', '--version']] },
  php: { file: 'programa.php', command: 'php', args: [], needs: [['php', '--version']] },
};

const isThere = ([command, ...args]: string[]): boolean => {
  try {
    execFileSync(command!, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/**
 * Whether programs in this language can be run. If not, their tests are skipped with a warning; in CI, which installs
 * everything, they fail.
 */
export const canRun = (language: Language): boolean => {
  const missing = RUNNERS[language].needs.filter((need) => !isThere(need)).map(([command]) => command);
  if (missing.length > 0)
    console.warn(`No ${missing.join(', ')}: programs in ${LANGUAGES[language]} are not run.`);
  return missing.length === 0 || process.env.CI === 'true';
};

/** The command that runs programs in this language, and the name of their file. */
export const startOf = (language: Language): { file: string; command: string; args: string[] } =>
  RUNNERS[language];

/** Milliseconds that a program may take on a busy machine. */
const PATIENCE = 150_000;

/**
 * Runs a program in a temporary folder.
 * @param files further files of the folder, by name
 * @returns its output
 * @throws Error with its output, if it fails
 */
export const runProgram = async (
  language: Language,
  source: string,
  variables: Record<string, string>,
  files: Record<string, Uint8Array> = {},
): Promise<string> => {
  const { file, command, args } = RUNNERS[language];
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-programa-'));
  try {
    for (const [name, content] of Object.entries({ ...files, [file]: source }))
      writeFileSync(join(folder, name), content);
    const { stdout } = await promisify(execFile)(command, [...args, file], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ...variables },
      timeout: PATIENCE,
    });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
