import { createHmac } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { authorityDown, tlsFailed } from '../../../shared/kernel/authority-errors.ts';
import { forbidden, notWrittenDown, ServiceError, tooManyRequests } from '../../../shared/kernel/errors.ts';
import type { Reply } from '../../../shared/kernel/reply.ts';
import { type Answered, enveloped, Replayed, receive, type Serving } from '../../../shared/serving/answer.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { newTrace, type Received, type Trace } from '../../../shared/serving/stages.ts';
import { limited } from '../../../shared/stores/limits.ts';
import { operations } from '../../support/infra/groups.ts';

/** How a call begins, and how each outcome is answered, logged and measured. */

beforeEach(() => void vi.stubEnv('STAGE', 'production'));

const NOW = new Date('2026-11-04T11:00:00.000Z');
const KEY = new Uint8Array(32);

const world = (given: { key?: (name: string) => Promise<Uint8Array> } = {}) => {
  const logged: [message: string, details: Record<string, unknown>][] = [];
  const measured: unknown[] = [];
  const services = {
    stores: { keys: { serviceKey: given.key ?? (async () => KEY) } },
    metrics: { add: (...values: unknown[]) => measured.push(values) },
    now: () => new Date(NOW.getTime() + 250),
    newId: () => 'r1',
    log: {
      info: (message: string, details: Record<string, unknown>) => logged.push([message, details]),
      error: (message: string, details: Record<string, unknown>) => logged.push([message, details]),
    },
  } as unknown as Services;
  return { services, logged, measured };
};

const eventWith = (given: Record<string, unknown> = {}) =>
  ({
    httpMethod: 'POST',
    resource: '/v4/cosa',
    headers: {},
    requestContext: {
      domainName: 'api.example.com',
      requestId: 'g1',
      path: '/api/v4/cosa',
      identity: { sourceIp: '192.0.2.1' },
    },
    ...given,
  }) as unknown as APIGatewayProxyEvent;

const begin = (event = eventWith(), options: Parameters<typeof world>[0] = {}) =>
  receive(world(options).services, event);

const operation = (given: Record<string, unknown> = {}) =>
  ({ method: 'POST', path: '/cosa', response: z.object({ a: z.string() }), ...given }) as never;

