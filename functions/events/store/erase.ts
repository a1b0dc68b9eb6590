import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../../shared/kernel/config.ts';
import { fewAtOnce } from '../../../shared/kernel/side-by-side.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { eventKey } from './event-row.ts';

/** Rows that are deleted at the same time. */
const AT_ONCE = 10;

/** Deletes the events of an account, and what was to be one. */
export const eraseEvents = async (accountId: string): Promise<void> => {
  const pages = paginateScan(
    { client: dynamo() },
    {
      TableName: setting('EVENTS_TABLE'),
      FilterExpression: 'pk = :events OR accountId = :id',
      ProjectionExpression: 'pk, sk',
      ExpressionAttributeValues: { ':events': eventKey.eventHead(accountId).pk, ':id': accountId },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages)
    await fewAtOnce(Items, AT_ONCE, async ({ pk, sk }) => {
      await dynamo().send(new DeleteCommand({ TableName: setting('EVENTS_TABLE'), Key: { pk, sk } }));
    });
};
