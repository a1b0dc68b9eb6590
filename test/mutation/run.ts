/**
 * `npm run mutation [-- file or folder… --fresh]`: changes one thing at a time in the files and folders of `tests.ts`, or in one
 * file of these folders, with StrykerJS, and looks whether their tests notice. Prints what none noticed, and the figures of each
 * file, which are also in `.local/mutation.json`. What was tried before is not tried again, unless the file or its tests changed,
 * or `--fresh` is given: other files that they import do not count as a change, nor do new tests of what a file does while it is
 * loaded, such as to make a constant.
 *
 * `--lines 100` takes a sample of a room instead: as many lines with code, which `--seed` chooses, and `--tests` names other tests
 * than `tests.ts`, such as those of one layer alone. It prints what none noticed, and of each file of tests how many changes it
 * noticed, and how many of them no other file did. Nothing of a sample is kept.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  options: {
    fresh: { type: 'boolean', default: false },
    lines: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true, default: [] },
  },
});
const mutated = positionals.length > 0 ? positionals : Object.keys(TESTS);

/** The file or folder of `tests.ts` to which a path belongs. */
const entryOf = (path: string): string | undefined =>
  Object.keys(TESTS).find((entry) => path === entry || path.startsWith(`${entry}/`));
if (mutated.some((path) => path.startsWith('test/')))
  throw new Error('Tests are not changed: --tests stands before each of their patterns.');
const unknown = values.tests.length > 0 ? [] : mutated.filter((path) => !entryOf(path));
if (unknown.length > 0) throw new Error(`test/mutation/tests.ts names no tests of ${unknown.join(', ')}`);

/** A line without code: blank, part of a comment, an import, or brackets alone. */
const WITHOUT_CODE = /^\s*(\/[/*].*|\*.*|import .*|[\s()[\]{};,]*)$/;

/** The lines of a sample, as StrykerJS takes them: `file:12-12`. The same seed chooses the same lines of the same code. */
const sampleOf = (path: string, lines: number): string[] =>
  globSync(path.endsWith('.ts') ? path : `${path}/**/*.ts`, { cwd: PROJECT })
    .flatMap((file) =>
      readFileSync(join(PROJECT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (WITHOUT_CODE.test(line) ? [] : `${file}:${index + 1}-${index + 1}`)),
    )
    .map((place) => ({ place, order: createHash('sha256').update(`${values.seed} ${place}`).digest('hex') }))
    .sort((first, second) => (first.order < second.order ? -1 : 1))
    .slice(0, lines)
    .map(({ place }) => place);

const mutate = (path: string): Promise<Results> => {
  // Vitest's configuration reads them, in the processes of StrykerJS.
  process.env.MUTATED = entryOf(path) ?? '';
  process.env.MUTATION_TESTS = JSON.stringify(values.tests);
  const incrementalFile = join(FOLDER, `${path.replaceAll('/', '.')}.json`);
  if (values.fresh) rmSync(incrementalFile, { force: true });
  const sample = values.lines === undefined ? undefined : sampleOf(path, Number(values.lines));
  return new Stryker({
    mutate: sample ?? [path.endsWith('.ts') ? path : `${path}/**/*.ts`],
    disableBail: sample !== undefined,
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    incremental: !sample,
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

/** Of each file of tests, how many changes it noticed, and how many of them it alone. */
const showTests = (results: Results): void => {
  const noticed = new Map<string, { all: number; alone: number }>();
  for (const { killedBy = [] } of results) {
    const files = new Set(killedBy.map((test) => test.split('#')[0]!));
    for (const file of files) {
      const counts = noticed.get(file) ?? { all: 0, alone: 0 };
      counts.all++;
      if (files.size === 1) counts.alone++;
      noticed.set(file, counts);
    }
  }
  for (const [file, { all, alone }] of [...noticed].sort(([first], [second]) => first.localeCompare(second)))
    console.log(`${file}: ${all} noticed, ${alone} by it alone`);
};

mkdirSync(FOLDER, { recursive: true });
for (const path of mutated) {
  const results = await mutate(path);
  if (values.lines !== undefined) {
    for (const [file, ofFile = []] of Object.entries(
      Object.groupBy(results, ({ fileName }) => relative(PROJECT, fileName)),
    ))
      show(file, ofFile, figuresOf(ofFile));
    showTests(results);
    const { noticed, mutants, percent } = figuresOf(results);
    console.log(`${path}, ${values.lines} lines: ${noticed} of ${mutants} noticed, ${percent} %`);
    continue;
  }
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
