import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { CreateSecretCommand } from '@aws-sdk/client-secrets-manager';
import { expect, test, vi } from 'vitest';
import { handler } from '../../../functions/gateway/canary/handler.ts';
import type { CanaryPlan } from '../../../functions/gateway/canary/plan.ts';
import { seed } from '../../../sandbox/seed.ts';
import { secretsManager } from '../../../shared/stores/secrets.ts';
import { newAccount } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { demo } from '../../support/demo.ts';
import { asFunction } from '../../support/iam/recorder.ts';
import { requestsOf } from '../../support/requests.ts';
import { scriptedGateway } from '../../support/servers/scripted-gateway.ts';

/** The canary, which makes the calls of its plan to the stage. */

/** Runs the canary with this text as its secret. */
const runWith = async (text: string): Promise<void> => {
  const { ARN } = await secretsManager().send(
    new CreateSecretCommand({ Name: `canary-${randomUUID()}`, SecretString: text }),
  );
  vi.stubEnv('CANARY_SECRET', ARN);
  await asFunction('canary', handler);
};
const run = (plan: CanaryPlan) => runWith(JSON.stringify(plan));

const QUESTION = 'GET /seg-social/ta-info-for-nss';
const DRY_RUN = 'PUT /seg-social/datos-bancarios';

/** A user with a certificate, and a plan with a reading and a dry run. */
const planOfUser = async () => {
  const password = 'una contraseña';
  const { email, gateway } = await newAccount(demo.baseUrl, 'Canary', password);
  const headers = { 'X-Cert-Secret': await storeNewCertificate(gateway, { person: seed.demo.holder }) };
  const fields = (name: string) => requestsOf(demo)[name]!.request as Record<string, string>;
  const plan: CanaryPlan = {
    baseUrl: demo.baseUrl,
    email,
    password,
    calls: [
      { method: 'GET', path: '/status' },
      { method: 'GET', path: QUESTION.split(' ')[1]!, query: fields(QUESTION), headers },
      {
        method: 'PUT',
        path: DRY_RUN.split(' ')[1]!,
        headers,
        body: { ...fields(DRY_RUN), test: 1 },
      },
    ],
  };
  return { plan, gateway };
};

test('the canary carries out its plan on the service, and nothing is filed', async () => {
  const { plan, gateway } = await planOfUser();
  await run(plan);
  const { body } = await gateway.get('/tramites');
  expect(body.data.data.map(({ dry, state }: { dry: boolean; state: string }) => [dry, state])).toEqual([
    [true, 'dryRun'],
  ]);
});

test('a wrong password is an error of the canary that names the call and nothing of the user', async () => {
  const { plan } = await planOfUser();
  await expect(run({ ...plan, password: 'otra' })).rejects.toThrow(/^POST \/auth\/login: status 401$/);
});

test('the canary names each call that fails, without its request, and makes the other calls all the same', async () => {
  const { plan } = await planOfUser();
  const headers = { 'X-Cert-Secret': 'ninguno' };
  const calls = plan.calls.map((call) => ({ ...call, headers }));
  await expect(run({ ...plan, calls })).rejects.toThrow(
    /^GET \/seg-social\/ta-info-for-nss: status 4\d\d; PUT \/seg-social\/datos-bancarios: status 4\d\d$/,
  );
});

test('the canary signs in, sends what the plan says, and signs out', async () => {
  const { baseUrl, seen } = await scriptedGateway(() => ({ data: { access_token: 'a token' } }));
  const calls: CanaryPlan['calls'] = [{ method: 'GET', path: '/x', query: { a: '1' }, headers: { b: '2' } }];
  await run({ baseUrl, email: 'a@b.c', password: 'p', calls });
  const authorization = 'Bearer a token';
  expect(seen).toMatchObject([
    { method: 'POST', path: '/api/v4/auth/login?', json: { email: 'a@b.c', password: 'p' } },
    { method: 'GET', path: '/api/v4/x?a=1', headers: { authorization, b: '2' } },
    { method: 'GET', path: '/api/v4/auth/logout?', headers: { authorization } },
  ]);
});

test.each<[string, Parameters<typeof scriptedGateway>[0], RegExp]>([
  ['200 without success', () => ({ body: { success: false } }), /^GET \/x: status 200 without success/],
  ['another status', () => ({ status: 204 }), /^GET \/x: status 204/],
  [
    'an address elsewhere',
    () => ({ status: 302, headers: { Location: '/y' } }),
    /^GET \/x: status 302; PUT \/y: status 302; /,
  ],
  [
    'what is no JSON',
    () => (response: ServerResponse) => response.end('<secret>'),
    /^GET \/x: status 200 without success/,
  ],
  [
    'a connection that is cut',
    () => (response: ServerResponse) => response.destroy(),
    /^GET \/x: no answer \(UND_ERR_SOCKET\)/,
  ],
  [
    'a dry run that may have filed',
    () => ({}),
    /^PUT \/y: a dry run that does not say that nothing was filed$/,
  ],
])('the canary reports an error for this answer: %s', async (_, answer, message) => {
  const { baseUrl } = await scriptedGateway((request, time) =>
    time === 1 ? { data: { access_token: 'a' } } : answer(request, time),
  );
  const calls: CanaryPlan['calls'] = [
    { method: 'GET', path: '/x' },
    { method: 'PUT', path: '/y', body: { test: 1 } },
  ];
  await expect(run({ baseUrl, email: 'a@b.c', password: 'p', calls })).rejects.toThrow(message);
});

test.each([
  ['no plan yet', '{}'],
  ['what is no JSON', 'password'],
  [
    'a filing that is no dry run',
    JSON.stringify({
      baseUrl: 'http://127.0.0.1:1',
      email: 'a@b.c',
      password: 'p',
      calls: [{ method: 'PUT', path: '/y', body: { test: 0 } }],
    }),
  ],
])('the canary, given %s, makes no call, and says what to do', async (_, text) => {
  await expect(runWith(text)).rejects.toThrow(
    /^The canary has no plan that can be read\. Make one: npm run accounts -- canary$/,
  );
});
