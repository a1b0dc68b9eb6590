import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { AUTHORIZER } from '../../../infra/functions.ts';
import { functionName } from '../../../infra/names.ts';
import { REGION } from '../../../local/aws.ts';
import { emulatorAt } from '../../../local/emulators/emulator-at.ts';
import { ANONYMOUS_USAGE_KEY } from '../../../shared/operation/rates.ts';
import { endSession } from '../../../shared/stores/identity/sessions.ts';
import { demo, newTenant } from '../../support/deployed.ts';
import { fromElsewhere, Gateway, withinOneMinute } from '../../support/gateway.ts';

test('anonymous calls count by address, whatever they ask for', async ({ skip }) => {
  skip(!(await emulatorAt(demo.emulator)).hasAddresses, 'this emulator has one address for all callers');
  const caller = new Gateway(demo.baseUrl, fromElsewhere());
  const remaining = async (path: string) =>
    Number((await caller.get(path)).headers.get('x-ratelimit-remaining'));
  await withinOneMinute(10);
  expect(await remaining('/openapi.json')).toBe(59);
  expect(await remaining('/auth')).toBe(58);
  expect(await remaining('/nada')).toBe(57);
  expect((await caller.get('/nada')).headers.get('x-ratelimit-limit')).toBe('60');
});

test('the usage plan of an account does not count a token that was revoked', async () => {
  const { gateway } = await newTenant();
  expect(await usageKeyOf(gateway.token)).toBe(decodeJwt(gateway.token).acc);
  expect((await gateway.get('/auth/logout')).status).toBe(200);
  expect(await usageKeyOf(gateway.token)).toBe(ANONYMOUS_USAGE_KEY);
  expect((await gateway.get('/auth')).status).toBe(401);
});

/** The usage key that the deployed authorizer returns to API Gateway. */
const usageKeyOf = async (token: string): Promise<string> => {
  const name = functionName({ name: 'sandbox' }, AUTHORIZER);
  const answer = await fetch(`${demo.emulator}/2015-03-31/functions/${name}/invocations`, {
    method: 'POST',
    // Emulators read the region from this header, and check no signature.
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
  // A revoked token is counted like a missing one, and the function refuses it.
  const { jti, sub, acc } = decodeJwt(token);
  await endSession({ sessionId: jti!, userId: sub!, accountId: acc as string });
  expect((await fetch(`${demo.baseUrl}/auth`, { headers })).status).toBe(401);
});
