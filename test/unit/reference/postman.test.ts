import { beforeAll, expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { type Collection, collectionOf } from '../../../reference/postman/collection.ts';
import { environmentOf } from '../../../reference/postman/environment.ts';
import { wantedOf } from '../../../reference/postman/reference.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';
import { groups } from '../../support/infra/groups.ts';
import { type PostmanRequest, requestsIn } from '../../support/infra/postman.ts';

const demo = {
  ...demoData(),
  ...{ baseUrl: 'http://127.0.0.1:1/api/v4', email: 'a@example.com', password: 'p' },
  certificates: { tgss: 'secret-t', sepe: 'secret-s', aeat: 'secret-a' },
};
const environment = environmentOf(demo as never, new Date('2026-11-22T23:30:00Z'));
const variables = Object.fromEntries(environment.values.map(({ key, value }) => [key, value]));

let collection: Collection;
let requests: Map<string, PostmanRequest>;
beforeAll(async () => {
  collection = await collectionOf(groups);
  const sent = requestsIn(collection, variables);
  requests = new Map(sent.map((request) => [`${request.method} ${new URL(request.url).pathname}`, request]));
  expect(requests.size).toBe(sent.length);
});

const wanted = wantedOf(groups);
/** The address of an operation with the values of its sample. */
const addressed = (name: string, fields: Record<string, unknown>) =>
  name.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(fields[field])));

test('it has one request for each operation, and its variables are all in the environment', () => {
  expect([...requests.keys()].toSorted()).toEqual(
    wanted.map(({ name, fields }) => addressed(name, fields)).toSorted(),
  );
  const named = [...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, key]) => key!);
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(variables).toSorted());
  expect(variables.today).toBe('2026-11-23');
});

test.each(wanted)('$name: what it sends is what the operation takes', ({ name, operation, fields }) => {
  const request = requests.get(addressed(name, fields))!;
  const { kind } = operation;
  expect(request.auth).toBe(kind === 'resource' && operation.access === 'anonymous' ? 'noauth' : undefined);
  const secret = kind === 'resource' ? undefined : { tgss: 'secret-t', sepe: 'secret-s', aeat: 'secret-a' };
  expect(request.headers['X-Cert-Secret']).toBe(secret?.[(operation as { authority: 'tgss' }).authority]);
  expect(request.headers).not.toHaveProperty('Prefer');
  if (kind === 'submission') expect(request.headers['Idempotency-Key']).toMatch(/^[\w-]{36}$/);
  else expect(request.headers).not.toHaveProperty('Idempotency-Key');
  if (kind === 'resource' && operation.body) return;
  const sent = { ...request.query, ...(request.body && JSON.parse(request.body)) };
  if (kind === 'submission' && operation.dryRun === 'confirmation') expect(`${sent.test}`).toBe('1');
  const inPath = Object.entries(fields).filter(([field]) => name.includes(`{${field}}`));
  expect(Object.keys(sent).toSorted()).toEqual(
    Object.keys(fields)
      .filter((field) => !name.includes(`{${field}}`))
      .toSorted(),
  );
  const rules = { onlyDefined: true };
  const all = { ...sent, ...Object.fromEntries(inPath) };
  expect(readRequest(operation.request, all, rules).errors).toEqual({});
});