/** The answer, log lines and metrics for an outcome. */
const respond = async (
  outcome: Answered | Error,
  given: Partial<Trace> = {},
  options: Parameters<typeof world>[0] = {},
) => {
  const { services, logged, measured } = world(options);
  const received = {
    event: eventWith(),
    requestId: 'r1',
    gatewayId: 'g1',
    now: NOW,
    ip: '192.0.2.1',
    trace: { ...newTrace(), ...given },
  } as unknown as Received;
  const handler = enveloped(services)
    .before((call) => {
      call.context = { ...call.context, received };
    })
    .handler(async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
  const { statusCode, headers, body } = (await handler(
    received.event,
    {} as Serving,
  )) as APIGatewayProxyResult;
  return { status: statusCode, headers: headers as Record<string, string>, body, logged, measured };
};

const EXPOSED =
  'X-Request-Id, X-Tramite-Id, X-Repeated, X-Ratelimit-Limit, X-Ratelimit-Remaining, X-Ratelimit-Reset, Retry-After, ' +
  'X-Ignored-Fields, X-Not-Asked, Idempotency-Replayed, Deprecation, Link, Location, Preference-Applied';

describe('the start of a request', () => {
  test('a request starts with its event, id, time, deadline, address and origin', () => {
    const event = eventWith();
    const now = new Date(NOW.getTime() + 250);
    expect(begin(event)).toEqual({
      event,
      requestId: 'r1',
      gatewayId: 'g1',
      now,
      deadline: new Date(now.getTime() + 25_000),
      ip: '192.0.2.1',
      origin: 'https://api.example.com',
      headerErrors: {},
      scenario: undefined,
      trace: { ignored: [], notAsked: [], dry: false, files: [], underWay: [] },
    });
  });

  test('the key that the end of a request needs is asked for at once', () => {
    const asked: string[] = [];
    const key = async (name: string) => {
      asked.push(name);
      throw new Error('down');
    };
    expect(begin(eventWith(), { key })).toBeDefined();
    expect(asked).toEqual(['address']);
  });

  test('the early read of the key may take as long as the request, because other requests wait for it too', () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const secrets = limited(() => ({ send: async (_command: object) => {} }), { callMs: 5_000 });
    const key = async () => {
      await secrets.send({});
      return KEY;
    };
    begin(eventWith(), { key });
    expect(timeout.mock.calls).toEqual([[5_000]]);
  });

  test('a request starts also where API Gateway gives no address', () => {
    for (const requestContext of [{}, { identity: {} }])
      expect(begin(eventWith({ requestContext })).ip).toBe('unknown');
  });

  test('a preflight gets an answer of its own, and its handler is not called', async () => {
    const handler = enveloped(world().services).handler(async () => {
      throw new Error('not asked');
    });
    const answered = await handler(eventWith({ httpMethod: 'OPTIONS' }), {} as Serving);
    expect(answered).toEqual({
      statusCode: 204,
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': EXPOSED,
        'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
        'Access-Control-Allow-Headers':
          'Authorization, Content-Type, X-Cert-Secret, Idempotency-Key, Preview-Token, Repeats, Prefer, X-Sandbox-Scenario',
        'Access-Control-Max-Age': '86400',
      },
    });
  });

  test('a scenario is taken from the header on a sandbox stage only', () => {
    const event = eventWith({ headers: { 'x-sandbox-scenario': ' slow ' } });
    expect(begin(event).scenario).toBeUndefined();
    vi.stubEnv('STAGE', 'sandbox');
    const slow = begin(event);
    expect([slow.scenario, slow.headerErrors]).toEqual(['slow', {}]);
    const none = begin(eventWith({ headers: { 'X-Sandbox-Scenario': ' ' } }));
    expect([none.scenario, none.headerErrors]).toEqual([undefined, {}]);
    expect(begin(eventWith({ headers: { 'X-Sandbox-Scenario': 'slo' } })).headerErrors).toEqual({
      'X-Sandbox-Scenario': [expect.stringMatching(/^Debe ser uno de: error-page, .*, slow, .*\.$/)],
    });
  });

  test('the origin of a request is the address that API Gateway gives, or, on a sandbox stage without one, its Host header', () => {
    const bare = eventWith({ headers: { host: 'evil.example' }, requestContext: {} });
    expect(begin(bare).origin).toBe('https://undefined');
    vi.stubEnv('STAGE', 'sandbox');
    expect(begin(bare).origin).toBe('http://evil.example');
    expect(begin().origin).toBe('https://api.example.com');
  });
});

describe('the headers of answers', () => {
  test('every answer forbids caching, guessing its type and plain HTTP, and names the request', async () => {
    const { headers } = await respond({ data: [] });
    expect(headers).toEqual({
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Strict-Transport-Security': 'max-age=63072000',
      'X-Request-Id': 'r1',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': EXPOSED,
    });
  });

  test('an answer says in its headers what is known of its call', async () => {
    const window = { limit: 10, remaining: 3, reset: 99, admitted: true } as Trace['window'];
    const { headers } = await respond(
      { data: [], headers: { 'X-Own': '1' } },
      { filingId: 'f1', window: window!, ignored: ['a', 'b.c', 'ñ\n', '__proto__'] },
    );
    expect(headers).toMatchObject({
      'X-Tramite-Id': 'f1',
      'X-Ratelimit-Limit': '10',
      'X-Ratelimit-Remaining': '3',
      'X-Ratelimit-Reset': '99',
      'X-Ignored-Fields': 'a, b.c, ??, __proto__',
      'X-Own': '1',
    });
    const many = await respond({ data: [] }, { ignored: new Array(500).fill('abc') });
    expect(many.headers['X-Ignored-Fields']).toHaveLength(1000);
  });

  test('a result names in X-Not-Asked the fields that were not asked for, and other answers do not', async () => {
    const given = { notAsked: ['cno', 'pl'] };
    const of = async (outcome: Parameters<typeof respond>[0]) =>
      (await respond(outcome, given)).headers['X-Not-Asked'];
    expect(await of({ data: [] })).toBe('cno, pl');
    expect(await of(new Replayed(200, { success: true, message: 'x' }))).toBe('cno, pl');
    expect(await of({ status: 202, data: [] })).toBeUndefined();
    expect(await of(new Replayed(422, { success: false, message: 'x' }))).toBeUndefined();
    expect(await of(tooManyRequests(7))).toBeUndefined();
    expect((await respond({ data: [] })).headers).not.toHaveProperty('X-Not-Asked');
  });

  test('a failure has the headers that its error gives', async () => {
    expect((await respond(tooManyRequests(7))).headers).toMatchObject({ 'Retry-After': '7' });
  });

  test('an answer says in its headers that it is repeated, and that its operation has a successor', async () => {
    const again = await respond(new Replayed(201, { success: true, message: 'x' }));
    expect(again).toMatchObject({ status: 201, headers: { 'Idempotency-Replayed': 'true' } });
    expect(JSON.parse(again.body)).toEqual({ success: true, message: 'x' });
    const old = await respond({ data: [] }, { operation: operation({ supersededBy: '/otra' }) });
    expect(old.headers).toMatchObject({
      Deprecation: 'true',
      Link: '</api/v4/otra>; rel="successor-version"',
    });
    const { headers } = await respond({ data: [] }, { operation: operation() });
    expect(headers).not.toHaveProperty('Link');
    expect(headers).not.toHaveProperty('Idempotency-Replayed');
  });
});

