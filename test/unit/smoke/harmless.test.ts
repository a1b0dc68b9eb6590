import { describe, expect, test } from 'vitest';
import { isHarmless } from '../../e2e/stories/harmless.ts';
import { operations } from '../../support/infra/groups.ts';

describe('requests that stories may send where filings are real', () => {
  test.each(operations)('the requests are dry runs, readings or undone: $name', ({ operation }) => {
    const isDry = operation.kind === 'submission' && operation.dryRun === 'confirmation';
    const isQuestion =
      operation.kind === 'reading' || (operation.kind === 'resource' && operation.method === 'GET');
    expect(isHarmless(operation, {})).toBe(isQuestion);
    expect(isHarmless(operation, { json: {} })).toBe(isQuestion);
    expect(isHarmless(operation, { json: { test: 1 } })).toBe(isQuestion || isDry);
    // Every form that a service might not recognise as a dry run.
    for (const test of [0, '1', true, null, [1]])
      expect(isHarmless(operation, { json: { test } })).toBe(isQuestion);
    expect(isHarmless(operation, { json: { test: 1 }, query: { test: 0 } })).toBe(isQuestion);
    expect(isHarmless(operation, { query: { test: 1 } })).toBe(isQuestion);
    expect(isHarmless(operation, { body: '{"test":1}' })).toBe(isQuestion);
  });

  test('a request without an operation is always allowed', () => {
    expect(isHarmless(undefined, { json: {} })).toBe(true);
  });
});
