import { GetCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { realServices } from '../../../functions/services.ts';
import { stores } from '../../../functions/stores.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { passwordKey } from '../../../shared/stores/keyspace.ts';
import { newAccount, newCompany, quicken, sessionOf } from '../../support/accounts.ts';
import { startApi } from '../../support/api-front.ts';
import { codeOf } from '../../support/callers/totp.ts';
import { newUser } from '../../support/callers/users.ts';
import { fromElsewhere, Gateway } from '../../support/gateway.ts';
import { groups } from '../../support/infra/groups.ts';

/** Codes of six digits, and recovery codes. The file has its own clock, because a code is valid for half a minute. */

let now = new Date();
const api = await startApi(groups, {
  ...realServices,
  now: () => now,
  log: { info: () => {}, error: (message) => expect(message).toBeUndefined() },
});
afterAll(() => api.close());
const baseUrl = `${api.origin}/api/v4`;
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
beforeEach(() => later(180));

const PASSWORD = 'una contraseña larga';
const PATH = '/auth/second-factor';
const code = (secret: string, steps = 0) => codeOf(secret, steps, now.getTime());
const send = (gateway: Gateway, method: string, json: object = {}, path = PATH) =>
  gateway.call(method, path, { json });
/** Confirms the second factor that was begun. */
const confirm = (gateway: Gateway, ofCode: string, password = PASSWORD) =>
  send(gateway, 'PUT', { code: ofCode, password });
const signIn = (email: string, more: object = {}, headers = fromElsewhere()) =>
  new Gateway(baseUrl, headers).post('/auth/login', { email, password: PASSWORD, ...more });

/** A user whose second factor is on. The code of the current half minute has been used. */
const withSecondFactor = async () => {
  const account = await newAccount(baseUrl, 'Asesoría', PASSWORD);
  const { secret } = (await send(account.gateway, 'POST')).body.data;
  const { status, body } = await confirm(account.gateway, code(secret));
  expect(status).toBe(200);
  return { ...account, secret: secret as string, recovery: body.data.recovery_codes as string[] };
};

test('a second factor needs the password to be switched on, so that a stolen session locks no user out', async () => {
  const { email, gateway } = await newAccount(baseUrl, 'Asesoría', PASSWORD);
  const { secret } = (await send(gateway, 'POST')).body.data;
  const right = { code: code(secret) };
  expect(await send(gateway, 'PUT', right)).toMatchObject({
    status: 422,
    body: { errors: { password: [expect.any(String)] } },
  });
  const guesses: number[] = [];
  for (let count = 0; count < 11; count++)
    guesses.push((await confirm(gateway, right.code, `otra contraseña ${count}`)).status);
  expect(guesses).toEqual([...Array(10).fill(422), 429]);
  // After so many wrong guesses in a session, even the right code must wait, wherever it is sent from.
  for (const stolen of [gateway, gateway.with(fromElsewhere())])
    expect((await confirm(stolen, right.code)).status).toBe(429);
  expect((await gateway.get('/auth')).body.data.second_factor).toBe(false);
  expect((await signIn(email)).status).toBe(200);
  const next = await sessionOf(baseUrl, email, now);
  expect((await confirm(next, right.code)).status).toBe(200);
});

describe('wrong guesses in a stolen session', () => {
  /** More than the ten of a network and the fifty of a day, were they tries to sign in. */
  const GUESSES = 60;
  const guess = async (path: string, method: string, email: string, from: () => Record<string, string>) => {
    // A session lets ten through; its thief might have several of the same user.
    for (let session = 0; session < GUESSES / 10; session++) {
      const stolen = await sessionOf(baseUrl, email, now);
      for (let count = 0; count < 10; count++) {
        const json = { code: '000000', password: 'otra contraseña' };
        expect((await send(stolen.with(from()), method, json, path)).status).toBe(422);
      }
    }
  };

  test.each([
    ['from the network of their user', true],
    ['from many other networks', false],
  ])('wrong guesses do not make the next sign-in of the user wait: passwords, %s', async (_, isSame) => {
    const { email } = await newAccount(baseUrl, 'Asesoría', PASSWORD);
    const office = fromElsewhere();
    await guess(PATH, 'PUT', email, () => (isSame ? office : fromElsewhere()));
    expect((await signIn(email, {}, isSame ? office : fromElsewhere())).status).toBe(200);
  });

  test('wrong guesses do not make the next sign-in of the user wait: codes to switch the second factor off', async () => {
    const { email, secret } = await withSecondFactor();
    later(60);
    const office = fromElsewhere();
    await guess(PATH, 'DELETE', email, () => office);
    expect((await signIn(email, { code: code(secret) }, office)).status).toBe(200);
  });

  test('wrong guesses make no network known to the user, and give no try to sign in back', async () => {
    const { email, gateway } = await newAccount(baseUrl, 'Asesoría', PASSWORD);
    const { secret } = (await send(gateway, 'POST')).body.data;
    const thief = fromElsewhere();
    for (let count = 0; count < 10; count++)
      expect((await signIn(email, { password: 'otra contraseña' }, thief)).status).toBe(401);
    expect((await confirm(gateway.with(thief), code(secret))).status).toBe(200);
    expect((await signIn(email, { password: 'otra contraseña' }, thief)).status).toBe(429);
  });
});

test('a second factor is switched on with a code, asked for when signing in, and switched off with a code', async () => {
  const { email, gateway } = await newAccount(baseUrl, 'Asesoría', PASSWORD);
  const begun = await send(gateway, 'POST');
  const { secret, uri } = begun.body.data;
  const address = new URL(uri);
  expect(uri).toMatch(/^otpauth:\/\/totp\//);
  expect(decodeURIComponent(address.pathname)).toContain(email);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ secret, digits: '6', period: '30' });
  // The second factor was only begun: it is not asked for yet, and nothing else confirms it.
  expect((await signIn(email)).status).toBe(200);
  expect((await confirm(gateway, '000000')).status).toBe(422);
  const again = await send(gateway, 'POST');
  expect(again.body.data.secret).not.toBe(secret);
  expect((await confirm(gateway, code(secret))).status).toBe(422);
  const on = await confirm(gateway, code(again.body.data.secret));
  expect(on.body.data.recovery_codes).toHaveLength(10);
  expect((await gateway.get('/auth')).body.data.second_factor).toBe(true);
  expect((await send(gateway, 'POST')).status).toBe(409);
  expect((await confirm(gateway, code(again.body.data.secret, 1))).status).toBe(409);

  expect(await signIn(email)).toMatchObject({
    status: 401,
    body: { errors: { code: ['code: Falta el código del segundo factor.'] } },
  });
  later(30);
  expect((await signIn(email, { code: code(again.body.data.secret) })).status).toBe(200);

  later(30);
  expect((await send(gateway, 'DELETE', { code: '000000' })).status).toBe(422);
  expect((await send(gateway, 'DELETE', { code: code(again.body.data.secret) })).status).toBe(200);
  expect((await gateway.get('/auth')).body.data.second_factor).toBe(false);
  expect((await signIn(email)).status).toBe(200);
});

