import { ulid } from 'ulid';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { digestOf } from '../../../functions/capabilities/mails/digest.ts';
import { driveReconciliation } from '../../../functions/capabilities/reconciliation/driver/drive.ts';
import { beginNightlies } from '../../../functions/capabilities/reconciliation/driver/nightly.ts';
import { isNight } from '../../../functions/capabilities/reconciliation/night.ts';
import { resultIn } from '../../../functions/capabilities/reconciliation/store/reconciliation-row.ts';
import { stores } from '../../../functions/stores.ts';
import { madridDay } from '../../../sandbox/calendar.ts';
import { closeBreakers } from '../../../shared/authorities/health.ts';
import { dayAfter, ofMadridTime } from '../../../shared/kernel/spanish-time.ts';
import { forgetHealth } from '../../../shared/stores/health.ts';
import { aCompany, aProfile, sessionOf } from '../../support/accounts.ts';
import { newUser } from '../../support/callers/users.ts';
import { asFunction } from '../../support/iam/recorder.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { followChanges } from '../../support/stores/streams.ts';
import { worldOf } from '../../support/world-of-companies.ts';

/** Comparisons of each night, in this order: the clock moves from night to night. */

const { seed, companies } = worldOf(madridDay(new Date()), { companies: 1, workers: 4 });
const { account, workers } = companies[0]!;
const { regimen, ccc, cif } = account;
let ahead = 0;
const { service, authorities } = await newService({ now: () => new Date(Date.now() + ahead) }, { seed });
const { caller: office, accountId } = service;
const { tgss, sepe } = service.demo.certificates;
const queues = await startWorkQueues(service.services);
const changes = await followChanges(service.services, {
  isOwn: () => [accountId],
  tables: ['FILINGS_TABLE'],
});

let customerID: number;
let name: string;
beforeAll(async () => {
  const profile = { ...aProfile(), dni: cif, account: [{ regimen, cuenta: ccc, alias: 'General' }] };
  const { body } = await office.post('/customer', aCompany({ profile, not_notify: 1 }));
  customerID = body.data.id;
  name = (await stores.clients.findClient(accountId, customerID))!.name!;
});

const put = (json: object, gateway = office.acting(tgss)) =>
  gateway.call('PUT', `/reconciliations/nightly/${customerID}`, { json });
const on = { enabled: true, cert_secret_sepe: sepe };
const nightly = async () => (await stores.reconciliation.findNightly(accountId, customerID))!;

/** The work of the schedule in a minute. */
const schedule = () =>
  asFunction('due-filings', () =>
    beginNightlies(service.services, { getRemainingTimeInMillis: () => 60_000 }),
  );
const onward = async (id: string) => {
  for (let rounds = 0; rounds < 40; rounds++) {
    await queues.makeAll(4);
    const one = (await stores.reconciliation.getReconciliation(accountId, id))!;
    const driven = await asFunction('due-filings', () => driveReconciliation(service.services, one));
    if (driven.state === 'ended') return driven;
  }
  throw new Error('the comparison did not come to an end');
};

let heard = 0;
/** The events of the account since the last call. The readings of a nightly comparison, which no one asked for, have none. */
const heardSince = async () => {
  await changes.catchUp();
  const { events } = await stores.events.listEvents(accountId, {
    after: undefined,
    limit: 1_000,
    now: service.services.now(),
    fits: () => true,
  });
  const fresh = events.slice(heard);
  heard = events.length;
  return fresh;
};

/** The comparison of the next night, and what is heard of it. */
const night = async () => {
  const { dueAt, last } = await nightly();
  ahead = Date.parse(dueAt!) - Date.now() + 1_000;
  await schedule();
  const begun = (await nightly()).last!;
  expect(begun).not.toBe(last);
  const one = await onward(begun);
  return { one, events: await heardSince() };
};

/** A person who signs in now: who signed in some nights ago has to do so again. */
const newPerson = async (role: 'owner' | 'files' | 'reads') => {
  const { email } = await newUser(service.demo.baseUrl, accountId, role);
  return sessionOf(service.demo.baseUrl, email, service.services.now());
};

/** Changes the group of a worker by hand at TGSS. */
const changeGroup = async (worker: number, grupo: string) => {
  const { nss } = workers[worker]!.person;
  seed.state.tgss.registrations.find((one) => one.nss === nss && one.ccc === ccc)!.terms.grupo = grupo;
  await authorities.reset();
};

