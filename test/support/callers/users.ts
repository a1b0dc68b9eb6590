import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import type { Role } from '../../../shared/kernel/roles.ts';
import type { User } from '../../../shared/stores/identity/user-row.ts';
import { sessionOf } from '../accounts.ts';
import { Gateway } from '../gateway.ts';
import { codeOf } from './totp.ts';

/** Gives a user a second factor. @returns its secret */
export const switchOnSecondFactor = async (
  user: Pick<User, 'id' | 'email'>,
  now = new Date(),
): Promise<string> => {
  const { secret } = await stores.secondFactors.beginSecondFactor(user);
  // The code of the previous half minute is used, so that the current one is left for signing in.
  const codes = await stores.secondFactors.confirmSecondFactor(user, codeOf(secret, -1, now.getTime()), now);
  expect(codes).toBeDefined();
  return secret;
};

/** A session of a user that was begun with a code of the second factor. */
export const sessionWithCode = async (
  baseUrl: string,
  email: string,
  secret: string,
  now = new Date(),
): Promise<Gateway> => {
  const user = (await stores.accounts.findUserByEmail(email))!;
  const account = (await stores.accounts.findAccount(user.accountId))!;
  const factor = await stores.secondFactors.findSecondFactor(user.id);
  const use = (await stores.secondFactors.useOfCode(factor, codeOf(secret, 0, now.getTime()), now))!;
  const session = await stores.sessions.beginSessionWithCode({ user, account, use }, now);
  return new Gateway(baseUrl, { Authorization: `Bearer ${session!.token}` });
};

/** A new user of an account, with a session. The user gets a password only if one is given. */
export const newUser = async (baseUrl: string, accountId: string, role: Role, password?: string) => {
  const email = `${randomUUID()}@example.com`;
  const wanted = { name: `Persona ${role}`, email, role, ...(password && { password }) };
  const user = await stores.users.addUser(accountId, wanted, new Date());
  return { user, email, gateway: await sessionOf(baseUrl, email) };
};