test('a code is valid for its half minute, the one before and the one after, and once', async () => {
  const { email, secret } = await withSecondFactor();
  const status = async (steps: number) => (await signIn(email, { code: code(secret, steps) })).status;
  // This code switched the second factor on.
  expect(await status(0)).toBe(401);
  later(150);
  expect(await status(-2)).toBe(401);
  expect(await status(2)).toBe(401);
  expect(await status(-1)).toBe(200);
  expect(await status(-1)).toBe(401);
  expect(await status(1)).toBe(200);
  // Older than a code that was used.
  expect(await status(0)).toBe(401);
});

test('only one of ten sign-ins with one code at once begins a session', async () => {
  const { email, secret, recovery } = await withSecondFactor();
  later(60);
  for (const used of [code(secret), recovery[0]!]) {
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await signIn(email, { code: used })).status),
    );
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(401)]);
  }
});

test('a recovery code is valid once, as it is typed, and no table has it or the secret', async () => {
  const { accountId, email, secret, recovery } = await withSecondFactor();
  const user = (await stores.accounts.findUserByEmail(email))!;
  for (const table of ['ACCOUNTS_TABLE', 'PASSWORDS_TABLE', 'WINDOWS_TABLE'])
    for await (const { Items } of paginateScan({ client: dynamo() }, { TableName: process.env[table]! }))
      for (const text of [secret, ...recovery, recovery[0]!.replaceAll('-', '')])
        expect(
          JSON.stringify(Items, (_, value) => (value instanceof Set ? [...value] : value)),
        ).not.toContain(text);
  const [first, second] = recovery;
  expect((await signIn(email, { code: first!.toLowerCase().replaceAll('-', ' ') })).status).toBe(200);
  expect((await signIn(email, { code: first })).status).toBe(401);
  // It is bound to its user.
  const other = await withSecondFactor();
  expect((await signIn(other.email, { code: second })).status).toBe(401);
  expect((await signIn(email, { code: second })).status).toBe(200);
  expect(accountId).toBe(user.accountId);
});