describe('the bodies of answers', () => {
  const parsed = async (...given: Parameters<typeof respond>) => {
    const { status, body } = await respond(...given);
    return { status, body: JSON.parse(body) };
  };

  test('an answer has the envelope as its body', async () => {
    expect(await parsed({ data: { a: 'x' } })).toEqual({
      status: 200,
      body: { success: true, message: 'OK', status: 200, data: { a: 'x' } },
    });
    expect((await parsed({ status: 202, data: [] })).status).toBe(202);
    expect(await parsed(forbidden('No.'))).toMatchObject({
      status: 403,
      body: { success: false, message: 'No.' },
    });
  });

  test('a page is answered as the page itself', async () => {
    const page = { contentType: 'text/html', body: '<p>' };
    expect(await respond({ page } as Reply<unknown>)).toMatchObject({
      status: 200,
      body: '<p>',
      headers: { 'Content-Type': 'text/html' },
    });
    expect((await respond({ page: { ...page, status: 404 } } as Reply<unknown>)).status).toBe(404);
    const large = await respond({ page: { ...page, body: 'x'.repeat(6_000_000) } } as Reply<unknown>, {
      filingId: 'f1',
    });
    expect(large.status).toBe(500);
  });

  test('an unforeseen error is answered without its text, and is logged and measured', async () => {
    const { status, body, logged, measured } = await respond(new TypeError('secret'));
    expect(status).toBe(500);
    expect(body).not.toContain('secret');
    expect(JSON.parse(body).message).toContain('r1');
    expect(logged[0]).toEqual(['unexpected error', { requestId: 'r1', error: new TypeError('secret') }]);
    expect(measured).toEqual([['Defects', 1, { facts: { requestId: 'r1' } }]]);
  });

  test('the reason why a request could not be recorded is logged, and is measured unless it passes', async () => {
    const answered = async (cause: Error) => {
      const { status, body, logged, measured } = await respond(notWrittenDown(cause));
      expect(status).toBe(503);
      expect(body).not.toContain('secret');
      expect(logged[0]).toEqual(['unexpected error', { requestId: 'r1', error: cause }]);
      return measured;
    };
    expect(await answered(new TypeError('secret'))).toEqual([['Defects', 1, { facts: { requestId: 'r1' } }]]);
    expect(
      await answered(Object.assign(new Error('secret'), { name: 'TimeoutError', $metadata: {} })),
    ).toEqual([]);
    const cause = new Error('down');
    for (const fault of [
      authorityDown('tgss', 30, { cause }),
      tlsFailed('tgss', 'x', { retryAfter: 30, cause }),
    ]) {
      const { logged, measured } = await respond(fault);
      expect(logged.map(([message]) => message)).toEqual(['request']);
      expect(measured).toEqual([]);
    }
  });

  test('an answer that is too large is replaced by a message that says so', async () => {
    const large = { data: { a: 'x'.repeat(6_000_000) } };
    const MESSAGE =
      'La operación terminó, pero la respuesta es demasiado grande para entregarla. Referencia: r1.';
    const question = await respond(large);
    expect(JSON.parse(question.body)).toMatchObject({ success: false, status: 500, message: MESSAGE });
    expect(question.logged[0]).toEqual(['answer too large to deliver', { requestId: 'r1' }]);
    expect(await parsed({ ...large, status: 202 }, { filingId: 'f1' })).toEqual({
      status: 202,
      body: { success: true, status: 202, message: `${MESSAGE} Trámite: f1.`, data: [] },
    });
    // As the operation ended, and not as the answer is delivered.
    expect((await parsed({ ...large, success: false }, { filingId: 'f1' })).body.success).toBe(false);
  });
});

