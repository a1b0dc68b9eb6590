import { setting } from '../config.ts';
import type { Client } from './client-company.ts';
import { RANGE } from './client-ids.ts';
import { readBetween, type Write } from './client-rows.ts';
import { CLIENT_BLOCK, recordKey } from './keyspace.ts';

/**
 * The clients of an account in the order of their ids, from any position on, without reading those before it. Two rows
 * count each client: one for its range of ids, one for its block within the range. They are written in the transaction
 * that adds or removes it, so that they are always exact.
 */

/** Larger than any client id. */
const LAST_ID = 10 ** 15 - 1;

const startOf = (clientId: number, width: number) => clientId - (clientId % width);

/** The writes that count a client in (1) or out (-1). */
export const countWrites = (accountId: string, clientId: number, by: 1 | -1): Write[] =>
  [RANGE, CLIENT_BLOCK].map((width) => ({
    Update: {
      TableName: setting('RECORDS_TABLE'),
      Key: recordKey.clientCount(accountId, width, startOf(clientId, width)),
      UpdateExpression: 'SET #from = :from ADD #clients :by',
      ExpressionAttributeNames: { '#from': 'from', '#clients': 'clients' },
      ExpressionAttributeValues: { ':from': startOf(clientId, width), ':by': by },
    },
  }));

/** Ids from `from` on that are counted together; their clients stand at `start` (0 is the first) and after it. */
interface Stretch {
  from: number;
  clients: number;
  start: number;
}

/** The stretches of one width between two ids, the first of which begins at a position. */
const stretches = async (
  accountId: string,
  width: number,
  between: { from: number; to: number },
  position: number,
): Promise<Stretch[]> => {
  const { pk, sk } = recordKey.clientCount(accountId, width, between.from);
  const last = recordKey.clientCount(accountId, width, between.to).sk;
  const counts = await readBetween<Omit<Stretch, 'start'>>(pk, sk, last);
  let next = position;
  return counts.map(({ from, clients }) => {
    const start = next;
    next += clients;
    return { from, clients, start };
  });
};

const clientsIn = (accountId: string, { from }: Stretch): Promise<Client[]> => {
  const { pk, sk } = recordKey.client(accountId, from);
  return readBetween<Client>(pk, sk, recordKey.client(accountId, from + CLIENT_BLOCK - 1).sk);
};

/** The clients of an account from a position on, `limit` at most, and how many it has in all. */
export const readFrom = async (
  accountId: string,
  position: number,
  limit: number,
): Promise<{ clients: Client[]; total: number }> => {
  const wanted = ({ start, clients }: Stretch) =>
    clients > 0 && start < position + limit && start + clients > position;

  const ranges = await stretches(accountId, RANGE, { from: 0, to: LAST_ID }, 0);
  const blocks = await Promise.all(
    ranges
      .filter(wanted)
      .map(({ from, start }) => stretches(accountId, CLIENT_BLOCK, { from, to: from + RANGE - 1 }, start)),
  );
  const read = blocks.flat().filter(wanted);
  const clients = (await Promise.all(read.map((block) => clientsIn(accountId, block)))).flat();
  const skip = position - (read[0]?.start ?? position);
  return {
    clients: clients.slice(skip, skip + limit),
    total: ranges.reduce((sum, range) => sum + range.clients, 0),
  };
};
