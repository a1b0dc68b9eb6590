import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { aCompany, anEmail, aProfile, newAccount, newCompany, sessionOf } from '../../support/accounts.ts';
import { tenAtOnce } from '../../support/callers/ten-at-once.ts';
import { demo } from '../../support/demo.ts';
import { Gateway } from '../../support/gateway.ts';
import { makeStage } from '../../support/infra/stage.ts';
import { mailsTo, needsMails } from '../../support/servers/mails.ts';

/** API tokens, which programs keep for months. */

const DAY_MS = 24 * 60 * 60 * 1000;

const withToken = (token: string) => new Gateway(demo.baseUrl, { Authorization: `Bearer ${token}` });

/** A user with an API token. */
const newToken = async (more: object = {}) => {
  const account = await newAccount(demo.baseUrl);
  const { status, body } = await account.gateway.post('/auth/tokens', { name: 'Programa', ...more });
  expect(status).toBe(200);
  const { access_token, ...made } = body.data;
  return { ...account, token: access_token as string, made, program: withToken(access_token) };
};

test('an API token does what its user may, is listed without its text, and is revoked at once', async () => {
  const { gateway, program, made, token } = await newToken();
  expect((await program.get('/auth')).body.data).toEqual((await gateway.get('/auth')).body.data);
  expect((await program.get('/customer')).status).toBe(200);
  const { body } = await gateway.get('/auth/tokens');
  expect(body.data).toEqual([
    {
      id: made.id,
      name: 'Programa',
      role: null,
      created_at: made.created_at,
      last_used_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      expires_in: made.expires_in,
    },
  ]);
  expect(JSON.stringify(body)).not.toContain(token.split('.')[2]);
  expect((await gateway.delete(`/auth/tokens/${made.id}`)).status).toBe(200);
  expect((await program.get('/auth')).status).toBe(401);
  expect((await gateway.delete(`/auth/tokens/${made.id}`)).status).toBe(404);
  expect((await gateway.get('/auth/tokens')).body.data).toEqual([]);
});

test('an API token names its key and its session, and no table has its text', async () => {
  const { token } = await newToken();
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', kid: expect.any(String) });
  const { jti } = decodeJwt(token);
  for (const table of ['ACCOUNTS_TABLE', 'WINDOWS_TABLE'])
    for await (const { Items } of paginateScan({ client: dynamo() }, { TableName: process.env[table]! }))
      for (const text of [jti!, token]) expect(JSON.stringify(Items)).not.toContain(text);
});

test('an API token is good for as many days as were asked for, 400 at most', async () => {
  const { gateway, token } = await newToken({ days: 30 });
  const now = Date.now();
  const good = async (text: string, days: number) => {
    const at = new Date(now + days * DAY_MS);
    const claims = await stores.sessions.readToken(text, at);
    return claims !== undefined && (await stores.sessions.loadCallerRows(claims, {}, at)).user !== undefined;
  };
  expect(await good(token, 29.9)).toBe(true);
  expect(await good(token, 30.1)).toBe(false);
  const longest = (await gateway.post('/auth/tokens', { name: 'Otro' })).body.data.access_token;
  expect(await good(longest, 399.9)).toBe(true);
  expect(await good(longest, 400.1)).toBe(false);
  for (const days of [0, -1, 401, 1.5])
    expect((await gateway.post('/auth/tokens', { name: 'x', days })).status).toBe(422);
});

describe('the end of an API token', () => {
  test.each<[string, (user: { id: string; accountId: string }) => Promise<unknown>]>([
    ['when its user is signed out everywhere', ({ id }) => stores.accounts.revokeSessions(id)],
    ['with a new password', ({ id }) => stores.accounts.setPassword(id, 'una nueva', new Date())],
    ['while its account is disabled', ({ accountId }) => stores.accounts.setAccountDisabled(accountId, true)],
    [
      'with its account, also when that is enabled again',
      async ({ accountId }) => {
        await stores.accounts.setAccountDisabled(accountId, true);
        await stores.accounts.setAccountDisabled(accountId, false);
      },
    ],
  ])('an API token ends %s', async (_, end) => {
    const { email, program } = await newToken();
    await end((await stores.accounts.findUserByEmail(email))!);
    expect((await program.get('/auth')).status).toBe(401);
  });

  test('an API token ends when it signs out itself', async () => {
    const { gateway, program } = await newToken();
    expect((await program.get('/auth/logout')).status).toBe(200);
    expect((await program.get('/auth')).status).toBe(401);
    expect((await gateway.get('/auth/tokens')).body.data).toEqual([]);
  });

  test('an API token ends with the client company of its user, and leaves no row', async () => {
    const { gateway } = await newAccount(demo.baseUrl);
    const { id, email, gateway: company } = await newCompany(gateway);
    const user = (await stores.accounts.findUserByEmail(email))!;
    const made = await company.post('/auth/tokens', { name: 'Programa' });
    const program = withToken(made.body.data.access_token);
    expect((await program.get('/customer')).body.data.data).toHaveLength(1);
    expect((await program.post('/customer', {})).status).toBe(403);
    expect((await gateway.delete(`/customer/${id}`)).status).toBe(200);
    expect((await program.get('/customer')).status).toBe(401);
    expect(await stores.apiTokens.listApiTokens(user, new Date())).toEqual([]);
  });
});