describe('an answer without data', () => {
  const dataOf = async (...given: Parameters<typeof respond>) =>
    JSON.parse((await respond(...given)).body).data;
  const again = (status: number) => new Replayed(status, { success: true, message: 'x', data: [] });

  test('empty data have the type of the operation, also in an answer that was stored with an empty list', async () => {
    const ofObject = { operation: operation() };
    expect(await dataOf({}, ofObject)).toEqual({});
    expect(await dataOf({ success: false }, ofObject)).toEqual({});
    expect(await dataOf(again(200), ofObject)).toEqual({});
    const ofList = { operation: operation({ response: z.array(z.string()) }) };
    expect(await dataOf({}, ofList)).toEqual([]);
    expect(await dataOf(again(200), ofList)).toEqual([]);
  });

  test('a failure has an empty list as data, unless its operation says otherwise', async () => {
    expect(await dataOf(forbidden('No.'), { operation: operation() })).toEqual([]);
    expect(await dataOf(again(422), { operation: operation() })).toEqual([]);
    const own = { operation: operation({ emptyData: { data: [] } }) };
    expect(await dataOf(forbidden('No.'), own)).toEqual({ data: [] });
    expect(await dataOf({}, own)).toEqual({ data: [] });
  });

  test.each(operations)('the empty data of $name have the type of its example', async ({ operation }) => {
    if (operation.page) return;
    const data = await dataOf({}, { operation });
    expect(Array.isArray(data)).toBe(Array.isArray(operation.example.response));
    expect(typeof data).toBe('object');
  });
});

describe('an answer outside its schema', () => {
  test('an answer outside its schema is delivered, logged by its paths, and measured', async () => {
    const { status, logged, measured } = await respond({ data: { a: 1 } }, { operation: operation() });
    expect(status).toBe(200);
    expect(logged[0]).toEqual([
      'answer outside its schema',
      { requestId: 'r1', path: '/cosa', paths: ['a'] },
    ]);
    expect(measured).toEqual([['Defects', 1, { facts: { requestId: 'r1' } }]]);
    const nested = { response: z.object({ b: z.array(z.object({ c: z.string() })) }) };
    const { logged: lines } = await respond({ data: { b: [{}] } }, { operation: operation(nested) });
    expect(lines[0]![1].paths).toEqual(['b.0.c']);
  });

  test.each<[string, Answered, Partial<Trace>]>([
    ['good data', { data: { a: 'x' } }, {}],
    ['no data', {}, {}],
    ['an empty list', { data: [] }, { operation: operation({ response: z.array(z.string()) }) }],
    ['another status', { status: 202, data: { b: 1 } }, {}],
    ['a page', { page: { contentType: 'x', body: 'x' }, data: { b: 1 } } as Answered, {}],
    ['an answer that is given again', new Replayed(200, { success: true, message: 'x' }), {}],
    ['no operation', { data: { a: 1 } }, { operation: undefined as never }],
  ])('an answer without a schema to compare with is not reported: %s', async (_, outcome, given) => {
    const { logged, measured } = await respond(outcome, { operation: operation(), ...given });
    expect(logged.map(([message]) => message)).toEqual(['request']);
    expect(measured).toEqual([]);
  });
});

