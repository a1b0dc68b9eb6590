import { describe, expect, test } from 'vitest';
import { stores } from '../../../shared/stores/stores.ts';
import { newAccount } from '../../support/accounts.ts';
import { demo } from '../../support/demo.ts';
import { type Answered, Gateway } from '../../support/gateway.ts';

/** Who guesses passwords, and who is shut out by it. */

const PASSWORD = 'la contraseña de verdad';
/** Failures with one e-mail from one network that are evaluated in 15 minutes. */
const LIMIT = 10;

/** An address of a network that nobody else has. */
const anAddress = () => `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.7`;

const tryFrom = (address: string, email: string, password: string): Promise<Answered> =>
  new Gateway(demo.baseUrl, { 'X-Forwarded-For': address }).post('/auth/login', { email, password });

/** A user who can sign in, and of whose e-mail so many sign-ins failed from an address. */
const newUser = async ({ failures = 0, from = anAddress() } = {}) => {
  const user = await newAccount(demo.baseUrl, 'Asesoría', PASSWORD);
  const attempt = { email: user.email, ip: from, user: await stores.accounts.findUserByEmail(user.email) };
  // Counted as sign-ins are, without the work of their passwords.
  for (let made = 0; made < failures; made++) await stores.signIns.countTry(attempt, new Date());
  return { ...user, attacker: from };
};

const countOf = (answers: Answered[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;

test('of wrong passwords at once none is evaluated beyond the tenth, and the eleventh waits 15 minutes', async () => {
  const { email, attacker } = await newUser({ failures: LIMIT - 2 });
  const answers = await Promise.all(Array.from({ length: 8 }, () => tryFrom(attacker, email, 'x')));
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([2, 6]);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body.message).toBe('Too Many Requests');
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(14 * 60);
  expect(wait).toBeLessThanOrEqual(15 * 60);
});

test('whoever guesses shuts out the network from which it is done, and no other', async () => {
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

test('a new password opens again', async () => {
  const { email, attacker } = await newUser({ failures: LIMIT });
  const user = (await stores.accounts.findUserByEmail(email))!;
  await stores.accounts.setPassword(user.id, 'una contraseña nueva', new Date());
  expect((await tryFrom(attacker, email, 'una contraseña nueva')).status).toBe(200);
});

describe('of a disabled account', () => {
  test('the right password is answered as a wrong one', async () => {
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
