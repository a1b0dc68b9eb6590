import { randomUUID } from 'node:crypto';
import { DynamoDBClient, RestoreTableToPointInTimeCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { holdAgainst } from '../../../commands/restored-rows.ts';
import { stores } from '../../../functions/stores.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { filingKey } from '../../../shared/stores/filings/filing-keys.ts';
import { accountsKey } from '../../../shared/stores/keyspace.ts';
import { makeStage } from '../../support/infra/stage.ts';
import { useOwnTables } from '../../support/stores/own-tables.ts';

/**
 * The recovery of lost rows by an operator: a table is restored to a point in time, and its rows are compared with the current
 * ones.
 */

let run: Awaited<ReturnType<typeof makeStage>>;
beforeAll(async () => {
  await useOwnTables();
  run = await makeStage('tables');
});

/** DynamoDB Local, which LocalStack runs, cannot restore tables. */
beforeEach(async ({ skip }) => {
  const names = { SourceTableName: `none-${randomUUID()}`, TargetTableName: `new-${randomUUID()}` };
  const refused = await new DynamoDBClient()
    .send(new RestoreTableToPointInTimeCommand({ ...names, UseLatestRestorableTime: true }))
    .catch((error: Error) => error);
  skip((refused as Error).name === 'UnknownOperationException', 'this emulator restores no tables');
});

/** A copy of the table as it is now, under another name. */
const restored = async (variable: 'ACCOUNTS_TABLE' | 'FILINGS_TABLE'): Promise<string> => {
  const name = `${process.env[variable]}-${randomUUID().slice(0, 8)}`;
  await new DynamoDBClient().send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: process.env[variable],
      TargetTableName: name,
      UseLatestRestorableTime: true,
    }),
  );
  return name;
};

const remove = (variable: string, Key: Record<string, string>) =>
  dynamo().send(new DeleteCommand({ TableName: process.env[variable], Key }));

test('lost rows come back from a restored table, and existing rows and API tokens stay as they are', async () => {
  const email = `${randomUUID()}@example.com`;
  const { accountId, userId } = await stores.accounts.createAccount({ email, name: 'Asesoría' });
  const user = (await stores.accounts.findUser(userId))!;
  const { row: token } = await stores.apiTokens.createApiToken(
    user,
    { name: 'Nóminas', days: 9 },
    new Date(),
  );
  const from = await restored('ACCOUNTS_TABLE');
  const compare = () => holdAgainst('accounts', { from, write: false }, new Date());
  expect(await compare()).toMatchObject({ missing: 0, different: 0, left: 0 });

  await remove('ACCOUNTS_TABLE', accountsKey.user(userId));
  await stores.apiTokens.deleteApiToken(accountId, userId, token.id);
  // A change since the point in time of the restored table.
  await stores.accounts.setAccountDisabled(accountId, true);
  const lost = await compare();
  // The account has two rows: its own, and its entry in the list of all accounts.
  expect(lost).toMatchObject({ missing: 1, different: 2, left: 1 });
  expect(await stores.accounts.findUser(userId)).toBeUndefined();

  await run('put-back', '--table', 'accounts', '--from', from);
  expect(await compare()).toEqual({ ...lost, missing: 0, equal: lost.equal + 1 });
  expect(await stores.accounts.findUser(userId)).toEqual(user);
  expect(await stores.apiTokens.listApiTokens(user, new Date())).toEqual([]);
  expect((await stores.accounts.findAccount(accountId))!.disabled).toBe(true);
});

test('an older state of a filing never replaces a newer one', async () => {
  const TableName = process.env.FILINGS_TABLE!;
  const put = (Item: Record<string, unknown>) => dynamo().send(new PutCommand({ TableName, Item }));
  const accepted = { ...filingKey.head('accepted'), state: 'claimed' };
  await put(accepted);
  await put({ ...filingKey.slot({ accountId: 'account', authority: 'tgss' }, 1), filingId: 'accepted' });
  await put({ ...filingKey.head('old'), state: 'ended', expires: 1 });
  const from = await restored('FILINGS_TABLE');
  await put({ ...accepted, state: 'accepted' });
  await remove('FILINGS_TABLE', filingKey.slot({ accountId: 'account', authority: 'tgss' }, 1));
  await remove('FILINGS_TABLE', filingKey.head('old'));
  expect(await holdAgainst('filings', { from, write: true }, new Date())).toEqual({
    missing: 0,
    different: 1,
    equal: 0,
    left: 2,
  });
});

test.each([
  [
    'a table that is not put back',
    ['compare', '--table', 'windows', '--from', 'windows-restored'],
    /There is no table \(--table\) windows\./,
  ],
  [
    'no restored table',
    ['put-back', '--table', 'accounts'],
    /--from is missing: the name of the restored table\./,
  ],
  [
    'a table that does not exist',
    ['compare', '--table', 'accounts', '--from', 'accounts-restord'],
    /^There is no table accounts-restord here, or it is still being restored\.\n$/,
  ],
])('nothing is restored if the command names %s', async (_, args, message) => {
  await expect(run(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
});

test('the table that is in use is not restored into itself', async () => {
  await expect(
    run('put-back', '--table', 'accounts', '--from', process.env.ACCOUNTS_TABLE!),
  ).rejects.toMatchObject({
    stderr: expect.stringMatching(/is the table in use/),
  });
});