describe('the line of a request', () => {
  const ADDRESS = createHmac('sha256', KEY).update('192.0.2.1').digest('hex').slice(0, 16);
  const line = async (...given: Parameters<typeof respond>) => (await respond(...given)).logged.at(-1);

  test('the line says what was asked, the outcome, the time, and who asked, without the address', async () => {
    expect(await line({ data: [] })).toEqual([
      'request',
      {
        requestId: 'r1',
        gateway: 'g1',
        operation: undefined,
        status: 200,
        milliseconds: 250,
        address: ADDRESS,
      },
    ]);
    const caller = { accountId: 'a1', userId: 'u1', clientId: 4 } as Trace['caller'];
    const certificate = { id: 'c1', clientId: 7 } as Trace['certificate'];
    expect(
      await line(forbidden('x'), {
        operation: operation(),
        filingId: 'f1',
        caller: caller!,
        certificate: certificate!,
        dry: true,
      }),
    ).toEqual([
      'request',
      {
        requestId: 'r1',
        gateway: 'g1',
        filing: 'f1',
        operation: 'POST /v4/cosa',
        status: 403,
        milliseconds: 250,
        account: 'a1',
        user: 'u1',
        client: 7,
        certificate: 'c1',
        address: ADDRESS,
        dry: true,
      },
    ]);
    const own = { ...certificate!, clientId: 0 };
    expect((await line({}, { caller: caller!, certificate: own }))![1]).toMatchObject({ client: 4 });
    expect(
      (await line({}, { caller: { ...caller!, clientId: undefined } as never, certificate: own }))![1],
    ).not.toHaveProperty('client');
  });

  test.each<[string, () => Promise<never>]>([
    ['cannot be had', () => Promise.reject(new Error('down'))],
    ['does not come', () => new Promise(() => {})],
  ])('the line has no address if the key of addresses %s', async (_, key) => {
    expect((await line({}, {}, { key }))![1]).toEqual({
      requestId: 'r1',
      gateway: 'g1',
      operation: undefined,
      status: 200,
      milliseconds: 250,
    });
  });
});

describe('work alongside a request', () => {
  test.each<[string, Answered]>([
    ['an answer', { data: [] }],
    ['a failure', forbidden('No.')],
  ])('work that began alongside a request has ended before %s leaves', async (_, outcome) => {
    let end = () => {};
    const noting = new Promise<void>((resolve) => {
      end = resolve;
    });
    let answered = false;
    const answering = respond(outcome, { underWay: [noting] }).finally(() => {
      answered = true;
    });
    // An answer that waits for nothing has left in the meantime.
    await respond(outcome);
    expect(answered).toBe(false);
    end();
    expect((await answering).logged.map(([message]) => message)).toEqual(['request']);
  });
});

describe('an operation that runs while it is counted', () => {
  const over = () => Promise.reject(tooManyRequests(7));

  test('the operation is answered after its request is admitted', async () => {
    expect((await respond({ data: [] }, { counting: Promise.resolve() })).status).toBe(200);
    expect((await respond(forbidden('No.'), { counting: Promise.resolve() })).status).toBe(403);
    expect((await respond({ data: [] }, { counting: over() })).status).toBe(429);
  });

  test('the operation is refused for its rate before it fails for another reason', async () => {
    for (const error of [forbidden('No.'), new TypeError('x')]) {
      const { status, headers, logged, measured } = await respond(error, { counting: over() });
      expect(status).toBe(429);
      expect(headers).toMatchObject({ 'Retry-After': '7' });
      expect(logged.map(([message]) => message)).toEqual(['request']);
      expect(measured).toEqual([['RequestsLimited', 1, { facts: { requestId: 'r1' } }]]);
    }
  });
});

describe('the metric of refused requests', () => {
  test.each([
    ['over the rate', false, ['RequestsLimited']],
    ['after failed sign-ins', true, ['SignInsBlocked', 'SignInsFailed']],
    ['before the rate is known', undefined, ['RequestsLimited']],
  ])('the metric counts a refused request that comes %s', async (_, admitted, metrics) => {
    const window = admitted === undefined ? undefined : ({ admitted } as Trace['window']);
    const { measured, logged } = await respond(tooManyRequests(1), window ? { window } : {});
    expect(measured).toEqual(metrics.map((metric) => [metric, 1, { facts: { requestId: 'r1' } }]));
    expect(logged).toHaveLength(1);
  });

  test('the metric counts no other caller', async () => {
    expect((await respond(new ServiceError(428, 'x'))).measured).toEqual([]);
  });
});
