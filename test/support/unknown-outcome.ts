import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { stores } from '../../functions/stores.ts';
import { dynamo } from '../../shared/stores/dynamo/dynamo.ts';
import { dueKeys } from '../../shared/stores/filings/filing.ts';
import { filingKey, filingsTable, listKeys } from '../../shared/stores/filings/filing-keys.ts';
import { update } from '../../shared/stores/table.ts';

/** So late that the schedule never looks it up during a test. */
const NEVER = new Date('2100-01-01');

/**
 * Turns an accepted filing into one of unknown outcome, as if its answer had been lost. The schedule does not look it up, so a test
 * can do so.
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
