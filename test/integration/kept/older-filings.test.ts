import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { completeLists } from '../../../commands/complete-lists.ts';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { setting } from '../../../shared/kernel/config.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { filingKey, filingsTable } from '../../../shared/stores/filings/filing-keys.ts';
import { accountsKey } from '../../../shared/stores/keyspace.ts';
import { aCompany } from '../../support/accounts.ts';
import type { Answered } from '../../support/gateway.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** Filings and client companies from an earlier version, without the attributes that lists use now. */

const { service, requests, tgss: gateway } = await ownService();

/** Attributes that an earlier version did not write. */
const NEW = [
  ...['operationName', 'about', 'companyId', 'warnings', 'message', 'refusal'],
  ...['cccKey', 'companyKey', 'userKey', 'operationKey', 'stateKey'],
];
const age = (id: string) =>
  dynamo().send(
    new UpdateCommand({
      TableName: filingsTable(),
      Key: filingKey.head(id),
      UpdateExpression: `REMOVE ${NEW.join(', ')}`,
    }),
  );

test('filings that are older than a list are in the list of all, and in every list once their rows are completed', async () => {
  const { demo, caller } = service;
  const { regimen, ccc, cif } = demo.company;
  const profile = {
    dni: cif,
    razon_social: 'CONSTRUCCIONES S.L.',
    account: [{ regimen, cuenta: ccc, alias: 'Obra' }],
  };
  const made = await caller.post('/customer', aCompany({ sub_activa: 0, profile }));
  const company = made.body.data.id;
  const change = requests['PUT /seg-social/cno']!.request;
  const file = async (cno: string, scenario?: string): Promise<string> => {
    const who = scenario ? gateway.with({ 'X-Sandbox-Scenario': scenario }) : gateway;
    const answered: Answered = await who.call('PUT', '/seg-social/cno', { json: { ...change, cno } });
    return answered.headers.get('x-tramite-id')!;
  };
  const [accepted, refused, notSent] = [
    await file('2001'),
    await file('2002', 'refused'),
    await file('2003', 'error-page'),
  ];
  const ids = [notSent, refused, accepted];
  const filing = async (id: string) => (await gateway.get(`/tramites/${id}`)).body.data;
  // Names of workers have been stored only since then.
  const before = (await Promise.all(ids.map(filing))).map(({ worker, ...shown }) => ({
    ...shown,
    worker: { ...worker, name: null },
  }));
  const { accountId } = (await stores.filings.getFiling(accepted))!;
  await Promise.all(ids.map(age));
  await dynamo().send(
    new DeleteCommand({
      TableName: setting('ACCOUNTS_TABLE'),
      Key: accountsKey.contributionAccount(accountId, `${regimen}${ccc}`, company),
    }),
  );

  const found = async (query: Record<string, string>) =>
    (await gateway.get('/tramites', query)).body.data.data.map(({ id }: { id: string }) => id);
  expect(await found({})).toEqual(ids);
  expect(await found({ worker: seed.demo.worker.dni })).toEqual(ids);
  expect(await filing(accepted)).toMatchObject({ state: 'accepted', company: null, worker: null });

  expect(await completeLists(accountId)).toBe(3);
  expect(await Promise.all(ids.map(filing))).toEqual(before);
  expect(await found({ company: String(company), state: 'refused' })).toEqual([refused]);
  expect(await found({ ccc, state: 'notSent' })).toEqual([notSent]);
  expect(await found({ state: 'accepted' })).toEqual([accepted]);
  expect(await completeLists(accountId)).toBe(0);
});
