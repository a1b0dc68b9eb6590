import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { driveReconciliation } from '../../../functions/capabilities/reconciliation/driver/drive.ts';
import { MOST_QUESTIONS } from '../../../functions/capabilities/reconciliation/limits.ts';
import { believedOf } from '../../../functions/capabilities/reconciliation/store/reconciliation-row.ts';
import { stores } from '../../../functions/stores.ts';
import { madridDay } from '../../../sandbox/calendar.ts';
import { closeBreakers } from '../../../shared/authorities/health.ts';
import { ABANDONED } from '../../../shared/serving/filing/end-record.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { forgetHealth, noteHealth } from '../../../shared/stores/health.ts';
import { windowKey } from '../../../shared/stores/keyspace.ts';
import { aCompany, aProfile, newAccount } from '../../support/accounts.ts';
import { newUser } from '../../support/callers/users.ts';
import type { Gateway } from '../../support/gateway.ts';
import { runSchedule } from '../../support/iam/due.ts';
import { asFunction } from '../../support/iam/recorder.ts';
import { ownFilings, replaced } from '../../support/servers/failing-services.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { worldOf } from '../../support/world-of-companies.ts';

/** How a comparison asks the authorities: what it costs, and how it goes on when they do not answer. */

const WORKERS = 4;
const READINGS = WORKERS + 2;

const { seed, companies } = worldOf(madridDay(new Date()), { companies: 1, workers: WORKERS });
const { account, workers } = companies[0]!;
const { regimen, ccc, cif } = account;
let ahead = 0;
const { ofThisFile } = ownFilings();
const { service, authorities } = await newService(
  {
    now: () => new Date(Date.now() + ahead),
    stores: { ...stores, filings: replaced(stores.filings, () => ofThisFile) },
  },
  { seed },
);
const { caller: office, accountId } = service;
const { tgss, sepe } = service.demo.certificates;
const queues = await startWorkQueues(service.services);

let customerID: number;
beforeAll(async () => {
  const profile = { ...aProfile(), dni: cif, account: [{ regimen, cuenta: ccc, alias: 'General' }] };
  const { body } = await office.post('/customer', aCompany({ profile, not_notify: 1 }));
  customerID = body.data.id;
  await saveWorkforce();
});
beforeEach(async () => {
  await authorities.breakDown('none');
});

const begin = (more: object = {}) =>
  office.acting(tgss).post('/reconciliations', { customerID, cert_secret_sepe: sepe, ...more });
const begun = async (): Promise<string> => {
  const { status, body } = await begin();
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.reconciliation.id;
};
const shown = async (id: string) => (await office.get(`/reconciliations/${id}`)).body.data;

/** Goes on as the schedule and the consumers do, until the end. */
const onward = async (id: string, between: () => Promise<unknown> | unknown = () => {}) => {
  for (let rounds = 0; rounds < 60; rounds++) {
    await queues.makeAll(4);
    const one = (await stores.reconciliation.getReconciliation(accountId, id))!;
    const driven = await asFunction('due-filings', () => driveReconciliation(service.services, one));
    if (driven.state === 'ended') return shown(id);
    await between();
  }
  throw new Error('the comparison did not come to an end');
};

/** Whether the schedule goes on with a comparison now. */
const isDue = async (id: string): Promise<boolean> => {
  const now = service.services.now();
  const due = await asFunction('due-filings', () => stores.reconciliation.dueReconciliations(now));
  return due.some((one) => one.id === id && one.accountId === accountId);
};

const saveWorkforce = async () => {
  const rows = workers.map(({ person: { dni, nss }, since, until }) => ({
    regimen,
    ccc,
    dni,
    nss,
    fecha_alta: since,
    ...(until && { fecha_baja: until }),
    grupo_cotizacion: '07',
  }));
  const saved = await office.call('PUT', `/workforce/${customerID}`, { json: { rows } });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
};

