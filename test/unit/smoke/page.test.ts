import { describe, expect, test } from 'vitest';
import { pageOf, progressOf, type StoryResult } from '../../smoke/page.ts';

const STAGE = { stage: 'sandbox', baseUrl: 'https://x.example/api/v4', at: new Date(0) };
const passed: StoryResult = { story: 'a filing', name: 'is made', state: 'passed', seconds: 1.5, text: '' };
const failed: StoryResult = {
  ...passed,
  name: 'has a | key',
  state: 'failed',
  text: `\u001b[31mexpected\u001b[39m 1\n  to be 2 ${'x'.repeat(500)}`,
};
const skipped: StoryResult = { ...passed, story: 'a mail', state: 'skipped', text: 'there is no sender' };

const page = (outcomes: StoryResult[], broken: string[] = []) => pageOf(STAGE, outcomes, broken).split('\n');

test('the progress of a smoke test has the time, the number and the result of each test on a short line', () => {
  expect(progressOf(passed, { done: 3, all: 57, seconds: 0.4 })).toBe(
    '  0:00   3 of 57  passed   a filing: is made',
  );
  expect(progressOf(skipped, { done: 57, all: 57, seconds: 781 })).toBe(
    ' 13:01  57 of 57  skipped  a mail: is made',
  );
});

describe('the report of a smoke test', () => {
  test('the report is good if all stories passed, and counts by group', () => {
    const lines = page([passed, passed, skipped, skipped]);
    expect(lines[0]).toBe('# Smoke: good');
    expect(lines).toContain('2 passed, 0 failed, 2 skipped.');
    expect(lines).toContain('| a filing | 2 | 0 | 0 | 3.0 |');
    expect(lines).toContain('- 2 tests: there is no sender');
  });

  test('the report names each failure on one short line, which is no markup', () => {
    const lines = page([passed, failed]);
    expect(lines[0]).toBe('# Smoke: NOT good');
    const line = lines.find((one) => one.startsWith('- '))!;
    expect(line).toMatch(/^- a filing: has a {3}key: expected 1 to be 2 x+…$/);
    expect(line.length).toBeLessThan(400);
  });

  test.each([
    ['nothing passed', [skipped], []],
    ['something failed outside of tests', [passed], ['the file cannot be read']],
  ] as const)('the report is not good if %s', (_, outcomes, broken) => {
    expect(page([...outcomes], [...broken])[0]).toBe('# Smoke: NOT good');
  });
});
