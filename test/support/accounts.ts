import { randomUUID } from 'node:crypto';
import { stores } from '../../shared/stores/stores.ts';
import { Gateway } from './gateway.ts';

/** A user with a session that begins now, as after signing in. Saves the work of a password where signing in is not what is tested. */
export const sessionOf = async (baseUrl: string, email: string, now = new Date()): Promise<Gateway> => {
  const user = await stores.accounts.findUserByEmail(email);
  if (!user) throw new Error(`no user has the e-mail ${email}`);
  const { token } = await stores.sessions.beginSession(user, now);
  return new Gateway(baseUrl, { Authorization: `Bearer ${token}` });
};

/** A new account and its user, with a session; with a password only if it is given. */
export const newAccount = async (baseUrl: string, name = 'Asesoría', password?: string) => {
  const email = `${randomUUID()}@example.com`;
  const { accountId } = await stores.accounts.createAccount({ email, name, password });
  return { accountId, email, gateway: await sessionOf(baseUrl, email) };
};
