import { randomUUID } from 'node:crypto';
import type { Role } from '../../../shared/kernel/roles.ts';
import { stores } from '../../../shared/stores/stores.ts';
import { sessionOf } from '../accounts.ts';

/** A new user of an account, with a session; with a password only if it is given. */
export const newUser = async (baseUrl: string, accountId: string, role: Role, password?: string) => {
  const email = `${randomUUID()}@example.com`;
  const wanted = { name: `Persona ${role}`, email, role, ...(password && { password }) };
  const user = await stores.users.addUser(accountId, wanted, new Date());
  return { user, email, gateway: await sessionOf(baseUrl, email) };
};
