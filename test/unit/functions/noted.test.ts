import { expect, test } from 'vitest';
import * as z from 'zod';
import { groups } from '../../../functions/operations.ts';
import type { Resource } from '../../../shared/operation/operation.ts';

/** What is noted in the activity of an account. */

const resources = groups
  .flatMap(({ prefix, operations }) => operations.map((operation) => ({ prefix, operation })))
  .flatMap(({ prefix, operation }) =>
    operation.kind === 'resource'
      ? [{ name: `${operation.method} ${prefix}${operation.path}`, operation: operation as Resource }]
      : [],
  );

test.each(resources.filter(({ operation }) => operation.method !== 'GET' && operation.planned === undefined))(
  '$name is noted in the activity of its account, or says why not',
  ({ operation: { noted } }) => {
    expect(noted).toBeDefined();
    if (noted && 'none' in noted) expect(noted.none).toMatch(/^.{20,}$/);
  },
);

const OPEN = new Set(['string', 'array', 'object']);

test('an activity keeps only values that a person chooses or counts, and no text', () => {
  const values = resources.flatMap(({ name, operation: { noted, request } }) =>
    noted && 'kind' in noted ? (noted.values ?? []).map((field) => ({ name, field, request })) : [],
  );
  expect(values.length).toBeGreaterThan(5);
  const texts = values.filter(({ field, request }) => {
    const { properties = {} } = z.toJSONSchema(request, { io: 'output', unrepresentable: 'any' });
    const schema = properties[field] as { type?: string; enum?: unknown[] } | undefined;
    return !schema || (OPEN.has(schema.type ?? 'string') && !schema.enum);
  });
  expect(texts.map(({ name, field }) => `${name} ${field}`)).toEqual([]);
});
