import type { Bond, BondEnd } from '../../kernel/bond.ts';
import { type Account, generationOf } from '../accounts.ts';
import type { User } from './user-row.ts';

/** Why a bond has ended, by its user and account as they are now; `undefined` where it holds, or there is none yet. */
export const endOf = (
  { generation, withSecondFactor }: Bond,
  user: User | undefined,
  account: Account,
): BondEnd | undefined => {
  if (user?.accountId !== account.id || user.removedAt !== undefined || account.disabled) return 'access';
  const isBound = generation !== undefined;
  if (isBound && generation !== generationOf(user, account)) return 'access';
  const isDemanded = account.secondFactor === 'required' && user.clientId === undefined;
  return isDemanded && !(isBound ? withSecondFactor : user.hasSecondFactor) ? 'secondFactor' : undefined;
};
