import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CommandError } from '../commands/command-error.ts';
import { pathWithNode } from './aws.ts';
import { tail } from './logs.ts';
import { LOOPBACK } from './ports.ts';
import { identify } from './processes.ts';
import { runProgram } from './run-program.ts';

/** The versions of the emulator and its dependencies. A hash of this file is part of the name of the environment. */
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

const OLDEST_PYTHON = [3, 10];

/**
 * Installs the emulator in a virtual environment, if it is not installed yet. Returns the environment's Python.
 * @param cache folder for the environment
 * @throws CommandError that says what the machine lacks
 */
export const installEmulator = async (cache: string, log: string, signal?: AbortSignal): Promise<string> => {
  const versions = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const environment = join(cache, `emulator-${versions}`);
  const python = join(environment, 'bin', 'python');
  if (await exists(python)) return python;

  const basePython = await findPython();
  await removeIncomplete(cache);
  // Created under another name and renamed when complete. So nobody uses an incomplete environment, and two processes
  // can install at the same time.
  const draft = `${environment}.${process.pid}`;
  try {
    await runProgram(basePython, ['-m', 'venv', draft], { name: 'venv', log, signal }).catch((error) => {
      throw signal?.aborted ? error : new CommandError(NO_VENV, tail(log));
    });
    const pip = ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '-r', REQUIREMENTS];
    await runProgram(join(draft, 'bin', 'python'), pip, { name: 'pip', log, signal }).catch((error) => {
      throw signal?.aborted ? error : new CommandError(NO_REGISTRY, tail(log));
    });
    await rename(draft, environment).catch(async (error) => {
      if (!(await exists(python))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return python;
};

/** Removes incomplete environments of processes that no longer run. */
const removeIncomplete = async (cache: string): Promise<void> => {
  for (const name of await readdir(cache)) {
    const [, pid] = name.match(/^emulator-\w+\.(\d+)$/) ?? [];
    if (pid && !identify(Number(pid))) await rm(join(cache, name), { recursive: true, force: true });
  }
};

const NO_PYTHON =
  `Python ${OLDEST_PYTHON.join('.')} or later is needed and was not found as python3. ` +
  'Install it (Debian, Ubuntu: apt-get install python3 python3-venv; macOS: brew install python).';
const NO_VENV =
  'Python could not create a virtual environment. On Debian and Ubuntu, this needs a separate package: ' +
  'apt-get install python3-venv.';
const NO_REGISTRY =
  'The emulator could not be installed. Is the Python package registry reachable? ' +
  'pip uses a mirror or a proxy if PIP_INDEX_URL or HTTPS_PROXY is set.';

const findPython = async (): Promise<string> => {
  for (const candidate of ['python3', 'python']) {
    try {
      const { stdout } = await promisify(execFile)(candidate, [
        '-c',
        'import sys; print(*sys.version_info[:2])',
      ]);
      const [major, minor] = stdout.trim().split(' ').map(Number);
      if (major === OLDEST_PYTHON[0] && minor! >= OLDEST_PYTHON[1]!) return candidate;
    } catch {
      // This one does not exist; try the next one.
    }
  }
  throw new CommandError(NO_PYTHON);
};

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/**
 * The environment variables of the emulator. The functions inherit them. So only what every process needs comes from the
 * developer's own environment, and no credentials, proxies or options of Node.
 * @param temporary folder for its files, outside the project: inside, Node would treat each function as a part of it
 */
export const emulatorEnvironment = (port: number, temporary: string): NodeJS.ProcessEnv => ({
  HOME: process.env.HOME,
  LANG: process.env.LANG,
  // The first `node` on the path runs the functions.
  PATH: pathWithNode(),
  TMPDIR: temporary,
  BIND_HOST: LOOPBACK,
  GATEWAY_PORT: String(port),
  // Two servers of the emulator that this project does not use.
  IOT_MTLS_ENABLED: '0',
  SFTP_ENABLED: '0',
  // How long the process of a function lives after its last call. The default, five minutes, takes more memory.
  LAMBDA_WARM_TTL_SECONDS: '60',
});

/** Arguments for the Python of {@link installEmulator} that start the emulator. */
export const EMULATOR_ARGS = ['-m', 'ministack'];

/** Waits until the emulator is ready, for as long as the signal is not aborted. */
export const emulatorReady = async (endpoint: string, signal: AbortSignal): Promise<void> => {
  for (;;) {
    signal.throwIfAborted();
    const answer = await fetch(`${endpoint}/_ministack/ready`, { signal }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50, undefined, { signal });
  }
};
