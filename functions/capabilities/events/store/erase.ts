import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { fewAtOnce } from '../../../../shared/kernel/side-by-side.ts';
import { dynamo } from '../../../../shared/stores/dynamo/dynamo.ts';
import { either, is, remove, scan } from '../../../../shared/stores/table.ts';
import { eventKey, eventsTable } from './event-row.ts';

/** Number of concurrent deletions. */
const AT_ONCE = 10;

/** Deletes the events of an account, and its reminders. */
export const eraseEvents = async (accountId: string): Promise<void> => {
  const pages = paginateScan(
    { client: dynamo() },
    {
      ...scan(eventsTable(), {
        filter: either(is('pk', eventKey.eventHead(accountId).pk), is('accountId', accountId)),
        members: ['pk', 'sk'],
      }),
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages)
    await fewAtOnce(Items, AT_ONCE, async ({ pk, sk }) => {
      await dynamo().send(new DeleteCommand(remove(eventsTable(), { pk, sk })));
    });
};
