import { expect, test } from 'vitest';
import { outputOf, readOutputs } from '../../infra/commands/deployment.ts';
import { addToUsagePlan } from '../../infra/commands/usage-plan.ts';
import { seed } from '../../sandbox/seed.ts';
import { createAccount } from '../../shared/stores/accounts.ts';
import { storeNewCertificate } from '../support/certificates.ts';
import { demo } from '../support/deployed.ts';
import { type Answered, signIn } from '../support/gateway.ts';

/** A tenant whose windows no other test has counted in. */
const newTenant = async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const password = 'una contraseña';
  const { accountId } = await createAccount({ email, name: 'Nóminas', password });
  await addToUsagePlan(accountId, outputOf(await readOutputs('sandbox'), 'UsagePlanId'));
  return signIn(demo.baseUrl, { email, password });
};

/** Waits until enough of a minute is left for what follows to fall into one window. */
const withinOneMinute = async (seconds: number) => {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < seconds * 1000) await new Promise((resolve) => setTimeout(resolve, left + 200));
};

const byStatus = (answers: Answered[]) => Object.groupBy(answers, ({ status }) => status);

test('300 at once on a route of limit 80 admit exactly 80, and leave the other tenant alone', async () => {
  const [gateway, other] = [await newTenant(), await newTenant()];
  await withinOneMinute(30);
  const answers = await Promise.all(Array.from({ length: 300 }, () => gateway.get('/certificate')));
  const { 200: admitted = [], 429: refused = [] } = byStatus(answers);
  expect([admitted.length, refused.length]).toEqual([80, 220]);
  expect(new Set(answers.map(({ headers }) => headers.get('x-ratelimit-limit')))).toEqual(new Set(['80']));
  expect(new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset'))).size).toBe(1);
  expect(
    admitted.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort((a, b) => a - b),
  ).toEqual(Array.from({ length: 80 }, (_, left) => left));
  for (const { headers, body } of refused) {
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toMatchObject({ message: 'Too Many Requests', status: 429 });
  }
  expect((await other.get('/certificate')).status).toBe(200);
  // Another route of the same user has its own window.
  expect((await gateway.get('/auth')).status).toBe(200);
});

test('certificates count apart, invented ones with their user', async () => {
  const gateway = await newTenant();
  const remaining = async (secret?: string) =>
    Number(
      (await (secret ? gateway.acting(secret) : gateway).get('/seg-social/idc')).headers.get(
        'x-ratelimit-remaining',
      ),
    );
  await withinOneMinute(10);
  expect(await remaining()).toBe(79);
  expect(await remaining('inventado')).toBe(78);
  expect(await remaining('otro-inventado')).toBe(77);
  expect(await remaining(demo.certificates.tgss)).toBe(79);
});

test('heavy routes have a budget of 30 and no other', async () => {
  const gateway = (await signIn(demo.baseUrl, demo)).acting(demo.certificates.aeat);
  const { headers, status } = await gateway.get('/seg-social/employee-situations');
  // The certificate is not for this authority, and the call counts all the same.
  expect(status).toBe(403);
  expect(headers.get('x-ratelimit-limit')).toBe('30');
});

test('the heavy routes have one budget of 30 together', async () => {
  const caller = await newTenant();
  const gateway = caller.acting(await storeNewCertificate(caller, { person: seed.demo.holder }));
  const routes = ['/seg-social/employee-situations', '/seg-social/ta-info-for-nss', '/sepe/contrata/data'];
  await withinOneMinute(30);

  // A call with wrong fields counts as well.
  const answers = await Promise.all(
    Array.from({ length: 36 }, (_, index) => gateway.get(routes[index % routes.length]!)),
  );
  const { 422: admitted = [], 429: refused = [] } = byStatus(answers);
  expect([admitted.length, refused.length]).toEqual([30, 6]);
  expect(
    admitted.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).toSorted((a, b) => a - b),
  ).toEqual(Array.from({ length: 30 }, (_, index) => index));
  for (const route of routes) expect((await gateway.get(route)).status).toBe(429);
  // Any other route has a window of its own.
  const { status, headers } = await gateway.get('/seg-social/idc');
  expect([status, headers.get('x-ratelimit-remaining')]).toEqual([422, '79']);
});
