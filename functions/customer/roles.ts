import { notForClients } from '../../shared/kernel/errors.ts';
import type { Caller } from '../../shared/operation/ports.ts';

/** Who calls: a user of the account, or a client company of the account that signed in. */
type Role = 'account' | 'client';

/** What is done with client companies. */
type Action = 'list' | 'save' | 'remove' | 'activate';

/** Clients on which a role may act: all of the account, its own company, or none. */
type Reach = 'all' | 'own' | 'none';

const REACH: Record<Action, Record<Role, Reach>> = {
  list: { account: 'all', client: 'own' },
  save: { account: 'all', client: 'none' },
  remove: { account: 'all', client: 'none' },
  activate: { account: 'all', client: 'none' },
};

/** The caller's role. */
const roleOf = (caller: Caller): Role => (caller.clientId === undefined ? 'account' : 'client');

/**
 * The clients on which the caller may do this.
 * @throws ServiceError 403 if there are none
 */
export const reachOf = (caller: Caller, action: Action): Exclude<Reach, 'none'> => {
  const reach = REACH[action][roleOf(caller)];
  if (reach === 'none') throw notForClients();
  return reach;
};
