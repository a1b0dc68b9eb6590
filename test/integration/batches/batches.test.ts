import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { driveBatch } from '../../../functions/capabilities/batches/driver/drive.ts';
import { batchPorts } from '../../../functions/capabilities/batches/ports.ts';
import { stores } from '../../../functions/stores.ts';
import { inOrder } from '../../../shared/serving/later/dispatch.ts';
import type { ReadForResource } from '../../../shared/serving/stages.ts';
import { newUser } from '../../support/callers/users.ts';
import type { Answered } from '../../support/gateway.ts';
import { driveDue } from '../../support/iam/due.ts';
import { requestsOf } from '../../support/requests.ts';
import { ownBatches } from '../../support/servers/failing-services.ts';
import { aChange, cellsOf, csvOf, passMinutes, startBatches } from '../../support/sheets/batches.ts';

/** Batches: many submissions that are tried and then filed one by one. */

const { service, queues, authorities, gateway, batches } = await startBatches();
beforeEach(() => authorities.reset());

/** A row in an answer. */
interface Shown {
  row: number;
  mistakes: { column: string | null; message: string }[];
}

const PATH = '/seg-social/cno';
const row = (changed: object = {}) => aChange(service.demo, changed);
const rowsOf = (count: number) => Array.from({ length: count }, () => row());
const create = (rows: object[], headers: Record<string, string> = {}, by = gateway): Promise<Answered> =>
  by.with(headers).post('/batches', { name: 'Cambios de ocupación', rows });
const { get } = batches;
const commit = (id: string, json: object = {}, by = gateway) =>
  by.post(`/batches/${id}/commit`, { revision: 0, ...json });
/** Processes queued rows until nothing is queued. */
const makeAll = async (id: string) => (await batches.settle(id)).batch;
const previewed = async (rows: object[], by = gateway): Promise<string> => {
  const { body } = await create(rows, {}, by);
  await makeAll(body.data.batch.id);
  return body.data.batch.id;
};
const submissions = () => authorities.submissions('tgss.cno');

test('a batch is answered with all its mistakes by row and field, its other rows are tried, and nothing is filed', async () => {
  const rows = [
    row(),
    row({ cno: 'x' }),
    { operation: 'nothing', body: {} },
    row({ nss: '1' }),
    row({ what: 1 }),
  ];
  const { status, body } = await create([...rows, rows[0]!, row({ test: 1 })]);
  expect(status).toBe(200);
  expect(
    body.data.wrong.map(({ row, mistakes }: Shown) => [row, mistakes.map(({ column }) => column)]),
  ).toEqual([
    [2, ['cno']],
    [3, ['operation']],
    [4, ['nss']],
    [5, ['what']],
    [6, [null]],
    [7, ['test']],
  ]);
  const batch = await makeAll(body.data.batch.id);
  expect(batch).toMatchObject({ state: 'previewed', rows: 7, counts: { wrong: 6, tried: 1 } });
  expect(await submissions()).toBe(0);
  const [first] = (await get(batch.id)).rows;
  expect(first).toMatchObject({
    row: 1,
    state: 'tried',
    filings: [],
    cells: { cno: expect.stringMatching(/^\d{4}$/) },
  });
  const { body: tried } = await gateway.get(`/tramites/${first.dryRuns[0]}`);
  expect(tried.data).toMatchObject({ dry: true, state: 'dryRun', result: 'passed' });
});

test('a row without a certificate that may act shows its other mistakes, too', async () => {
  const { demo } = service;
  const rows = [
    { ...row({ cno: 'x', nss: '1' }), cert_secret: 'unknown' },
    // Of another authority.
    { ...row({ cno: 'x', nss: '1' }), cert_secret: demo.certificates.sepe },
    { ...row(), cert_secret: 'unknown' },
  ];
  const columnsOf = (body: Answered['body']) =>
    body.data.wrong.map(({ mistakes }: Shown) => mistakes.map(({ column }) => column).toSorted());
  const { body } = await create(rows);
  expect(columnsOf(body)).toEqual([['cert_secret', 'cno', 'nss'], ['cno', 'nss', null], ['cert_secret']]);
  const { body: without } = await create([row({ cno: 'x' }), row()], { 'X-Cert-Secret': '' });
  expect(columnsOf(without)).toEqual([['cert_secret', 'cno'], ['cert_secret']]);
});