describe('a comparison before anything is asked', () => {
  test('the number of readings is answered first, and a dry run asks nothing', async () => {
    const before = await authorities.requests();
    const { body } = await begin({ only_cost: 1 });
    expect(body.data).toEqual({ reconciliation: null, readings: READINGS });
    expect(await authorities.requests()).toBe(before);
  });

  test('a comparison needs a workforce, a certificate, and an account of the company', async () => {
    const { body } = await office.post('/customer', aCompany({ not_notify: 1 }));
    expect((await begin({ customerID: body.data.id })).status).toBe(409);
    expect((await office.post('/reconciliations', { customerID })).status).toBe(422);
    const other = { regimen, ccc: seed.demo.accounts.general.ccc };
    expect((await begin(other)).body.errors).toHaveProperty('ccc');
    expect((await office.get('/reconciliations/01K00000000000000000000000')).status).toBe(404);
  });
});

test('a comparison continues where it stopped after an authority was down, and reads nothing twice', async () => {
  await authorities.breakDown('maintenance');
  const id = await begun();
  let rounds = 0;
  const { reconciliation, differences } = await onward(id, async () => {
    rounds += 1;
    if (rounds === 2) await authorities.breakDown('none');
    expect(await isDue(id)).toBe(false);
    ahead += 3 * 60_000;
    expect(await isDue(id)).toBe(true);
  });
  expect(rounds).toBeGreaterThan(1);
  expect(differences).toEqual([]);
  expect(reconciliation.not_compared).toEqual([]);
  expect(await isDue(id)).toBe(false);
  // The certificates of who left with a right to benefits are asked for once that is known.
  expect(reconciliation.readings).toEqual({ asked: READINGS + 1, answered: READINGS + 1, failed: 0 });
});

test('a worker whose row changed while the authorities were asked is not compared', async () => {
  const { dni, nss } = workers[0]!.person;
  const { terms } = seed.state.tgss.registrations.find((one) => one.nss === nss && one.ccc === ccc)!;
  terms.grupo = '05';
  await authorities.reset();
  const id = await begun();
  const rows = await stores.reconciliation.listWorkforce(accountId, customerID);
  const row = rows.find(({ document }) => document === dni)!;
  const at = new Date(Date.now() + 1_000).toISOString();
  await stores.reconciliation.putWorkforceRow(accountId, { ...row, group: '05', at });
  const { reconciliation, differences } = await onward(id);
  expect(differences).toEqual([]);
  expect(reconciliation.not_compared).toEqual([
    {
      about: 'situation',
      account: regimen + ccc,
      dni,
      name: expect.stringMatching(/^[A-Z]/),
      because: expect.stringMatching(/cambió/),
    },
  ]);
});

test('a comparison ends if its user has lost access, and asks nothing more', async () => {
  const person = await newUser(service.demo.baseUrl, accountId, 'reads');
  const asking = { customerID, cert_secret_sepe: sepe };
  const { body } = await person.gateway.acting(tgss).post('/reconciliations', asking);
  await stores.users.removeUser(accountId, person.user.id, new Date());
  const { reconciliation, differences } = await onward(body.data.reconciliation.id);
  expect(reconciliation).toMatchObject({
    state: 'ended',
    message: expect.stringMatching(/perdido el acceso/),
    readings: { answered: 0 },
  });
  expect(differences).toEqual([]);
  expect(reconciliation.not_compared).not.toEqual([]);
});

test('erasing the data of a worker removes them from the comparisons that have ended, with their answers', async () => {
  const id = await begun();
  const worker = workers[1]!.person.dni;
  const erase = () => office.post('/tramites/worker-data/erase', { worker, confirm: worker });
  const early = await erase();
  expect(early.status, JSON.stringify(early.body)).toBe(200);
  expect((await shown(id)).reconciliation.id).toBe(id);
  await onward(id);
  await erase();
  const one = (await stores.reconciliation.getReconciliation(accountId, id))!;
  expect(one.state).toBe('ended');
  const left = workers.map(({ person: { dni } }) => dni).filter((dni) => dni !== worker);
  expect(
    believedOf(one)
      .map(({ document }) => document)
      .toSorted(),
  ).toEqual(left.toSorted());
  expect(await stores.reconciliation.listAnswers(one)).toEqual([]);
  const kept = (await office.get('/tramites/worker-data', { worker })).body.data.data;
  expect(kept.reconciliations).toEqual([]);
  await saveWorkforce();
});

