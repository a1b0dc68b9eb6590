import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { limitsOfStage, setting } from '../kernel/config.ts';
import { dynamo, type Write } from './dynamo/dynamo.ts';
import { rowParser } from './dynamo/row-parser.ts';
import { accountsKey } from './keyspace.ts';
import { absent, below, either, update } from './table.ts';

/**
 * How many certificates an account has. They are counted in the transactions that write and delete them, so that the
 * total is exact and no two calls at once exceed the limit together.
 */

const write = (accountId: string, by: 1 | -1, limit?: number): Write => ({
  Update: update(setting('ACCOUNTS_TABLE'), accountsKey.total(accountId), {
    add: { total: by },
    if: limit === undefined ? undefined : either(absent('total'), below('total', limit)),
  }),
});

/** Counts one more, on condition that the account has room for it. */
export const addToTotal = (accountId: string): Write => write(accountId, 1, limitsOfStage().certificates);

/** Counts one less. The transaction must fail where the one is not there. */
export const takeFromTotal = (accountId: string): Write => write(accountId, -1);

const parseTotal = rowParser('Total', 'total', () => z.object({ total: z.int() }));

/** Whether an account has all that the stage allows. Only `addToTotal` decides. */
export const isFull = async (accountId: string): Promise<boolean> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: setting('ACCOUNTS_TABLE'), Key: accountsKey.total(accountId) }),
  );
  return Item !== undefined && parseTotal(Item).total >= limitsOfStage().certificates;
};
