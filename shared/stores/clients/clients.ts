import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../config.ts';
import { dynamo } from '../aws.ts';
import { recordKey } from '../keyspace.ts';
import { type Client, parseClient } from './company.ts';
import { readPage } from './order.ts';
import { readKeys, withRetries } from './rows.ts';
import { findByWords } from './search.ts';
import { searchWords } from './words.ts';

/**
 * Client companies of accounts. A client has these rows:
 *
 * - its own, which every request with one of its certificates or sessions reads (`active`);
 * - one that makes its CIF unique in the account, one that makes its e-mail unique in the service, and its user;
 * - two counts, with which a page is found without reading the pages before it (`order.ts`);
 * - the index rows of its words (`search.ts`).
 *
 * They are written in one transaction, so that lists and totals are exact. What a list reads does not grow with the
 * account: a page reads the blocks of 100 ids that contain its clients, the 100 counts of their range, and one count
 * for each 10,000 clients. A search reads the clients of its page and the index rows of its words: a row for each block
 * of 100 ids that has the word, with a few bytes for each client that has it.
 */

export type { Client } from './company.ts';
export { inviteClient } from './invitation.ts';
export { removeClient } from './remove.ts';
export { findClient } from './rows.ts';
export { saveClient } from './save.ts';
export { matches } from './words.ts';

/** A page of an account's clients, oldest first. */
export interface ClientPage {
  clients: Client[];
  /** Number of clients on all pages. */
  total: number;
}

/**
 * A page of an account's clients: of all of them, or of those that a search finds.
 * @param wanted.search each of its words is the beginning of a word of the e-mail, name, CIF, registered name or
 * external id; accents and case are ignored. Without words it finds all clients.
 * @param wanted.page from 1; a page after the last one is empty
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
    const clients = await readKeys(
      parseClient,
      ids.map((id) => recordKey.client(accountId, id)),
    );
    return { clients: clients.sort((a, b) => a.id - b.id), total: found.length };
  }
  return readPage(accountId, position, wanted.perPage);
};

/** Activates or deactivates a client at once, in one write. Returns `undefined` if the account has no such client. */
export const setClientActive = async (
  accountId: string,
  clientId: number,
  active: boolean,
  now: Date,
): Promise<Client | undefined> => {
  try {
    const { Attributes } = await withRetries(() =>
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
    return parseClient(Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};
