import { type Script, Unreadable } from '../../exchange.ts';
import type { WorkerWithDni } from '../values.ts';
import { type AuthorisedUser, isOthers, openAs, usersOn } from './authorised-users.ts';
import { recordPress } from './contribution-record.ts';
import { openProsa, pressProsaUnchecked } from './dialog.ts';
import { type ProsaPage, throwIfErrors } from './page.ts';

/** An application whose first page names worker and contribution account, and files nothing. */
const ASKS_ONLY = 'XV24M00B';

/**
 * Opens an application whose first press may file, as the authorised user who has the contribution account of a worker.
 * Where it asks for a user, another application that files nothing is asked first whose the account is. That these
 * applications ask for one: assumed.
 * @throws Refusal of the portal if no user of the certificate has the account
 */
export function* openAsOwner(application: string, worker: WorkerWithDni): Script<ProsaPage> {
  const page = yield* openProsa(application);
  const users = usersOn(page);
  if (users.length === 0) return page;
  const { numero } = yield* ownerAmong(users, worker);
  return yield* openAs(application, numero);
}

function* ownerAmong(users: AuthorisedUser[], worker: WorkerWithDni): Script<AuthorisedUser> {
  for (const user of users) {
    const form = yield* openAs(ASKS_ONLY, user.numero);
    const next = yield* pressProsaUnchecked(form, recordPress(form, worker));
    if (!isOthers(next)) return user;
    if (user === users.at(-1)) throwIfErrors(next);
  }
  throw new Unreadable('users who neither have an account nor are refused it');
}