describe('an API token makes client companies', () => {
  needsMails();

  test.each(['baseUrl', 'legacyBaseUrl'] as const)(
    'an API token makes client companies below %s, which make their own password, and none with one',
    async (base) => {
      const account = await newToken();
      const [program, gateway] = [account.program, account.gateway].map(
        ({ token }) => new Gateway(demo[base], { Authorization: `Bearer ${token}` }),
      ) as [Gateway, Gateway];
      const path = '/customer';
      const email = anEmail();
      const profile = aProfile();
      const company = (password?: string) =>
        aCompany({
          access: { email, ...(password && { password, password_confirmation: password }) },
          profile,
        });
      const refused = await program.post(path, company('una contraseña'));
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: { 'access.password': [expect.stringContaining('token de programa')] } },
      });
      expect(await stores.accounts.findUserByEmail(email)).toBeUndefined();
      expect((await program.post(path, company())).status).toBe(200);
      expect(await mailsTo(email)).toHaveLength(1);
      // Nor can a password be given to a company that already exists.
      expect((await program.post(path, company('una contraseña'))).status).toBe(422);
      expect((await gateway.post(path, company('una contraseña'))).status).toBe(200);
    },
  );
});

test('a user has 20 API tokens at most, without those that have expired', async () => {
  const { email, gateway } = await newAccount(demo.baseUrl);
  const user = (await stores.accounts.findUserByEmail(email))!;
  const make = (days: number, now = new Date()) =>
    stores.apiTokens.createApiToken(user, { name: 'x', days }, now);
  await Promise.all(Array.from({ length: 10 }, () => make(1)));
  await Promise.all(Array.from({ length: 10 }, () => make(30)));
  const { status, body } = await gateway.post('/auth/tokens', { name: 'Uno más' });
  expect({ status, message: body.message }).toEqual({
    status: 422,
    message: 'Ya hay 20 tokens: revoque uno antes de crear otro.',
  });
  const tomorrow = new Date(Date.now() + 1.5 * DAY_MS);
  await make(30, tomorrow);
  expect(await stores.apiTokens.listApiTokens(user, tomorrow)).toHaveLength(11);
});

test('an account makes 20 of 30 API tokens that are asked for at once, and another one after a revocation', async () => {
  const { gateway } = await newAccount(demo.baseUrl);
  const make = () => gateway.post('/auth/tokens', { name: 'Programa' });
  const made = await tenAtOnce(30, make);
  const statuses = made.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(20).fill(200), ...Array(10).fill(422)]);
  const listed = (await gateway.get('/auth/tokens')).body.data;
  expect(listed).toHaveLength(20);
  await gateway.delete(`/auth/tokens/${listed[7].id}`);
  expect((await make()).status).toBe(200);
  expect((await make()).status).toBe(422);
});

test('API tokens that ended with their account are not listed, and leave room for 20', async () => {
  const { accountId, email } = await newAccount(demo.baseUrl);
  const user = (await stores.accounts.findUserByEmail(email))!;
  for (let made = 0; made < 20; made++)
    await stores.apiTokens.createApiToken(user, { name: 'x', days: 1 }, new Date());
  await stores.accounts.setAccountDisabled(accountId, true);
  await stores.accounts.setAccountDisabled(accountId, false);
  const again = await sessionOf(demo.baseUrl, email);
  expect((await again.get('/auth/tokens')).body.data).toEqual([]);
  expect((await again.post('/auth/tokens', { name: 'Programa' })).status).toBe(200);
});

test('the use of an API token is written once an hour, with one more call', async () => {
  const { program, token } = await newToken();
  const sent = vi.spyOn(dynamo(), 'send');
  const calls = async () => {
    sent.mockClear();
    expect((await program.get('/seg-social/idc')).status).toBe(422);
    return sent.mock.calls.map(([command]) => command.constructor.name).toSorted();
  };
  const usual = ['BatchGetCommand', 'UpdateCommand'];
  expect(await calls()).toEqual([...usual, 'UpdateCommand']);
  expect(await calls()).toEqual(usual);
  const claims = (await stores.sessions.readToken(token, new Date()))!;
  const later = new Date(Date.now() + 61 * 60_000);
  const { apiToken } = await stores.sessions.loadCallerRows(claims, {}, later);
  await stores.apiTokens.noteUse(claims, apiToken!, later);
  const after = await stores.sessions.loadCallerRows(claims, {}, later);
  expect(after.apiToken!.lastUsedAt).toBe(later.toISOString());
});

test('an API token that is revoked while it is used stays revoked', async () => {
  const { gateway, made, token } = await newToken();
  const claims = (await stores.sessions.readToken(token, new Date()))!;
  await gateway.delete(`/auth/tokens/${made.id}`);
  await stores.apiTokens.noteUse(claims, {}, new Date());
  expect((await stores.sessions.loadCallerRows(claims, {}, new Date())).user).toBeUndefined();
});

describe('the operator', () => {
  let run: Awaited<ReturnType<typeof makeStage>>;
  beforeAll(async () => {
    run = await makeStage();
  });

  test('the operator makes, lists and revokes API tokens', async () => {
    const { email } = await newAccount(demo.baseUrl);
    const token = (await run('create-token', '--email', email, '--name', 'Volcado', '--days', '7')).trim();
    expect((await withToken(token).get('/auth')).body.data.email).toBe(email);
    const line = (await run('list-tokens', '--email', email)).trim().split('\t');
    expect(line).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      ...Array(3).fill(expect.any(String)),
      'Volcado',
    ]);
    await run('revoke-token', '--email', email, '--id', line[0]!);
    expect((await withToken(token).get('/auth')).status).toBe(401);
    expect(await run('list-tokens', '--email', email)).toBe('');
  });

  test('the operator gets an error that no API token lives longer than 400 days', async () => {
    const { email } = await newAccount(demo.baseUrl);
    const args = ['create-token', '--email', email, '--name', 'x', '--days', '401'];
    await expect(run(...args)).rejects.toMatchObject({ stderr: '--days must be a number from 1 to 400.\n' });
  });
});
