import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { filingKey, filingsTable } from '../../../shared/stores/filings/filing-keys.ts';
import { newCompany } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { aChange, cellsOf, csvOf, startBatches } from '../../support/sheets/batches.ts';

/** Which batches and which rows count as the same, and who may stop a batch that another one replaces. */

const { service, authorities, gateway, batches } = await startBatches();
beforeEach(() => authorities.reset());

const { accountId } = service;
const row = () => aChange(service.demo);
const idOf = ({ body }: { body: { data: { batch: { id: string } } } }) => body.data.batch.id;
const lockOf = async (id: string) => (await stores.batches.getBatch(accountId, id))!.guard;

describe('the batch in the answer to a repeated request', () => {
  test('the batch is a new one if the first is gone and its guard against repetition is not', async () => {
    const sent = { rows: [row()] };
    const first = idOf(await batches.send(sent));
    await dynamo().send(
      new DeleteCommand({ TableName: filingsTable(), Key: filingKey.batch(accountId, first) }),
    );
    const second = idOf(await batches.send(sent));
    expect(second).not.toBe(first);
    expect((await gateway.get(`/batches/${second}`)).status).toBe(200);
    expect(idOf(await batches.send(sent))).toBe(second);
    await batches.settle(second);
  });

  test('the batch is a new one also if the first and its guard have expired, and are not deleted yet', async () => {
    const sent = { rows: [row()] };
    const first = idOf(await batches.send(sent));
    await dynamo().send(
      new UpdateCommand({
        TableName: filingsTable(),
        Key: filingKey.lock(await lockOf(first)),
        UpdateExpression: 'SET expires = :past',
        ExpressionAttributeValues: { ':past': 1 },
      }),
    );
    const second = idOf(await batches.send(sent));
    expect(second).not.toBe(first);
    expect(idOf(await batches.send(sent))).toBe(second);
  });
});

test('a file is the same by what is in it, whatever its name', async () => {
  const content = csvOf([cellsOf(row())]);
  const first = await batches.send(batches.file('lunes.csv', content));
  const again = await batches.send(batches.file('Lunes (1).CSV', content));
  expect(idOf(again)).toBe(idOf(first));
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await batches.send(batches.file('lunes.pdf', content))).status).toBe(422);
});

test('a batch is the same with its key in quotes or without', async () => {
  const send = (key: string, rows: object[]) =>
    gateway.with({ 'Idempotency-Key': key }).post('/batches', { name: 'Lote', rows });
  const rows = [row()];
  const name = crypto.randomUUID();
  const first = await send(`"${name}"`, rows);
  const again = await send(name, rows);
  expect(idOf(again as never)).toBe(idOf(first as never));
  expect((await send(name, [row()])).status).toBe(422);
});

test('a batch of a company is its own, also if its account sent the same before', async () => {
  const company = await newCompany(service.caller);
  const secret = await storeNewCertificate(company.gateway, { person: seed.demo.holder }, {}, service.demo);
  const sent = { name: 'Lote', rows: [{ ...row(), cert_secret: secret }] };
  const first = idOf((await service.caller.post('/batches', sent)) as never);
  const ofCompany = await company.gateway.post('/batches', sent);
  expect(idOf(ofCompany as never)).not.toBe(first);
  expect((await company.gateway.get(`/batches/${first}`)).status).toBe(404);
  expect((await company.gateway.get(`/batches/${idOf(ofCompany as never)}`)).status).toBe(200);
  expect(idOf((await company.gateway.post('/batches', sent)) as never)).toBe(idOf(ofCompany as never));
});

test('rows with the same content make one batch, also with two certificates of one holder', async () => {
  const secrets = [
    service.demo.certificates.tgss,
    await storeNewCertificate(service.caller, { person: seed.demo.holder }, { type: '1' }, service.demo),
  ];
  const same = row();
  const { body } = await batches.send({
    rows: secrets.map((cert_secret) => ({ ...same, cert_secret })),
  });
  expect(body.data.wrong).toMatchObject([
    { row: 2, mistakes: [{ message: expect.stringContaining('igual que la fila 1') }] },
  ]);
});

describe('a batch that another one replaces', () => {
  test('the batch is cancelled if it is not committed yet', async () => {
    const { batch } = await batches.tried('a.csv', csvOf([cellsOf(row())]));
    const cancel = () => gateway.post(`/batches/${batch.id}/cancel`, { committed: 'refuse' });
    expect((await cancel()).body.data.state).toBe('cancelled');
    expect((await cancel()).status).toBe(200);
  });

  test('the batch goes on if a colleague committed it meanwhile, and the answer says so', async () => {
    const { batch } = await batches.tried('a.csv', csvOf([cellsOf(row())]));
    await batches.commit(batch.id);
    const cancel = () => gateway.post(`/batches/${batch.id}/cancel`, { committed: 'refuse' });
    const { status, body } = await cancel();
    expect([status, body.message]).toEqual([409, expect.stringContaining('ya se ha presentado')]);
    expect((await batches.settle(batch.id)).batch).toMatchObject({ state: 'ended', counts: { filed: 1 } });
    expect((await cancel()).status).toBe(409);
    expect(await authorities.submissions('tgss.cno')).toBe(1);
  });
});

test('a batch that is cancelled can be sent again at once, also while rows of it are being tried', async () => {
  const sent = { rows: [row()] };
  const first = idOf(await batches.send(sent));
  await gateway.post(`/batches/${first}/cancel`, {});
  const second = idOf(await batches.send(sent));
  expect(second).not.toBe(first);
  expect((await batches.settle(second)).batch.counts).toMatchObject({ tried: 1 });
  expect(idOf(await batches.send(sent))).toBe(second);
});

test.each<[string, (one: { nss: string; dni: string }) => object]>([
  ['document', ({ dni }) => ({ nss: seed.demo.newWorkers[0]!.nss, dni: dni.toLowerCase() })],
  ['number', ({ nss }) => ({ nss, dni: seed.demo.newWorkers[0]!.dni })],
])('rows about one worker with the same %s wait for each other', async (_, changed) => {
  const [one, other] = [row(), row()];
  const body = { ...other.body, ...changed(service.demo.worker) };
  const { id, counts } = (await batches.send({ rows: [one, { ...other, body }] })).body.data.batch;
  expect(counts).toMatchObject({ trying: 1, waiting: 1 });
  await batches.settle(id);
});
