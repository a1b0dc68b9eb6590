import { beforeAll, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { keptFiling } from '../../../shared/serving/worker-data.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import { newAccount } from '../../support/accounts.ts';
import { newUser } from '../../support/callers/users.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { makeSpokenStage } from '../../support/infra/stage.ts';
import { testRows } from '../../support/of-capabilities.ts';
import { newService } from '../../support/setup/own-service.ts';
import { useOwnTables } from '../../support/stores/own-tables.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** An account's data about one worker, exported and erased on request, except data that the law requires to keep. */

await useOwnTables();
const { service, authorities, requests } = await newService();
const changes = await followChanges(service.services, { isOwn: () => [''] });
let own: { accountId: string; gateway: Gateway };
let acting: Gateway;
/** Filings of one worker, by their result. */
let ids: Record<'accepted' | 'refused' | 'dry' | 'unknown', string>;
const request = requests['PUT /seg-social/cno']!.request as Record<string, unknown>;
const worker = String(request.dni);

beforeAll(async () => {
  await authorities.reset();
  own = await newAccount(service.demo.baseUrl, 'Despacho');
  const secret = await storeNewCertificate(own.gateway, { person: seed.demo.holder });
  acting = own.gateway.acting(secret);
  const file = async (more: object, scenario?: string) => {
    const caller = scenario ? acting.with({ 'X-Sandbox-Scenario': scenario }) : acting;
    const { headers } = await caller.call('PUT', '/seg-social/cno', { json: { ...request, ...more } });
    return headers.get('x-tramite-id')!;
  };
  const accepted = await file({ cno: '2611' });
  const refused = await file({ cno: '2101' }, 'refused');
  const dry = await file({ cno: '2102', test: 1 });
  const { request: unpaid } = requests['POST /seg-social/pract-no-remun']!;
  const lost = await acting
    .with({ 'X-Sandbox-Scenario': 'lost-answer' })
    .post('/seg-social/pract-no-remun', { ...(unpaid as object), dni: worker });
  ids = { accepted, refused, dry, unknown: lost.headers.get('x-tramite-id')! };
  await changes.catchUp();
}, 120_000);

const show = async (who = own.gateway) => who.get('/tramites/worker-data', { worker });
const erase = (confirm = worker, who = own.gateway) =>
  who.post('/tramites/worker-data/erase', { worker, confirm });

test('the data of a worker are given to owners of the account only, and to no other account', async () => {
  const reader = await newUser(service.demo.baseUrl, own.accountId, 'files');
  expect((await show(reader.gateway)).status).toBe(403);
  expect((await erase(worker, reader.gateway)).status).toBe(403);
  const other = await newAccount(service.demo.baseUrl);
  const { body } = await show(other.gateway);
  const names = ['filings', ...testRows.flatMap(({ workerData = [] }) => workerData)];
  expect(body.data.data).toEqual(Object.fromEntries(names.map((name) => [name, []])));
  expect((await erase(worker, other.gateway)).body.data.data.filings).toEqual({ erased: [], kept: [] });
});

test('an owner who asks for the data of a worker gets each filing with its request, and its outcome', async () => {
  const { status, body } = await show();
  expect(status).toBe(200);
  const { filings, obligations } = body.data.data;
  const found = new Map(filings.map((one: { id: string }) => [one.id, one]));
  expect(found.get(ids.accepted)).toMatchObject({
    state: 'accepted',
    about: { document: worker },
    request: { cno: '2611' },
    answer: { success: true },
  });
  for (const id of [ids.refused, ids.dry]) expect(found.has(id), id).toBe(true);
  expect(obligations).toEqual(expect.any(Array));
});

describe('the erasure of a worker', () => {
  test('the erasure changes nothing unless the document is repeated', async () => {
    expect(await erase('00000000T')).toMatchObject({
      status: 422,
      body: { errors: { confirm: expect.anything() } },
    });
    expect((await acting.get(`/tramites/${ids.refused}`)).body.data.request).toMatchObject({ cno: '2101' });
  });

  test('the erasure removes what was not filed, keeps what must be proved and what is not known yet, and can be repeated', async () => {
    const events = async () => (await own.gateway.get('/events', { limit: 100 })).body.data.events;
    await changes.catchUp();
    const before = await events();
    const { status, body } = await erase();
    expect(status).toBe(200);
    await changes.catchUp();
    expect(await events()).toEqual(before);
    const { erased, kept } = body.data.data.filings;
    expect(erased.toSorted()).toEqual([ids.refused, ids.dry].toSorted());
    const because = new Map(kept.map((one: { id: string; because: string }) => [one.id, one.because]));
    expect(because.get(ids.accepted)).toBe('law');
    for (const reason of because.values()) expect(['law', 'unknown']).toContain(reason);
    for (const id of [ids.refused, ids.dry])
      expect(JSON.stringify(await stores.filings.getFiling(id))).not.toContain(worker);
    expect(JSON.stringify(await stores.filings.getFiling(ids.accepted))).toContain(worker);
    expect((await erase()).body.data.data.filings).toMatchObject({ erased: [], kept });
  });

  test('the erasure lets nothing be filed twice, because an accepted filing is found as before', async () => {
    const counts = async () => (await own.gateway.get('/sandbox/counts')).body.data.accepted;
    const before = await counts();
    await acting.call('PUT', '/seg-social/cno', { json: { ...request, cno: '2611' } });
    expect(await counts()).toEqual(before);
  });
});

test('an obligation of a worker stays while it is open, and goes with all other data when it is closed', async () => {
  const { request: alta } = requests['POST /seg-social/alta']!;
  const hired = String((alta as { dni: string }).dni);
  expect((await acting.post('/seg-social/alta', alta)).status).toBe(200);
  await changes.catchUp();
  const known = async () =>
    (await own.gateway.get('/tramites/worker-data', { worker: hired })).body.data.data.obligations;
  const forget = async () =>
    (await own.gateway.post('/tramites/worker-data/erase', { worker: hired, confirm: hired })).body.data.data
      .obligations;
  const before = await known();
  const open = before.filter(({ state }: { state?: string }) => state === 'open');
  expect(open.length).toBeGreaterThan(0);
  const kept = await forget();
  expect(kept.erased).toEqual([]);
  expect(kept.kept.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    open.map(({ id }: { id: string }) => id).toSorted(),
  );
  expect(await known()).toEqual(before);
  for (const { id } of open)
    expect((await own.gateway.post(`/obligations/${id}/close`, { reason: 'Hecho en la sede.' })).status).toBe(
      200,
    );
  const gone = await forget();
  expect(gone.kept).toEqual([]);
  expect(gone.erased.length).toBeGreaterThanOrEqual(before.length);
  expect(await known()).toEqual([]);
});

test('the commands of an operator give the same data, and erase only if the document is repeated', async () => {
  const run = await makeSpokenStage();
  const named = ['--id', own.accountId, '--worker', worker];
  const shown = JSON.parse((await run('export-worker', ...named)).stdout);
  expect(shown.filings.map(({ id }: { id: string }) => id)).toContain(ids.accepted);
  await expect(run('erase-worker', ...named)).rejects.toMatchObject({
    stderr: '--confirm must repeat the document of the worker. Nothing was erased.\n',
  });
  // A mistyped document is not mistaken for an unknown worker.
  const mistyped = ['--id', own.accountId, '--worker', '00000000T'];
  for (const args of [
    ['export-worker', ...mistyped],
    ['erase-worker', ...mistyped, '--confirm', '00000000T'],
  ])
    expect((await run(...args)).stderr).toMatch(
      /^The account has nothing about 00000000T\. Check the account, /,
    );
  const { stdout: rows } = await run('erase-worker', ...named, '--confirm', worker);
  expect(rows).toMatch(new RegExp(`^filings\t${ids.accepted}\tlaw\t20\\d\\d-`, 'm'));
});

describe('the filings of an erased worker', () => {
  const now = new Date('2026-11-27T08:00:00Z');
  const of = (more: Partial<Filing>): Filing =>
    ({ id: 'f', dry: false, state: 'accepted', claimedAt: '2026-11-01T08:00:00Z', ...more }) as Filing;

  test.each<[string, Partial<Filing>, object | undefined]>([
    [
      'that was accepted stays for four years',
      { endedAt: '2026-11-01T08:00:01Z' },
      { because: 'law', until: '2030-11-01T08:00:01.000Z' },
    ],
    ['that was accepted goes after them', { endedAt: '2022-11-26T08:00:00Z' }, undefined],
    [
      'of unknown outcome stays, however old',
      { state: 'unknown', claimedAt: '2020-01-01T00:00:00Z' },
      { because: 'unknown' },
    ],
    [
      'that a person declared as filed stays',
      { state: 'unknown', stated: { filed: true, note: '', userId: 'u', at: '' } },
      { because: 'law' },
    ],
    [
      'that a person declared as not filed goes',
      { state: 'unknown', stated: { filed: false, note: '', userId: 'u', at: '' } },
      undefined,
    ],
    ['that waits stays', { state: 'queued' }, { because: 'underWay' }],
    ['that the authority prepares stays', { state: 'preparing', reading: true }, { because: 'underWay' }],
    ['that was refused goes', { state: 'refused' }, undefined],
    ['that was a dry run goes', { state: 'ended', dry: true }, undefined],
    ['that only asked goes', { state: 'answered', reading: true }, undefined],
  ])('a filing %s', (_, filing, expected) => {
    const found = keptFiling(of(filing), now);
    if (expected) expect(found).toMatchObject(expected);
    else expect(found).toBeUndefined();
  });
});
