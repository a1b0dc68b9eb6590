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

/** Days by which the authorities of an account are ahead of our own day; 0 on a stage that has no such world. */
export const daysAheadOf = ({ daysAhead = 0 }: Pick<Account, 'daysAhead'>): number =>
  daysAhead !== 0 && isSandbox() ? daysAhead : 0;

/**
 * Moves the clocks of an account's world.
 * @param days by which they are thought to be ahead, and by which they are to be
 * @returns false where they are not as far ahead as was thought: somebody else has moved them
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
