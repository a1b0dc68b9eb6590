import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Mistakes that the schema of GitHub Actions (`npm run lint:workflows`) does not find. */

const ROOT = join(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(ROOT, '.github/workflows', file), 'utf8');
const files = globSync('*.yml', { cwd: join(ROOT, '.github/workflows') });

/** The jobs of a workflow by name, each as its lines. */
const jobsOf = (file: string): Map<string, string> => {
  const [, jobs = ''] = textOf(file).split(/^jobs:\n/m);
  const parts = jobs.split(/^ {2}(?=[\w-]+:$)/m).slice(1);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf(':')), part]));
};
const needsOf = (job: string) => /^ {4}needs: (.+)$/m.exec(job)?.[1];

test.each(files)(
  'the jobs of %s wait for jobs that exist, and no text of others is put into a script',
  (file) => {
    const jobs = jobsOf(file);
    expect(jobs.size).toBeGreaterThan(0);
    for (const job of jobs.values()) expect([undefined, ...jobs.keys()]).toContain(needsOf(job));
    // A value that is inserted into a script before it runs can be executed; a value in the environment cannot.
    const scripts = textOf(file).match(/^ *(?:- )?run:(?: [|>])?\n?(?:.*\n?)(?: {10,}.*\n)*/gm) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  },
);

test('no workflow has a stored secret', () => {
  for (const file of files) expect(textOf(file), file).not.toMatch(/\bsecrets\b|access-key/);
});

test('production is deployed last, and in the same way as the sandbox', () => {
  const jobs = jobsOf('deploy.yml');
  expect([...jobs].map(([name, job]) => [name, needsOf(job)])).toEqual([
    ['check-and-test', undefined],
    ['sandbox', 'check-and-test'],
    ['production', 'sandbox'],
  ]);
  expect(jobs.get('check-and-test')).toContain('run: .ci/run');
  for (const stage of ['sandbox', 'production']) {
    const job = jobs.get(stage)!;
    expect(job).toContain(`\n    environment: ${stage}\n    env:\n      STAGE: ${stage}\n`);
  }
  const steps = jobs.get('sandbox')!.split('steps: &deploy\n')[1]!;
  expect(jobs.get('production')).toMatch(/\n {4}steps: \*deploy\n$/);
  const commands = ['npm run preflight', 'npx cdk deploy', 'npm run smoke'];
  const places = commands.map((command) => steps.indexOf(command));
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});