test('each answered reading lets the comparison go on', async () => {
  const id = await begun();
  const { drivenAt: _, ...one } = (await stores.reconciliation.getReconciliation(accountId, id))!;
  await stores.reconciliation.createReconciliation(one, new Date());
  await queues.makeAll(4);
  expect((await shown(id)).reconciliation.readings.answered).toBe(READINGS);
  await onward(id);
});

test('a question that a function noted and did not ask before it ended is asked after all', async () => {
  const id = await begun();
  const one = (await stores.reconciliation.getReconciliation(accountId, id))!;
  const [answer] = await stores.reconciliation.listAnswers(one);
  await stores.reconciliation.putAnswer(one, { ...answer!, state: 'asked', filing: ulid() });
  const { reconciliation } = await onward(id);
  expect(reconciliation.not_compared).toEqual([]);
});

test('a reading whose function ended before the answer came is made again, and no other is', async () => {
  const before = await authorities.requests();
  await onward(await begun());
  const usual = (await authorities.requests()) - before;
  const id = await begun();
  const one = (await stores.reconciliation.getReconciliation(accountId, id))!;
  const answers = await stores.reconciliation.listAnswers(one);
  const { filing } = answers.find(({ about }) => about === 'situation')!;
  // A function begins it, and ends.
  const now = service.services.now();
  const dueAt = new Date(now.getTime() + 6 * 60_000);
  const record = (await stores.filings.getFiling(filing!))!;
  const begins = { owner: ulid(), state: 'claimed' as const, now, dueAt };
  expect(await stores.filings.beginQueued(record, begins)).toBeDefined();
  let rounds = 0;
  const { reconciliation } = await onward(id, async () => {
    rounds += 1;
    ahead += 7 * 60_000;
    await runSchedule(service.services);
  });
  expect(rounds).toBeGreaterThan(0);
  expect(reconciliation.not_compared).toEqual([]);
  expect(reconciliation.readings).toEqual({ asked: READINGS + 1, answered: READINGS + 1, failed: 0 });
  expect((await authorities.requests()) - before - usual).toBe(usual);
});

test('a reading that ended without an answer, as its function did, is asked again', async () => {
  const id = await begun();
  const one = (await stores.reconciliation.getReconciliation(accountId, id))!;
  const answers = await stores.reconciliation.listAnswers(one);
  const { key, filing } = answers.find(({ about }) => about === 'situation')!;
  const record = (await stores.filings.getFiling(filing!))!;
  const ending = { ...ABANDONED, now: service.services.now() };
  expect(await stores.filings.endFiling(record, ['queued'], ending)).toBe(true);
  const { reconciliation } = await onward(id, () => {
    ahead += 2 * 60_000;
  });
  expect(reconciliation.not_compared).toEqual([]);
  expect(reconciliation.readings).toEqual({ asked: READINGS + 1, answered: READINGS + 1, failed: 0 });
  const again = (await stores.reconciliation.listAnswers(one)).find((answer) => answer.key === key)!;
  expect(again).toMatchObject({ state: 'answered', tries: 1 });
  expect(again.filing).not.toBe(filing);
});

