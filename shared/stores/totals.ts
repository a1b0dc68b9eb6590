import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { limitsOfStage, setting } from '../config.ts';
import { dynamo } from './aws.ts';
import type { Write } from './clients/rows.ts';
import { recordKey } from './keyspace.ts';
import { rowParser } from './row-parser.ts';

/**
 * How many things of a kind an account has. They are counted in the transactions that write and delete them, so that the
 * totals are exact and no two calls at once exceed a limit together.
 */

/** What is limited for each account. */
export type Counted = 'clients' | 'certificates';

const write = (accountId: string, kind: Counted, by: 1 | -1, limit?: number): Write => ({
  Update: {
    TableName: setting('RECORDS_TABLE'),
    Key: recordKey.total(accountId, kind),
    UpdateExpression: 'ADD #total :by',
    ...(limit !== undefined && { ConditionExpression: 'attribute_not_exists(#total) OR #total < :limit' }),
    ExpressionAttributeNames: { '#total': 'total' },
    ExpressionAttributeValues: { ':by': by, ...(limit !== undefined && { ':limit': limit }) },
  },
});

/** Counts one more, on condition that the account has room for it. */
export const addToTotal = (accountId: string, kind: Counted): Write =>
  write(accountId, kind, 1, limitsOfStage()[kind]);

/** Counts one less. The transaction must fail where the one is not there. */
export const takeFromTotal = (accountId: string, kind: Counted): Write => write(accountId, kind, -1);

const parseTotal = rowParser('Total', 'total', () => z.object({ total: z.int() }));

/** Whether an account has all that the stage allows. Only `addToTotal` decides. */
export const isFull = async (accountId: string, kind: Counted): Promise<boolean> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: setting('RECORDS_TABLE'), Key: recordKey.total(accountId, kind) }),
  );
  return Item !== undefined && parseTotal(Item).total >= limitsOfStage()[kind];
};