test('a batch that is committed files each row once, as a submission with a key and the dry run of its row', async () => {
  const id = await previewed(rowsOf(5));
  expect((await commit(id)).body.data).toMatchObject({ state: 'filing' });
  // Sent again, because its answer was lost.
  expect((await commit(id)).status).toBe(200);
  expect(await makeAll(id)).toMatchObject({ state: 'ended', counts: { filed: 5 } });
  expect((await commit(id)).body.data.state).toBe('ended');
  expect(await submissions()).toBe(5);
  const { rows } = await get(id);
  for (const { row, filings, dryRuns } of rows) {
    const { body } = await gateway.get(`/tramites/${filings[0]}`);
    expect(body.data).toMatchObject({
      state: 'accepted',
      key: `batch-${id}-${row}`,
      preview: { id: dryRuns[0] },
    });
  }
});

describe('a batch that is sent twice', () => {
  test('a batch with the same content or the same key is one batch', async () => {
    for (const headers of [{}, { 'Idempotency-Key': crypto.randomUUID() } as Record<string, string>]) {
      const rows = rowsOf(1);
      const first = await create(rows, headers);
      const again = await create(rows, headers);
      expect(again.body.data.batch.id).toBe(first.body.data.batch.id);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(first.body.message).toBe('OK');
      expect(again.body.message).toMatch(/^Este lote ya se envió .* otra Idempotency-Key\.$/);
    }
  });

  test('a batch with another content and the same key is refused', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    await create(rowsOf(1), headers);
    expect((await create(rowsOf(1), headers)).status).toBe(422);
  });

  test('a batch that is sent again after it was filed, and after a run of the schedule, files nothing more', async () => {
    const rows = rowsOf(1);
    const { body } = await create(rows);
    const { id } = body.data.batch;
    await makeAll(id);
    await commit(id);
    expect(await makeAll(id)).toMatchObject({ state: 'ended', counts: { filed: 1 } });
    await driveBatch(service.services, (await stores.batches.getBatch(service.accountId, id))!);
    expect((await create(rows)).body.data.batch.id).toBe(id);
    expect(await submissions()).toBe(1);
  });

  test('a batch of which nothing can be filed any more may be sent again', async () => {
    const rows = rowsOf(1);
    const { body } = await create(rows);
    await gateway.post(`/batches/${body.data.batch.id}/cancel`, {});
    await makeAll(body.data.batch.id);
    await get(body.data.batch.id);
    expect((await create(rows)).body.data.batch.id).not.toBe(body.data.batch.id);
  });
});

describe('the commit of a batch', () => {
  test('a batch is filed whole only if all rows passed, otherwise only its good rows on request', async () => {
    const id = await previewed([row(), row({ cno: 'x' })]);
    expect((await commit(id)).status).toBe(409);
    expect((await commit(id, { rows: 'good' })).status).toBe(200);
    expect(await makeAll(id)).toMatchObject({ counts: { filed: 1, wrong: 1 } });
  });

  test('a commit is refused if a dry run was meant, in any place and letters', async () => {
    const sent = { ...rowsOf(1)[0]!, test: 1 };
    expect((await create([sent])).body.errors).toEqual({ 'rows.0.test': [expect.any(String)] });
    const id = await previewed(rowsOf(1));
    for (const asked of [{ test: 1 }, { test: '' }, { rows: 'all', Test: true }, { dryRun: true }])
      expect((await commit(id, asked)).status, JSON.stringify(asked)).toBe(422);
    const path = `/batches/${id}/commit`;
    expect((await gateway.call('POST', path, { query: { test: 1 }, json: { revision: 0 } })).status).toBe(
      422,
    );
    expect((await commit(id)).status).toBe(200);
    await makeAll(id);
  });

  test.each([[{}], [{ revision: null }], [{ revision: '' }], [{ revision: 'latest' }], [{ revision: -1 }]])(
    'a commit that names no revision, but %j, is refused and files nothing',
    async (json) => {
      const id = await previewed(rowsOf(1));
      const { status, body } = await gateway.post(`/batches/${id}/commit`, json);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['revision']]);
      expect((await get(id)).batch).toMatchObject({ state: 'previewed', committed_at: null });
    },
  );

  test('a commit is refused before the dry runs have ended, and more than two hours after', async () => {
    const { body } = await create(rowsOf(1));
    const { id } = body.data.batch;
    expect((await commit(id)).status).toBe(409);
    await makeAll(id);
    passMinutes(121);
    expect((await commit(id)).status).toBe(409);
    passMinutes(-121);
  });

  test('a commit must come from another person if the account demands that', async () => {
    const { accountId } = service;
    await service.caller.call('PUT', '/users/preview', { json: { preview: 'another' } });
    try {
      const id = await previewed(rowsOf(2));
      expect((await service.caller.get('/auth')).body.data.preview).toBe('another');
      expect((await commit(id)).body.message).toMatch(/persona distinta/);
      const other = await newUser(service.demo.baseUrl, accountId, 'files');
      expect((await commit(id, {}, other.gateway)).status).toBe(200);
      expect(await makeAll(id)).toMatchObject({
        state: 'ended',
        counts: { filed: 2 },
        committed_by: other.user.id,
        committed_by_name: other.user.name,
      });
      const all: Record<string, unknown>[] = (await service.caller.get('/batches')).body.data.data;
      const listed = all.find((one) => one.id === id)!;
      expect(listed).toMatchObject({ committed_by_name: other.user.name });
      expect(listed.user_name).toBe((await service.caller.get('/auth')).body.data.name);
    } finally {
      await service.caller.call('PUT', '/users/preview', { json: { preview: 'optional' } });
    }
  });
});

