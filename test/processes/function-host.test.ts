import type { ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stores } from '../../functions/stores.ts';
import { bundle } from '../../infra/bundle.ts';
import { entriesOf } from '../../infra/entries.ts';
import { Counters } from '../../sandbox/counters.ts';
import { endOutage, readOutage, writeOutage } from '../../sandbox/worlds/outage.ts';
import { s3Client, worldObject } from '../../sandbox/worlds/s3-store.ts';
import { FORMAT } from '../../sandbox/worlds/worlds.ts';
import { FAILURES_TO_OPEN } from '../../shared/authorities/channel/breaker.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { caller, demo, otherCaller } from '../support/demo.ts';
import { type Gateway, idOf } from '../support/gateway.ts';
import { makeSpokenStage } from '../support/infra/stage.ts';
import { startServing } from '../support/servers/children.ts';

/** The function of a sandbox stage as deployed, in processes that are started and killed like Lambda's. */

const compiled = mkdtempSync(join(tmpdir(), 'function-host-'));
let folders: Record<'seg-social' | 'dehu', string>;
const today = madridDay(new Date());
const { regimen, ccc } = demo.company;
const alta = { regimen, ccc, fecha_real: today, grupo_cotizacion: 7, tipo_contrato: 100, cno: '4122' };

const started: ChildProcess[] = [];

/** Until a function has noticed, and its breaker lets a call through again; on a busy machine. */
const NOTICED = { timeout: 120_000, interval: 1_000 };

