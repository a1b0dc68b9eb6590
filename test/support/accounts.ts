import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { stores } from '../../shared/stores/stores.ts';
import { Gateway } from './gateway.ts';

/** A user with a session that begins now, as after signing in. Saves the work of a password where signing in is not what is tested. */
export const sessionOf = async (baseUrl: string, email: string, now = new Date()): Promise<Gateway> => {
  const user = await stores.accounts.findUserByEmail(email);
  if (!user) throw new Error(`no user has the e-mail ${email}`);
  const account = (await stores.accounts.findAccount(user.accountId))!;
  const { token } = await stores.sessions.beginSession(user, account, now);
  return new Gateway(baseUrl, { Authorization: `Bearer ${token}` });
};

/** The profile of a client company that no account has. */
export const aProfile = () => ({
  dni: randomUUID().replaceAll('-', '').slice(0, 9).toUpperCase(),
  razon_social: 'TALLERES S.L.',
  account: [{ regimen: '0111', cuenta: '28123456789', alias: 'Taller' }],
});

/** A client company of an account that can sign in, with a session. */
export const newCompany = async (account: Gateway) => {
  const email = `${randomUUID()}@example.com`;
  const { status, body } = await account.post('/customer', {
    name: 'Talleres',
    access: { email },
    not_notify: 1,
    profile: aProfile(),
  });
  expect(status).toBe(200);
  return { id: String(body.data.id), email, gateway: await sessionOf(account.baseUrl, email) };
};

/** A new account and its user, with a session; with a password only if it is given. */
export const newAccount = async (baseUrl: string, name = 'Asesoría', password?: string) => {
  const email = `${randomUUID()}@example.com`;
  const { accountId } = await stores.accounts.createAccount({ email, name, password });
  return { accountId, email, gateway: await sessionOf(baseUrl, email) };
};

/** Takes a certificate of an account for one that an authority has accepted, as after its first use. */
export const acceptOf = async ({ token }: Gateway, certSecret: string): Promise<void> => {
  const accountId = String(decodeJwt(token).acc);
  const secret = await stores.certificates.readSecret(certSecret, accountId);
  const { clientId, certificateId } = secret!;
  await stores.certificates.noteAccepted({ accountId, clientId, id: certificateId }, new Date());
};