test('a batch that is cancelled at the moment of its commit is not committed', async () => {
  const id = await previewed(rowsOf(1));
  const { accountId } = service;
  const read = (await stores.batches.getBatch(accountId, id))!;
  expect((await gateway.post(`/batches/${id}/cancel`, {})).body.data.state).toBe('cancelled');
  const caller = { accountId, userId: read.tries.userId, sessionId: '', generation: 0 };
  const ports = batchPorts(service.services, { caller } as ReadForResource);
  await expect(ports.commit(read, { which: 'all', revision: 0 })).rejects.toMatchObject({
    status: 409,
  });
  expect(await stores.batches.getBatch(accountId, id)).toMatchObject({ state: 'cancelled' });
  await queues.makeAll();
  expect(await submissions()).toBe(0);
});

describe('a batch that was corrected after it was reviewed', () => {
  const correct = (id: string, value: string) =>
    gateway.post(`/batches/${id}/corrections`, {
      corrections: [{ rows: [1], cells: [{ column: 'cno', value }] }],
    });

  test('the batch is not committed by its earlier revision, but by the present one', async () => {
    const id = await previewed(rowsOf(2));
    expect((await get(id)).batch.revision).toBe(0);
    expect((await correct(id, '4122')).body.data.batch.revision).toBe(1);
    await makeAll(id);
    const { status, body } = await commit(id, { revision: 0 });
    expect([status, body.message]).toEqual([409, expect.stringMatching(/^El lote se ha corregido/)]);
    expect(await get(id)).toMatchObject({ batch: { state: 'previewed', committed_at: null } });
    expect((await commit(id, { revision: 1 })).status).toBe(200);
    await makeAll(id);
    expect(await submissions()).toBe(2);
    expect((await commit(id, { revision: 0 })).status, 'its caller thinks of other rows').toBe(409);
  });

  test('the batch is checked again if it is corrected between the check and the commit', async () => {
    const id = await previewed(rowsOf(2));
    const { accountId } = service;
    const read = (await stores.batches.getBatch(accountId, id))!;
    await correct(id, 'x');
    await makeAll(id);
    const caller = { accountId, userId: read.tries.userId, sessionId: '', generation: 0 };
    const ports = batchPorts(service.services, { caller } as ReadForResource);
    await expect(ports.commit(read, { which: 'all', revision: 0 })).rejects.toMatchObject({
      status: 409,
    });
    expect((await stores.batches.getBatch(accountId, id))!.state).toBe('previewed');
    expect(await submissions()).toBe(0);
  });
});

test('a batch that is cancelled stops before the next row, says what was filed, and is not sent again', async () => {
  const sent = rowsOf(6);
  const id = await previewed(sent);
  await commit(id);
  const before = await queues.take();
  expect(before.length).toBeGreaterThan(0);
  // One row is filed. Then the batch is cancelled, and the rows that are still queued are not filed.
  await queues.deliver('/api/v4/seg-social', before[0]!);
  // Reading the batch queues the next row, because all rows are about one worker.
  await get(id);
  expect(await submissions()).toBe(1);
  expect((await gateway.post(`/batches/${id}/cancel`, {})).body.data.state).toBe('cancelled');
  // Rows that had begun have not ended yet.
  const underWay = await gateway.get(`/batches/${id}`);
  expect([underWay.body.data.batch.ended_at, underWay.headers.get('retry-after')]).toEqual([null, '5']);
  for (const one of before.slice(1)) await queues.deliver('/api/v4/seg-social', one);
  await queues.makeAll();
  await get(id);
  const { batch } = await get(id);
  expect(batch).toMatchObject({ state: 'cancelled', counts: { filed: 1, notSent: 5 } });
  expect(batch.ended_at).not.toBeNull();
  expect(await submissions()).toBe(1);
  expect((await gateway.post(`/batches/${id}/cancel`, {})).status).toBe(200);
  // It files nothing more, and sending the same file again does not file the rows that were filed.
  expect((await create(sent)).body.data.batch.id).toBe(id);
});