/** Starts a process of the function. @returns where it answers, and what ends it without a word */
const start = async (name: keyof typeof folders = 'seg-social') => {
  const { TGSS_URL, SEPE_URL, AEAT_URL, DEHU_URL, AUTHORITY_CA, ...variables } = process.env;
  const file = join(folders[name], 'handler.mjs');
  const { child, baseUrl, end } = await startServing('function-process.ts', [file], {
    // Not every process compiles the same again.
    env: { ...variables, NODE_COMPILE_CACHE: compiled },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.push(child);
  return { baseUrl, kill: end };
};

/** A caller that acts with a certificate which the stage has issued. */
const holderOf = async (who: Gateway, type = '1'): Promise<Gateway> => {
  const [holder] = (await who.get('/sandbox')).body.data.holders;
  const { file, password } = (await who.post('/sandbox/certificate', { nif: holder.nif })).body.data;
  const { body } = await who.upload(Buffer.from(file.content, 'base64'), { password, type });
  return who.acting(body.data.cert_secret);
};

let holder: Gateway;
let otherHolder: Gateway;
beforeAll(async () => {
  const entries = entriesOf({ standIns: true, canary: false });
  folders = {
    'seg-social': await bundle('seg-social', entries.get('seg-social')!),
    dehu: await bundle('dehu', entries.get('dehu')!),
  };
  [holder, otherHolder] = await Promise.all([holderOf(caller), holderOf(otherCaller)]);
});
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

const countsOf = async (who: Gateway) => (await who.get('/sandbox/counts')).body.data;
const digestOf = async (who: Gateway): Promise<string> => (await who.get('/sandbox')).body.data.digest;
const situationsOf = async (who: Gateway, baseUrl: string, dni: string) =>
  (await who.movedTo(baseUrl).get('/seg-social/employee-situations', { regimen, ccc, dni, getDatos: 1 })).body
    .data;

test('the next call finds what the call before filed, though its process was killed in between', async () => {
  await caller.post('/sandbox/reset', {});
  const first = await start();
  const filed = await holder.movedTo(first.baseUrl).post('/seg-social/alta', { ...alta, ...demo.newWorker });
  expect({ status: filed.status, message: filed.body.message }).toEqual({ status: 200, message: 'OK' });
  await first.kill();

  const second = await start();
  expect(await situationsOf(holder, second.baseUrl, demo.newWorker.dni)).toEqual([
    expect.objectContaining({ fecha_alta: today, cno: '4122' }),
  ]);
  const again = await holder
    .movedTo(second.baseUrl)
    .with({ Repeats: idOf(filed) })
    .post('/seg-social/alta', { ...alta, ...demo.newWorker });
  expect(again).toMatchObject({
    status: 422,
    body: { errors: { tgss: [expect.stringMatching(/ALTA PREVIA/)] } },
  });
  const gone = await holder.movedTo(second.baseUrl).post('/seg-social/baja', {
    regimen,
    ccc,
    ...demo.newWorker,
    fecha_real: today,
    situacion: '51',
  });
  expect(gone.status).toBe(200);
  await second.kill();

  const third = await start();
  expect(await situationsOf(holder, third.baseUrl, demo.newWorker.dni)).toEqual([
    expect.objectContaining({ fecha_alta: today, fecha_baja: today }),
  ]);
  const { accepted, submissions, handshakes } = await countsOf(caller);
  expect(accepted).toEqual({ 'tgss.alta': 1, 'tgss.baja': 1 });
  expect(submissions).toEqual(accepted);
  expect(handshakes).toBe(3);
});

test('two accounts in one process see nothing of each other', async () => {
  await Promise.all([caller, otherCaller].map((who) => who.post('/sandbox/reset', {})));
  const { baseUrl } = await start();
  const worker = demo.newWorkers[0]!;
  const untouched = await digestOf(otherCaller);
  expect((await holder.movedTo(baseUrl).post('/seg-social/alta', { ...alta, ...worker })).status).toBe(200);
  expect(await digestOf(otherCaller)).toBe(untouched);
  expect((await countsOf(otherCaller)).requests).toEqual({});
  expect(await situationsOf(holder, baseUrl, worker.dni)).toHaveLength(1);
  // A second registration, which is refused to the first account, is the first one for the other account.
  const filed = await otherHolder.movedTo(baseUrl).post('/seg-social/alta', { ...alta, ...worker });
  expect(filed.status).toBe(200);
  await caller.post('/sandbox/reset', {});
  expect(await situationsOf(otherHolder, baseUrl, worker.dni)).toHaveLength(1);
  expect((await countsOf(otherCaller)).accepted).toEqual({ 'tgss.alta': 1 });
});

test('an account whose authorities are broken is stopped, and no other', async () => {
  await otherCaller.post('/sandbox/reset', {});
  const { email } = (await caller.get('/auth')).body.data;
  const { accountId } = (await stores.accounts.findUserByEmail(email))!;
  await new S3Client({ forcePathStyle: true }).send(
    new PutObjectCommand({
      ...worldObject(process.env.SANDBOX_BUCKET!, accountId),
      Body: JSON.stringify({ format: FORMAT, state: {}, counters: new Counters() }),
    }),
  );
  const { baseUrl } = await start();
  const ask = async (who: Gateway, { dni }: { dni: string }) =>
    (await who.movedTo(baseUrl).get('/seg-social/employee-situations', { regimen, ccc, dni })).status;
  for (const worker of demo.newWorkers.slice(0, FAILURES_TO_OPEN))
    expect(await ask(holder, worker)).toBe(500);
  expect(await ask(holder, demo.worker)).toBe(503);
  expect(await ask(otherHolder, demo.worker)).toBe(200);
  await caller.post('/sandbox/reset', {});
});

test('an outage that an operator rehearses affects every account at that authority alone, until the operator ends it', async () => {
  const authorities = await makeSpokenStage('authorities');
  const [tgss, dehu] = await Promise.all([start(), start('dehu')]);
  const addressees = await Promise.all([caller, otherCaller].map((who) => holderOf(who, '5')));
  const statusesOf = async (answers: ReturnType<Gateway['get']>[]) =>
    (await Promise.all(answers)).map(({ status }) => status);
  // No other test here asks DEHú.
  const atDehu = () => statusesOf(addressees.map((who) => who.movedTo(dehu.baseUrl).get('/dehu/stats')));
  const situations = { regimen, ccc, dni: demo.worker.dni };
  const atTgss = () =>
    statusesOf(
      [holder, otherHolder].map((who) =>
        who.movedTo(tgss.baseUrl).get('/seg-social/employee-situations', situations),
      ),
    );
  expect(await atDehu()).toEqual([200, 200]);

  const begun = await authorities('rehearse', 'dehu', '--as', 'maintenance', '--until', '1h');
  expect(begun.stderr).toMatch(
    /^dehu is down for all accounts of the stage until \S+Z\. Every function notices/,
  );
  await expect.poll(atDehu, NOTICED).toEqual([503, 503]);
  expect(await atTgss()).toEqual([200, 200]);

  const ended = await authorities('end-rehearsal');
  expect(ended.stderr).toMatch(/^The stand-ins answer again\./);
  await expect.poll(atDehu, NOTICED).toEqual([200, 200]);
  await Promise.all([tgss.kill(), dehu.kill()]);
});

test('an outage whose time is over has no effect, though no one has ended it', async () => {
  const s3 = s3Client();
  const bucket = process.env.SANDBOX_BUCKET!;
  const until = Date.now() + 60_000;
  await writeOutage(s3, bucket, { authority: 'dehu', scenario: 'error-page', until });
  expect(await readOutage(s3, bucket, new Date(until - 1))).toMatchObject({ authority: 'dehu' });
  expect(await readOutage(s3, bucket, new Date(until))).toBeUndefined();
  await endOutage(s3, bucket);
  expect(await readOutage(s3, bucket, new Date(until - 1))).toBeUndefined();
});

describe('eight functions in one world at once', () => {
  let functions: Awaited<ReturnType<typeof start>>[];
  beforeAll(async () => {
    functions = await Promise.all(Array.from({ length: 8 }, start));
  });

  test('eight functions in one world file without losing anything', async () => {
    await caller.post('/sandbox/reset', {});
    const workers = demo.newWorkers.slice(0, 8);
    const statuses = await Promise.all(
      workers.map(async (worker, index) => {
        const { identificacion: _, ...who } = worker;
        const own = holder.movedTo(functions[index]!.baseUrl);
        const filed = await own.post('/seg-social/alta', { ...alta, ...worker });
        const changed = await own.call('PUT', '/seg-social/cno', {
          json: { regimen, ccc, ...who, fecha_real: today, cno: '2511' },
        });
        return [filed.status, changed.status];
      }),
    );
    expect(statuses).toEqual(workers.map(() => [200, 200]));
    const { accounts } = (await caller.get('/sandbox')).body.data;
    const registered = accounts
      .find((account: { ccc: string }) => account.ccc === ccc)
      .workers.map(({ nss }: { nss: string }) => nss);
    for (const { nss } of workers) expect(registered).toContain(nss);
    const { accepted, submissions } = await countsOf(caller);
    expect(accepted).toEqual({ 'tgss.alta': 8, 'tgss.cno': 8 });
    expect(submissions).toEqual(accepted);
  });

  test('eight functions that register the same worker register that worker once', async () => {
    await caller.post('/sandbox/reset', {});
    const worker = demo.newWorkers.at(-1)!;
    // It is one act, whatever its details: the gateway stops the others.
    const answers = await Promise.all(
      functions.map(({ baseUrl }, index) =>
        holder.movedTo(baseUrl).post('/seg-social/alta', { ...alta, ...worker, cno: `412${index}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect((await countsOf(caller)).accepted).toEqual({ 'tgss.alta': 1 });
  });
});
