import { transact } from '../dynamo/dynamo.ts';
import { forgetWrongTries } from '../identity/password-rows.ts';
import type { Client } from './company.ts';
import { readListed } from './listed.ts';
import { changeBrief, findByEmail, findClient, recordsOf } from './rows.ts';
import { findIn, searchText, textOf } from './words.ts';

/**
 * Client companies of accounts. A client has these rows:
 *
 * - its record, with all that is known of it, which its CIF names;
 * - its brief, which its id names: whether it is active, which each request with one of its certificates or sessions reads,
 *   and by what it is found, which lists and searches read of all clients of an account;
 * - one that makes its e-mail unique in the service, and its user, with its password;
 * - one for each contribution account, by which its client is found.
 *
 * They are written in one transaction, but for what does not fit, and no two clients share one.
 */

export type { Client } from './company.ts';
export { announceClient, inviteClient } from './invitation.ts';
export { clientsWithAccount, clientsWithCif } from './listed.ts';
export { removeClient } from './remove.ts';
export { companiesOf, companyNames, findClient, findClientBrief } from './rows.ts';
export { saveClient } from './save.ts';

/** A page of an account's clients, oldest first. */
export interface ClientPage {
  clients: Client[];
  /** Number of clients on all pages. */
  total: number;
}

/**
 * A page of an account's clients: of all of them, or of those that a search finds. What was saved, changed or removed
 * within the last second may be as it was.
 * @param wanted.search a whole e-mail finds its client. Else each word is the beginning of a word of the e-mail, name,
 * CIF, registered name or external id, or three letters or more of e-mail, CIF or external id; where that finds nothing,
 * each is within a word. Accents and case are ignored. Without words it finds all clients.
 * @param wanted.page from 1; a page after the last one is empty
 */
export const listClients = async (
  accountId: string,
  { search = '', page, perPage }: { search?: string; page: number; perPage: number },
): Promise<ClientPage> => {
  const exact = search.includes('@') ? await findByEmail(accountId, search) : undefined;
  if (exact) return { clients: page === 1 ? [exact] : [], total: 1 };

  const found = findIn(await readListed(accountId), search);
  const listed = found.slice((page - 1) * perPage, page * perPage);
  const records = await recordsOf(
    accountId,
    listed.map(({ cif }) => cif),
  );
  const byId = new Map(records.map((record) => [record.id, record]));
  const clients = listed.flatMap(({ id, active }) => {
    const record = byId.get(id);
    // One that was removed meanwhile has none.
    return record ? [{ ...record, active }] : [];
  });
  return { clients, total: found.length - (listed.length - clients.length) };
};

/** Whether a search of an account that had only this client would find it. */
export const isFound = async (client: Client, search: string): Promise<boolean> =>
  findIn([{ text: textOf(client.cif, searchText(client)) }], search).length > 0;

/**
 * Activates or deactivates a client at once. What is activated may sign in with its password again, however many wrong ones
 * were tried. Returns `undefined` if the account has no such client.
 */
export const setClientActive = async (
  accountId: string,
  clientId: number,
  active: boolean,
): Promise<Client | undefined> => {
  const isChanged = await changeBrief(accountId, clientId, { active });
  const client = isChanged ? await findClient(accountId, clientId) : undefined;
  if (active && client?.userId) await transact([forgetWrongTries(client.userId)]);
  return client;
};
