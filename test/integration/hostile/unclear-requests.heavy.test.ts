import { describe, expect, test } from 'vitest';
import { demo, caller as gateway } from '../../support/demo.ts';
import { type Fields, type Sent, UNCLEAR } from '../../support/hostile/unclear-requests.ts';
import { requestOf, requestsOf } from '../../support/requests.ts';
import { atAuthorities } from '../../support/sandbox.ts';
import { operationsAtAuthorities } from '../../support/stand-in/counted.ts';

/** What a person would take for a dry run files nothing, in any operation: the authorities count what reaches them. */

const authorities = atAuthorities(demo.authorities.control);
const requests = requestsOf(demo);
const submissions = [...operationsAtAuthorities].flatMap(([name, operation]) =>
  operation.kind === 'submission' ? [{ name, operation }] : [],
);

describe.each(submissions)('$name', ({ name, operation }) => {
  const [method, path] = name.split(' ') as [string, string];
  const acting = gateway.acting(demo.certificates[operation.authority]);

  const send = ({ query = {}, body }: Sent) => {
    const parameters = new URLSearchParams(
      Object.entries(query).flatMap(([field, values]) =>
        values.map((value): [string, string] => [field, value]),
      ),
    );
    return acting.call(method, `${path}?${parameters}`, {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  };

  test('files nothing that was not plainly asked for', async () => {
    const { request, after = [] } = requestOf(requests, name);
    const good = request as Fields;
    await authorities.reset();
    for (const [earlier, body] of after) {
      const [method, path] = earlier.split(' ') as [string, string];
      expect(await acting.call(method, path, { json: body })).toMatchObject({ status: 200 });
    }
    const before = await authorities.stats();
    const digest = await authorities.digest();
    for (const [what, unclear] of UNCLEAR) {
      const { status, body } = await send(unclear(good));
      expect({ what, status, errors: Object.keys(body.errors ?? {}) }).toMatchObject({ what, status: 422 });
    }
    expect((await authorities.stats()).submissions).toEqual(before.submissions);
    expect(await authorities.digest()).toBe(digest);
    // So each of them was one form away from a filing.
    expect(await send({ body: good })).toMatchObject({ status: 200 });
    expect(await authorities.digest()).not.toBe(digest);
  });
});
