import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { AUTHORIZER } from '../../../infra/functions.ts';
import { functionName } from '../../../infra/names.ts';
import { REGION } from '../../../local/aws.ts';
import { emulatorAt } from '../../../local/emulators/emulator-at.ts';
import { seed } from '../../../sandbox/seed.ts';
import { ANONYMOUS_USAGE_KEY } from '../../../shared/operation/rates.ts';
import { endSession } from '../../../shared/stores/identity/sessions.ts';
import { burst, expectBudget } from '../../support/callers/bursts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { demo, newTenant } from '../../support/deployed.ts';
import { fromElsewhere, signIn, withinOneMinute } from '../../support/gateway.ts';

test('certificates that an authority accepted count apart, others with their user', async () => {
  const { gateway } = await newTenant();
  const remaining = async (secret?: string) =>
    Number(
      (await (secret ? gateway.acting(secret) : gateway).get('/seg-social/idc')).headers.get(
        'x-ratelimit-remaining',
      ),
    );
  const own = await storeNewCertificate(gateway, { person: seed.demo.holder });
  // On a route with a window of its own.
  expect((await gateway.acting(own).get('/aeat/report-corriente', { type: 'G1' })).status).toBe(200);
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

/** What the deployed authorizer answers to API Gateway. */
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

test('an account without a key is refused by API Gateway itself, with the envelope of all answers', async ({
  skip,
}) => {
  const { hasKeys } = await emulatorAt(demo.emulator);
  skip(!hasKeys, 'this emulator takes no key from an authorizer, so that no method requires one');
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
});