test('a nightly comparison needs a workforce and a certificate, and says when it begins', async () => {
  expect((await put(on)).status).toBe(409);
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
  expect((await put(on, office)).status).toBe(422);
  expect((await office.get(`/workforce/${customerID}`)).body.data.nightly).toEqual({
    enabled: false,
    next_at: null,
    last: null,
  });
  // Switching off what is not on changes nothing.
  expect((await put({ enabled: false })).body.data.enabled).toBe(false);
  expect(await stores.reconciliation.findNightly(accountId, customerID)).toBeUndefined();

  const { status, body } = await put(on);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data).toMatchObject({ enabled: true, last: null });
  expect(isNight(new Date(body.data.next_at))).toBe(true);
  expect((await office.get(`/workforce/${customerID}`)).body.data.nightly).toEqual(body.data);
  await schedule();
  expect((await nightly()).last).toBeUndefined();
});

test('the first night reports the differences, in an event and a digest without personal data', async () => {
  await changeGroup(0, '05');
  const { one, events } = await night();
  expect(one).toMatchObject({ state: 'ended', company: customerID, drift: 1 });
  expect(one.message).toBeUndefined();
  expect(events).toEqual([
    expect.objectContaining({
      type: 'drift.found',
      companyId: customerID,
      clientId: customerID,
      subject: { kind: 'reconciliation', id: one.id },
      detail: { count: 1 },
    }),
  ]);
  const { sections } = await digestOf(service.services, {
    accountId,
    after: 0,
    chosenAt: '',
    now: service.services.now(),
    nameOf: async () => name,
  });
  const section = sections.find(({ title }) => title === 'Diferencias nuevas con los organismos')!;
  expect(section.lines).toHaveLength(1);
  expect(section.lines[0]).toContain(one.id);
  expect(JSON.stringify([events, section])).not.toContain(workers[0]!.person.dni);
  const { body } = await (await newPerson('reads')).get('/reconciliations', { open: 1 });
  expect(body.data.data).toMatchObject([
    {
      id: one.id,
      customerID,
      company_name: name,
      nightly: true,
      counts: { differences: 1, accepted: 0, new: 1, not_compared: 0 },
    },
  ]);
  // A night has one comparison, however often the schedule runs.
  await schedule();
  expect((await nightly()).last).toBe(one.id);
});

test('a night that finds the same differences reports nothing', async () => {
  const before = (await nightly()).last;
  const { one, events } = await night();
  expect(one.before).toBe(before);
  expect(one.drift).toBeUndefined();
  expect(events).toEqual([]);
});

test('a difference that a person accepts stays quiet until it changes or the acceptance is taken back', async () => {
  await changeGroup(1, '05');
  const person = await newPerson('files');
  const begun = await person.acting(tgss).post('/reconciliations', { customerID, cert_secret_sepe: sepe });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const { id } = begun.body.data.reconciliation;
  const accept = (key: string) => person.post(`/reconciliations/${id}/accept`, { key });
  expect((await accept('0'.repeat(64))).status).toBe(422);
  await onward(id);
  const differences = async () => (await person.get(`/reconciliations/${id}`)).body.data.differences;
  const { dni } = workers[1]!.person;
  const found = (await differences()).find((one: { dni: string }) => one.dni === dni);
  // Of a comparison by hand nothing is new.
  expect(found).toMatchObject({ accepted: false, new: false, believed: '07', found: '05' });
  expect((await accept(found.key)).body.data).toEqual({ ...found, accepted: true });
  expect((await differences()).filter((one: { accepted: boolean }) => one.accepted)).toEqual([
    { ...found, accepted: true },
  ]);
  const listed = async (more: Record<string, string | number>) =>
    (await person.get('/reconciliations', more)).body.data;
  const [last] = (await listed({ company: customerID })).data;
  expect(last).toMatchObject({ id, nightly: false, counts: { differences: 2, accepted: 1, new: 0 } });
  expect((await listed({ regimen, ccc, perPage: 2 })).pagination.total).toBe(3);
  expect((await person.get('/reconciliations', { company: customerID + 1 })).status).toBe(404);
  // A reading that a person asked for has its events.
  expect((await heardSince()).map(({ type }) => type)).toContain('tramite.document_ready');
  expect((await night()).events).toEqual([]);

  // Once it is taken back, the next night reports it.
  const again = await newPerson('files');
  const takeBack = () => again.delete(`/reconciliations/${id}/accept/${found.key}`);
  expect((await again.delete(`/reconciliations/${id}/accept/${'0'.repeat(64)}`)).status).toBe(422);
  expect((await takeBack()).body.data).toEqual(found);
  expect((await takeBack()).body.data).toEqual(found);
  expect((await night()).events).toMatchObject([{ detail: { count: 1 } }]);

  await changeGroup(1, '06');
  const { one, events } = await night();
  expect(events).toMatchObject([{ detail: { count: 1 } }]);
  const reader = await newPerson('reads');
  const shown = (await reader.get(`/reconciliations/${one.id}`)).body.data.differences;
  expect(shown.filter((each: { new: boolean }) => each.new)).toMatchObject([{ dni, found: '06' }]);
});

