import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { dynamo } from '../aws.ts';
import { transact } from '../dynamo/transact.ts';
import { obligationKey, obligationsTable } from './obligation-keys.ts';

/** Rows that are deleted at once: what one transaction takes. */
const AT_ONCE = 100;

/** Deletes all that is known and due of an account: it is erased, or its world on a sandbox stage begins anew. */
export const forgetObligations = async (accountId: string): Promise<void> => {
  const pages = paginateQuery(
    { client: dynamo(), pageSize: AT_ONCE },
    {
      TableName: obligationsTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': obligationKey.calendar(accountId).pk },
      ProjectionExpression: 'pk, sk',
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages)
    if (Items.length > 0)
      await transact(
        Items.map(({ pk, sk }) => ({ Delete: { TableName: obligationsTable(), Key: { pk, sk } } })),
      );
};
