import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { worldsOfStage } from '../../../sandbox/api/stage.ts';
import { addDays, madridDay } from '../../../sandbox/calendar.ts';
import { seed } from '../../../sandbox/seed.ts';
import { addAccount, addPerson, MOST } from '../../../sandbox/worlds/newcomers.ts';
import { hasValidCheckDigits } from '../../../shared/kernel/identifiers.ts';
import { getFiling } from '../../../shared/stores/filings/read.ts';
import { caller, demo as service } from '../../support/demo.ts';
import { requestsOf } from '../../support/requests.ts';
import { atAuthorities } from '../../support/sandbox.ts';

/** Changes that an account makes to its own sandbox: persons, companies and the day. */

const { demo } = seed;
const today = madridDay(new Date());
const tgss = () => caller.acting(service.certificates.tgss);
const authorities = atAuthorities(service.authorities.control);
const sepe = () => caller.acting(service.certificates.sepe);
const world = async () => (await caller.get('/sandbox')).body.data;
const made = async (path: string, request: object = {}) => {
  const { status, body } = await caller.post(path, request);
  expect({ status, errors: body.errors }).toEqual({ status: 200 });
  return body.data;
};
const forward = (days: number) => made('/sandbox/clock', { days });
const altaOf = (worker: object, account: object, more: object = {}) => ({
  ...requestsOf(service)['POST /seg-social/alta']!.request,
  ...worker,
  ...account,
  ...more,
});

beforeEach(async () => {
  // The authorities of this test are separate from the account's sandbox, which only determines the day.
  await Promise.all([made('/sandbox/reset'), authorities.reset()]);
});
afterEach(async () => {
  await made('/sandbox/reset');
});

describe('people and companies that an account adds', () => {
  test('the people and companies are invented, with valid check digits', async () => {
    const workers = [];
    for (const identificacion of [1, 2, 6]) workers.push(await made('/sandbox/workers', { identificacion }));
    workers.push(await made('/sandbox/workers'));
    const named = await made('/sandbox/workers', {
      name: 'Lucía',
      surname: 'Ibáñez',
      secondSurname: 'Muñoz',
    });
    expect(named.name).toBe('IBÁÑEZ MUÑOZ, LUCÍA');
    const companies = [await made('/sandbox/companies'), await made('/sandbox/companies')];
    for (const { nss, dni, identificacion } of workers) {
      expect(hasValidCheckDigits('nss', nss, {}), nss).toBe(true);
      expect(hasValidCheckDigits('document', dni, { identificacion }), dni).toBe(true);
    }
    for (const { cif, ccc } of companies) {
      expect(hasValidCheckDigits('cif', cif, {}), cif).toBe(true);
      expect(hasValidCheckDigits('ccc', ccc, {}), ccc).toBe(true);
    }
    const { freeWorkers, accounts, companies: all } = await world();
    expect(freeWorkers).toEqual(expect.arrayContaining(workers));
    for (const list of [freeWorkers, accounts, all])
      for (const name of ['nss', 'dni', 'ccc'])
        expect(new Set(list.map((one: never) => one[name] ?? one)).size).toBe(list.length);
  });

  test('a company that exists already gets one more contribution account', async () => {
    const { cif, regimen } = demo.company;
    const added = await made('/sandbox/companies', { cif, regimen: '0163' });
    expect(added).toMatchObject({ cif, name: demo.company.name, regimen: '0163' });
    const { accounts, companies } = await world();
    expect(companies).toHaveLength(seed.state.companies.length);
    const own = accounts.filter((account: { cif: string }) => account.cif === cif);
    expect(own.map(({ ccc }: { ccc: string }) => ccc)).toContain(added.ccc);
    expect(own.map((account: { regimen: string }) => account.regimen)).toContain(regimen);
  });

  test.each([
    ['/sandbox/workers', { dni: '12345678A' }, 'dni'],
    ['/sandbox/workers', { identificacion: 6, dni: 'X1234567A' }, 'dni'],
    ['/sandbox/workers', { nss: '281234567890' }, 'nss'],
    ['/sandbox/workers', { dni: demo.worker.dni }, 'dni'],
    ['/sandbox/workers', { nss: demo.worker.nss }, 'nss'],
    ['/sandbox/companies', { cif: 'B12345678' }, 'cif'],
    ['/sandbox/companies', { ccc: '28123456789' }, 'ccc'],
    ['/sandbox/companies', { ccc: demo.company.ccc }, 'ccc'],
    ['/sandbox/companies', { cif: demo.company.cif, name: 'Otro nombre' }, 'name'],
    ['/sandbox/companies', { holder: '12345678Z' }, 'holder'],
    ['/sandbox/clock', { days: 0 }, 'days'],
    ['/sandbox/clock', { days: -3 }, 'days'],
    ['/sandbox/clock', { days: 1_001 }, 'days'],
    ['/sandbox/clock', {}, 'days'],
  ])(
    'a request is refused, and changes nothing, with invalid fields: %s with %j',
    async (path, request, field) => {
      const before = await world();
      const { status, body } = await caller.post(path, request);
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual([field]);
      expect(await world()).toEqual(before);
    },
  );

  test('the people and companies of a world are limited in number', async () => {
    const { email } = (await caller.get('/auth')).body.data;
    const { accountId } = (await stores.accounts.findUserByEmail(email))!;
    const holder = demo.holder.nif;
    await worldsOfStage().enter(accountId, ({ environment: { state } }) => {
      while (state.accounts.length < MOST.accounts) addAccount(state, { holder });
      while (state.persons.length < MOST.persons) addPerson(state, { identificacion: 1 });
    });
    const { state } = await worldsOfStage().look(accountId);
    expect(new Set(state.accounts.map(({ ccc }) => ccc)).size).toBe(MOST.accounts);
    for (const name of ['nss', 'dni'] as const)
      expect(new Set(state.persons.map((person) => person[name])).size).toBe(MOST.persons);
    for (const [path, most] of [
      ['/sandbox/companies', MOST.accounts],
      ['/sandbox/workers', MOST.persons],
    ] as const)
      expect(await caller.post(path, {})).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining(String(most)) },
      });
  });
});

