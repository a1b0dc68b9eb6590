import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { passwordKey } from '../../../shared/stores/keyspace.ts';
import { anEmail, newAccount, newCompany, sessionOf } from '../../support/accounts.ts';
import { tenAtOnce } from '../../support/callers/ten-at-once.ts';
import { newUser } from '../../support/callers/users.ts';
import { demo } from '../../support/demo.ts';
import { Gateway } from '../../support/gateway.ts';
import { makeSpokenStage } from '../../support/infra/stage.ts';
import { mailsTo, needsMails, tokenIn } from '../../support/servers/mails.ts';

/** The users of an account. */

const patch = (gateway: Gateway, id: string, json: object) => gateway.call('PATCH', `/users/${id}`, { json });

/** An account with its first owner, and one more user. */
const office = async (role: 'owner' | 'files' | 'reads') => {
  const account = await newAccount(demo.baseUrl, 'Gestoría Núñez');
  const other = await newUser(demo.baseUrl, account.accountId, role);
  return { ...account, ownerId: account.userId, other };
};

describe('an invitation', () => {
  needsMails();

  test('the invitation names the office, and leads to a password with which the user signs in', async () => {
    const { gateway } = await newAccount(demo.baseUrl, 'Gestoría Núñez');
    const email = anEmail();
    const invited = await gateway.post('/users', { name: 'Lucía', email, role: 'files' });
    expect(invited).toMatchObject({
      status: 200,
      body: {
        message: 'OK',
        data: { name: 'Lucía', email, role: 'files', second_factor: false, joined: false },
      },
    });
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('«Gestoría Núñez» le invita a su cuenta');
    const password = 'una contraseña muy larga';
    expect(await stores.links.makePassword(tokenIn(mails[0]), password, new Date())).toMatchObject({ email });
    const signedIn = await new Gateway(demo.baseUrl).post('/auth/login', { email, password });
    const user = new Gateway(demo.baseUrl, { Authorization: `Bearer ${signedIn.body.data.access_token}` });
    expect((await user.get('/auth')).body.data).toMatchObject({ name: 'Lucía', role: 'files' });
  });

  test('the invitation is not sent when no mail is left today, but the user exists, and the answer says so', async () => {
    const { accountId, gateway } = await newAccount(demo.baseUrl);
    await stores.budgets.takeMails(accountId, 500, new Date());
    const email = anEmail();
    const { status, body } = await gateway.post('/users', { name: 'Lucía', email, role: 'reads' });
    expect({ status, message: body.message }).toEqual({
      status: 200,
      message: expect.stringContaining('no se ha podido enviar la invitación'),
    });
    expect(await mailsTo(email)).toEqual([]);
    expect((await gateway.get('/users')).body.data).toHaveLength(2);
  });
});

test('an e-mail that exists anywhere in the service is refused', async () => {
  const { gateway, email } = await newAccount(demo.baseUrl);
  const { gateway: other } = await newAccount(demo.baseUrl);
  const company = await newCompany(other);
  for (const taken of [email, email.toUpperCase(), company.email])
    expect(await gateway.post('/users', { name: 'x', email: taken, role: 'reads' })).toMatchObject({
      status: 422,
      body: { errors: { email: ['email: El e-mail ya existe en el servicio.'] } },
    });
});

test('an account has 100 users at most, however many are made at once', async () => {
  const { accountId, gateway } = await newAccount(demo.baseUrl);
  const make = () =>
    stores.users.addUser(accountId, { name: 'x', email: anEmail(), role: 'reads' }, new Date());
  const made = await tenAtOnce(102, () =>
    make().then(
      () => 200,
      ({ status }) => status,
    ),
  );
  expect(made.filter((status) => status === 200)).toHaveLength(99);
  expect(new Set(made)).toEqual(new Set([200, 422]));
  expect((await gateway.get('/users')).body.data).toHaveLength(100);
});

