import { beforeEach, expect, test } from 'vitest';
import { driveBatch } from '../../../functions/capabilities/batches/driver/drive.ts';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { driveDue, runSchedule } from '../../support/iam/due.ts';
import { ownBatches, ownFilings } from '../../support/servers/failing-services.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { aChange } from '../../support/sheets/batches.ts';
import { hireOf } from '../../support/sheets/workflows.ts';

/** Batches whose function is killed, or whose AWS calls fail: each row is filed once, and the sheet says so. */

const MINUTES = 60_000;

/** The fault of the next call of a store function: the process ends before or after it, or AWS fails. */
type Kind = 'before' | 'killed' | 'failing';
let fault: { name: string; kind: Kind } | undefined;
/** Whether the process has ended, so that none of its further work is done. */
let isDead = false;
let ahead = 0;
const { ofThisFile, own } = ownFilings();

/** Ids of the batches of this file. */
const batchIds = new Set<string>();

const failing = <Store extends object>(store: Store): Store =>
  new Proxy(store, {
    get: (real, name) => {
      const member = Reflect.get(ofThisFile, name) ?? Reflect.get(real, name);
      // This function makes no call.
      if (typeof member !== 'function' || name === 'documentKey') return member;
      return async (...all: unknown[]) => {
        if (isDead) throw new Error('the process has ended');
        if (fault?.name !== name) return member(...all);
        const { kind } = fault;
        fault = undefined;
        if (kind === 'failing') throw new Error('AWS fails');
        if (kind === 'killed') await member(...all);
        isDead = true;
        throw new Error('the process has ended');
      };
    },
  });

const {
  service,
  authorities,
  tgss: gateway,
} = await ownService({
  now: () => new Date(Date.now() + ahead),
  stores: {
    ...stores,
    batches: failing(ownBatches((id) => batchIds.has(id))),
    filings: failing(stores.filings),
    workQueues: failing(stores.workQueues),
    documents: failing(stores.documents),
  },
  log: { info: () => {}, error: () => {} },
});
const queues = await startWorkQueues(service.services);
beforeEach(async () => {
  await authorities.reset();
  own.clear();
});

/** The work of other processes: the schedule and the consumers. After a process has ended, a new one continues. */
const onward = async () => {
  for (const work of [
    () => driveDue(service.services, () => true),
    () => runSchedule(service.services),
    () => queues.makeAll(),
  ]) {
    await work().catch(() => {});
    isDead = false;
  }
  // Leases of a function that ended have expired by then.
  ahead += 6 * MINUTES;
};

/** Repeats a request until it is answered, as a program does. */
const insist = async (path: string, json: object) => {
  for (let tries = 0; tries < 5; tries++) {
    const { status, body } = await gateway.post(path, json).catch(() => ({ status: 0, body: undefined }));
    isDead = false;
    if (status === 200) return body.data;
    ahead += 1 * MINUTES;
  }
  throw new Error(`${path} was not answered`);
};

const read = async (id: string) => (await stores.batches.getBatch(service.accountId, id))!;
/**
 * Lets others work until a condition holds. @param work their work: all of it, which also repairs the effects of a fault, or a
 * part
 */
const until = async (isSo: () => Promise<boolean>, work: () => Promise<unknown> = onward) => {
  for (let rounds = 0; !(await isSo()); rounds++) {
    expect(rounds).toBeLessThan(20);
    await work();
  }
};
const isIn = (id: string, state: string) => async () => (await read(id)).state === state;
/** Without faults, consumers and readings of the batch are enough. */
const quietly = (id: string) => async () => {
  await queues.makeAll(2);
  await driveBatch(service.services, await read(id));
};

