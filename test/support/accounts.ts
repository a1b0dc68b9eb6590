import { randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { stores } from '../../functions/stores.ts';
import { dynamo } from '../../shared/stores/dynamo/dynamo.ts';
import { isShort } from '../../shared/stores/identity/passwords.ts';
import { passwordKey } from '../../shared/stores/keyspace.ts';
import { Gateway } from './gateway.ts';

/** Creates a user with a session, without going through a password, for tests that are not about signing in. */
export const sessionOf = async (baseUrl: string, email: string, now = new Date()): Promise<Gateway> => {
  const user = await stores.accounts.findUserByEmail(email);
  if (!user) throw new Error(`no user has the e-mail ${email}`);
  const account = (await stores.accounts.findAccount(user.accountId))!;
  const { token } = await stores.sessions.beginSession(user, account, now);
  return new Gateway(baseUrl, { Authorization: `Bearer ${token}` });
};

/** An e-mail address that is not used yet. */
export const anEmail = () => `${randomUUID()}@example.com`;

/** The profile of a client company with a CIF that is not used yet. */
export const aProfile = () => ({
  dni: randomUUID().replaceAll('-', '').slice(0, 9).toUpperCase(),
  razon_social: 'TALLERES S.L.',
  account: [{ regimen: '0111', cuenta: '28123456789', alias: 'Taller' }],
});

/** A new client company that can sign in, as an integrator saves it. */
export const aCompany = (more: object = {}) => ({
  name: 'Talleres',
  access: { email: anEmail() },
  profile: aProfile(),
  ...more,
});

/** A client company of an account that can sign in, with a session. */
export const newCompany = async (account: Gateway, more: object = {}) => {
  const email = anEmail();
  const { status, body } = await account.post(
    '/customer',
    aCompany({ access: { email }, not_notify: 1, ...more }),
  );
  expect(status).toBe(200);
  return { id: String(body.data.id), email, gateway: await sessionOf(account.baseUrl, email) };
};

/** The lowest cost that scrypt allows. A hash contains its cost, so it is checked at that cost. */
const CHEAP = { N: 2, r: 8, p: 1 };

/** Replaces the hash of a user's password with a hash of the same password that is quick to check. */
export const quicken = async (userId: string, password: string): Promise<void> => {
  const salt = randomBytes(16);
  const derived = scryptSync(password.normalize('NFKC'), salt, 32, CHEAP);
  const parts = [
    'scrypt',
    CHEAP.N,
    CHEAP.r,
    CHEAP.p,
    salt.toString('base64url'),
    derived.toString('base64url'),
  ];
  await dynamo().send(
    new PutCommand({
      TableName: process.env.PASSWORDS_TABLE!,
      Item: { ...passwordKey.password(userId), hash: parts.join('$') },
    }),
  );
};

/** The accounts of this test file. */
const madeHere = new Set<string>();

/** Whether a row is of an account of this test file. The tables also have the accounts of files that run at the same time. */
export const isOfThisFile = ({ accountId }: { accountId: string }): boolean => madeHere.has(accountId);

/**
 * A new account and its user, with a session. The user gets a password only if one is given; its hash is cheap.
 * @throws Error if the password is short: how such a user signs in depends on how the password was made
 */
export const newAccount = async (baseUrl: string, name = 'Asesoría', password?: string) => {
  if (password !== undefined && isShort(password)) throw new Error('a short password');
  const email = anEmail();
  const { accountId, userId } = await stores.accounts.createAccount({ email, name });
  madeHere.add(accountId);
  if (password !== undefined) await quicken(userId, password);
  return { accountId, userId, email, gateway: await sessionOf(baseUrl, email) };
};

/** Marks a certificate as accepted by its authority, as its first use does. */
export const acceptOf = async ({ token }: Gateway, certSecret: string): Promise<void> => {
  const accountId = String(decodeJwt(token).acc);
  const secret = await stores.certificates.readSecret(certSecret, accountId);
  const { clientId, certificateId } = secret!;
  await stores.certificates.noteAccepted({ accountId, clientId, id: certificateId }, new Date());
};
