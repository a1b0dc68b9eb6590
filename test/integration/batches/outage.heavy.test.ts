import { beforeEach, expect, test } from 'vitest';
import { driveBatch } from '../../../functions/capabilities/batches/driver/drive.ts';
import { pauseAuthority, resumeAuthority } from '../../../functions/capabilities/operator/store/pauses.ts';
import { stores } from '../../../functions/stores.ts';
import { persons } from '../../../sandbox/population.ts';
import { makeSeed, seed } from '../../../sandbox/seed.ts';
import { closeBreakers } from '../../../shared/authorities/health.ts';
import { forgetHealth } from '../../../shared/stores/health.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { mondayFile } from '../../support/sheets/monday.ts';
import { useOwnTables } from '../../support/stores/own-tables.ts';

/**
 * An authority is down or paused while a batch is tried and filed: the batch waits and then continues, and each row is filed
 * once.
 */

const ROWS = 6;
const MINUTE = 60_000;

let ahead = 0;
// Its own tables, because a pause by an operator affects everybody who uses the tables.
await useOwnTables();
const world = makeSeed(seed.today);
// The authority knows all of these persons, and none is registered.
world.state.persons = persons(0, 100);
world.state.tgss.registrations = [];
const {
  service,
  authorities,
  tgss: gateway,
} = await newService({ now: () => new Date(Date.now() + ahead) }, { seed: world });
const queues = await startWorkQueues(service.services);
beforeEach(async () => {
  await authorities.breakDown('none');
  await resumeAuthority('tgss', { by: { name: 'O' } }, new Date());
  await authorities.reset();
  ahead = 0;
  inNewProcess();
});

/** Simulates a new process, which has observed and read nothing yet. */
const inNewProcess = () => {
  closeBreakers();
  forgetHealth();
};

/** Processes queued rows and reads the batch some minutes later. */
const readAfter = async (id: string, minutes: number) => {
  await queues.makeAll();
  ahead += minutes * MINUTE;
  inNewProcess();
  const { batch } = (await gateway.get(`/batches/${id}`)).body.data;
  return batch;
};
const until = async (id: string, state: string) => {
  for (let rounds = 0; rounds < 20; rounds++) {
    const batch = await readAfter(id, 1);
    if (batch.state === state) return batch;
  }
  throw new Error(`the batch did not come to be ${state}`);
};

let sent = 0;
const send = async (): Promise<string> => {
  const workers = persons(sent, ROWS);
  sent += ROWS;
  const content = mondayFile(service.demo.company, workers).corrected.toString('base64');
  const { body } = await gateway.post('/batches', { name: 'Altas', file: { name: 'altas.xlsx', content } });
  expect(body.data.wrong).toEqual([]);
  return body.data.batch.id;
};
/** Delivers these messages to the function, one after another. */
const make = async (ids: string[]) => {
  for (const id of ids) await queues.deliver('/api/v4/seg-social', id);
};
const submissions = () => authorities.submissions('tgss.alta');

/** The ways in which an authority is unavailable, and the expected messages. */
const aways = [
  {
    name: 'is down',
    message: /^En espera; seguirá solo\. .*no está operativo/,
    begin: () => authorities.breakDown('maintenance'),
    end: () => authorities.breakDown('none'),
    asksAgain: 1,
  },
  {
    name: 'answers error pages',
    message: /^En espera; seguirá solo\. /,
    begin: () => authorities.breakDown('error-page'),
    end: () => authorities.breakDown('none'),
    asksAgain: 1,
  },
  {
    name: 'is paused',
    message: /^En espera; seguirá solo\. .*está en pausa: Un momento\.$/,
    begin: async () => {
      const until = new Date(Date.now() + ahead + 24 * 60 * MINUTE);
      await pauseAuthority('tgss', { by: { name: 'O' }, message: 'Un momento.', until }, new Date());
      inNewProcess();
    },
    end: () => resumeAuthority('tgss', { by: { name: 'O' } }, new Date()),
    asksAgain: 0,
  },
];

test.each(aways)('a batch goes on after its authority $name', async ({ message, begin, end, asksAgain }) => {
  const id = await send();
  await begin();
  const tried = await readAfter(id, 0.5);
  expect(tried).toMatchObject({
    state: 'previewing',
    message: expect.stringMatching(message),
    ends_at: null,
  });
  expect(tried.counts).toMatchObject({ waiting: ROWS, trying: 0, failed: 0 });
  await end();
  await until(id, 'previewed');
  await gateway.post(`/batches/${id}/commit`, { revision: 0 });
  const queued = await queues.take();
  await make(queued.slice(0, 2));
  expect(await submissions()).toBe(2);

  await begin();
  await make(queued.slice(2));
  expect(await readAfter(id, 0.5)).toMatchObject({
    state: 'filing',
    message: expect.stringMatching(message),
    counts: { filed: 2, tried: ROWS - 2, filing: 0, notSent: 0 },
  });
  // A minute later, one row checks whether the authority is back.
  expect((await readAfter(id, 1)).counts).toMatchObject({ filing: asksAgain, tried: ROWS - 2 - asksAgain });
  await readAfter(id, 10);
  await end();
  const ended = await until(id, 'ended');
  expect(ended).toMatchObject({ counts: { filed: ROWS }, message: null });
  expect(await submissions()).toBe(ROWS);
});

test('a row of a batch is not given up because it waits for its turn', async () => {
  const id = await send();
  await until(id, 'previewed');
  await gateway.post(`/batches/${id}/commit`, { revision: 0 });
  ahead += 60 * MINUTE;
  expect(await until(id, 'ended')).toMatchObject({ counts: { filed: ROWS } });
  expect(await submissions()).toBe(ROWS);
});

test('a batch files nothing more a day after it was committed', async () => {
  const id = await send();
  await until(id, 'previewed');
  await gateway.post(`/batches/${id}/commit`, { revision: 0 });
  await authorities.breakDown('maintenance');
  await queues.makeAll();
  ahead += 25 * 60 * MINUTE;
  await authorities.breakDown('none');
  const { accountId } = service;
  const { batch } = await driveBatch(service.services, (await stores.batches.getBatch(accountId, id))!);
  expect(batch).toMatchObject({ state: 'ended', counts: { notSent: ROWS } });
  expect(await submissions()).toBe(0);
});