test('a night that ends before everything is read ends with its results, and the next one says what is new', async () => {
  const { dueAt } = await nightly();
  await changeGroup(0, '04');
  ahead = Date.parse(dueAt!) - Date.now() + 1_000;
  await authorities.breakDown('down');
  await schedule();
  const { last } = await nightly();
  const drive = async () => {
    await queues.makeAll(4);
    const one = (await stores.reconciliation.getReconciliation(accountId, last!))!;
    return asFunction('due-filings', () => driveReconciliation(service.services, one));
  };
  await drive();
  expect((await drive()).state).toBe('asking');
  const day = madridDay(service.services.now());
  const mornings = [day, dayAfter(day, { days: 1 })].map((one) => ofMadridTime(`${one}T06:00:30`));
  ahead = mornings.find((at) => at > service.services.now())!.getTime() - Date.now();
  const ended = await drive();
  expect(ended).toMatchObject({
    state: 'ended',
    answered: 0,
    message: expect.stringMatching(/La noche terminó/),
  });
  const { differences, notCompared } = resultIn(ended)!;
  expect(differences).toEqual([]);
  expect(notCompared.map(({ document }) => document)).toEqual(
    expect.arrayContaining([null, workers[0]!.person.dni]),
  );
  expect(await heardSince()).toEqual([]);
  await authorities.breakDown('none');
  closeBreakers();
  forgetHealth();
  expect((await night()).events).toMatchObject([{ detail: { count: 1 } }]);
});

/** Moves the clock to the next night, in which the schedule begins a comparison. @returns its id */
const beginNight = async (): Promise<string> => {
  ahead = Date.parse((await nightly()).dueAt!) - Date.now() + 1_000;
  await schedule();
  return (await nightly()).last!;
};
const driveOnce = async (id: string) => {
  const one = (await stores.reconciliation.getReconciliation(accountId, id))!;
  return asFunction('due-filings', () => driveReconciliation(service.services, one));
};
const askedIn = async (id: string): Promise<(string | undefined)[]> => {
  const one = (await stores.reconciliation.getReconciliation(accountId, id))!;
  return (await stores.reconciliation.listAnswers(one)).map(({ document }) => document);
};

/** Saves the workforce of some workers, in place of the one before. */
const saveWorkforceOf = async (some: typeof workers) => {
  const rows = some.map(({ person: { dni, nss }, since, until }) => ({
    regimen,
    ccc,
    dni,
    nss,
    fecha_alta: since,
    ...(until && { fecha_baja: until }),
    grupo_cotizacion: '07',
  }));
  const person = await newPerson('files');
  const saved = await person.call('PUT', `/workforce/${customerID}`, { json: { rows } });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
};

test('a night asks first for the workers whom the night before did not reach', async () => {
  const two = workers.slice(0, 2);
  await saveWorkforceOf(two);
  // So few requests may wait that a run of the schedule asks for two lists and one worker.
  vi.stubEnv('LIMITS', JSON.stringify({ ...JSON.parse(process.env.LIMITS!), queued: 3 }));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const workersIn = async (id: string) => (await askedIn(id)).filter((document) => document !== undefined);
  const first = await beginNight();
  await driveOnce(first);
  await queues.makeAll(4);
  const [read, ...others] = await workersIn(first);
  expect(others).toEqual([]);
  const day = madridDay(service.services.now());
  const mornings = [day, dayAfter(day, { days: 1 })].map((one) => ofMadridTime(`${one}T06:00:30`));
  ahead = mornings.find((at) => at > service.services.now())!.getTime() - Date.now();
  const ended = await driveOnce(first);
  expect(ended.state).toBe('ended');
  const unread = two.map(({ person: { dni } }) => dni).filter((dni) => dni !== read);
  expect(resultIn(ended)!.notCompared.map(({ document }) => document)).toEqual(unread);

  const second = await beginNight();
  await driveOnce(second);
  expect(await workersIn(second)).toEqual(unread);
  const whole = await onward(second);
  expect(whole.message).toBeUndefined();
  expect(resultIn(whole)!.notCompared).toEqual([]);
  await saveWorkforceOf(workers);
  await heardSince();
});