test.each([
  ['killed', 'createBatch'],
  ['killed', 'leaseBatch'],
  ['killed', 'putProgress'],
  ['killed', 'moveBatch'],
  ['killed', 'claimFiling'],
  ['killed', 'takeSlot'],
  ['killed', 'sendWork'],
  ['killed', 'leaveQueue'],
  ['killed', 'beginQueued'],
  ['killed', 'endFiling'],
  ['failing', 'createBatch'],
  ['failing', 'putDocument'],
  ['failing', 'getDocument'],
  ['failing', 'leaseBatch'],
  ['failing', 'listProgress'],
  ['failing', 'putProgress'],
  ['failing', 'filingsOfRows'],
  ['failing', 'moveBatch'],
  ['failing', 'claimFiling'],
  ['failing', 'sendWork'],
  ['failing', 'getBatch'],
  ['failing', 'beginQueued'],
  ['failing', 'beginCommit'],
  ['before', 'createBatch'],
  ['before', 'beginQueued'],
  ['before', 'beginCommit'],
  // Only one row, because a second one would change the same registration, and then the look-up could no longer prove the first
  // one.
  ['failing', 'endFiling', { count: 1, unknown: 0 }],
  ['before', 'endFiling', { count: 1, unknown: 0 }],
  // Nothing of it was sent, but that cannot be proved.
  ['killed', 'beginCommit', { count: 2, unknown: 1 }],
] as const)(
  'a batch whose process is interrupted (%s, at %s) goes on, and files each row once',
  async (kind, name, became: { count: number; unknown: number } = { count: 2, unknown: 0 }) => {
    const { count, unknown } = became;
    ahead = 0;
    const isFirst = name === 'createBatch' || name === 'putDocument';
    const wanted = { name: 'Interrumpido', rows: Array.from({ length: count }, () => aChange(service.demo)) };
    if (isFirst) fault = { kind, name };
    const { batch } = await insist('/batches', wanted);
    batchIds.add(batch.id);
    await until(isIn(batch.id, 'previewed'), isFirst ? onward : quietly(batch.id));
    if (!isFirst) fault = { kind, name };
    await insist(`/batches/${batch.id}/commit`, { revision: 0 });
    await until(isIn(batch.id, 'ended'));
    expect(fault).toBeUndefined();
    expect(await authorities.submissions('tgss.cno')).toBe(count - unknown);
    const sheet = await gateway.get(`/batches/${batch.id}/result?format=csv`);
    const text = Buffer.from(sheet.body.data.file.content, 'base64').toString();
    expect(text.match(/"presentada"/g), text).toHaveLength(count - unknown);
    expect(text.match(/"puede haberse presentado/g) ?? [], text).toHaveLength(unknown);
  },
);

/** Workers whom no other test hires. */
const workers = seed.demo.newWorkers.values();

test.each([
  ['killed', 'leaseBatch'],
  ['killed', 'putProgress'],
  ['killed', 'claimFiling'],
  ['killed', 'sendWork'],
  // At SEPE nothing is asked before a contract is sent, so from here on the contract counts as sent.
  ['killed', 'beginQueued', 'unknown'],
  ['killed', 'endFiling'],
  ['failing', 'putProgress'],
  ['failing', 'filingsOfRows'],
  ['failing', 'claimFiling'],
] as const)(
  'a row that is interrupted between its steps (%s, at %s) goes on, and files each step once',
  async (kind, name, outcome: 'filed' | 'unknown' = 'filed') => {
    ahead = 0;
    const wanted = {
      name: 'Contratación',
      cert_secret_sepe: service.demo.certificates.sepe,
      rows: [hireOf(service.demo, workers.next().value!), aChange(service.demo)],
    };
    const { batch, wrong } = await insist('/batches', wanted);
    expect(wrong).toEqual([]);
    batchIds.add(batch.id);
    await until(isIn(batch.id, 'previewed'), quietly(batch.id));
    await insist(`/batches/${batch.id}/commit`, { revision: 0 });
    await until(
      async () => (await authorities.submissions('tgss.alta')) > 0,
      () => queues.makeAll(),
    );
    fault = { kind, name };
    await until(isIn(batch.id, 'ended'));
    expect(fault).toBeUndefined();
    const { submissions } = await authorities.stats();
    const rest = { 'sepe.contrato': 1, 'sepe.copia': 1 };
    expect(submissions).toEqual({ 'tgss.alta': 1, 'tgss.cno': 1, ...(outcome === 'filed' && rest) });
    const { rows: shown } = (await gateway.get(`/batches/${batch.id}`)).body.data;
    expect(shown.map(({ state }: { state: string }) => state)).toEqual([outcome, 'filed']);
    expect(shown[0].steps.map(({ state }: { state: string }) => state)).toEqual([
      ...['filed', outcome],
      outcome === 'filed' ? 'filed' : 'notBegun',
    ]);
  },
);
