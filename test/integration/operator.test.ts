import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { findAccount } from '../../shared/stores/accounts.ts';
import { newAccount, sessionOf } from '../support/accounts.ts';
import { demo } from '../support/demo.ts';
import { fromElsewhere, Gateway, signIn } from '../support/gateway.ts';
import { makeStage } from '../support/infra/stage.ts';

/** The command `npm run accounts`, run in a separate process as the operator does. */

let run: Awaited<ReturnType<typeof makeStage>>;
beforeAll(async () => {
  run = await makeStage();
});

/** A user with two sessions, who can sign in if a password is given. */
const newUser = async (password?: string) => {
  const { accountId, email, gateway } = await newAccount(demo.baseUrl, 'Asesoría', password);
  const sessions = [gateway, await sessionOf(demo.baseUrl, email)];
  const statuses = () => Promise.all(sessions.map(async (session) => (await session.get('/auth')).status));
  expect(await statuses()).toEqual([200, 200]);
  return { accountId, email, statuses };
};

const signInStatus = async (email: string, password: string) =>
  (await new Gateway(demo.baseUrl, fromElsewhere()).post('/auth/login', { email, password })).status;

test('the command “revoke” ends all sessions of one user, who may sign in again', async () => {
  const password = 'una contraseña';
  const [user, other] = [await newUser(password), await newUser()];
  expect(await run('revoke', '--email', user.email.toUpperCase())).toBe('');
  expect(await user.statuses()).toEqual([401, 401]);
  expect(await other.statuses()).toEqual([200, 200]);
  const session = await signIn(demo.baseUrl, { email: user.email, password });
  expect((await session.get('/auth')).status).toBe(200);
});

test('the command “reset-password” ends all sessions, and only the password that it prints is valid', async () => {
  const [user, other] = [await newUser('la contraseña anterior'), await newUser('la de otra persona')];
  const printed = await run('reset-password', '--email', user.email);
  expect(printed).toMatch(/^\S{12,}\n$/);
  const password = printed.trimEnd();
  expect(await user.statuses()).toEqual([401, 401]);
  expect(await signInStatus(user.email, 'la contraseña anterior')).toBe(401);
  expect(await signInStatus(user.email, password)).toBe(200);
  expect(await other.statuses()).toEqual([200, 200]);
  expect(await signInStatus(other.email, password)).toBe(401);
});

test('the command “disable” ends the sessions of an account for good, and “enable” lets its users sign in again', async () => {
  const password = 'una contraseña';
  const [user, other] = [await newUser(password), await newUser()];
  await run('disable', '--id', user.accountId);
  expect(await user.statuses()).toEqual([401, 401]);
  expect(await other.statuses()).toEqual([200, 200]);
  const lines = (await run('list')).split('\n').map((line) => line.split('\t'));
  expect(lines).toContainEqual([user.accountId, expect.any(String), 'disabled', user.email, 'Asesoría']);
  expect(lines).toContainEqual([other.accountId, expect.any(String), 'active', other.email, 'Asesoría']);
  await run('enable', '--id', user.accountId);
  expect(await user.statuses()).toEqual([401, 401]);
  expect(await signInStatus(user.email, password)).toBe(200);
});

test('the command “documents” sets how an account wants documents that do not fit in an answer', async () => {
  const [user, other] = [await newUser(), await newUser()];
  const wanted = async ({ accountId }: { accountId: string }) => (await findAccount(accountId))?.documents;
  for (const how of ['inline', 'link'] as const) {
    expect(await run('documents', '--id', user.accountId, '--as', how)).toBe('');
    expect([await wanted(user), await wanted(other)]).toEqual([how, undefined]);
  }
  expect(await user.statuses()).toEqual([200, 200]);
});

test('a new account with an e-mail that exists is refused, and the message says it once', async () => {
  const { email } = await newUser();
  await expect(run('create', '--email', email, '--name', 'a')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'Another user of the service has this e-mail.\n',
  });
});

describe('a command that cannot be carried out', () => {
  test.each<[why: string, args: string[], message: RegExp]>([
    ['an unknown e-mail', ['revoke', '--email', 'nadie@example.com'], /no user with the e-mail nadie@/],
    ['an unknown account', ['disable', '--id', randomUUID()], /There is no such account\./],
    ['no such account', ['documents', '--id', randomUUID(), '--as', 'link'], /There is no such account\./],
    [
      'no such choice',
      ['documents', '--id', randomUUID(), '--as', 'x'],
      /--as x is not valid. It must be inline or link\./,
    ],
    [
      'what is no e-mail',
      ['create', '--email', 'nominas@example', '--name', 'a'],
      /^--email is not an e-mail address: nominas@example\n$/,
    ],
    ['no e-mail', ['reset-password'], /--email is missing/],
    ['an unknown option', ['list', '--mail', 'x'], /'--mail'/],
    [
      'an unknown command',
      ['remove'],
      /There is no command remove\. .*\nFor its usage: npm run accounts -- --help/,
    ],
    ['erasing without confirming', ['erase', '--id', randomUUID()], /--confirm is missing/],
    ['confirming another', ['erase', '--id', randomUUID(), '--confirm', randomUUID()], /must repeat the id/],
    ['erasing what is no account', ['erase', '--id', 'account', '--confirm', 'account'], /is not the id of/],
  ])('a command has no effect with %s, and its message says why', async (_, args, message) => {
    await expect(run(...args)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });
});