test('rows about one worker are tried and filed one after another, in the order of the sheet', async () => {
  const { id } = (await create(rowsOf(3))).body.data.batch;
  const states = async () => (await get(id)).rows.map(({ state }: { state: string }) => state);
  const inTurn = async (before: string, underWay: string, after: string) => {
    for (let ended = 0; ended < 3; ended++) {
      const expected = [...Array(ended).fill(after), underWay, ...Array(2 - ended).fill(before)];
      expect(await states()).toEqual(expected);
      await queues.makeAll();
    }
    expect(await states()).toEqual(Array(3).fill(after));
  };
  await inTurn('waiting', 'trying', 'tried');
  expect((await commit(id)).status).toBe(200);
  await inTurn('tried', 'filing', 'filed');
  expect(await submissions()).toBe(3);
});

test('the schedule continues a batch whose state is never requested', async () => {
  const { body } = await create(rowsOf(1));
  const { id } = body.data.batch;
  await queues.makeAll();
  passMinutes(2);
  const { services } = service;
  const own = { ...services.stores, batches: ownBatches((one) => one === id) };
  expect(await driveDue({ ...services, stores: own }, () => true)).toBe(1);
  const { accountId } = service;
  expect(await stores.batches.getBatch(accountId, id)).toMatchObject({ state: 'previewed' });
});

test('a row that its authority refuses shows the words of the authority, and is not filed', async () => {
  const id = await previewed([row(), row({ nss: '280000000097' })]);
  const { rows } = (await gateway.get(`/batches/${id}?state=failed`)).body.data;
  for (const { messages } of rows) expect(messages.length).toBeGreaterThan(0);
});

test('a row whose operation has no dry run is checked at once, and says that it was not tried', async () => {
  const { request } = requestsOf(service.demo)['POST /sepe/contrata/xml']! as { request: { file: object } };
  const xml = (file: object) => ({
    operation: 'notifyContractXml',
    cert_secret: service.demo.certificates.sepe,
    body: { file: { ...request.file, ...file } },
  });
  const before = await authorities.requests();
  const { body } = await create([xml({}), xml({ size: 1 })]);
  expect(body.data.wrong.map(({ row, mistakes }: Shown) => [row, mistakes[0]?.column])).toEqual([
    [2, 'file.size'],
  ]);
  const { id } = body.data.batch;
  expect(await makeAll(id)).toMatchObject({ state: 'previewed', counts: { tried: 1, wrong: 1 } });
  const message = 'Comprobada, sin simulacro: no lo hay para este trámite.';
  expect((await get(id)).rows[0]).toMatchObject({ state: 'tried', dryRuns: [], messages: [message] });
  expect((await batches.sheet(id, 'csv')).toString()).toContain(message);
  expect(await authorities.requests()).toBe(before);
});

test('a batch is in no list of another account', async () => {
  await create(rowsOf(1));
  expect((await service.otherCaller.get('/batches')).body.data.data).toEqual([]);
  expect((await gateway.get('/batches')).body.data.data.length).toBeGreaterThan(0);
});

