/**
 * `npm test` runs the tests that catch a mistake in a change, and `npm run test:proofs` (`--proofs`) the tests that prove a
 * property over long runs. Each runs projects of `vitest.config.ts` in separate processes, some of them in parallel, because
 * while one waits for AWS, another can use the processors. The last line has the numbers of passed and failed tests, and so has
 * `.local/test-report.json` or `.local/proofs-report.json`. With arguments, such as files, it is the same as `vitest run` with
 * these arguments.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { givenEndpoint } from '../local/aws.ts';
import { installEmulator } from '../local/emulators/ministack.ts';
import { LOCAL } from '../local/run-folder.ts';
import { semaphore } from '../shared/kernel/side-by-side.ts';
import { isBusy } from './support/setup/busy.ts';

interface Figures {
  passed: number;
  failed: number;
  skipped: number;
  /** The failures with their reasons. They are printed at the end, because the output of parallel runs is mixed. */
  failures: string[];
}

/** The parts of Vitest's JSON report that are read here. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

const children = new Set<ReturnType<typeof spawn>>();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    for (const child of children) child.kill(name);
  });

/**
 * Runs Vitest to its end, and prints whole lines of its output.
 * @param givesWay whether other programs have priority
 * @returns its exit code
 */
const vitest = async (args: string[], givesWay = false): Promise<number> => {
  // Its output is piped, but ends up in this terminal.
  const env = { ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...process.env };
  const child = spawn('vitest', ['run', ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
  children.add(child);
  if (givesWay && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const lines = createInterface(child.stdout!);
  lines.on('line', (line) => process.stdout.write(`${line}\n`));
  const [[code]] = await Promise.all([once(child, 'close'), once(lines, 'close')]);
  children.delete(child);
  return code ?? 1;
};

/**
 * On a broken stack each story would wait for minutes. After this many failures the other tests of these projects are left out,
 * which is the only limit that a run in CI has besides its own timeout.
 */
const BAIL = 5;

const runProjects = async (projects: string[], givesWay: boolean): Promise<Figures> => {
  const file = join(LOCAL, `test-report-${projects[0]}.json`);
  rmSync(file, { force: true });
  const code = await vitest(
    [
      ...projects.flatMap((project) => ['--project', project]),
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      ...(projects[0]!.startsWith('e2e') ? [`--bail=${BAIL}`] : []),
    ],
    givesWay,
  );
  const figures = figuresOf(file);
  // A failure outside of tests counts as one failed test.
  if (code === 0 || figures.failed > 0) return figures;
  return {
    ...figures,
    failed: 1,
    failures: [`${projects.join(', ')}: ended with ${code}, outside of its tests`],
  };
};

/** A test file that cannot be loaded counts as one failure, and so does a run without a report. */
const figuresOf = (file: string): Figures => {
  try {
    const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
    const unloaded = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    const failures = report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join('\n')}`),
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      skipped: report.numPendingTests,
      failures: [...failures, ...unloaded.map(({ name, message }) => `${name}\n${message}`)],
    };
  } catch (error) {
    const failures = [`No report of the tests: ${(error as Error).message}`];
    return { passed: 0, failed: 1, skipped: 0, failures };
  }
};

/**
 * Lists that run in parallel, each one project after the other. The first list has priority, because its API waits only 29
 * seconds. On a busy machine they run one after another: the lists with a lower priority would get so little time that their
 * processes do not start within Vitest's limit of a minute.
 */
const CHANGES = [['e2e'], ['unit', 'integration']];
const PROOFS = [['e2e-heavy', 'e2e-alone'], ['unit-heavy', 'integration-heavy'], ['processes']];

const isProofs = process.argv[2] === '--proofs';
const lists = isProofs ? PROOFS : CHANGES;
const args = process.argv.slice(isProofs ? 3 : 2);
if (args.length > 0) {
  const projects = isProofs ? lists.flat().flatMap((project) => ['--project', project]) : [];
  process.exitCode = await vitest([...projects, ...args]);
} else {
  const reportFile = join(LOCAL, isProofs ? 'proofs-report.json' : 'test-report.json');
  mkdirSync(LOCAL, { recursive: true });
  rmSync(reportFile, { force: true });
  // Installed once, because otherwise each project would begin to install it. A project reports by itself what the machine
  // lacks.
  if (!givenEndpoint()) await installEmulator(LOCAL, join(LOCAL, 'install.log')).catch(() => {});
  const inParallel = !isBusy();
  const turn = semaphore(inParallel ? lists.length : 1);
  const runs = await Promise.all(
    lists.map((projects, place) => turn(() => runProjects(projects, inParallel && place > 0))),
  );
  const sum = (name: 'passed' | 'failed' | 'skipped') => runs.reduce((total, run) => total + run[name], 0);
  const figures = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  writeFileSync(reportFile, `${JSON.stringify(figures, undefined, 2)}\n`);
  for (const failure of runs.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`);
  console.log(`\n${figures.passed} passed, ${figures.failed} failed, ${figures.skipped} skipped`);
  process.exitCode = figures.failed > 0 ? 1 : 0;
}
