import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { addressOf } from '../../../shared/derive/routes.ts';
import { missingFor } from '../../../shared/operation/planned.ts';
import { LIMITS } from '../../../shared/operation/rates.ts';
import { demo, caller as gateway } from '../../support/demo.ts';
import { groups } from '../../support/infra/groups.ts';
import { atAuthorities } from '../../support/sandbox.ts';

/** Planned operations: the request is validated, no authority is asked, and the answer says which knowledge is missing. */

const authorities = atAuthorities(demo.authorities.control);
const tgss = gateway.acting(demo.certificates.tgss);

const operations = groups.flatMap((group) =>
  group.operations.flatMap((operation) => {
    const missing = missingFor(operation);
    const path = addressOf(group, operation).replace('/api/v4', '');
    return missing === undefined ? [] : [{ name: `${operation.method} ${path}`, path, operation, missing }];
  }),
);

test('the reference has operations that are only planned', () => {
  expect(operations.length).toBeGreaterThan(0);
});

describe.each(operations)('the planned operation $name', ({ path, operation, missing }) => {
  const call = (json: unknown) => tgss.call(operation.method, path, { json });

  test('the operation answers a good request with 501 and what is missing, and reaches no authority', async () => {
    const before = await authorities.stats();
    const { status, body, headers } = await call(operation.example.request);
    expect(body).toMatchObject({ success: false, status: 501, data: [] });
    expect(body.message).toContain(missing);
    expect(body.message).toContain('No se ha consultado ni presentado nada: hágalo en la sede');
    expect(status).toBe(501);
    // There is no trámite: nothing was filed.
    expect(headers.get('x-tramite-id')).toBeNull();
    expect(headers.get('x-ratelimit-limit')).toBe(String(LIMITS[operation.rate]));
    expect(await authorities.stats()).toEqual(before);
  });

  const { required = [] } = z.toJSONSchema(operation.request, { io: 'input', unrepresentable: 'any' });

  test.runIf(required.length > 0)('the operation names every missing field at once', async () => {
    const { status, body } = await call({ zzzzzzzzzzzz: 1 });
    expect({ status, fields: Object.keys(body.errors).toSorted() }).toEqual({
      status: 422,
      fields: required.toSorted(),
    });
  });
});
