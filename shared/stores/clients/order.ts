import * as z from 'zod';
import { setting } from '../../config.ts';
import { CLIENT_BLOCK, recordKey } from '../keyspace.ts';
import { rowParser } from '../row-parser.ts';
import { type Client, parseClient } from './company.ts';
import { RANGE } from './ids.ts';
import { readBetween, type Write } from './rows.ts';

/**
 * The clients of an account in the order of their ids, from any position on, without reading those before it. Two rows
 * count each client: one for its range of ids, one for its block within the range. They are written in the transaction
 * that adds or removes the client, so that they are always exact.
 */

/** Larger than any client id. */
const LAST_ID = 10 ** 15 - 1;

/** First id of the interval of this width that an id is in. */
const intervalStart = (clientId: number, width: number) => clientId - (clientId % width);

/** The writes that add a client to its counts (1) or subtract it from them (-1). */
export const countWrites = (accountId: string, clientId: number, by: 1 | -1): Write[] =>
  [RANGE, CLIENT_BLOCK].map((width) => ({
    Update: {
      TableName: setting('RECORDS_TABLE'),
      Key: recordKey.clientCount(accountId, width, intervalStart(clientId, width)),
      UpdateExpression: 'SET #from = :from ADD #clients :by',
      ExpressionAttributeNames: { '#from': 'from', '#clients': 'clients' },
      ExpressionAttributeValues: { ':from': intervalStart(clientId, width), ':by': by },
    },
  }));

const clientCount = () =>
  z.object({
    /** First id of the interval. */
    from: z.int(),
    /** Number of clients in it. */
    clients: z.int(),
  });

const parseClientCount = rowParser('ClientCount', 'clientCount', clientCount);

/** An interval of ids whose clients are counted in one row: a range or a block. */
interface Interval extends z.infer<ReturnType<typeof clientCount>> {
  /** Position of its first client among those of the account; 0 is the first. */
  position: number;
}

/** The intervals of one width between two ids. `position` is that of the first one. */
const readIntervals = async (
  accountId: string,
  width: number,
  between: { from: number; to: number },
  position: number,
): Promise<Interval[]> => {
  const { pk, sk } = recordKey.clientCount(accountId, width, between.from);
  const last = recordKey.clientCount(accountId, width, between.to).sk;
  const counts = await readBetween(parseClientCount, pk, sk, last);
  let next = position;
  return counts.map(({ from, clients }) => {
    const interval = { from, clients, position: next };
    next += clients;
    return interval;
  });
};

/** The ranges of ids of an account, with the number of clients in each, in the order of the ids. */
export const readRanges = (accountId: string): Promise<Interval[]> =>
  readIntervals(accountId, RANGE, { from: 0, to: LAST_ID }, 0);

const clientsOfBlock = (accountId: string, { from }: Interval): Promise<Client[]> => {
  const { pk, sk } = recordKey.client(accountId, from);
  return readBetween(parseClient, pk, sk, recordKey.client(accountId, from + CLIENT_BLOCK - 1).sk);
};

/** The clients of an account from a position on, `limit` at most, and the number of all its clients. */
export const readPage = async (
  accountId: string,
  position: number,
  limit: number,
): Promise<{ clients: Client[]; total: number }> => {
  const overlapsPage = (interval: Interval) =>
    interval.clients > 0 &&
    interval.position < position + limit &&
    interval.position + interval.clients > position;

  const ranges = await readRanges(accountId);
  const blocks = await Promise.all(
    ranges
      .filter(overlapsPage)
      .map((range) =>
        readIntervals(
          accountId,
          CLIENT_BLOCK,
          { from: range.from, to: range.from + RANGE - 1 },
          range.position,
        ),
      ),
  );
  const read = blocks.flat().filter(overlapsPage);
  const clients = (await Promise.all(read.map((block) => clientsOfBlock(accountId, block)))).flat();
  const skip = position - (read[0]?.position ?? position);
  return {
    clients: clients.slice(skip, skip + limit),
    total: ranges.reduce((sum, range) => sum + range.clients, 0),
  };
};
