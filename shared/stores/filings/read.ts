import { GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type FilingEntry, filingEntry } from '../../kernel/filing-entry.ts';
import { dynamo } from '../aws.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { type Filing, filingRow } from './filing.ts';
import { filingKey, filingsTable, listKeys } from './filing-keys.ts';

/** Reads the row of a filing. */
export const parseFiling = rowParser('Filing', 'head', filingRow);
const guardRow = () => z.object({ filingId: z.string(), requestHash: z.string() });
/** What stands in the way of a second filing: the first one, and the hash of the request that made it. */
export type Guard = z.infer<ReturnType<typeof guardRow>>;

/** Reads the row of a guard. */
export const parseGuard = rowParser('Guard', 'guard', guardRow);
const parseEntry = rowParser('FilingEntry', 'entry', filingEntry);

/** The filing with this id, whatever account it is of. */
export const getFiling = async (id: string): Promise<Filing | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: filingsTable(), Key: filingKey.head(id), ConsistentRead: true }),
  );
  return Item && parseFiling(Item);
};

/** The filing that has this guard, if any. @param name as of `guardName` */
export const findGuarded = async (name: string): Promise<Filing | undefined> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: filingsTable(), Key: filingKey.guard(name), ConsistentRead: true }),
  );
  return Item && getFiling(parseGuard(Item).filingId);
};

/** The several things that a filing filed, in order; none where it filed one. */
export const listEntries = async (id: string): Promise<FilingEntry[]> => {
  const entries: FilingEntry[] = [];
  const pages = paginateQuery(
    { client: dynamo() },
    {
      TableName: filingsTable(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
      ExpressionAttributeValues: { ':pk': filingKey.head(id).pk, ':entry': 'entry#' },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) entries.push(...Items.map(parseEntry));
  return entries;
};

/** Which filings to list. */
export interface FilingQuery {
  accountId: string;
  /** Only those of this client company. */
  clientId?: number | undefined;
  /** Only those about this worker: MAC of the document. */
  worker?: string | undefined;
  /** Members of the record that must be equal. */
  equal: Partial<Pick<Filing, 'state' | 'operation' | 'key' | 'requestId'>> & {
    certificateId?: string | undefined;
  };
  /** Instants between which they were claimed. */
  from?: Date | undefined;
  to?: Date | undefined;
  limit: number;
  /** Where the page before ended. */
  after?: Record<string, unknown> | undefined;
}

/** A page of filings, the latest first, and where it ended; the last page has no end. */
export interface FilingPage {
  filings: Filing[];
  end?: Record<string, unknown> | undefined;
}

/** Rows that one page reads at most, whatever few of them match. */
const MAX_READ = 1_000;

/** Lists filings of an account. */
export const listFilings = async (query: FilingQuery): Promise<FilingPage> => {
  const { accountId, clientId, worker, equal, from, to, limit } = query;
  const [index, attribute, value] = worker
    ? (['byWorker', 'worker', listKeys.worker(worker)] as const)
    : clientId === undefined
      ? (['byAccount', 'account', listKeys.account(accountId)] as const)
      : (['byClient', 'client', listKeys.client(accountId, clientId)] as const);
  const { certificateId, ...members } = equal;
  const conditions = Object.entries(members).filter(([, wanted]) => wanted !== undefined);
  const filters = [
    '#accountId = :accountId',
    ...(worker && clientId !== undefined ? ['clientId = :clientId'] : []),
    ...conditions.map(([name]) => `#${name} = :${name}`),
    ...(certificateId ? ['certificate.id = :certificateId'] : []),
    ...(from ? ['claimedAt >= :from'] : []),
    ...(to ? ['claimedAt <= :to'] : []),
  ];
  const filings: Filing[] = [];
  let start = query.after;
  for (let read = 0; read < MAX_READ; ) {
    const {
      Items = [],
      LastEvaluatedKey,
      ScannedCount = 0,
    } = await dynamo().send(
      new QueryCommand({
        TableName: filingsTable(),
        IndexName: index,
        KeyConditionExpression: '#partition = :partition',
        FilterExpression: filters.join(' AND '),
        ExpressionAttributeNames: {
          '#partition': attribute,
          '#accountId': 'accountId',
          ...Object.fromEntries(conditions.map(([name]) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: {
          ':partition': value,
          ':accountId': accountId,
          ...(worker && clientId !== undefined && { ':clientId': clientId }),
          ...Object.fromEntries(conditions.map(([name, wanted]) => [`:${name}`, wanted])),
          ...(certificateId && { ':certificateId': certificateId }),
          ...(from && { ':from': from.toISOString() }),
          ...(to && { ':to': to.toISOString() }),
        },
        ScanIndexForward: false,
        Limit: limit - filings.length,
        ExclusiveStartKey: start,
      }),
    );
    filings.push(...Items.map(parseFiling));
    start = LastEvaluatedKey;
    read += ScannedCount;
    if (!start || filings.length >= limit) break;
  }
  return { filings, end: start };
};