test('a wrong code counts as a wrong password, also with the right password', async () => {
  const { email, secret } = await withSecondFactor();
  later(60);
  const headers = fromElsewhere();
  const tries: number[] = [];
  for (let count = 0; count < 11; count++)
    tries.push((await signIn(email, count % 2 ? {} : { code: '000000' }, headers)).status);
  expect(tries).toEqual([...Array(10).fill(401), 429]);
  expect((await signIn(email, { code: code(secret) }, headers)).status).toBe(429);
  expect((await signIn(email, { code: code(secret) })).status).toBe(200);
});

test('wrong codes to switch the second factor off count as wrong passwords do', async () => {
  const { gateway, secret } = await withSecondFactor();
  later(60);
  const tries: number[] = [];
  for (let count = 0; count < 11; count++)
    tries.push((await send(gateway, 'DELETE', { code: '000000' })).status);
  expect(tries).toEqual([...Array(10).fill(422), 429]);
  expect((await send(gateway, 'DELETE', { code: code(secret) })).status).toBe(429);
});

test('a wrong password does not say whether there is a second factor, or whether the code is right', async () => {
  const { email, secret } = await withSecondFactor();
  later(60);
  const { email: without } = await newAccount(baseUrl, 'Asesoría', PASSWORD);
  const password = 'otra contraseña';
  const answers = await Promise.all([
    signIn(email, { password }),
    signIn(email, { password, code: code(secret) }),
    signIn(without, { password }),
  ]);
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 401, body: answers[2].body });
  expect((await signIn(email, { code: code(secret) })).status).toBe(200);
});

test('a user without a second factor may send a code', async () => {
  const { email } = await newAccount(baseUrl, 'Asesoría', PASSWORD);
  expect((await signIn(email, { code: '123456' })).status).toBe(200);
});

test('an API token needs no code, and manages no second factor', async () => {
  const { gateway } = await newAccount(baseUrl, 'Asesoría', PASSWORD);
  const made = await gateway.post('/auth/tokens', { name: 'Programa' });
  const program = gateway.with({ Authorization: `Bearer ${made.body.data.access_token}` });
  const { secret } = (await send(gateway, 'POST')).body.data;
  await confirm(gateway, code(secret));
  expect((await program.get('/customer')).status).toBe(200);
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await send(program, method, { code: code(secret, 1) })).status).toBe(403);
});

test('a second factor stays when the password is changed', async () => {
  const { email } = await withSecondFactor();
  const user = (await stores.accounts.findUserByEmail(email))!;
  const link = await stores.links.issueLink(user, now);
  expect(await stores.links.makePassword(link, PASSWORD, now)).toBeDefined();
  expect((await signIn(email)).body.errors).toHaveProperty('code');
});

