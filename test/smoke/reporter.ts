import { mkdirSync, writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { LOCAL } from '../../local/run-folder.ts';
import type { Deployed } from '../support/deployed.ts';
import { PAGE, pageOf, progressOf, type StoryResult } from './page.ts';

/** Prints a line for each test of the stories as it ends, and writes the report of the run, one page, to `.local/smoke.md`. */
export class ReportOfSmoke implements Reporter {
  readonly #began = Date.now();
  #all = 0;
  #done = 0;

  onTestModuleCollected(module: TestModule): void {
    this.#all += [...module.children.allTests()].length;
    process.stdout.write(`Tests: ${this.#all}. Some wait for minutes.\n`);
  }

  onTestCaseResult(test: TestCase): void {
    this.#done += 1;
    const seconds = (Date.now() - this.#began) / 1000;
    const progress = { done: this.#done, all: this.#all, seconds };
    process.stdout.write(`${progressOf(outcomeOf(test), progress)}\n`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const outcomes = modules.flatMap((module) => [...module.children.allTests()].map(outcomeOf));
    const broken = modules.flatMap((module) => module.errors().map(({ message }) => message));
    mkdirSync(LOCAL, { recursive: true });
    const stage: Deployed = JSON.parse(process.env.SMOKE!);
    // Only for the owner, because an authority's message about a failure may name persons.
    writeFileSync(PAGE, pageOf({ ...stage, at: new Date() }, outcomes, broken), { mode: 0o600 });
    process.stdout.write(`\nReport: ${PAGE}\n`);
  }
}

const outcomeOf = (test: TestCase): StoryResult => {
  const { state, errors = [], ...rest } = test.result();
  const { parent, name } = test;
  return {
    story: parent.type === 'suite' ? parent.name : name,
    name,
    state: state === 'passed' || state === 'failed' ? state : 'skipped',
    seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    text: state === 'failed' ? (errors[0]?.message ?? '') : 'note' in rest ? (rest.note ?? '') : '',
  };
};
