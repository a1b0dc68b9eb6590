import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { dynamo } from '../aws.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { accountsKey } from '../keyspace.ts';

/**
 * Ids of client companies and of contribution accounts: integers that are unique in the service. A process takes many at
 * once, so that few calls write the counters. So ids do not say what was made first.
 */

/** Ids that a process takes at once. Those that it does not use are never given. */
const TAKEN = 100;

type Series = Parameters<typeof accountsKey.counter>[0];

/** What this process has taken and not given yet. */
const left = new Map<Series, { next: number; end: number }>();

const parseCounter = rowParser('Counter', 'counter', () => z.object({ given: z.int() }));

/** The first number after those that are taken. */
const take = async (series: Series, howMany: number): Promise<number> => {
  const { Attributes } = await dynamo().send(
    new UpdateCommand({
      TableName: setting('ACCOUNTS_TABLE'),
      Key: accountsKey.counter(series),
      UpdateExpression: 'ADD given :howMany',
      ExpressionAttributeValues: { ':howMany': howMany },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return parseCounter(Attributes).given + 1;
};

/** This many new ids of a series, in ascending order. */
export const newIds = async (series: Series, howMany: number): Promise<number[]> => {
  let range = left.get(series);
  if (!range || range.end - range.next < howMany) {
    const size = Math.max(TAKEN, howMany);
    const end = await take(series, size);
    range = { next: end - size, end };
    left.set(series, range);
  }
  const from = range.next;
  range.next += howMany;
  return Array.from({ length: howMany }, (_, index) => from + index);
};
