/**
 * `npm run mutation [-- file or folder… --fresh]`: changes one thing at a time in the files and folders of `tests.ts`, or in one
 * file of these folders, with StrykerJS, and looks whether their tests notice. Prints what none noticed, and the figures of each
 * file, which are also in `.local/mutation.json`. What was tried before is not tried again, unless the file or its tests changed,
 * or `--fresh` is given: other files that they import do not count as a change, nor do new tests of what a file does while it is
 * loaded, such as to make a constant.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { LOCAL, PROJECT } from '../../local/run-folder.ts';
import { TESTS } from './tests.ts';

type Results = Awaited<ReturnType<Stryker['runMutationTest']>>;

/**
 * The figures of a file. A mutant with which a test never ends counts as noticed; a mutant with which nothing can run does not
 * count.
 */
interface Figures {
  date: string;
  mutants: number;
  noticed: number;
  percent: number;
}

const RESULTS = join(LOCAL, 'mutation.json');
const FOLDER = join(LOCAL, 'mutation');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fresh: { type: 'boolean', default: false } },
});
const mutated = positionals.length > 0 ? positionals : Object.keys(TESTS);

/** The file or folder of `tests.ts` to which a path belongs. */
const entryOf = (path: string): string | undefined =>
  Object.keys(TESTS).find((entry) => path === entry || path.startsWith(`${entry}/`));
const unknown = mutated.filter((path) => !entryOf(path));
if (unknown.length > 0) throw new Error(`test/mutation/tests.ts names no tests of ${unknown.join(', ')}`);

const mutate = (path: string): Promise<Results> => {
  // Vitest's configuration reads it, in the processes of StrykerJS.
  process.env.MUTATED = entryOf(path);
  const incrementalFile = join(FOLDER, `${path.replaceAll('/', '.')}.json`);
  if (values.fresh) rmSync(incrementalFile, { force: true });
  return new Stryker({
    mutate: [path.endsWith('.ts') ? path : `${path}/**/*.ts`],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    incremental: true,
    incrementalFile,
    reporters: ['progress-append-only'],
    tempDirName: join(FOLDER, 'sandboxes'),
    cleanTempDir: 'always',
    // For tsconfig.json, StrykerJS would need an API that TypeScript 7 does not have.
    ignorePatterns: ['.local', 'cdk.out', 'docs', 'tsconfig.json'],
    // Far longer than a test takes on a busy machine.
    timeoutMS: 60_000,
    allowConsoleColors: false,
    logLevel: 'warn' as never,
  }).runMutationTest();
};

const figuresOf = (results: Results): Figures => {
  const counted = results.filter(
    ({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status),
  );
  const noticed = counted.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  return {
    date: new Date().toISOString().slice(0, 10),
    mutants: counted.length,
    noticed,
    percent: Math.floor((1000 * noticed) / counted.length) / 10,
  };
};

const show = (file: string, results: Results, { mutants, noticed, percent }: Figures): void => {
  const lines = readFileSync(join(PROJECT, file), 'utf8').split('\n');
  for (const { status, location, replacement, mutatorName } of results) {
    if (status !== 'Survived' && status !== 'NoCoverage') continue;
    const { start, end } = location;
    // Both count from 1.
    const last = start.line === end.line ? end.column - 1 : undefined;
    const changed = lines[start.line - 1]!.slice(start.column - 1, last);
    console.log(
      `${file}:${start.line}:${start.column} ${status} ${mutatorName}: ${changed} -> ${replacement}`,
    );
  }
  console.log(`${file}: ${noticed} of ${mutants} noticed, ${percent} %`);
};

mkdirSync(FOLDER, { recursive: true });
for (const path of mutated) {
  const results = await mutate(path);
  const byFile = Object.groupBy(results, ({ fileName }) => relative(PROJECT, fileName));
  for (const [file, ofFile = []] of Object.entries(byFile)) {
    const figures = figuresOf(ofFile);
    show(file, ofFile, figures);
    const before: Record<string, Figures> = existsSync(RESULTS)
      ? JSON.parse(readFileSync(RESULTS, 'utf8'))
      : {};
    writeFileSync(RESULTS, JSON.stringify({ ...before, [file]: figures }, undefined, 2));
  }
}
