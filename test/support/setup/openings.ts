import { readFileSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import type { Openings } from '../../../sandbox/worlds/openings.ts';
import { groups } from '../infra/groups.ts';

/** An opened notification at a stand-in, as `recorder.ts` writes it down. */
export interface Recorded extends Openings {
  /** Whether a deployed function opened it, and not the test process. */
  deployed: boolean;
}

/** Ids of the operations that may open a notification: the submissions that accept one. */
export const OPENING = groups.flatMap(({ operations }) =>
  operations
    .filter(({ kind, path }) => kind === 'submission' && path === '/notification-accept')
    .map(({ id }) => id),
);

/** Projects whose tests open notifications by every operation that may, and whether deployed functions do so in them. */
const OPENS: Record<string, boolean> = { integration: false, 'e2e-alone': true };

/**
 * The faults in a run's opened notifications: an opening by another operation, or, after all tests of a project, an operation
 * that may open and never did. The latter would mean that openings are not counted.
 * @param whole projects of which all tests ran
 */
export const wrongIn = (openings: Recorded[], whole: string[]): string[] => [
  ...openings
    .filter(({ operation }) => !OPENING.includes(String(operation)))
    .map(({ operation, opened }) => `${operation ?? 'no operation'} opened ${opened}`),
  ...whole
    .filter((name) => name in OPENS)
    .flatMap((name) =>
      OPENING.filter(
        (id) => !openings.some(({ operation, deployed }) => operation === id && deployed === OPENS[name]),
      ).map((id) => `${id} opened nothing in all tests of ${name}`),
    ),
];

/** The faults in these files, after these projects ran. */
export const wrongOpenings = async (files: string[], projects: TestProject[]): Promise<string[]> => {
  const openings = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Recorded),
  );
  const whole: string[] = [];
  for (const project of projects) if (await ranWhole(project)) whole.push(project.name);
  return wrongIn(openings, whole);
};

/** Whether every test of a project ran and passed, except for tests that are skipped because a program is missing. */
const ranWhole = async (project: TestProject): Promise<boolean> => {
  const { state, config } = project.vitest;
  const passed = new Set(
    state
      .getTestModules()
      .filter((module) => module.project.name === project.name && module.state() === 'passed')
      .map(({ moduleId }) => moduleId),
  );
  const { testFiles } = await project.globTestFiles();
  return config.testNamePattern === undefined && testFiles.every((file) => passed.has(file));
};