test('a new role counts from the next request on, with a session and with an API token', async () => {
  const { gateway, other } = await office('owner');
  const made = await other.gateway.post('/auth/tokens', { name: 'Programa' });
  const program = other.gateway.with({ Authorization: `Bearer ${made.body.data.access_token}` });
  const both = async () =>
    (await Promise.all([other.gateway, program].map((who) => who.post('/customer', {})))).map(
      ({ status }) => status,
    );
  expect(await both()).toEqual([422, 422]);
  const lowered = await patch(gateway, other.user.id, { role: 'files', name: 'Otra' });
  expect(lowered.body.data).toMatchObject({ id: other.user.id, role: 'files', name: 'Otra' });
  expect(await both()).toEqual([403, 403]);
  expect((await patch(gateway, other.user.id, { role: 'owner' })).status).toBe(200);
  expect(await both()).toEqual([422, 422]);
});

test('a token may have a lower role than its user', async () => {
  const { gateway } = await newAccount(demo.baseUrl);
  const made = await gateway.post('/auth/tokens', { name: 'Cuadro de mando', role: 'reads' });
  expect(made.body.data.role).toBe('reads');
  const program = gateway.with({ Authorization: `Bearer ${made.body.data.access_token}` });
  expect((await program.get('/customer')).status).toBe(200);
  expect((await program.post('/customer', {})).body.message).toContain('necesita el rol owner');
  expect((await gateway.get('/auth/tokens')).body.data[0].role).toBe('reads');
});

describe('a user who is removed', () => {
  test('the user loses session, API token, link and password at once, and the e-mail is free', async () => {
    const { accountId, gateway } = await newAccount(demo.baseUrl);
    const {
      user,
      email,
      gateway: session,
    } = await newUser(demo.baseUrl, accountId, 'owner', 'la de siempre');
    const made = await session.post('/auth/tokens', { name: 'Programa' });
    const program = session.with({ Authorization: `Bearer ${made.body.data.access_token}` });
    const link = await stores.links.issueLink(user, new Date());
    expect((await gateway.delete(`/users/${user.id}`)).body).toMatchObject({
      status: 200,
      data: { id: user.id, email },
    });
    for (const who of [session, program]) expect((await who.get('/auth')).status).toBe(401);
    expect(await stores.links.isLinkGood(link, new Date())).toBe(false);
    expect(await stores.passwords.findPasswordHash(user)).toBeUndefined();
    expect(await stores.apiTokens.listApiTokens(user, new Date())).toEqual([]);
    expect((await gateway.get('/users')).body.data).toHaveLength(1);
    for (const again of [() => gateway.delete(`/users/${user.id}`), () => patch(gateway, user.id, {})])
      expect((await again()).status).toBe(404);
    const next = await stores.users.addUser(accountId, { name: 'Otra', email, role: 'reads' }, new Date());
    expect(next.id).not.toBe(user.id);
    // Records still name the user who filed.
    const names = await stores.users.namesOf(accountId, [user.id, next.id, 'nadie']);
    expect(names).toEqual(
      new Map([
        [user.id, { name: user.name, email }],
        [next.id, { name: 'Otra', email }],
      ]),
    );
  });

  test('the user is named to no other account', async () => {
    const [{ userId }, other] = [await newAccount(demo.baseUrl), await newAccount(demo.baseUrl)];
    expect(await stores.users.namesOf(other.accountId, [userId])).toEqual(new Map());
  });
});