describe('a comparison while an authority is down for all', () => {
  const isDownFor = async (accounts: string[]) => {
    forgetHealth();
    for (const account of accounts)
      await noteHealth('tgss', { accountId: account, health: 'failing', slowest: 0 }, service.services.now());
  };
  const answersOf = async (id: string) =>
    stores.reconciliation.listAnswers((await stores.reconciliation.getReconciliation(accountId, id))!);
  const drive = async (id: string) => {
    const one = (await stores.reconciliation.getReconciliation(accountId, id))!;
    return driveReconciliation(service.services, one);
  };

  test('the authority is not asked, then one question at a time probes it, and the others follow once it is up', async () => {
    await authorities.breakDown('maintenance');
    await isDownFor(['one', 'two', 'three']);
    const id = await begun();
    expect((await answersOf(id)).map(({ about }) => about)).toEqual(['contracts']);
    const probes = async () =>
      (await answersOf(id)).filter(({ about, state }) => about !== 'contracts' && state === 'asked');
    for (let rounds = 0; rounds < 3; rounds++) {
      await isDownFor(['one', 'two', 'three']);
      await drive(id);
      expect(await probes()).toEqual([]);
      // The announced time is over: one question shows whether it is back, however often the schedule runs meanwhile.
      ahead += 2 * 60_000;
      await drive(id);
      expect(await probes()).toHaveLength(1);
      await drive(id);
      expect(await probes()).toHaveLength(1);
      await queues.makeAll(4);
    }
    await drive(id);
    // That it works for no one costs no question a try.
    const tgss = (await answersOf(id)).filter(({ about }) => about !== 'contracts');
    expect(tgss.map(({ tries }) => tries)).toEqual(tgss.map(() => undefined));

    await authorities.breakDown('none');
    // Some minutes later, what the three saw does not count any more.
    const Key = windowKey.health(`tgss#${service.demo.authorities.tgss}`);
    await dynamo().send(new DeleteCommand({ TableName: process.env.WINDOWS_TABLE!, Key }));
    ahead += 6 * 60_000;
    forgetHealth();
    closeBreakers();
    const { reconciliation } = await onward(id, () => {
      ahead += 60_000;
    });
    expect(reconciliation.not_compared).toEqual([]);
    expect(reconciliation.readings).toEqual({ asked: READINGS + 1, answered: READINGS + 1, failed: 0 });
  });
});

test('an erased account has no comparisons', async () => {
  const id = await begun();
  const other = await newAccount(service.demo.baseUrl);
  const kept = (await stores.reconciliation.getReconciliation(accountId, id))!;
  const own = { ...kept, accountId: other.accountId };
  await stores.reconciliation.createReconciliation(own, new Date());
  await stores.reconciliation.eraseReconciliation(other.accountId);
  expect(await stores.reconciliation.getReconciliation(other.accountId, id)).toBeUndefined();
  expect(await stores.reconciliation.getReconciliation(accountId, id)).toBeDefined();
  await onward(id);
});

