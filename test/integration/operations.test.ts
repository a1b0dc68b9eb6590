import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { AuthorityName } from '../../shared/kernel/errors.ts';
import { emptyDataOf, type Operation } from '../../shared/operation/operation.ts';
import { demo, caller as gateway } from '../support/demo.ts';
import { type Fields, UNCLEAR } from '../support/hostile/unclear-requests.ts';
import { makeEarlier, requestOf, requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';
import { operationsAtAuthorities } from '../support/stand-in/counted.ts';

/** Rules that hold for every operation at an authority, tested through the deployed service. */

const authorities = atAuthorities(demo.authorities.control);
const requests = requestsOf(demo);

/** One example of each way in which a request can be unclear; `test/unit/serving/input.test.ts` has all of them. */
const SOME_UNCLEAR = UNCLEAR.filter(([what]) =>
  [
    'TEST in capitals',
    'TEST in the query',
    'test 1 in the query, 0 in the body',
    'test 1 and 0 in the query',
    'test twice in the JSON, the last 0',
    'prueba 1 in the body',
  ].includes(what),
);

const fieldsOf = (operation: Operation) =>
  z.toJSONSchema(operation.request, { io: 'input', unrepresentable: 'any' }) as {
    properties: Record<string, { type?: string }>;
    required?: string[];
  };

const AUTHORITIES = { 'seg-social': 'tgss', sepe: 'sepe', aeat: 'aeat' } as const;
const acting = (path: string) =>
  gateway.acting(demo.certificates[AUTHORITIES[path.split('/')[1] as keyof typeof AUTHORITIES]]);

describe.each([...operationsAtAuthorities])('the operation %s', (name, operation) => {
  const [method, path] = name.split(' ') as [string, string];
  const authority = operation.authority as AuthorityName;
  const own = gateway.acting(demo.certificates[authority]);
  const call = (json: unknown) => own.call(method, path, { json });

  test('the operation names every missing field at once', async () => {
    const { required = [] } = fieldsOf(operation);
    // An unknown field, so that the body is not empty, because a list may have no required field.
    const { status, body } = await call({ zzzzzzzzzzzz: 1 });
    expect(status).toBe(operation.kind === 'submission' || required.length > 0 ? 422 : 200);
    const failing = Object.keys(body.errors ?? {});
    for (const field of required)
      expect(
        failing.some((path) => path.split('.')[0] === field),
        field,
      ).toBe(true);
  });

  test('the operation refuses every field out of bounds at once', async () => {
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
  /** Brings the authorities into the state before the request of the table. @returns the digest of that state */
  const begin = async () => {
    await authorities.reset();
    await makeEarlier(wanted(), acting);
    return authorities.digest();
  };

  if (operation.kind === 'submission' && operation.dryRun === 'confirmation')
    test('a dry run of the operation changes nothing', async () => {
      const before = await begin();
      const { status, body } = await call({ ...wanted().request, test: 1 });
      expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
      expect(await authorities.digest()).toBe(before);
      expect(body.data).toEqual(emptyDataOf(operation));
    });

  if (operation.kind === 'submission')
    test('the operation files nothing that was not plainly requested', async () => {
      const before = await begin();
      const { submissions } = await authorities.stats();
      for (const [what, unclear] of SOME_UNCLEAR) {
        const { query = {}, body } = unclear(wanted().request as Fields);
        const parameters = Object.entries(query).flatMap(([field, values]) =>
          values.map((value): [string, string] => [field, value]),
        );
        const answered = await own.call(method, `${path}?${new URLSearchParams(parameters)}`, {
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: { 'Content-Type': 'application/json' },
        });
        expect({ what, status: answered.status }).toEqual({ what, status: 422 });
      }
      expect((await authorities.stats()).submissions).toEqual(submissions);
      expect(await authorities.digest()).toBe(before);
    });

  test('the operation succeeds, and answers what it promises', async () => {
    const before = await begin();
    const { status, body } = await call(wanted().request);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    if (!isDeepStrictEqual(body.data, emptyDataOf(operation)))
      expect(operation.response.safeParse(body.data).error).toBeUndefined();
    // The tax agency stores every certificate that it issues.
    if (operation.kind === 'reading' && authority !== 'aeat') expect(await authorities.digest()).toBe(before);
    if (operation.kind === 'submission') expect(await authorities.digest()).not.toBe(before);
  });
});
