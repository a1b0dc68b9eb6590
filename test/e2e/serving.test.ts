import { beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../shared/derive/routes.ts';
import { demo } from '../support/deployed.ts';
import { fromElsewhere, Gateway, signIn, withinOneMinute } from '../support/gateway.ts';
import { groups } from '../support/infra/groups.ts';

const anonymous = new Gateway(demo.baseUrl, fromElsewhere());
const origin = demo.baseUrl.replace(/\/api\/v4$/, '');

let gateway: Gateway;
beforeAll(async () => {
  gateway = await signIn(demo.baseUrl, demo);
});

const operations = groups.flatMap((group) =>
  group.operations.map((operation) => ({
    method: operation.method,
    path: addressOf(group, operation).replace(/\{\w+\}/g, '0'),
    operation,
  })),
);

test.each(
  operations.filter(({ operation }) => !(operation.kind === 'resource' && operation.access === 'anonymous')),
)('$method $path is nobody’s without a token', async ({ method, path }) => {
  const { status, headers } = await new Gateway(origin, fromElsewhere()).call(method, path);
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer');
});

test.each([
  ['none', {}],
  ['not a bearer', { Authorization: 'Basic eDp5' }],
  ['made up', { Authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.AAAA' }],
])('a token that is %s is answered like any other bad one', async (_, headers) => {
  const { status, body } = await anonymous.with(headers).get('/auth');
  expect(status).toBe(401);
  expect(body.message).toBe((await anonymous.get('/auth')).body.message);
});

describe('addresses', () => {
  test('an unknown one is 404', async () => {
    for (const path of ['/nada', '/seg-social/nada', '/certificate/a/b'])
      expect(await gateway.get(path)).toMatchObject({ status: 404, body: { success: false, data: [] } });
  });

  test('a known one with another method is 405 and tells which it has', async () => {
    const { status, headers } = await gateway.call('PUT', '/seg-social/idc');
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, OPTIONS');
  });

  test('browsers may ask and read', async () => {
    const preflight = await gateway.call('OPTIONS', '/seg-social/alta', {
      headers: { Origin: 'https://nominas.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Cert-Secret');
    const answer = await gateway.get('/auth');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Ratelimit-Remaining');
  });

  test('the reference describes every operation and needs no token', async () => {
    const { status, body } = await anonymous.get('/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\.1/);
    for (const { method, path, operation } of operations) {
      const described = Object.entries(body.paths).find(
        ([address]) => address.replace(/\{\w+\}/g, '0') === path,
      )?.[1] as Record<string, { summary: string }>;
      expect(described[method.toLowerCase()]?.summary).toBe(operation.summary);
    }
  });
});

describe('bodies', () => {
  const send = (body: string | undefined, type?: string) =>
    gateway.call('POST', '/auth/login', { body, headers: type ? { 'Content-Type': type } : {} });

  test.each([
    ['broken JSON', '{"email":', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['bytes that are no UTF-8', 'ÿ', 'application/json', 400],
    ['a form', 'email=x', 'application/x-www-form-urlencoded', 415],
    ['too much', JSON.stringify({ email: 'x'.repeat(256 * 1024) }), 'application/json', 413],
    ['too deep', `{"email":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'application/json', 400],
    ['JSON with a charset', '{}', 'application/json; charset=utf-8', 422],
    ['nothing', undefined, undefined, 422],
  ])('%s', async (_, body, type, expected) => {
    expect(await send(body, type)).toMatchObject({ status: expected });
  });

  test('all failing fields and headers come at once', async () => {
    const { status, body } = await gateway.post('/seg-social/alta', { test: 2, fecha_real: '2026-02-30' });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(
      [
        'X-Cert-Secret',
        'ccc',
        'cno',
        'dni',
        'fecha_real',
        'grupo_cotizacion',
        'identificacion',
        'nss',
        'regimen',
        'test',
        'tipo_contrato',
      ].sort(),
    );
  });

  test('a mistyped field stops a submission, also a dry one', async () => {
    const { body } = await gateway
      .acting(demo.certificates.tgss)
      .post('/seg-social/alta', { coeficente: 500, test: 1 });
    expect(body.errors.coeficente).toEqual(['coeficente: Campo desconocido. ¿Quiso decir coeficiente?']);
  });

  test('GET takes its parameters from the query; a name nobody knows is told', async () => {
    const answer = await gateway.acting(demo.certificates.tgss).get('/seg-social/employee-situations', {
      regimen: demo.company.regimen,
      ccc: demo.company.ccc,
      dni: demo.worker.dni,
      mi_referencia: 'A-17',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-ignored-fields')).toBe('mi_referencia');
  });
});

test('anonymous calls count by address, whatever they ask', async () => {
  const caller = new Gateway(demo.baseUrl, fromElsewhere());
  const remaining = async (path: string) =>
    Number((await caller.get(path)).headers.get('x-ratelimit-remaining'));
  await withinOneMinute(10);
  expect(await remaining('/openapi.json')).toBe(59);
  expect(await remaining('/auth')).toBe(58);
  expect(await remaining('/nada')).toBe(57);
  expect((await caller.get('/nada')).headers.get('x-ratelimit-limit')).toBe('60');
});

describe('sessions', () => {
  test('a token works until it signs out', async () => {
    const other = await signIn(demo.baseUrl, demo);
    const { body } = await other.get('/auth');
    expect(body.data).toMatchObject({
      email: demo.email,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect((await other.get('/auth/logout')).status).toBe(200);
    expect((await other.get('/auth')).status).toBe(401);
    expect((await gateway.get('/auth')).status).toBe(200);
  });

  test('a wrong password and an unknown e-mail are answered alike, and ten of them block the e-mail', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const unknown = await anonymous.post('/auth/login', { email, password: 'x' });
    const wrong = await anonymous.post('/auth/login', { email: demo.otherAccount.email, password: 'x' });
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
    for (let i = 1; i < 10; i++) await anonymous.post('/auth/login', { email, password: 'x' });
    const blocked = await anonymous.post('/auth/login', { email, password: 'x' });
    expect(blocked).toMatchObject({ status: 429, body: { message: 'Too Many Requests' } });
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800);
  });
});
