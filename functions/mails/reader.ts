import { onceEach } from '../../shared/kernel/side-by-side.ts';
import type { Services } from '../../shared/serving/services.ts';
import type { Account } from '../../shared/stores/accounts.ts';
import type { User } from '../../shared/stores/identity/user-row.ts';
import { asMailData } from '../../shared/stores/mail/markdown.ts';
import type { MailChoice } from './store/choices.ts';

/** Who reads a mail, as far as mails depend on it. */
export interface Reader {
  user: User;
  /** The name of a client company as it may stand in a mail to this user; `undefined` where there is none to name. */
  nameOf(clientId: number | undefined): Promise<string | undefined>;
}

/**
 * The user who has chosen a mail, as long as it may be sent: the user is not removed, and neither account nor client company
 * is switched off.
 */
export const readerOf = async (
  { stores }: Pick<Services, 'stores'>,
  choice: MailChoice,
  account: Account | undefined,
): Promise<Reader | undefined> => {
  const { accountId, userId, clientId } = choice;
  if (account?.disabled !== false) return undefined;
  const user = await stores.accounts.findUser(userId);
  if (user?.accountId !== accountId || user.removedAt !== undefined) return undefined;
  const find = (id: number) => stores.clients.findClient(accountId, id);
  if (clientId !== undefined && !(await find(clientId))?.active) return undefined;

  const nameIn = onceEach(async (id: number) => {
    const client = await find(id);
    return client && asMailData(client.name);
  });
  // A client company must not learn which others the account has.
  const nameOf = async (id: number | undefined) =>
    !id || (clientId !== undefined && id !== clientId) ? undefined : nameIn(id);
  return { user, nameOf };
};
