import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../programs/command-error.ts';
import { tail } from '../programs/logs.ts';
import { identify } from '../programs/processes.ts';
import { runProgram } from '../programs/run-program.ts';

/** Python programs used here, by their name in the registry; the emulator by its role. */
const PROGRAMS = [
  'emulator',
  'client',
  'cfn-lint',
  'check-jsonschema',
  'openapi-spec-validator',
  'schemathesis',
  'localstack',
] as const;
type Program = (typeof PROGRAMS)[number];

/** The oldest Python 3 that a program runs on, by its minor version. */
const OLDEST_PYTHON: Record<Program, number> = {
  emulator: 10,
  client: 10,
  'cfn-lint': 10,
  'check-jsonschema': 10,
  'openapi-spec-validator': 10,
  schemathesis: 11,
  localstack: 13,
};

/**
 * Installs a program of the Python package registry in a virtual environment, if it is not installed yet. `<name>.txt` next to
 * this file has the versions of the program and its dependencies, with the hash of every file that may be installed; a hash of
 * that list is part of the environment's name. uv makes the list from `<name>.in`, by the command in its first lines.
 * @param cache folder for the environment
 * @returns the environment's Python
 * @throws CommandError that says what the machine lacks
 */
export const installPython = async (
  name: Program,
  cache: string,
  { log, signal }: { log: string; signal?: AbortSignal | undefined },
): Promise<string> => {
  const requirements = join(import.meta.dirname, `${name}.txt`);
  const versions = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const environment = join(cache, `${name}-${versions}`);
  const python = join(environment, 'bin', 'python');
  if (await exists(python)) return python;

  const basePython = await findPython(OLDEST_PYTHON[name]);
  await removeIncomplete(cache);
  // Created under another name and renamed when complete, so that incomplete environments are never used and two processes can
  // install at the same time.
  const draft = `${environment}.${process.pid}`;
  try {
    await runProgram(basePython, ['-m', 'venv', draft], { name: 'venv', log, signal }).catch((error) => {
      throw signal?.aborted ? error : new CommandError(NO_VENV, tail(log));
    });
    const pip = ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input'];
    const checked = ['--require-hashes', '-r', requirements];
    await runProgram(join(draft, 'bin', 'python'), [...pip, ...checked], { name: 'pip', log, signal }).catch(
      (error) => {
        throw signal?.aborted ? error : new CommandError(noRegistry(name), tail(log));
      },
    );
    await rename(draft, environment).catch(async (error) => {
      if (!(await exists(python))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return python;
};

/** Name of an environment that is being made, with the process that makes it. */
const INCOMPLETE = new RegExp(`^(?:${PROGRAMS.join('|')})-\\w+\\.(\\d+)$`);

/** Removes incomplete environments of processes that no longer run. */
const removeIncomplete = async (cache: string): Promise<void> => {
  for (const name of await readdir(cache)) {
    const [, pid] = name.match(INCOMPLETE) ?? [];
    if (pid && !identify(Number(pid))) await rm(join(cache, name), { recursive: true, force: true });
  }
};

const noPython = (oldest: number) =>
  `Python 3.${oldest} or later is needed and was not found as python3. ` +
  'Install it (Debian, Ubuntu: apt-get install python3 python3-venv; macOS: brew install python).';
const NO_VENV =
  'Python could not create a virtual environment. On Debian and Ubuntu, this needs a separate package: ' +
  'apt-get install python3-venv.';
const noRegistry = (name: string) =>
  `The Python program ${name} could not be installed. Is the Python package registry reachable? ` +
  'pip uses a mirror or a proxy if PIP_INDEX_URL or HTTPS_PROXY is set.';

const findPython = async (oldest: number): Promise<string> => {
  for (const candidate of ['python3', 'python', `python3.${oldest}`, ...(await pyenvPythons())]) {
    try {
      const { stdout } = await promisify(execFile)(candidate, [
        '-c',
        'import sys; print(*sys.version_info[:2])',
      ]);
      const [major, minor] = stdout.trim().split(' ').map(Number);
      if (major === 3 && minor! >= oldest) return candidate;
    } catch {
      // This one does not exist; try the next one.
    }
  }
  throw new CommandError(noPython(oldest));
};

/** The Pythons that pyenv has installed, which need not be on the path. */
const pyenvPythons = async (): Promise<string[]> => {
  const versions = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions');
  const names = await readdir(versions).catch(() => []);
  return names.map((name) => join(versions, name, 'bin', 'python3'));
};

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
