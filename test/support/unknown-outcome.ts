import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { stores } from '../../functions/stores.ts';
import { dynamo } from '../../shared/stores/dynamo/dynamo.ts';
import { dueKeys } from '../../shared/stores/filings/filing.ts';
import { filingKey, filingsTable, listKeys } from '../../shared/stores/filings/filing-keys.ts';
import { update } from '../../shared/stores/table.ts';

/** So late that no run of a test sees the schedule look it up. */
const NEVER = new Date('2100-01-01');

/**
 * Makes of a filing that was accepted one whose answer was lost, as it is while its authority answers no question. The schedule leaves
 * it to who asks.
 */
export const loseAnswer = async (id: string): Promise<void> => {
  const { accountId } = (await stores.filings.getFiling(id))!;
  const state = 'unknown';
  await dynamo().send(
    new UpdateCommand(
      update(filingsTable(), filingKey.head(id), {
        set: {
          state,
          stateKey: listKeys.state(accountId, state),
          ...dueKeys({ id, accountId }, state, NEVER),
        },
        remove: ['answer', 'status', 'message'],
      }),
    ),
  );
};