describe('the last owner', () => {
  const LAST = { status: 409, body: { message: 'La cuenta necesita al menos un usuario con el rol owner.' } };

  test('the last owner is neither removed nor lowered', async () => {
    const { gateway, ownerId } = await office('files');
    expect(await gateway.delete(`/users/${ownerId}`)).toMatchObject(LAST);
    expect(await patch(gateway, ownerId, { role: 'files' })).toMatchObject(LAST);
    expect((await patch(gateway, ownerId, { name: 'Otro nombre', role: 'owner' })).status).toBe(200);
  });

  test.each<[string, (gateway: Gateway, id: string) => Promise<{ status: number }>]>([
    ['removed', (gateway, id) => gateway.delete(`/users/${id}`)],
    ['lowered', (gateway, id) => patch(gateway, id, { role: 'reads' })],
  ])('an owner stays when two owners are %s at the same time', async (_, change) => {
    for (let round = 0; round < 5; round++) {
      const { accountId, gateway, ownerId, other } = await office('owner');
      // Each acts on itself, so that both requests are admitted.
      const both = await Promise.all([change(gateway, ownerId), change(other.gateway, other.user.id)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const left = (await stores.users.listUsers(accountId)).filter(({ role }) => role === 'owner');
      expect(left).toHaveLength(1);
    }
  });

  test('the last owner stays when another owner leaves', async () => {
    const { gateway, ownerId, other } = await office('owner');
    expect((await gateway.delete(`/users/${ownerId}`)).status).toBe(200);
    expect(await other.gateway.delete(`/users/${other.user.id}`)).toMatchObject(LAST);
  });
});

describe('the operator', () => {
  let spoken: Awaited<ReturnType<typeof makeSpokenStage>>;
  const run = async (...args: string[]) => (await spoken(...args)).stdout;
  beforeAll(async () => {
    spoken = await makeSpokenStage();
  });

  test('the operator adds, lists, changes and removes users, and sets the demands of the account', async () => {
    const { accountId, email: first } = await newAccount(demo.baseUrl);
    const email = anEmail();
    const of = ['--id', accountId, '--email', email, '--name', 'Lucía'];
    const password = (await run('add-user', ...of, '--role', 'reads')).trim();
    const { status } = await new Gateway(demo.baseUrl).post('/auth/login', { email, password });
    expect(status).toBe(200);
    await run('set-role', '--email', email, '--role', 'files');
    const chosen = { origin: 'https://pasarela.example', now: new Date() };
    const user = (await stores.accounts.findUserByEmail(email))!;
    await stores.mails.chooseMails(user, { digest: true, certificates: true }, chosen);
    const lines = (await run('users', '--id', accountId)).trim().split('\n');
    expect(lines.map((line) => line.split('\t').slice(1))).toEqual([
      ['owner', '-', '-', first, 'Asesoría'],
      ['files', '-', 'certificates,digest', email, 'Lucía'],
    ]);
    await run('second-factor', '--id', accountId, '--as', 'required');
    const session = await sessionOf(demo.baseUrl, email);
    expect((await session.get('/customer')).status).toBe(403);
    await run('second-factor', '--id', accountId, '--as', 'optional');
    expect((await session.get('/customer')).status).toBe(200);
    await run('remove-user', '--email', email);
    expect((await session.get('/customer')).status).toBe(401);
    await expect(run('remove-user', '--email', first)).rejects.toMatchObject({
      stderr: expect.stringContaining('at least one user with the role owner'),
    });
    await expect(run('set-role', '--email', first, '--role', 'jefa')).rejects.toMatchObject({
      stderr: '--role jefa is not valid. It must be one of owner, files, reads.\n',
    });
  });

  test('the operator removes the second factor of a user', async () => {
    const { email } = await newAccount(demo.baseUrl);
    const user = (await stores.accounts.findUserByEmail(email))!;
    await stores.secondFactors.beginSecondFactor(user);
    await expect(run('reset-second-factor', '--email', email)).rejects.toMatchObject({
      stderr: expect.stringMatching(/^--confirm must repeat the e-mail\. Nothing was changed\./),
    });
    const { stderr } = await spoken('reset-second-factor', '--email', email, '--confirm', email);
    // The second factor was begun but not confirmed, so nothing was removed that a mail would report.
    expect(stderr).toBe(`${email} had no second factor that was switched on, and gets no mail.\n`);
    const { Item } = await dynamo().send(
      new GetCommand({ TableName: process.env.PASSWORDS_TABLE!, Key: passwordKey.secondFactor(user.id) }),
    );
    expect(Item).toBeUndefined();
  });
});