describe('the comparisons of an account', () => {
  /** Further companies of the account with the same contribution account, each with one worker in its list. */
  const companiesOf = async (count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let made = 0; made < count; made++) {
      const profile = { ...aProfile(), account: [{ regimen, cuenta: ccc, alias: 'General' }] };
      const { body } = await office.post('/customer', aCompany({ profile, not_notify: 1 }));
      const rows = [{ regimen, ccc, dni: workers[0]!.person.dni, fecha_alta: workers[0]!.since }];
      const saved = await office.call('PUT', `/workforce/${body.data.id}`, { json: { rows } });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      ids.push(body.data.id);
    }
    return ids;
  };
  const ofCompany = (gateway: Gateway, company: number) =>
    gateway.acting(tgss).post('/reconciliations', { customerID: company, cert_secret_sepe: sepe });
  const idOf = ({ body }: { body: { data: { reconciliation: { id: string } } } }) =>
    body.data.reconciliation.id;
  const stop = (id: string, gateway: Gateway = office) => gateway.delete(`/reconciliations/${id}`);

  test('the comparisons are limited to one for a company and four in all, also with calls at once', async () => {
    const twice = await Promise.all([ofCompany(office, customerID), ofCompany(office, customerID)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = twice.find(({ status }) => status === 409)!;
    const first = twice.find(({ status }) => status === 200)!;
    expect(refused.body.message).toContain(idOf(first));
    const others = await companiesOf(5);
    const all = await Promise.all(others.map((company) => ofCompany(office, company)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(all.find(({ status }) => status === 409)!.body.message).toMatch(/ya 4 cuadres en marcha/);
    for (const one of [first, ...all.filter(({ status }) => status === 200)])
      expect((await stop(idOf(one))).body.data.state).toBe('ended');
  });

  test('a user who only reads may have one comparison, and cannot stop another one', async () => {
    const [company, another] = await companiesOf(2);
    const reader = (await newUser(service.demo.baseUrl, accountId, 'reads')).gateway;
    const own = await ofCompany(reader, company!);
    expect(own.status, JSON.stringify(own.body)).toBe(200);
    expect((await ofCompany(reader, another!)).body.message).toMatch(/Usted tiene ya un cuadre/);
    const others = await ofCompany(office, another!);
    expect((await reader.get(`/reconciliations/${idOf(others)}`)).body.data.reconciliation.stoppable).toBe(
      false,
    );
    expect((await stop(idOf(others), reader)).status).toBe(403);
    expect((await stop(idOf(own), reader)).body.data).toMatchObject({
      state: 'ended',
      message: expect.stringMatching(/detuvo/),
      stoppable: false,
    });
    expect((await stop(idOf(others))).status).toBe(200);
    expect((await stop(idOf(others))).body.data.state).toBe('ended');
    expect((await stop('01K00000000000000000000000')).status).toBe(404);
  });

  test('the comparisons ask a limited number of questions in a day, whoever begins them', async () => {
    const [company] = await companiesOf(1);
    const of = (await stores.reconciliation.getReconciliation(
      accountId,
      idOf(await ofCompany(office, company!)),
    ))!;
    await stop(of.id);
    const now = service.services.now();
    const next = (questions: number, day: string) =>
      stores.reconciliation.beginReconciliation(
        { ...of, id: ulid(), company: of.company },
        { questions, isReader: false, day },
        now,
      );
    expect(await next(MOST_QUESTIONS, madridDay(now))).toEqual({ because: 'day' });
    expect(await next(MOST_QUESTIONS, '2019-01-01')).toBeUndefined();
    expect(await next(1, '2019-01-01')).toMatchObject({ because: 'company' });
  });

  test('a comparison that is stopped asks nothing more, and shows the answers until then', async () => {
    const [company] = await companiesOf(1);
    const begun = await ofCompany(office, company!);
    await queues.makeAll(1);
    const before = await authorities.requests();
    const { body } = await stop(idOf(begun));
    expect(body.data).toMatchObject({ state: 'ended', counts: expect.anything() });
    expect(body.data.not_compared).not.toEqual([]);
    await queues.makeAll(4);
    const one = (await stores.reconciliation.getReconciliation(accountId, idOf(begun)))!;
    const states = (await stores.reconciliation.listAnswers(one)).map(({ filing }) => filing!);
    const filings = await Promise.all(states.map((id) => stores.filings.getFiling(id)));
    expect(filings.map((filing) => filing?.state)).not.toContain('queued');
    expect(await authorities.requests()).toBe(before);
    expect(await isDue(idOf(begun))).toBe(false);
  });
});

// It moves the clock by a day, to which nothing of the tables goes back.
test('the data of an authority that stays down are not compared, and never count as equal', async () => {
  await authorities.breakDown('maintenance');
  const id = await begun();
  const { reconciliation, differences } = await onward(id, () => {
    ahead += 60 * 60_000;
  });
  expect(differences).toEqual([]);
  expect(reconciliation).toMatchObject({ state: 'ended', readings: { answered: 0 } });
  const gaps = reconciliation.not_compared.map(({ about, dni }: { about: string; dni: string | null }) =>
    JSON.stringify([about, dni]),
  );
  expect(gaps.toSorted()).toEqual(
    [['registered', null], ['contracts', null], ...workers.map(({ person: { dni } }) => ['situation', dni])]
      .map((one) => JSON.stringify(one))
      .toSorted(),
  );
});
