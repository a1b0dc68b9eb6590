import { gunzipSync } from 'node:zlib';
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { TABLES } from '../../../infra/tables.ts';
import { madridDay } from '../../../sandbox/calendar.ts';
import { setting } from '../../../shared/kernel/config.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { FOLDERS_OF_ACCOUNTS } from '../../../shared/stores/keyspace.ts';
import { aCompany, aProfile } from '../../support/accounts.ts';
import { type DataOfWorkers, ofCapabilities } from '../../support/of-capabilities.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { useOwnTables } from '../../support/stores/own-tables.ts';
import { followChanges } from '../../support/stores/streams.ts';
import { worldOf } from '../../support/world-of-companies.ts';

/** Nothing of an erased worker is left in any table, however the worker came into the account. */

// Its own tables, because this test reads all rows.
await useOwnTables();
const { seed, companies } = worldOf(madridDay(new Date()), { companies: 1, workers: 4 });
const { account, workers } = companies[0]!;
const { regimen, ccc, cif } = account;
const { service } = await newService({}, { seed });
const { caller: office, accountId } = service;
const { tgss } = service.demo.certificates;
const queues = await startWorkQueues(service.services);
const changes = await followChanges(service.services, {
  isOwn: () => [accountId],
  tables: ['FILINGS_TABLE', 'OBLIGATIONS_TABLE'],
});
const [erased, other] = workers.map(({ person }) => person);
const EVERYTHING = Object.keys(TABLES) as (keyof typeof TABLES)[];

const follow = async () => {
  while ((await changes.catchUp()).length > 0);
};
const acting = office.acting(tgss);

/** A value as text: compressed members as what they contain. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, member) => {
    if (!(member instanceof Uint8Array)) return member;
    try {
      return gunzipSync(member).toString('utf8');
    } catch {
      return Buffer.from(member).toString('latin1');
    }
  });

/** Where a person is named, in tables by the key of the row, in the bucket of documents by the key of the object. */
const placesOf = async ({ dni, nss, surname }: typeof erased & object): Promise<string[]> => {
  const names = (text: string) => [dni, nss, surname].some((word) => text.includes(word));
  const places: string[] = [];
  for (const variable of EVERYTHING)
    for await (const { Items = [] } of paginateScan({ client: dynamo() }, { TableName: setting(variable) }))
      places.push(...Items.filter((item) => names(textOf(item))).map(({ pk, sk }) => `${pk} ${sk}`));
  const client = new S3Client({ forcePathStyle: true });
  const Bucket = setting('DOCUMENTS_BUCKET');
  for (const folder of FOLDERS_OF_ACCOUNTS)
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client },
      { Bucket, Prefix: `${folder}/${accountId}/` },
    ))
      for (const { Key } of Contents) {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        if (names(Buffer.from(await Body!.transformToByteArray()).toString('utf8'))) places.push(Key!);
      }
  return places;
};

interface Answered {
  erased: string[];
  kept: { id: string; because: string; until: string }[];
}

/** What capabilities keep of workers. */
const byCapability = await ofCapabilities<{ dataOfWorkers: DataOfWorkers }>('data-of-workers');

let batchId: string;
beforeAll(async () => {
  const profile = { ...aProfile(), dni: cif, account: [{ regimen, cuenta: ccc, alias: 'General' }] };
  const customerID = (await office.post('/customer', aCompany({ profile, not_notify: 1 }))).body.data.id;
  // Twice: an account whose settlement is due already makes all its workers matter.
  for (const _ of [1, 2]) {
    await acting.get('/seg-social/employees-in-enterprise', { regimen, ccc, options: 1 });
    await follow();
  }
  const situation = { regimen, ccc, dni: erased!.dni, nss: erased!.nss };
  await acting.get('/seg-social/employee-situations', situation);
  for (const { dataOfWorkers } of byCapability)
    await dataOfWorkers.leave({ service, queues, customerID, company: companies[0]! });
  await follow();
  const row = (of: typeof erased & object, cno: string) => ({
    operation: 'updateCno',
    body: { regimen, ccc, dni: of.dni, nss: of.nss, fecha_real: madridDay(new Date()), cno, duplicate: 0 },
  });
  const sheet = await acting.post('/batches', {
    name: 'Ocupaciones',
    rows: [row(erased!, '4309'), row(other!, '4309')],
  });
  batchId = sheet.body.data.batch.id;
  await queues.makeAll(4);
  const draft = (name: string, dni: string) =>
    office.call('PUT', `/drafts/${name}`, { json: { content: JSON.stringify({ filled: { dni } }) } });
  await draft('one', `${erased!.dni.slice(0, 2)}.${erased!.dni.slice(2)}`.toLowerCase());
  await draft('two', other!.dni);
  await follow();
}, 180_000);

test('an erased worker stays in no table or object except those that the answer names', async () => {
  const before = await placesOf(erased!);
  const ofCapabilities = byCapability.flatMap(({ dataOfWorkers }) => dataOfWorkers.places);
  const parts = ['seen#', 'people', 'subject#worker', 'batches/', 'filing#', ...ofCapabilities];
  for (const part of parts)
    expect(
      before.some((place) => place.includes(part)),
      part,
    ).toBe(true);
  // Facts of an account need no worker.
  expect(before.filter((place) => place.includes('subject#account'))).toEqual([]);
  const kept = await placesOf(other!);

  const { status, body } = await office.post('/tramites/worker-data/erase', {
    worker: erased!.dni,
    confirm: erased!.dni,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await follow();
  const answered = Object.values(body.data.data as Record<string, Answered>);
  const named = answered.flatMap((part) => part.kept);
  expect([...new Set(named.map(({ because }) => because))]).toEqual(['expires']);
  expect(named.map(({ id }) => id)).toContain(batchId);
  const left = await placesOf(erased!);
  expect(left.filter((place) => !named.some(({ id }) => place.includes(id)))).toEqual([]);
  expect((await office.get('/drafts')).body.data.map(({ id }: { id: string }) => id)).toEqual(['two']);
  // Of a colleague nothing is lost but answers that name both, which can be asked for again.
  const gone = [...answered.flatMap((part) => part.erased), 'answer#'];
  const stillKept = await placesOf(other!);
  const lost = kept.filter((place) => !stillKept.includes(place) && !gone.some((id) => place.includes(id)));
  expect(lost).toEqual([]);
  // What is due of the account goes on, without the worker.
  const due = (await office.get('/obligations')).body.data.data;
  expect(due.some(({ rule }: { rule: { id: string } }) => rule.id === 'liquidacion')).toBe(true);
}, 120_000);
