import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { AUTHORIZER } from '../../../infra/functions.ts';
import { REGION } from '../../../infra/local/aws.ts';
import { emulatorAt } from '../../../infra/local/emulators/emulator-at.ts';
import { functionName } from '../../../infra/names.ts';
import { seed } from '../../../sandbox/seed.ts';
import { ANONYMOUS_USAGE_KEY } from '../../../shared/rates.ts';
import { endSession } from '../../../shared/stores/identity/sessions.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { demo, newTenant } from '../../support/deployed.ts';
import { type Answered, fromElsewhere, signIn, withinOneMinute } from '../../support/gateway.ts';
import { slowdown } from '../../support/setup/slowdown.ts';

/** Calls at once. On a busy machine so few that each function answers within the 29 seconds for which the API waits. */
const AT_ONCE = slowdown() > 3 ? 4 : 300;

/** So many calls, all at once where that can be. */
const burst = async (count: number, call: (index: number) => Promise<Answered>): Promise<Answered[]> => {
  const answers: Answered[] = [];
  while (answers.length < count) {
    const length = Math.min(AT_ONCE, count - answers.length);
    answers.push(...(await Promise.all(Array.from({ length }, (_, index) => call(answers.length + index)))));
  }
  return answers;
};

/**
 * Expects of calls that were made at once that each minute let in as many as its budget, each with one left less, and
 * refused all others. Usually it is one minute; on a busy machine they come in several.
 */
const expectBudget = (answers: Answered[], budget: number, admittedWith: number) => {
  const minutes = Map.groupBy(answers, ({ headers }) => headers.get('x-ratelimit-reset'));
  for (const ofMinute of minutes.values()) {
    const { [admittedWith]: admitted = [], 429: refused = [] } = Object.groupBy(
      ofMinute,
      ({ status }) => status,
    );
    expect([admitted.length, refused.length]).toEqual([
      Math.min(budget, ofMinute.length),
      Math.max(0, ofMinute.length - budget),
    ]);
    expect(
      admitted.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort((a, b) => b - a),
    ).toEqual(admitted.map((_, index) => budget - 1 - index));
    for (const { headers, body } of refused) {
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body).toMatchObject({ message: 'Too Many Requests', status: 429 });
    }
  }
};

test('300 at once on a route of limit 80 admit exactly 80, and leave the other tenant alone', async () => {
  const [{ gateway }, { gateway: other }] = [await newTenant(), await newTenant()];
  await withinOneMinute(30);
  const answers = await burst(300, () => gateway.get('/certificate'));
  expect(new Set(answers.map(({ headers }) => headers.get('x-ratelimit-limit')))).toEqual(new Set(['80']));
  expectBudget(answers, 80, 200);
  expect((await other.get('/certificate')).status).toBe(200);
  // Another route of the same user has its own window.
  expect((await gateway.get('/auth')).status).toBe(200);
});

test('certificates count apart, invented ones and those of others with their user', async () => {
  const { gateway } = await newTenant();
  const remaining = async (secret?: string) =>
    Number(
      (await (secret ? gateway.acting(secret) : gateway).get('/seg-social/idc')).headers.get(
        'x-ratelimit-remaining',
      ),
    );
  const own = await storeNewCertificate(gateway, { person: seed.demo.holder });
  await withinOneMinute(10);
  expect(await remaining()).toBe(79);
  expect(await remaining('inventado')).toBe(78);
  expect(await remaining('otro-inventado')).toBe(77);
  expect(await remaining(demo.certificates.tgss)).toBe(76);
  expect(await remaining(own)).toBe(79);
});

test('heavy routes have a budget of 30 and no other', async () => {
  const gateway = (await signIn(demo.baseUrl, demo)).acting(demo.certificates.aeat);
  const { headers, status } = await gateway.get('/seg-social/employee-situations');
  // The certificate is not for this authority, and the call counts all the same.
  expect(status).toBe(403);
  expect(headers.get('x-ratelimit-limit')).toBe('30');
});

test('the heavy routes have one budget of 30 together', async () => {
  const { gateway: caller } = await newTenant();
  const gateway = caller.acting(await storeNewCertificate(caller, { person: seed.demo.holder }));
  const routes = ['/seg-social/employee-situations', '/seg-social/ta-info-for-nss', '/sepe/contrata/data'];
  await withinOneMinute(30);

  // A call with wrong fields counts as well.
  const answers = await burst(36, (index) => gateway.get(routes[index % routes.length]!));
  for (const route of routes) answers.push(await gateway.get(route));
  expectBudget(answers, 30, 422);
  // Any other route has a window of its own.
  const { status, headers } = await gateway.get('/seg-social/idc');
  expect([status, headers.get('x-ratelimit-remaining')]).toEqual([422, '79']);
});

test('the usage plan of an account does not count a token that was revoked', async () => {
  const { gateway } = await newTenant();
  expect(await usageKeyOf(gateway.token)).toBe(decodeJwt(gateway.token).acc);
  expect((await gateway.get('/auth/logout')).status).toBe(200);
  expect(await usageKeyOf(gateway.token)).toBe(ANONYMOUS_USAGE_KEY);
  expect((await gateway.get('/auth')).status).toBe(401);
});

/** What the deployed authorizer tells API Gateway. */
const usageKeyOf = async (token: string): Promise<string> => {
  const name = functionName({ name: 'sandbox' }, AUTHORIZER);
  const answer = await fetch(`${demo.emulator}/2015-03-31/functions/${name}/invocations`, {
    method: 'POST',
    // Emulators read the region from it, and check no signature.
    headers: { Authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${REGION}/lambda/aws4_request` },
    body: JSON.stringify({ headers: { Authorization: `Bearer ${token}` }, methodArn: 'arn' }),
  });
  const { usageIdentifierKey } = (await answer.json()) as { usageIdentifierKey: string };
  return usageIdentifierKey;
};

// MiniStack takes no key from an authorizer, so no method requires one there.
test.skipIf((await emulatorAt(demo.emulator)).name === 'MiniStack')(
  'an account without a key is refused by API Gateway itself, with the envelope of all answers',
  async () => {
    const { token } = (await newTenant({ hasKey: false })).gateway;
    const headers = { ...fromElsewhere(), Authorization: `Bearer ${token}` };
    const answer = await fetch(`${demo.baseUrl}/auth`, { headers });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toEqual({
      success: false,
      message: 'No tiene permiso para acceder a este recurso.',
      status: 403,
      data: [],
      maintenance: false,
    });
    // Revoked, it is counted as no token is, and the function refuses it.
    const { jti, sub, acc } = decodeJwt(token);
    await endSession({ sessionId: jti!, userId: sub!, accountId: acc as string });
    expect((await fetch(`${demo.baseUrl}/auth`, { headers })).status).toBe(401);
  },
);
