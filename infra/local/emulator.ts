import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pathWithNode } from './aws.ts';
import { run, StepError, tail } from './command.ts';
import { LOOPBACK } from './ports.ts';
import { identify } from './processes.ts';

/** Pins the emulator; its content names the environment that is made from it. */
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

const OLDEST_PYTHON = [3, 10];

/**
 * Python with the emulator installed, in a virtual environment that is made at first use.
 * @param cache folder that keeps the environment
 * @throws StepError saying what the machine lacks
 */
export const installEmulator = async (cache: string, log: string, signal?: AbortSignal): Promise<string> => {
  const pins = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const home = join(cache, `emulator-${pins}`);
  const python = join(home, 'bin', 'python');
  if (await exists(python)) return python;

  const basePython = await findPython();
  await removeAbandoned(cache);
  // Made aside and moved when complete: an environment that is half done is never found, nor made by two at once.
  const draft = `${home}.${process.pid}`;
  try {
    await run(basePython, ['-m', 'venv', draft], { name: 'venv', log, signal }).catch((error) => {
      throw signal?.aborted ? error : new StepError(NO_VENV, tail(log));
    });
    const pip = ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '-r', REQUIREMENTS];
    await run(join(draft, 'bin', 'python'), pip, { name: 'pip', log, signal }).catch((error) => {
      throw signal?.aborted ? error : new StepError(NO_REGISTRY, tail(log));
    });
    await rename(draft, home).catch(async (error) => {
      if (!(await exists(python))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return python;
};

/** Removes environments that were left half done by processes which are gone. */
const removeAbandoned = async (cache: string): Promise<void> => {
  for (const name of await readdir(cache)) {
    const [, maker] = name.match(/^emulator-\w+\.(\d+)$/) ?? [];
    if (maker && !identify(Number(maker))) await rm(join(cache, name), { recursive: true, force: true });
  }
};

const NO_PYTHON =
  `Python ${OLDEST_PYTHON.join('.')} or later is needed and was not found as python3. ` +
  'Install it (Debian, Ubuntu: apt-get install python3 python3-venv; macOS: brew install python).';
const NO_VENV =
  'Python could not make a virtual environment. Debian and Ubuntu keep what it needs in a package of its own: ' +
  'apt-get install python3-venv.';
const NO_REGISTRY =
  'The emulator could not be installed. Is the Python registry within reach? ' +
  'A mirror or proxy is given to pip as usual, with PIP_INDEX_URL or HTTPS_PROXY.';

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
      // Not there; the next one may be.
    }
  }
  throw new StepError(NO_PYTHON);
};

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/**
 * What the emulator runs with. Functions inherit it, so it holds nothing of the developer's own environment but what
 * a process needs: credentials, proxies and options of Node stay out.
 * @param temporary folder for its files. Not within the project: Node would take each function there for a part of it.
 */
export const emulatorEnvironment = (port: number, temporary: string): NodeJS.ProcessEnv => ({
  HOME: process.env.HOME,
  LANG: process.env.LANG,
  // The first `node` on the path runs the functions.
  PATH: pathWithNode(),
  TMPDIR: temporary,
  BIND_HOST: LOOPBACK,
  GATEWAY_PORT: String(port),
  // Listeners that nothing here uses, on ports of their own.
  IOT_MTLS_ENABLED: '0',
  SFTP_ENABLED: '0',
  // Processes of functions are kept for this long after a burst; a minute holds less memory than the usual five.
  LAMBDA_WARM_TTL_SECONDS: '60',
});

/** Arguments for the Python of {@link installEmulator}. */
export const EMULATOR_ARGS = ['-m', 'ministack'];

/** Waits until the emulator answers. Whoever started it sees to it that it ends when it does not. */
export const emulatorReady = async (endpoint: string, signal: AbortSignal): Promise<void> => {
  for (;;) {
    signal.throwIfAborted();
    const answer = await fetch(`${endpoint}/_ministack/ready`, { signal }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50, undefined, { signal });
  }
};
