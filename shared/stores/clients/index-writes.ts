import { setting } from '../../config.ts';
import { recordKey } from '../keyspace.ts';
import type { Client, ClientBrief } from './company.ts';
import { transact, type Write } from './rows.ts';
import { termWrites } from './terms.ts';

/**
 * Adds clients to the index and takes them out. A client and its terms are written in one transaction where this has room
 * for them. Where it has not, the client is listed as unfinished while only some of its terms are in the index, and
 * searches leave it out. A call that is interrupted leaves it listed. So a search finds a client with all its terms or
 * not at all, and its total is exact.
 */

/** Most writes that DynamoDB takes in one transaction. */
const MOST_WRITES = 100;

const inTransactions = (writes: Write[], size: number): Write[][] =>
  Array.from({ length: Math.ceil(writes.length / size) }, (_, index) =>
    writes.slice(index * size, (index + 1) * size),
  );

/** Adds the client to those that searches leave out, or takes it off them. */
const listUnfinished = (accountId: string, { id }: Client, change: 'ADD' | 'DELETE'): Write => ({
  Update: {
    TableName: setting('RECORDS_TABLE'),
    Key: recordKey.unfinishedClients(accountId),
    UpdateExpression: `${change} #clients :own`,
    ExpressionAttributeNames: { '#clients': 'unfinished' },
    ExpressionAttributeValues: { ':own': new Set([id]) },
  },
});

/** The brief row of a client. */
export const briefOf = ({ active, cif, words }: Client): ClientBrief => ({
  active,
  cif,
  text: words.join(' '),
});

/** Takes terms out of the index, and then the client off those that searches leave out. */
const takeOut = async (accountId: string, client: Client, terms: Write[]): Promise<void> => {
  for (const writes of inTransactions(terms, MOST_WRITES)) await transact(writes);
  await transact([listUnfinished(accountId, client, 'DELETE')]);
};

/**
 * Writes the rows of a new client and adds it to the index, all or nothing.
 * @param rows far fewer than 100
 * @returns those of the rows whose condition does not hold; if there are none, all is written
 */
export const addToIndex = async (accountId: string, client: Client, rows: Write[]): Promise<Write[]> => {
  const brief: Write = {
    Put: {
      TableName: setting('RECORDS_TABLE'),
      Item: { ...recordKey.clientBrief(accountId, client.id), ...briefOf(client) },
    },
  };
  const own = [...rows, brief];
  const terms = termWrites(accountId, client, 1);
  if (own.length + terms.length <= MOST_WRITES) return transact([...own, ...terms]);

  const room = MOST_WRITES - own.length - 1;
  const before = terms.slice(room);
  const [first = [], ...others] = inTransactions(before, MOST_WRITES - 1);
  await transact([listUnfinished(accountId, client, 'ADD'), ...first]);
  for (const writes of others) await transact(writes);
  const finish = listUnfinished(accountId, client, 'DELETE');
  const rejected = await transact([...own, ...terms.slice(0, room), finish]);
  if (rejected.length > 0) await takeOut(accountId, client, termWrites(accountId, client, -1).slice(room));
  return rejected;
};

/**
 * Deletes the rows of a client and takes it out of the index.
 * @param rows far fewer than 100
 * @returns those of the rows whose condition does not hold; then nothing is deleted
 */
export const takeFromIndex = async (accountId: string, client: Client, rows: Write[]): Promise<Write[]> => {
  const own: Write[] = [
    ...rows,
    { Delete: { TableName: setting('RECORDS_TABLE'), Key: recordKey.clientBrief(accountId, client.id) } },
  ];
  const terms = termWrites(accountId, client, -1);
  if (own.length + terms.length <= MOST_WRITES) return transact([...own, ...terms]);

  const room = MOST_WRITES - own.length - 1;
  const unfinished = listUnfinished(accountId, client, 'ADD');
  const rejected = await transact([...own, unfinished, ...terms.slice(0, room)]);
  if (rejected.length === 0) await takeOut(accountId, client, terms.slice(room));
  return rejected;
};
