import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { toP12 } from '../../../sandbox/pki/p12.ts';
import { issueClient } from '../../../sandbox/pki/pki.ts';
import { scenarioOf } from '../../../sandbox/scenario.ts';
import { seed } from '../../../sandbox/seed.ts';
import { addressOf } from '../../../shared/derive/routes.ts';
import { SCENARIOS } from '../../../shared/kernel/config.ts';
import { demo, caller as gateway } from '../../support/demo.ts';
import { fromElsewhere, Gateway } from '../../support/gateway.ts';
import { groups } from '../../support/infra/groups.ts';
import { requestsOf } from '../../support/requests.ts';

/** Requests that once caused an internal error, or were misread. */

const { regimen, ccc } = demo.company;
const idc = { regimen, ccc, nss: demo.worker.nss, startDate: demo.worker.fecha_alta };
const anonymous = () => new Gateway(demo.baseUrl, fromElsewhere());

test('a P12 without a password is accepted with an empty password and without any', async () => {
  const folder = dirname(demo.authorities.ca);
  const [certificate, key] = await Promise.all(
    ['ca.pem', 'ca.key'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const issued = await issueClient({ certificate: certificate!, key: key! }, { person: seed.demo.holder });
  const p12 = toP12(issued, '', { rounds: 1 });
  const saved = await gateway.upload(p12, { password: '' });
  expect(saved.status).toBe(200);
  expect((await gateway.upload(p12, {})).body.data).toEqual(saved.body.data);
  const locked = await gateway.upload(toP12(issued, 'clave', { rounds: 1 }), { password: '' });
  expect(locked).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
});

test('X-Sandbox-Scenario accepts the scenarios of the stand-ins, and nothing else', async () => {
  expect(SCENARIOS.map((one) => scenarioOf(one))).toEqual(SCENARIOS);
  const caller = gateway.acting(demo.certificates.tgss);
  for (const scenario of ['nothing', 'Refused', 'refused, slow', 'caf\u00e9']) {
    const { status, body } = await caller
      .with({ 'X-Sandbox-Scenario': scenario })
      .get('/seg-social/idc', idc);
    expect({ status, failing: Object.keys(body.errors) }).toEqual({
      status: 422,
      failing: ['X-Sandbox-Scenario'],
    });
  }
  const refused = await caller.with({ 'X-Sandbox-Scenario': 'refused' }).get('/seg-social/idc', idc);
  expect(Object.keys(refused.body.errors)).toEqual(['tgss']);
});

test('an e-mail that cannot be a key of a table signs no one in, and gets no link', async () => {
  for (const email of [`${'a'.repeat(2_000)}@example.com`, `${'ñ'.repeat(1_500)}@example.com`]) {
    expect((await anonymous().post('/auth/login', { email, password: 'x' })).status).toBe(422);
    const form = await fetch(`${demo.baseUrl}/password/forgotten`, {
      method: 'POST',
      headers: { ...fromElsewhere(), 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email: `${email.slice(0, 1_900)}@example.com` }),
    });
    expect({ status: form.status, body: await form.text() }).toEqual({
      status: 422,
      body: expect.stringContaining('<!doctype html>'),
    });
  }
});

test('a half UTF-16 character is refused also without a session', async () => {
  const sent = { email: 'a\ud800@example.com', password: 'a\udc00' };
  const { status, body } = await anonymous().post('/auth/login', sent);
  expect({ status, failing: Object.keys(body.errors) }).toEqual({
    status: 422,
    failing: ['email', 'password'],
  });
});

test.each([1e-320, 1e-200, -1e300, 1.5, 2 ** 60])(
  'a number that no row can hold is refused in the older variant: %s',
  async (number) => {
    const older = gateway.movedTo(demo.legacyBaseUrl);
    const profile = { dni: 'B99999990', razon_social: 'X', account: [{ regimen, cuenta: ccc, alias: 'X' }] };
    const names = ['tlf', 'provincia_id', 'municipio_id', 'codigo_empresa'];
    const { status, body } = await older.post('/customer', {
      name: 'X',
      access: { email: 'numeros@example.com' },
      profile: { ...profile, ...Object.fromEntries(names.map((name) => [name, number])) },
    });
    expect({ status, failing: Object.keys(body.errors).sort() }).toEqual({
      status: 422,
      failing: names.map((name) => `profile.${name}`).sort(),
    });
  },
);

test('a page or a client beyond every list is empty or not found', async () => {
  // The longest number that a query may have; `perPage` accepts any.
  const far = 999_999_999_999_999;
  const queries: Record<string, number | string>[] = [
    { page: far },
    { page: far, perPage: far },
    { page: far, perPage: '9'.repeat(16) },
    { page: far, search: 'a' },
  ];
  for (const caller of [gateway, gateway.movedTo(demo.legacyBaseUrl)])
    for (const query of queries) {
      const { status, body } = await caller.get('/customer', query);
      expect({ status, found: body.data.data }).toEqual({ status: 200, found: [] });
    }
  expect((await gateway.delete(`/customer/${far}`)).status).toBe(404);
  expect((await gateway.get('/tramites', { page: far })).status).toBe(200);
});

test('a client that the account does not have is not found, wherever it is named', async () => {
  const statuses: Record<string, number> = {};
  for (const group of groups)
    for (const operation of group.operations.filter((one) => !('body' in one) && !one.path.includes('{')))
      for (const field of ['company', 'clientId'].filter((one) => one in operation.request.shape)) {
        const address = addressOf(group, operation);
        const { status } = await gateway
          .movedTo(new URL(demo.baseUrl).origin)
          .call(operation.method, address, { json: { ...operation.example.request, [field]: 999_999 } });
        statuses[`${operation.method} ${address} ${field}`] = status;
      }
  expect(Object.keys(statuses).length).toBeGreaterThan(5);
  expect(statuses).toEqual(Object.fromEntries(Object.keys(statuses).map((name) => [name, 404])));
});

test('a scheme that no page offers is refused, and is not reported as an unreadable answer', async () => {
  const requests = Object.entries(requestsOf(demo)).filter(([, { request }]) => 'regimen' in request);
  const odd: string[] = [];
  for (const [name, { request }] of requests) {
    const [method, path] = name.split(' ') as [string, string];
    const secret = demo.certificates[path.startsWith('/sepe') ? 'sepe' : 'tgss'];
    const { status, body } = await gateway.acting(secret).call(method, path, {
      json: { ...request, regimen: '9999', ...(method !== 'GET' && { duplicate: 0 }) },
    });
    if (status >= 500) odd.push(`${name}: ${status} ${body.message}`);
  }
  expect(odd).toEqual([]);
});
