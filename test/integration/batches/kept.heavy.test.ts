import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { eraseAccount } from '../../../commands/erase/erase.ts';
import { stores } from '../../../functions/stores.ts';
import { TABLES } from '../../../infra/tables.ts';
import { seed } from '../../../sandbox/seed.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { newAccount, newCompany } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { newService } from '../../support/setup/own-service.ts';
import { aChange, batchesWith, startBatches } from '../../support/sheets/batches.ts';
import { useOwnTables } from '../../support/stores/own-tables.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** The events of batches, and the data of a batch that remain after its account is erased. */

// Its own tables, because one test reads all rows.
await useOwnTables();
const { service, queues } = await startBatches({}, newService);
const account = await newAccount(service.demo.baseUrl);
const changes = await followChanges(service.services, { isOwn: () => [account.accountId] });

/** Sends a batch and waits until it was tried. */
const previewed = async (who: Gateway) => {
  const secret = await storeNewCertificate(who, { person: seed.demo.holder }, {}, service.demo);
  const rows = [aChange(service.demo), aChange(service.demo)];
  const sent = await who.acting(secret).post('/batches', { name: 'Cambios', rows });
  const { id } = sent.body.data.batch;
  await goOn(who, id);
  return id as string;
};
const goOn = async (who: Gateway, id: string) => (await batchesWith(queues, who).settle(id)).batch;

interface Shown {
  type: string;
  at: string;
  clientId: number | null;
  subject: { kind: string; id: string };
  detail: object;
}
const events = async (who: Gateway): Promise<Shown[]> =>
  (await who.get('/events', { type: 'batch.*' })).body.data.events;
const ofBatch = async (who: Gateway, id: string) =>
  (await events(who)).flatMap(({ type, at, clientId, subject }) =>
    subject.id === id ? [[type, at, clientId, subject.kind]] : [],
  );

test('a batch has two events, the end of its dry runs and its own end, which only its account reads, once each', async () => {
  const { gateway } = account;
  const company = await newCompany(gateway);
  const id = await previewed(gateway);
  await gateway.post(`/batches/${id}/commit`, { revision: 0 });
  const batch = await goOn(gateway, id);
  expect(batch.counts.filed).toBe(2);
  const records = await changes.catchUp();
  const expected = [
    ['batch.previewed', batch.previewed_at, null, 'batch'],
    ['batch.ended', batch.ended_at, null, 'batch'],
  ];
  expect(await ofBatch(gateway, id)).toEqual(expected);
  // Repeated records, and another reading of the batch, add nothing.
  await changes.handle(records);
  await goOn(gateway, id);
  await changes.catchUp();
  expect(await ofBatch(gateway, id)).toEqual(expected);
  // No content of the batch.
  for (const { detail } of await events(gateway))
    expect(new Set(Object.values(detail))).toEqual(new Set([null]));
  expect(await events(company.gateway)).toEqual([]);
  expect(await events(service.otherCaller)).toEqual([]);
});

test('the events of a client company’s batch are read by that company and its account, and by no other', async () => {
  const { gateway } = account;
  const [company, other] = [await newCompany(gateway), await newCompany(gateway)];
  const id = await previewed(company.gateway);
  await changes.catchUp();
  const types = async (who: Gateway) =>
    (await ofBatch(who, id)).map(([type, , clientId]) => [type, clientId]);
  const own = [['batch.previewed', Number(company.id)]];
  expect(await types(company.gateway)).toEqual(own);
  expect(await types(gateway)).toEqual(own);
  expect(await types(other.gateway)).toEqual([]);
  // Other accounts cannot read the batch either.
  expect((await other.gateway.get(`/batches/${id}`)).status).toBe(404);
});

test('a batch that is cancelled has an event of its end', async () => {
  const { gateway } = account;
  const id = await previewed(gateway);
  await gateway.post(`/batches/${id}/cancel`, {});
  const batch = await goOn(gateway, id);
  await changes.catchUp();
  expect((await ofBatch(gateway, id)).slice(1)).toEqual([['batch.ended', batch.ended_at, null, 'batch']]);
});

/** All rows and objects that contain the id of an account. */
const leftOf = async (accountId: string) => {
  const left: Record<string, unknown>[] = [];
  for (const table of Object.keys(TABLES))
    for await (const { Items = [] } of paginateScan({ client: dynamo() }, { TableName: process.env[table]! }))
      left.push(...Items.filter((row) => JSON.stringify(row).includes(accountId)));
  const { Contents = [] } = await new S3Client({ forcePathStyle: true }).send(
    new ListObjectsV2Command({ Bucket: process.env.DOCUMENTS_BUCKET!, Prefix: `batches/${accountId}/` }),
  );
  return { rows: left, objects: Contents.map(({ Key }) => Key) };
};

test('an account that is erased loses its batches with their rows, files and guards', async () => {
  const { accountId, gateway } = await newAccount(service.demo.baseUrl);
  const [filed, tried] = [await previewed(gateway), await previewed(gateway)];
  await gateway.post(`/batches/${filed}/commit`, { revision: 0 });
  await goOn(gateway, filed);
  const company = await newCompany(gateway);
  const ofCompany = await previewed(company.gateway);
  const ids = [filed, tried, ofCompany];
  const guards = await Promise.all(
    ids.map(async (id) => (await stores.batches.getBatch(accountId, id))!.guard),
  );
  const before = await leftOf(accountId);
  for (const id of ids) {
    expect(before.objects).toContain(`batches/${accountId}/${id}.json`);
    expect(before.rows.filter(({ pk }) => String(pk).includes(id)).length).toBe(1 + 2);
  }

  await stores.accounts.setAccountDisabled(accountId, true);
  const kept = await eraseAccount(accountId);
  // The retained data of two filings, which the law requires.
  expect(kept).toHaveLength(2);
  const { rows, objects } = await leftOf(accountId);
  expect(objects).toEqual([]);
  expect(rows.map(({ id, sk }) => [id, sk]).toSorted()).toEqual(
    kept.map(({ filingId }) => [filingId, 'head']).toSorted(),
  );
  for (const row of rows)
    for (const name of ['batch', 'key', 'preview']) expect(row).not.toHaveProperty(name);
  for (const guard of guards) expect(await stores.batches.findBatchLock(guard, new Date())).toBeUndefined();
  for (const id of ids) expect(JSON.stringify(rows)).not.toContain(id);
});