describe('an account that demands the second factor', () => {
  const demand = (gateway: Gateway, is: boolean) =>
    send(gateway, 'PATCH', { second_factor_required: is }, '/users');

  test('the account lets a user without one only switch it on, and does not demand it of programs and client companies', async () => {
    const { gateway, email } = await newAccount(baseUrl, 'Asesoría', PASSWORD);
    const company = await newCompany(gateway);
    const made = await gateway.post('/auth/tokens', { name: 'Programa' });
    const program = gateway.with({ Authorization: `Bearer ${made.body.data.access_token}` });
    expect((await demand(gateway, true)).body.data).toEqual({ second_factor_required: true });
    expect((await gateway.get('/customer')).body).toMatchObject({
      status: 403,
      message: expect.stringContaining('exige el segundo factor'),
    });
    for (const who of [program, company.gateway]) expect((await who.get('/customer')).status).toBe(200);
    const session = await sessionOf(baseUrl, email, now);
    expect((await session.get('/auth')).status).toBe(200);
    const { secret } = (await send(session, 'POST')).body.data;
    expect((await confirm(session, code(secret))).status).toBe(200);
    expect((await session.get('/customer')).status).toBe(200);
    expect((await demand(session, false)).status).toBe(200);
  });
});

describe('an owner of an account', () => {
  test('an owner removes the second factor of another user, and not the own one', async () => {
    const { accountId, gateway, secret } = await withSecondFactor();
    const { user, gateway: other } = await newUser(baseUrl, accountId, 'reads', PASSWORD);
    const begun = await send(other, 'POST');
    await confirm(other, code(begun.body.data.secret));
    const reset = await gateway.delete(`/users/${user.id}/second-factor`);
    expect(reset.body).toMatchObject({ status: 200, data: { id: user.id, second_factor: false } });
    expect((await signIn(user.email)).status).toBe(200);
    const own = (await gateway.get('/users')).body.data[0];
    expect(own.second_factor).toBe(true);
    expect((await gateway.delete(`/users/${own.id}/second-factor`)).status).toBe(409);
    later(60);
    expect((await send(gateway, 'DELETE', { code: code(secret) })).status).toBe(200);
  });
});

test('an owner removes the second factor of a client company, and no other account can', async () => {
  const { gateway } = await newAccount(baseUrl);
  const company = await newCompany(gateway);
  const user = (await stores.accounts.findUserByEmail(company.email))!;
  await quicken(user.id, PASSWORD);
  const { secret } = (await send(company.gateway, 'POST')).body.data;
  expect((await confirm(company.gateway, code(secret))).status).toBe(200);
  expect((await signIn(company.email)).status).toBe(401);
  const path = `/users/clients/${company.id}/second-factor`;
  expect((await company.gateway.delete(path)).status).toBe(403);
  expect((await (await newAccount(baseUrl)).gateway.delete(path)).status).toBe(404);
  expect((await signIn(company.email)).status).toBe(401);
  expect((await gateway.delete(path)).body.data).toEqual({
    clientId: Number(company.id),
    second_factor: false,
  });
  expect((await signIn(company.email)).status).toBe(200);
});

test('a second factor is deleted with its user', async () => {
  const { gateway } = await newAccount(baseUrl);
  const company = await newCompany(gateway);
  const user = (await stores.accounts.findUserByEmail(company.email))!;
  await send(company.gateway, 'POST');
  const row = async () =>
    (
      await dynamo().send(
        new GetCommand({ TableName: process.env.PASSWORDS_TABLE!, Key: passwordKey.secondFactor(user.id) }),
      )
    ).Item;
  expect(await row()).toBeDefined();
  expect((await gateway.delete(`/customer/${company.id}`)).status).toBe(200);
  expect(await row()).toBeUndefined();
});
