import { stores } from '../../../functions/stores.ts';
import type { BondEnd } from '../../../shared/kernel/bond.ts';
import type { User } from '../../../shared/stores/identity/user-row.ts';
import { switchOnSecondFactor } from './users.ts';

/** Ways to end a stolen session and everything that was created with it. */
export const ENDS_OF_ACCESS: [name: string, end: (user: User) => Promise<void>, why: BondEnd][] = [
  [
    'a new password',
    ({ id }) => stores.accounts.setPassword(id, 'otra contraseña larga', new Date()),
    'access',
  ],
  ['signing out everywhere', ({ id }) => stores.accounts.revokeSessions(id), 'access'],
  [
    'an account that is disabled, and enabled again',
    async ({ accountId }) => {
      await stores.accounts.setAccountDisabled(accountId, true);
      await stores.accounts.setAccountDisabled(accountId, false);
    },
    'access',
  ],
  [
    'a second factor that is demanded, also once the user has one',
    async (user) => {
      await stores.accounts.setAccountChoice(user.accountId, { secondFactor: 'required' });
      await switchOnSecondFactor(user);
    },
    'secondFactor',
  ],
  [
    'the removal of its user',
    async ({ accountId, id }) => {
      await stores.users.removeUser(accountId, id, new Date());
    },
    'access',
  ],
];
