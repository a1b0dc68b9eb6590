import { describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { aCompany, anEmail, newAccount, quicken } from '../../support/accounts.ts';
import { demo } from '../../support/demo.ts';
import { type Answered, Gateway } from '../../support/gateway.ts';

/** Guessed passwords, and who is locked out by guesses. */

const PASSWORD = 'la contraseña de verdad';
/** Failed sign-ins with one e-mail from one network that are allowed in 15 minutes. */
const LIMIT = 10;

let networks = 0;
/** An address in a network that no other test of this file uses. */
const anAddress = () => `10.0.${networks++}.7`;

const tryFrom = (address: string, email: string, password: string): Promise<Answered> =>
  new Gateway(demo.baseUrl, { 'X-Forwarded-For': address }).post('/auth/login', { email, password });

/** Counts failed sign-ins from an address, without hashing passwords. */
const failFrom = async (address: string, email: string, times: number) => {
  const login = await stores.accounts.findLogin(email);
  const origin = await stores.signIns.readOrigin(email, address, new Date());
  for (let made = 0; made < times; made++) await stores.signIns.countTry(origin, login, new Date());
};

/** A user who can sign in, and with whose e-mail a number of sign-ins failed from an address. */
const newUser = async ({ failures = 0, from = anAddress() } = {}) => {
  const user = await newAccount(demo.baseUrl, 'Asesoría', PASSWORD);
  await failFrom(from, user.email, failures);
  return { ...user, attacker: from };
};

const countOf = (answers: Answered[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;

test('no wrong password beyond the tenth is checked, also if many come at once, and the next one waits 15 minutes', async () => {
  const { email, attacker } = await newUser({ failures: LIMIT - 2 });
  const begun = Date.now();
  const answers = await Promise.all(Array.from({ length: 8 }, () => tryFrom(attacker, email, 'x')));
  const seconds = Math.ceil((Date.now() - begun) / 1000);
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([2, 6]);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body.message).toBe('Too Many Requests');
  const wait = Number(refused.headers.get('retry-after'));
  // The last counted sign-in may have begun earlier or later than this one.
  expect(wait).toBeGreaterThanOrEqual(15 * 60 - seconds);
  expect(wait).toBeLessThanOrEqual(15 * 60 + seconds);
});

test('a sign-in that must wait has no request left until Retry-After is over', async () => {
  const { email, attacker } = await newUser({ failures: LIMIT });
  const before = Math.floor(Date.now() / 1000);
  const { status, headers } = await tryFrom(attacker, email, PASSWORD);
  const after = Math.floor(Date.now() / 1000);
  expect(status).toBe(429);
  expect(headers.get('x-ratelimit-remaining')).toBe('0');
  const begun = Number(headers.get('x-ratelimit-reset')) - Number(headers.get('retry-after'));
  expect(begun).toBeGreaterThanOrEqual(before);
  expect(begun).toBeLessThanOrEqual(after);
  // For other users of that network, the minute is unchanged.
  const other = await tryFrom(attacker, anEmail(), PASSWORD);
  expect(other.status).toBe(401);
  expect(Number(other.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
});

test('an unknown e-mail is answered like a wrong password', async () => {
  const { email } = await newUser();
  const [wrong, unknown] = await Promise.all([email, anEmail()].map((one) => tryFrom(anAddress(), one, 'x')));
  expect(unknown!.status).toBe(401);
  expect(unknown!.body).toEqual(wrong!.body);
});

test('guessing passwords shuts out the network it comes from, and no other', async () => {
  const { email, attacker } = await newUser({ failures: LIMIT });
  expect((await tryFrom(attacker, email, PASSWORD)).status).toBe(429);
  const neighbour = attacker.replace(/\d+$/, '8');
  expect((await tryFrom(neighbour, email.toUpperCase(), PASSWORD)).status).toBe(429);
  expect((await tryFrom(anAddress(), email, PASSWORD)).status).toBe(200);
});

test('a sign-in that succeeds gives its count back', async () => {
  const home = anAddress();
  const { email } = await newUser({ failures: LIMIT - 1, from: home });
  expect((await tryFrom(home, email, PASSWORD)).status).toBe(200);
  expect((await tryFrom(home, email, 'otra')).status).toBe(401);
  expect((await tryFrom(home, email, PASSWORD)).status).toBe(200);
});

test('a new password lets a user in again who had to wait', async () => {
  const { email, attacker } = await newUser({ failures: LIMIT });
  const user = (await stores.accounts.findUserByEmail(email))!;
  await stores.accounts.setPassword(user.id, 'una contraseña nueva', new Date());
  expect((await tryFrom(attacker, email, 'una contraseña nueva')).status).toBe(200);
});

/** A client company of a new account, which can sign in with this password. */
const newClient = async (password: string) => {
  const { gateway } = await newAccount(demo.baseUrl);
  const email = anEmail();
  const access = { email, password, password_confirmation: password };
  const { status, body } = await gateway.post('/customer', aCompany({ access }));
  expect(status).toBe(200);
  await quicken((await stores.accounts.findUserByEmail(email))!.id, password);
  return { gateway, email, clientId: body.data.id as number };
};

describe('a password of fewer than twelve characters', () => {
  const SHORT = 'once.letras';
  /** A client company with this password and ten failed sign-ins from three networks. */
  const guessed = async () => {
    const { gateway, email, clientId } = await newClient(SHORT);
    const home = anAddress();
    expect((await tryFrom(home, email, SHORT)).status).toBe(200);
    for (let network = 0; network < 3; network++) await failFrom(anAddress(), email, 3);
    expect((await tryFrom(anAddress(), email, 'no es')).status).toBe(401);
    return { gateway, email, home, clientId };
  };

  test('a right short password is answered like a wrong one after ten wrong ones, except on networks of the user', async () => {
    const { email, home } = await guessed();
    const [right, wrong] = [await tryFrom(anAddress(), email, SHORT), await tryFrom(anAddress(), email, 'x')];
    expect(right.status).toBe(401);
    expect(right.body).toEqual(wrong.body);
    expect((await tryFrom(home, email, SHORT)).status).toBe(200);
  });

  test('a short password is accepted again when the account activates the client company', async () => {
    const { gateway, email, clientId } = await guessed();
    expect(
      (await gateway.call('PUT', `/customer/${clientId}/activate`, { json: { active: true } })).status,
    ).toBe(200);
    expect((await tryFrom(anAddress(), email, SHORT)).status).toBe(200);
  });

  test('a short password is replaced by one that is made with a link', async () => {
    const { email } = await guessed();
    const user = (await stores.accounts.findUserByEmail(email))!;
    const token = await stores.links.issueLink(user, new Date());
    expect(await stores.links.makePassword(token, PASSWORD, new Date())).toBeDefined();
    expect((await tryFrom(anAddress(), email, PASSWORD)).status).toBe(200);
  });

  test('a short password is locked also on a network of the user, after ten wrong ones from there', async () => {
    const { email, home } = await guessed();
    for (let made = 0; made < 10; made++) {
      // A success resets the short window of its network, but not this one.
      if (made === 5) expect((await tryFrom(home, email, SHORT)).status).toBe(200);
      expect((await tryFrom(home, email, 'x')).status).toBe(401);
    }
    expect((await tryFrom(home, email, SHORT)).status).toBe(401);
  });
});

test('the sessions of a user may send ten wrong short passwords, which lock no sign-in', async () => {
  const short = 'once.letras';
  const { email } = await newClient(short);
  const user = (await stores.accounts.findLogin(email))!;
  const prove = () => stores.signIns.countProof(crypto.randomUUID(), user, new Date());
  for (let made = 0; made < LIMIT; made++) expect(await prove()).toMatchObject({ wait: 0, isLocked: false });
  expect(await prove()).toMatchObject({ wait: 0, isLocked: true });
  expect((await tryFrom(anAddress(), email, short)).status).toBe(200);
});

describe('signing in to an inactive client company', () => {
  test('the sign-in gets 403 with the right password and 401 with a wrong one, and succeeds when the company is active', async () => {
    const { gateway, email, clientId } = await newClient(PASSWORD);
    const home = anAddress();
    const activate = (active: boolean) =>
      gateway.call('PUT', `/customer/${clientId}/activate`, { json: { active } });
    const signIn = async (password = PASSWORD) => (await tryFrom(home, email, password)).status;
    expect(await signIn()).toBe(200);
    await activate(false);
    const refused = await tryFrom(home, email, PASSWORD);
    expect(refused).toMatchObject({
      status: 403,
      body: { success: false, message: 'El acceso de este cliente está desactivado.', data: [] },
    });
    expect(await signIn('otra')).toBe(401);
    // The right password never counts as a failure, however often it comes.
    for (let made = 0; made < LIMIT; made++) expect(await signIn()).toBe(403);
    await activate(true);
    expect(await signIn()).toBe(200);
  });
});

describe('signing in to a disabled account', () => {
  test('the sign-in is answered the same with the right password and with a wrong one', async () => {
    const { accountId, email } = await newUser();
    await stores.accounts.setAccountDisabled(accountId, true);
    const [right, wrong] = await Promise.all([
      tryFrom(anAddress(), email, PASSWORD),
      tryFrom(anAddress(), email, 'otra'),
    ]);
    expect(right.status).toBe(401);
    expect(right.body).toEqual(wrong.body);
  });
});
