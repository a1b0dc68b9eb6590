import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../config.ts';
import { dynamo } from './aws.ts';
import type { Client } from './client-company.ts';
import { readFrom } from './client-order.ts';
import { patiently, readKeys } from './client-rows.ts';
import { findByWords } from './client-search.ts';
import { searchWords } from './client-words.ts';
import { recordKey } from './keyspace.ts';

/**
 * Client companies of accounts. What one is made of:
 *
 * - its row, which every request with one of its certificates or sessions reads (`active`);
 * - guards that make its CIF unique in the account and its e-mail unique in the service, and its user;
 * - two counts, by which a page is found without reading those before it (`client-order.ts`);
 * - the leaves in which its words are found (`client-search.ts`).
 *
 * All of it is written in one transaction, so that lists and totals are exact. What a list reads does not grow with the
 * account: a page takes the blocks of 100 clients in which it lies, the 100 counts of their range, and one count for
 * each 10,000 clients. A search takes the clients of its page and the leaves of its words: a row for each block of 100
 * that has the word, with a few bytes for each client that has it.
 */

export type { Client } from './client-company.ts';
export { inviteClient } from './client-invitation.ts';
export { removeClient } from './client-remove.ts';
export { findClient } from './client-rows.ts';
export { saveClient } from './client-save.ts';
export { matches } from './client-words.ts';

/** A page of an account's clients, oldest first, and how many there are in all. */
export interface ClientPage {
  clients: Client[];
  total: number;
}

/**
 * A page of an account's clients: all of them, or those that a search finds.
 * @param wanted.search its words, each of which begins a word of the e-mail, name, CIF, registered name or external
 * id; accents and case do not count. Without words it finds all.
 * @param wanted.page from 1; past the end it is empty
 */
export const listClients = async (
  accountId: string,
  wanted: { search?: string; page: number; perPage: number },
): Promise<ClientPage> => {
  const position = (wanted.page - 1) * wanted.perPage;
  const words = searchWords(wanted.search ?? '');
  if (words.length > 0) {
    const found = await findByWords(accountId, words);
    const ids = found.slice(position, position + wanted.perPage);
    const clients = await readKeys<Client>(ids.map((id) => recordKey.client(accountId, id)));
    return { clients: clients.sort((a, b) => a.id - b.id), total: found.length };
  }
  return readFrom(accountId, position, wanted.perPage);
};

/** Activates a client or deactivates it, at once. `undefined` where the account has no such client. One write. */
export const setClientActive = async (
  accountId: string,
  clientId: number,
  active: boolean,
  now: Date,
): Promise<Client | undefined> => {
  try {
    const { Attributes } = await patiently(() =>
      dynamo().send(
        new UpdateCommand({
          TableName: setting('RECORDS_TABLE'),
          Key: recordKey.client(accountId, clientId),
          UpdateExpression: 'SET #active = :active, #updatedAt = :now',
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#removing)',
          ExpressionAttributeNames: {
            '#active': 'active',
            '#updatedAt': 'updatedAt',
            '#removing': 'removing',
          },
          ExpressionAttributeValues: { ':active': active, ':now': now.toISOString() },
          ReturnValues: 'ALL_NEW',
        }),
      ),
    );
    return Attributes as Client;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};