test('a night ends after an unfinished one before it has ended, and does not repeat its report', async () => {
  await changeGroup(0, '03');
  const first = await beginNight();
  await driveOnce(first);
  await queues.makeAll(4);
  const second = await beginNight();
  expect((await stores.reconciliation.getReconciliation(accountId, second))!.before).toBe(first);
  for (let rounds = 0; rounds < 5; rounds++) {
    expect((await driveOnce(second)).state).toBe('asking');
    await queues.makeAll(4);
  }
  const waiting = (await stores.reconciliation.getReconciliation(accountId, second))!;
  expect(waiting.answered).toBe(waiting.asked);
  expect(await heardSince()).toEqual([]);

  expect(await driveOnce(first)).toMatchObject({ state: 'ended', drift: 1 });
  const ended = await driveOnce(second);
  expect(ended.state).toBe('ended');
  expect(ended.drift).toBeUndefined();
  expect(resultIn(ended)!.differences.map(({ document }) => document)).toContain(workers[0]!.person.dni);
  expect(await heardSince()).toMatchObject([{ detail: { count: 1 }, subject: { id: first } }]);
});

test('erasing a worker does not remove what the last night reported of others, and the next one does not repeat it', async () => {
  await changeGroup(0, '04');
  await changeGroup(1, '04');
  const { one } = await night();
  const [left, erased] = workers.map(({ person: { dni } }) => dni);
  const documentsIn = async (id: string) => {
    const found = (await stores.reconciliation.getReconciliation(accountId, id))!;
    return resultIn(found)!.differences.map(({ document }) => document);
  };
  expect(await documentsIn(one.id)).toEqual(expect.arrayContaining([left, erased]));
  const owner = await newPerson('owner');
  const done = await owner.post('/tramites/worker-data/erase', { worker: erased, confirm: erased });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect(await documentsIn(one.id)).toContain(left);
  expect(await documentsIn(one.id)).not.toContain(erased);
  // The authority still lists the worker, whom the workforce no longer has: this difference is new.
  const next = await night();
  expect(next.events).toMatchObject([{ detail: { count: 1 } }]);
  await saveWorkforceOf(workers);
});

test('two schedules that begin one night at once make one comparison of it', async () => {
  const due = await nightly();
  const { rest: _, ...last } = (await stores.reconciliation.getReconciliation(accountId, due.last!))!;
  const now = service.services.now();
  const dueAt = new Date(Date.parse(due.dueAt!) + 24 * 60 * 60_000);
  const ids = [ulid(), ulid()];
  await asFunction('due-filings', () =>
    Promise.all(
      ids.map((id) =>
        stores.reconciliation.beginNight(due, { ...last, id, state: 'asking' }, { now, dueAt }),
      ),
    ),
  );
  const begun = await Promise.all(ids.map((id) => stores.reconciliation.getReconciliation(accountId, id)));
  const [first, ...others] = begun.filter((one) => one !== undefined);
  expect(others).toEqual([]);
  expect((await nightly()).last).toBe(first!.id);
  // A person stops it: it ends with what it has, and no other of the company begins before.
  const person = await newPerson('files');
  const refused = await person.acting(tgss).post('/reconciliations', { customerID, cert_secret_sepe: sepe });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(first!.id)]);
  const stopped = await person.delete(`/reconciliations/${first!.id}`);
  expect(stopped.body.data, JSON.stringify(stopped.body)).toMatchObject({ state: 'ended' });
});

test('a night waits for a comparison of the company that a person began', async () => {
  const person = await newPerson('files');
  const begun = await person.acting(tgss).post('/reconciliations', { customerID, cert_secret_sepe: sepe });
  const { id } = begun.body.data.reconciliation;
  const { dueAt, last } = await nightly();
  ahead = Date.parse(dueAt!) - Date.now() + 1_000;
  await schedule();
  expect((await nightly()).last).toBe(last);
  expect((await (await newPerson('files')).delete(`/reconciliations/${id}`)).status).toBe(200);
  await schedule();
  expect((await nightly()).last).not.toBe(last);
});

test('no comparison begins by day, even if the schedule did not run in the night', async () => {
  const { dueAt, last } = await nightly();
  ahead = Date.parse(dueAt!) - Date.now() + 12 * 60 * 60_000;
  await schedule();
  const now = await nightly();
  expect(now.last).toBe(last);
  expect(now.dueAt! > service.services.now().toISOString()).toBe(true);
});

test('no night has a comparison after it is switched off, and an erased account keeps nothing of it', async () => {
  const person = await newPerson('files');
  const { dueAt } = await nightly();
  const off = await put({ enabled: false }, person);
  expect(off.body.data).toMatchObject({ enabled: false, next_at: null });
  ahead = Date.parse(dueAt!) - Date.now() + 1_000;
  const { last } = await nightly();
  await schedule();
  expect((await nightly()).last).toBe(last);
  await stores.reconciliation.eraseReconciliation(accountId);
  expect(await stores.reconciliation.findNightly(accountId, customerID)).toBeUndefined();
  expect(await stores.reconciliation.acceptedDifferences({ accountId, company: customerID })).toEqual(
    new Set(),
  );
});