describe('a file of a batch', () => {
  const cells = (changed: object = {}) => cellsOf(row(changed));

  test('a file is read, filed, and comes back with the outcome of each row, and its documents', async () => {
    const sheet = csvOf([cells(), cells({ cno: '=1+1' }), cells()]);
    const { body } = await batches.send(batches.file('cambios.csv', sheet));
    expect(body.data.wrong.map(({ row, mistakes }: Shown) => [row, mistakes[0]?.column])).toEqual([
      [3, 'cno'],
    ]);
    const { id } = body.data.batch;
    expect(body.data.wrong[0]).not.toHaveProperty('cells');
    await makeAll(id);
    const shown = (await get(id)).rows.map((one: { cells: object }) => one.cells);
    expect(shown).toMatchObject([{ tramite: 'updateCno' }, { cno: '=1+1' }, { tramite: 'updateCno' }]);
    expect(Object.keys(shown[0])).not.toContain('cert_secret');
    await commit(id, { rows: 'good' });
    await makeAll(id);
    const lines = (await batches.sheet(id, 'csv')).toString().trim().split(/\r?\n/);
    expect(lines).toHaveLength(4);
    expect(lines.map((line) => /presentada|tiene errores/.exec(line)?.[0])).toEqual([
      undefined,
      'presentada',
      'tiene errores',
      'presentada',
    ]);
    const zip = await gateway.get(`/batches/${id}/result?format=zip`);
    const files = unzipSync(Buffer.from(zip.body.data.file.content, 'base64'));
    expect(Object.keys(files).length).toBeGreaterThan(0);
    for (const bytes of Object.values(files))
      expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    expect((await gateway.get(`/batches/${id}/result?format=zip&part=2`)).status).toBe(404);
  });

  test('a file can be made from its template', async () => {
    const { body } = await gateway.get('/batches/templates/updateCno?format=csv');
    expect(Buffer.from(body.data.file.content, 'base64').toString()).toContain('cno');
    expect((await gateway.get('/batches/templates/nothing')).status).toBe(404);
  });

  test('a batch of something that is no file is refused', async () => {
    for (const json of [{ name: 'x' }, { name: 'x', file: { name: 'a.pdf', content: 'AA==' } }])
      expect((await gateway.post('/batches', json)).status).toBe(422);
  });
});

test('only one of several functions works on a batch at once, and the next one begins when the batch is given back or its time is over', async () => {
  const batch = { accountId: service.accountId, id: await previewed(rowsOf(1)) };
  const begun = Date.now();
  const after = (milliseconds: number) => new Date(begun + milliseconds);
  const take = (owner: string, since = 0) =>
    stores.batches.leaseBatch(batch, { owner, now: after(since), until: after(since + 1_000) });
  const owners = ['one', 'two', 'three'];
  const taken = await Promise.all(owners.map((owner) => take(owner)));
  expect(taken.filter((each) => each !== undefined)).toHaveLength(1);
  const owner = owners[taken.findIndex((each) => each !== undefined)]!;
  expect(await take('late', 1_000)).toBeUndefined();
  await stores.batches.endBatchLease(batch, 'late');
  expect(await take('late', 1_000)).toBeUndefined();
  await stores.batches.endBatchLease(batch, owner);
  expect(await take('next', 1_000)).toMatchObject({ id: batch.id });
  expect(await take('after', 2_001)).toMatchObject({ id: batch.id });
  await stores.batches.endBatchLease(batch, 'after');
});

test('rows of a batch wait behind single requests, and give them a turn', async () => {
  const id = await previewed(rowsOf(3));
  await commit(id);
  const queued = await gateway.with({ Prefer: 'respond-async' }).call('PUT', PATH, { json: row().body });
  const { accountId } = service;
  const batch = { ofBatch: true as const, clientId: 0, files: true };
  const waiting = [
    { ...batch, id: '1' },
    { id: '2', clientId: 0, files: false },
    { id: '3', clientId: 0, files: true },
  ];
  expect([...inOrder(waiting, [])].map((one) => one.id)).toEqual(['3', '2', '1']);
  await queues.makeAll();
  expect((await gateway.get(`/tramites/${queued.headers.get('x-tramite-id')}`)).body.data.state).toBe(
    'accepted',
  );
  expect((await makeAll(id)).counts.filed).toBe(3);
  expect(await stores.batches.dueBatches(new Date(Date.now() + 1e9))).not.toContainEqual({ accountId, id });
});

test('a row whose act was accepted after it was tried is not filed, and a row that names that trámite is', async () => {
  const sent = row();
  const id = await previewed([sent]);
  const first = await gateway.call('PUT', PATH, { json: sent.body });
  expect(first.status).toBe(200);
  const tramite = first.headers.get('x-tramite-id');
  await commit(id);
  await makeAll(id);
  const [stopped] = (await get(id)).rows;
  expect(stopped).toMatchObject({ state: 'notSent', repeated: tramite, repeats: null });
  expect(stopped.messages.join()).toContain(tramite);
  expect(await submissions()).toBe(1);
  const named = await previewed([{ ...sent, repeats: tramite }]);
  await commit(named);
  await makeAll(named);
  expect((await get(named)).rows[0]).toMatchObject({ state: 'filed', repeats: tramite });
  expect(await submissions()).toBe(2);
});
