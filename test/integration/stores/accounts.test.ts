import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createAccount,
  findAccount,
  findUser,
  findUserByEmail,
  listAccounts,
  setAccountDisabled,
} from '../../../shared/stores/accounts.ts';
import { transact } from '../../../shared/stores/dynamo/dynamo.ts';
import { findPasswordHash, putPassword } from '../../../shared/stores/identity/password-rows.ts';
import { hashPassword, verifyPassword } from '../../../shared/stores/identity/passwords.ts';
import { beginSession, endSession, loadCallerRows } from '../../../shared/stores/identity/sessions.ts';
import { readToken } from '../../../shared/stores/identity/tokens.ts';

const email = () => `${randomUUID()}@Example.com`;
const later = (seconds: number) => new Date(Date.now() + seconds * 1000);

const begun = async () => {
  const { accountId, userId } = await createAccount({ email: email(), name: 'Nóminas' });
  const user = (await findUser(userId))!;
  const now = later(1);
  const { token, expires } = await beginSession(user, {}, now);
  const claims = (await readToken(token, now))!;
  return { accountId, userId, token, expires, claims, now };
};

test('an e-mail is unique in upper and lower case, also for several calls at once', async () => {
  const wanted = email();
  const results = await Promise.allSettled([
    createAccount({ email: wanted, name: 'a' }),
    createAccount({ email: wanted.toUpperCase(), name: 'b' }),
    createAccount({ email: ` ${wanted.toLowerCase()} `, name: 'c' }),
  ]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({ status: 422, errors: { email: [expect.any(String)] } });
});

test('the password of a user is accepted and no other, and a user without one has none that is accepted', async () => {
  const wanted = email();
  const password = 'una contraseña';
  await createAccount({ email: wanted, name: 'a', password });
  const hash = await findPasswordHash((await findUserByEmail(wanted.toLowerCase()))!);
  expect(await verifyPassword(password, hash)).toBe(true);
  expect(await verifyPassword(`${password}x`, hash)).toBe(false);
  expect(await verifyPassword(password, undefined)).toBe(false);
  const { userId } = await createAccount({ email: email(), name: 'b' });
  expect(await findPasswordHash({ id: userId })).toBeUndefined();
});

test('a password of a client company signs in no user of an account, and of no other company', async () => {
  const { userId } = await createAccount({ email: email(), name: 'a' });
  await transact([putPassword(userId, await hashPassword('una contraseña'), 7)]);
  expect(await findPasswordHash({ id: userId })).toBeUndefined();
  expect(await findPasswordHash({ id: userId, clientId: 8 })).toBeUndefined();
  expect(await findPasswordHash({ id: userId, clientId: 7 })).toBeDefined();
});

test('a session is valid until it ends, expires, or its account is disabled, also if the account is enabled again', async () => {
  const { accountId, userId, claims, expires, now } = await begun();
  expect((await loadCallerRows(claims, {}, now)).user?.accountId).toBe(accountId);
  expect((await loadCallerRows(claims, {}, expires)).user).toBeUndefined();
  await setAccountDisabled(accountId, true);
  expect((await loadCallerRows(claims, {}, now)).user).toBeUndefined();
  await setAccountDisabled(accountId, false);
  expect((await loadCallerRows(claims, {}, now)).user).toBeUndefined();
  const { token } = await beginSession((await findUser(userId))!, (await findAccount(accountId))!, now);
  const again = (await readToken(token, now))!;
  expect((await loadCallerRows(again, {}, now)).user).toBeDefined();
  await endSession(again);
  expect((await loadCallerRows(again, {}, now)).user).toBeUndefined();
  expect((await listAccounts()).some(({ id }) => id === accountId)).toBe(true);
});

test('a token is refused when it is changed, expired or of another account', async () => {
  const { token, claims, expires, now } = await begun();
  const other = await begun();
  expect(await readToken(token.slice(0, -2), now)).toBeUndefined();
  expect(await readToken('eyJhbGciOiJub25lIn0.e30.', now)).toBeUndefined();
  expect(await readToken(token, expires)).toBeUndefined();
  const mixed = { ...claims, accountId: other.accountId };
  expect((await loadCallerRows(mixed, {}, now)).user).toBeUndefined();
});