describe('the day in an account’s world of the sandbox', () => {
  const account = { regimen: demo.company.regimen, ccc: demo.company.ccc };
  const cessation = (date: string) => ({
    ...requestsOf(service)['POST /seg-social/baja']!.request,
    fecha_real: date,
  });

  test('the day moves forward, and back only by a reset', async () => {
    expect((await world()).today).toBe(today);
    expect(await forward(10)).toEqual({ today: addDays(today, 10) });
    expect(await forward(5)).toEqual({ today: addDays(today, 15) });
    expect((await world()).today).toBe(addDays(today, 15));
    expect((await caller.post('/sandbox/clock', { days: 990 })).status).toBe(422);
    await made('/sandbox/reset');
    expect((await world()).today).toBe(today);
  });

  test('two calls at once move the day as each says, or are answered that they did not', async () => {
    const answers = await Promise.all([1, 2, 4].map((days) => caller.post('/sandbox/clock', { days })));
    const moved = answers.map(({ status }, index) => (status === 200 ? [1, 2, 4][index]! : 0));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect((await world()).today).toBe(
      addDays(
        today,
        moved.reduce((sum, days) => sum + days, 0),
      ),
    );
  });

  test('an act that is too early on one day is accepted on another, by gateway and authority', async () => {
    const date = addDays(today, 70);
    const early = () =>
      tgss().post('/seg-social/alta', altaOf(service.newWorker, account, { fecha_real: date }));
    expect(await early()).toMatchObject({ status: 422, body: { errors: { fecha_real: expect.anything() } } });
    await forward(10);
    expect((await early()).status).toBe(200);
    const start = requestsOf(service)['POST /sepe/contrata']!.request;
    const contract = { ...start, startDate: addDays(today, 120) };
    await made('/sandbox/reset');
    expect((await sepe().post('/sepe/contrata', contract)).body.errors).toHaveProperty('startDate');
    await forward(60);
    const taken = await sepe().post('/sepe/contrata', contract);
    expect({ status: taken.status, errors: taken.body.errors }).toEqual({ status: 200 });
  });

  test('a baja that is communicated too late takes effect on the day of its communication', async () => {
    await forward(30);
    expect((await tgss().post('/seg-social/baja', cessation(today))).status).toBe(200);
    const { tgss: register } = await authorities.state();
    const left = register.registrations.filter(({ baja, nss }) => baja && nss === demo.worker.nss);
    expect(left).toMatchObject([{ baja: { date: today, effective: addDays(today, 30) } }]);
  });

  test('a scheduled alta comes into force', async () => {
    const listed = async () => {
      const { data } = (await tgss().get('/seg-social/employees-in-enterprise', { ...account, options: 1 }))
        .body;
      return data.employees.map(({ nss }: { nss: string }) => nss);
    };
    expect(await listed()).not.toContain(demo.scheduledWorker.nss);
    await forward(11);
    expect(await listed()).toContain(demo.scheduledWorker.nss);
  });

  test('a certificate expires', async () => {
    const ask = () => tgss().get('/seg-social/employees-in-enterprise', { ...account, options: 1 });
    const active = async () =>
      (await caller.get('/certificate')).body.data.data.map((row: { active: number }) => row.active);
    expect((await ask()).status).toBe(200);
    expect(await active()).toContain(1);
    await forward(999);
    expect((await ask()).body.errors).toHaveProperty('X-Cert-Secret');
    expect(new Set(await active())).toEqual(new Set([0]));
    await made('/sandbox/reset');
    expect((await ask()).status).toBe(200);
  });

  test('a filing whose answer is lost is found by the day of its world, and its record has the real one', async () => {
    await forward(40);
    const before = Date.now();
    const lost = tgss().with({ 'X-Sandbox-Scenario': 'lost-answer' });
    const date = addDays(today, 40);
    const answer = await lost.post(
      '/seg-social/alta',
      altaOf(service.newWorker, account, { fecha_real: date }),
    );
    expect({ status: answer.status, errors: answer.body.errors }).toEqual({ status: 200 });
    const record = (await getFiling(answer.headers.get('x-tramite-id')!))!;
    expect(record).toMatchObject({ state: 'accepted', daysAhead: 40 });
    for (const instant of [record.claimedAt, record.committingAt!, record.endedAt!].map(Date.parse)) {
      expect(instant).toBeGreaterThanOrEqual(before);
      expect(instant).toBeLessThanOrEqual(Date.now());
    }
  });
});
