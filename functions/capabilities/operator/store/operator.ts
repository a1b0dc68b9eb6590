import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../../../shared/kernel/config.ts';
import { AUTHORITIES } from '../../../../shared/kernel/errors.ts';
import { type Account, parseAccount } from '../../../../shared/stores/accounts.ts';
import { dynamo } from '../../../../shared/stores/dynamo/dynamo.ts';
import { readKeys } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { accountsKey } from '../../../../shared/stores/keyspace.ts';
import { limited } from '../../../../shared/stores/limits.ts';
import { is, put, query, remove } from '../../../../shared/stores/table.ts';
import { eventKey, eventsTable } from '../../events/store/event-row.ts';

/** The operator's view of accounts, and the alarms that ring. */

/**
 * A page of all accounts by id, as they were a second ago.
 * @param after the last id of the previous page
 * @returns `end`, the last id, if there may be more
 */
export const pageOfAccounts = async (
  limit: number,
  after?: string,
): Promise<{ accounts: Account[]; end?: string | undefined }> => {
  const table = setting('ACCOUNTS_TABLE');
  const { Items = [], LastEvaluatedKey } = await dynamo().send(
    new QueryCommand({
      ...query(table, is('pk', accountsKey.directory('').pk)),
      Limit: limit,
      ...(after && { ExclusiveStartKey: accountsKey.directory(after) }),
    }),
  );
  // The index has copies without the account's choices and last call.
  const keys = Items.map(({ id }) => accountsKey.account(id));
  const accounts = await readKeys(parseAccount, { table, keys });
  return {
    accounts: accounts.sort((a, b) => (a.id < b.id ? -1 : 1)),
    end: LastEvaluatedKey && String(LastEvaluatedKey.sk),
  };
};

/**
 * Filings with an unknown outcome of all accounts, including those that are no longer looked up, without any content.
 */

const unknownFiling = () =>
  z.object({
    id: z.string(),
    accountId: z.string(),
    authority: z.enum(AUTHORITIES),
    /** Method and address. */
    operation: z.string(),
    /** When it was requested, ISO. */
    claimedAt: z.string(),
  });
type UnknownFiling = z.infer<ReturnType<typeof unknownFiling>>;

const parse = rowParser('UnknownFiling', 'unknownFiling', unknownFiling);

/** Adds a filing to the list; idempotent. */
export const listUnknown = async (filing: UnknownFiling): Promise<void> => {
  const { id, accountId, authority, operation, claimedAt } = filing;
  const row = { ...eventKey.unknownFiling(id), id, accountId, authority, operation, claimedAt };
  await dynamo().send(new PutCommand(put(eventsTable(), row)));
};

/** Removes a filing from the list; idempotent. */
export const unlistUnknown = async (id: string): Promise<void> => {
  await dynamo().send(new DeleteCommand(remove(eventsTable(), eventKey.unknownFiling(id))));
};

/** The oldest filings with an unknown outcome, and whether there are more. */
export const oldestUnknown = async (limit: number): Promise<{ filings: UnknownFiling[]; more: boolean }> => {
  const { Items = [], LastEvaluatedKey } = await dynamo().send(
    new QueryCommand({
      ...query(eventsTable(), is('pk', eventKey.unknownFiling('').pk)),
      Limit: limit,
    }),
  );
  return { filings: Items.map((item) => parse(item)), more: LastEvaluatedKey !== undefined };
};

/** A CloudWatch alarm of the stage. */
interface KeptAlarm {
  /** Its heading in `docs/operations.md`, and its authority, queue or function. */
  kind: string;
  of?: string | undefined;
  state: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';
  since?: Date | undefined;
}

/** Page size of CloudWatch. */
const PAGE = 100;
/** Largest number of pages that are read. */
const MOST_PAGES = 5;

// Loaded at first use, by one operation.
const load = () => import('@aws-sdk/client-cloudwatch');

let client: CloudWatchClient | undefined;

/**
 * Alarms of the stage.
 * @throws Error if CloudWatch cannot be asked
 */
export const alarmsNow = async (): Promise<KeptAlarm[]> => {
  const sdk = await load();
  client ??= limited((config) => new sdk.CloudWatchClient(config));
  const prefix = `pasarela-${setting('STAGE')}-`;
  const found: KeptAlarm[] = [];
  let NextToken: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await client.send(
      new sdk.DescribeAlarmsCommand({
        AlarmNamePrefix: prefix,
        AlarmTypes: ['MetricAlarm'],
        MaxRecords: PAGE,
        NextToken,
      }),
    );
    for (const { AlarmName = '', StateValue, StateTransitionedTimestamp } of answer.MetricAlarms ?? []) {
      const [kind = '', ...of] = AlarmName.slice(prefix.length).split('-');
      found.push({
        kind,
        ...(of.length > 0 && { of: of.join('-') }),
        state: StateValue ?? 'INSUFFICIENT_DATA',
        since: StateTransitionedTimestamp,
      });
    }
    NextToken = answer.NextToken;
    if (!NextToken) break;
  }
  return found;
};
