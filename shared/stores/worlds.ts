/** The sandbox world of an account, as its row describes it. Other stages have none. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isSandbox, setting } from '../kernel/config.ts';
import type { Account } from './accounts.ts';
import { dynamo, updateIf } from './dynamo/dynamo.ts';
import { accountsKey } from './keyspace.ts';
import { all, exists, stillIs, update } from './table.ts';

/**
 * Records that the sandbox world of an account started again, with today's date. Earlier filings and idempotency
 * keys do not block filings in the new world.
 */
export const beginWorld = async (accountId: string): Promise<void> => {
  await dynamo().send(
    new UpdateCommand(
      update(setting('ACCOUNTS_TABLE'), accountsKey.account(accountId), {
        add: { world: 1 },
        remove: ['daysAhead'],
        if: exists('pk'),
      }),
    ),
  );
};

/** Days by which the sandbox authorities of an account are ahead of today; 0 on other stages. */
export const daysAheadOf = ({ daysAhead = 0 }: Pick<Account, 'daysAhead'>): number =>
  daysAhead !== 0 && isSandbox() ? daysAhead : 0;

/**
 * Moves the clocks of an account's world.
 * @param days the expected lead in days, and the new one
 * @returns false if the lead was not as expected, because another call has moved it
 */
export const moveClock = async (
  accountId: string,
  { from, to }: { from: number; to: number },
): Promise<boolean> => {
  const written = await updateIf(
    update(setting('ACCOUNTS_TABLE'), accountsKey.account(accountId), {
      set: { daysAhead: to },
      if: all(exists('pk'), stillIs('daysAhead', from === 0 ? undefined : from)),
    }),
  );
  return written !== undefined;
};
