import { mkdirSync, writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { LOCAL } from '../../local/run-folder.ts';
import type { Deployed } from '../support/deployed.ts';
import { PAGE, pageOf, type StoryResult } from './page.ts';

/** Writes the report of a run of the stories, one page, to `.local/smoke.md`. */
export class ReportOfSmoke implements Reporter {
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

const outcomeOf = (
  test: ReturnType<TestModule['children']['allTests']> extends Iterable<infer One> ? One : never,
): StoryResult => {
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
