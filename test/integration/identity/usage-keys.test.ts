import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as authorizer } from '../../../functions/gateway/authorizer/handler.ts';
import { stores } from '../../../functions/stores.ts';
import { metrics } from '../../../shared/metrics/emit.ts';
import { ANONYMOUS_USAGE_KEY } from '../../../shared/operation/rates.ts';
import { newAccount, sessionOf } from '../../support/accounts.ts';
import { demo } from '../../support/demo.ts';

/** The usage plan in which API Gateway counts a request. */

let account: Awaited<ReturnType<typeof newAccount>>;
/** The token of a session, and an API token. */
let tokens: string[];
beforeEach(async () => {
  account = await newAccount(demo.baseUrl);
  const { body } = await account.gateway.post('/auth/tokens', { name: 'Programa' });
  tokens = [account.gateway.token, body.data.access_token];
});

const keysOf = (all: string[]) =>
  Promise.all(
    all.map(async (token) => {
      const event = { headers: { Authorization: `Bearer ${token}` }, methodArn: 'arn' };
      const { usageIdentifierKey } = await authorizer(event as unknown as APIGatewayRequestAuthorizerEvent);
      return usageIdentifierKey;
    }),
  );
const of = (key: string) => [key, key];

test('a request with a token counts in the usage plan for the account of the token', async () => {
  expect(await keysOf(tokens)).toEqual(of(account.accountId));
});

test('a request with text that is no token counts for no account', async () => {
  expect(await keysOf(['x', `${tokens[0]}x`])).toEqual(of(ANONYMOUS_USAGE_KEY));
});

describe('a token that is not valid any more', () => {
  test('a token costs its account nothing when it was revoked', async () => {
    for (const token of tokens) {
      const claims = await stores.sessions.readToken(token, new Date());
      await stores.sessions.endSession(claims!);
    }
    expect(await keysOf(tokens)).toEqual(of(ANONYMOUS_USAGE_KEY));
  });

  test.each<[string, (userId: string) => Promise<unknown>]>([
    ['when its user was signed out everywhere', (id) => stores.accounts.revokeSessions(id)],
    ['after a new password', (id) => stores.accounts.setPassword(id, 'una nueva', new Date())],
  ])('a token costs its account nothing %s', async (_, end) => {
    await end(decodeJwt(tokens[0]!).sub!);
    expect(await keysOf(tokens)).toEqual(of(ANONYMOUS_USAGE_KEY));
  });

  test('a token costs its account nothing after the account was disabled, also when it is enabled again', async () => {
    await stores.accounts.setAccountDisabled(account.accountId, true);
    expect(await keysOf(tokens)).toEqual(of(ANONYMOUS_USAGE_KEY));
    await stores.accounts.setAccountDisabled(account.accountId, false);
    expect(await keysOf(tokens)).toEqual(of(ANONYMOUS_USAGE_KEY));
    const { token } = await sessionOf(demo.baseUrl, account.email);
    expect(await keysOf([token])).toEqual([account.accountId]);
  });
});

test('a token that cannot be read counts for its account, and a metric and the log say so', async () => {
  const counted = vi.spyOn(metrics, 'add');
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubEnv('ACCOUNTS_TABLE', 'no-such-table');
  expect(await keysOf(tokens)).toEqual(of(account.accountId));
  expect(logged.mock.calls.map(([message]) => message)).toEqual(
    of('whether a token was revoked could not be read'),
  );
  expect(counted.mock.calls).toEqual(tokens.map(() => ['TokensUnread', 1, {}]));
});
