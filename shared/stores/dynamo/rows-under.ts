import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../kernel/config.ts';
import { dynamo } from '../aws.ts';
import type { RowKey } from '../keyspace.ts';

/** All rows of a partition of `accounts` whose sort key begins with that of `key`, also those that were written just now. */
export const rowsUnder = async <Row>({ pk, sk }: RowKey, parse: (item: object) => Row): Promise<Row[]> => {
  const rows: Row[] = [];
  const pages = paginateQuery(
    { client: dynamo() },
    {
      TableName: setting('ACCOUNTS_TABLE'),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) rows.push(...Items.map((item) => parse(item)));
  return rows;
};
