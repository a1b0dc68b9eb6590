import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { addressOf } from '../../shared/derive/routes.ts';
import type { AuthorityName } from '../../shared/kernel/errors.ts';
import type { Operation } from '../../shared/operation/operation.ts';
import { demo, caller as gateway } from '../support/demo.ts';
import { groups } from '../support/infra/groups.ts';
import { requestOf, requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';

/** Rules that hold for every operation at an authority, through the deployed service. */

const authorities = atAuthorities(demo.authorities.control);
const requests = requestsOf(demo);

const operations = groups.flatMap((group) =>
  group.operations
    .filter((operation) => operation.kind !== 'resource')
    .map((operation) => {
      const path = addressOf(group, operation).replace('/api/v4', '');
      return { name: `${operation.method} ${path}`, method: operation.method, path, operation };
    }),
);

const fieldsOf = (operation: Operation) =>
  z.toJSONSchema(operation.request, { io: 'input', unrepresentable: 'any' }) as {
    properties: Record<string, { type?: string }>;
    required?: string[];
  };

describe.each(operations)('$name', ({ name, method, path, operation }) => {
  const authority = operation.authority as AuthorityName;
  const call = (json: unknown) => gateway.acting(demo.certificates[authority]).call(method, path, { json });

  test('names every missing field at once', async () => {
    const { required = [] } = fieldsOf(operation);
    // A name that is no field's, so that the body is not empty. A list may have no field that it needs.
    const { status, body } = await call({ zzzzzzzzzzzz: 1 });
    expect(status).toBe(operation.kind === 'submission' || required.length > 0 ? 422 : 200);
    const failing = Object.keys(body.errors ?? {});
    for (const field of required)
      expect(
        failing.some((path) => path.split('.')[0] === field),
        field,
      ).toBe(true);
  });

  test('refuses every field out of bounds at once', async () => {
    const { properties } = fieldsOf(operation);
    const sent = Object.fromEntries(
      Object.entries(properties).map(([field, { type }]) => [
        field,
        type === 'object' ? 'no' : { no: 'valid' },
      ]),
    );
    const { status, body } = await call(sent);
    expect(status).toBe(Object.keys(properties).length > 0 ? 422 : 200);
    const failing = Object.keys(body.errors ?? {}).map((path) => path.split('.')[0]);
    for (const field of Object.keys(properties)) expect(failing, field).toContain(field);
  });

  const wanted = () => requestOf(requests, name);

  if (operation.kind === 'submission' && operation.dryRun === 'confirmation')
    test('changes nothing in a dry run', async () => {
      await authorities.reset();
      for (const [earlier, request] of wanted().after ?? []) await earlierCall(earlier, request);
      const before = await authorities.digest();
      const { status, body } = await call({ ...wanted().request, test: 1 });
      expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
      expect(await authorities.digest()).toBe(before);
    });

  test('succeeds, and answers what it promises', async () => {
    await authorities.reset();
    for (const [earlier, request] of wanted().after ?? []) await earlierCall(earlier, request);
    const before = await authorities.digest();
    const { status, body } = await call(wanted().request);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    const schema = z.union([operation.response, z.array(z.never()).max(0)]);
    expect(schema.safeParse(body.data).error).toBeUndefined();
    // The tax agency keeps every certificate that it gives.
    if (operation.kind === 'reading' && authority !== 'aeat') expect(await authorities.digest()).toBe(before);
    if (operation.kind === 'submission') expect(await authorities.digest()).not.toBe(before);
  });
});

const earlierCall = async (name: string, json: unknown) => {
  const [method, path] = name.split(' ') as [string, string];
  const authority = path.split('/')[1] === 'seg-social' ? 'tgss' : 'sepe';
  const { status } = await gateway.acting(demo.certificates[authority]).call(method, path, { json });
  expect(status).toBe(200);
};
