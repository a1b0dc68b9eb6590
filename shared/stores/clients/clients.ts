import { forgetWrongTries } from '../identity/password-rows.ts';
import type { Client } from './company.ts';
import { readPage } from './order.ts';
import { activeWrites, findClient, transact } from './rows.ts';
import { findClients } from './search.ts';
import { contains, matches, mayBeInName, searchWords } from './words.ts';

/**
 * Client companies of accounts. A client has these rows:
 *
 * - its own, with all that is known of it, and a small one, which every request with one of its certificates or sessions
 *   reads (`active`);
 * - one that makes its CIF unique in the account, one that makes its e-mail unique in the service, and its user;
 * - two counts, with which a page is found without reading the pages before it (`order.ts`), and the total of its account
 *   (`../totals.ts`);
 * - its bit in the rows of the index that say who has a term (`terms.ts`).
 *
 * They are written in one transaction, or, where there are too many terms, as if they were (`index-writes.ts`), so that
 * lists and totals are exact. What a list reads does not grow with the account: a page reads the blocks of 100 ids that
 * contain its clients, the 100 counts of their range, and one count for each 10,000 clients. A search reads the clients
 * of its page and, for each 100,000 clients, the rows of its terms: some five for a word.
 */

export type { Client } from './company.ts';
export { inviteClient } from './invitation.ts';
export { removeClient } from './remove.ts';
export { findClient, findClientBrief } from './rows.ts';
export { saveClient } from './save.ts';

/** A page of an account's clients, oldest first. */
export interface ClientPage {
  clients: Client[];
  /** Number of clients on all pages. */
  total: number;
}

/**
 * A page of an account's clients: of all of them, or of those that a search finds.
 * @param wanted.search a whole e-mail finds its client. Else each word is the beginning of a word of the e-mail, name,
 * CIF, registered name or external id, or three letters or more of e-mail, CIF or external id; where that finds nothing,
 * each is within a word. Accents and case are ignored. Without words it finds all clients.
 * @param wanted.page from 1; a page after the last one is empty
 */
export const listClients = async (
  accountId: string,
  wanted: { search?: string; page: number; perPage: number },
): Promise<ClientPage> => {
  const position = (wanted.page - 1) * wanted.perPage;
  const words = searchWords(wanted.search ?? '');
  if (words.length === 0) return readPage(accountId, position, wanted.perPage);
  return findClients(accountId, { search: wanted.search ?? '', words }, position, wanted.perPage);
};

/** Whether a search of an account that had only this client would find it. */
export const isFound = (client: Client, search: string): boolean =>
  matches(client, search) || (mayBeInName(search) && contains(client, search));

/**
 * Activates or deactivates a client at once. What is activated may sign in with its password again, however many wrong ones
 * were tried. Returns `undefined` if the account has no such client.
 */
export const setClientActive = async (
  accountId: string,
  clientId: number,
  active: boolean,
  now: Date,
): Promise<Client | undefined> => {
  const rejected = await transact(activeWrites(accountId, clientId, { active, removing: false }, now));
  const client = rejected.length > 0 ? undefined : await findClient(accountId, clientId);
  if (active && client?.userId) await transact([forgetWrongTries(client.userId)]);
  return client;
};
