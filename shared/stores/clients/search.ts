import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../config.ts';
import { dynamo } from '../aws.ts';
import { recordKey } from '../keyspace.ts';
import { rowParser } from '../row-parser.ts';
import { type Client, parseClient } from './company.ts';
import { idsIn, intersection } from './id-set.ts';
import { readRanges } from './order.ts';
import { findClient, readKeys } from './rows.ts';
import { readTerm } from './terms.ts';
import { mayBeInName } from './words.ts';

/**
 * Searches for client companies, in three steps: the client whose e-mail it is; else those that the index finds; and
 * where these are none, those that have the words of the search within their own.
 */

/**
 * Most clients of an account whose words are read for the last step; of further ones, which are younger, they are not.
 * DynamoDB reads some 7,000 in a megabyte, which costs 128 units at the consistency that is enough here.
 */
const MAX_READ = 100_000;

/** Ranges of 10,000 ids that are read at the same time. */
const READ_AT_ONCE = 2;

const readRow = async (key: { pk: string; sk: string }): Promise<unknown> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: setting('RECORDS_TABLE'), Key: key, ConsistentRead: true }),
  );
  return Item;
};

const parseEmail = rowParser('Email', 'email', () => z.object({ clientId: z.int().optional() }));

/** The client of the account with this e-mail. */
const findByEmail = async (accountId: string, email: string): Promise<Client | undefined> => {
  const row = await readRow(recordKey.email(email));
  const clientId = row === undefined ? undefined : parseEmail(row).clientId;
  return clientId === undefined ? undefined : findClient(accountId, clientId);
};

const isSetOfNumbers = (value: unknown): value is Set<number> =>
  value instanceof Set && [...value].every((entry) => typeof entry === 'number');

const parseUnfinished = rowParser(
  'UnfinishedClients',
  'unfinishedClients',
  // DynamoDB removes the attribute with its last entry.
  () => z.object({ unfinished: z.custom<Set<number>>(isSetOfNumbers).optional() }),
);

/** Ids of the clients that are in the index only with some of their terms. */
const readUnfinished = async (accountId: string): Promise<Set<number>> => {
  const row = await readRow(recordKey.unfinishedClients(accountId));
  return (row === undefined ? undefined : parseUnfinished(row).unfinished) ?? new Set();
};

const parseFound = rowParser('ClientBrief', 'clientBrief', () => z.object({ sk: z.string() }));

/** Ids of the clients of one range that have each of these words within one of theirs. */
const findInRange = async (accountId: string, rangeStart: number, words: string[]): Promise<number[]> => {
  const ids: number[] = [];
  const pages = paginateQuery(
    { client: dynamo() },
    {
      TableName: setting('RECORDS_TABLE'),
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: words.map((_, index) => `contains(#text, :${index})`).join(' AND '),
      ProjectionExpression: 'sk',
      ExpressionAttributeNames: { '#text': 'text' },
      ExpressionAttributeValues: {
        ':pk': recordKey.clientBrief(accountId, rangeStart).pk,
        ...Object.fromEntries(words.map((word, index) => [`:${index}`, word])),
      },
    },
  );
  for await (const { Items = [] } of pages) ids.push(...Items.map((item) => Number(parseFound(item).sk)));
  return ids;
};

/** Ids of the clients that have each of these words within one of theirs. Reads a row for each client. */
const findInWords = async (accountId: string, words: string[]): Promise<number[]> => {
  let clients = 0;
  const ranges = (await readRanges(accountId)).filter((range) => {
    clients += range.clients;
    return range.clients > 0 && clients - range.clients < MAX_READ;
  });
  const found: number[][] = [];
  for (let first = 0; first < ranges.length; first += READ_AT_ONCE) {
    const some = ranges.slice(first, first + READ_AT_ONCE);
    found.push(...(await Promise.all(some.map(({ from }) => findInRange(accountId, from, words)))));
  }
  return found.flat();
};

/** The clients with these ids, in the order of the ids. */
const readClients = async (accountId: string, ids: number[]): Promise<Client[]> => {
  const clients = await readKeys(
    parseClient,
    ids.map((id) => recordKey.client(accountId, id)),
  );
  return clients.sort((a, b) => a.id - b.id);
};

/**
 * The clients that a search finds, from a position on, `limit` at most, and how many it finds in all.
 * @param words those of the search, at least one
 */
export const findClients = async (
  accountId: string,
  { search, words }: { search: string; words: string[] },
  position: number,
  limit: number,
): Promise<{ clients: Client[]; total: number }> => {
  const exact = search.includes('@') ? await findByEmail(accountId, search) : undefined;
  if (exact) return { clients: position === 0 ? [exact] : [], total: 1 };

  const indexed = idsIn(
    (await Promise.all(words.map((word) => readTerm(accountId, word)))).reduce(intersection),
  );
  const ids = indexed.length === 0 && mayBeInName(search) ? await findInWords(accountId, words) : indexed;
  const pageOf = (found: number[]) => found.slice(position, position + limit);
  // Read after the index: a client that was not finished then is listed now, unless it is finished by now.
  const [unfinished, clients] = await Promise.all([
    indexed.length > 0 ? readUnfinished(accountId) : new Set<number>(),
    readClients(accountId, pageOf(ids)),
  ]);
  const finished = ids.filter((id) => !unfinished.has(id));
  return {
    // Nearly always none is unfinished, so that the page that was read meanwhile is the right one.
    clients: finished.length === ids.length ? clients : await readClients(accountId, pageOf(finished)),
    total: finished.length,
  };
};
