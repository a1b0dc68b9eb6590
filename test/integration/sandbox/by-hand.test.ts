import { beforeEach, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { worldsOfStage } from '../../../sandbox/api/stage.ts';
import { addDays, madridDay, slashed } from '../../../sandbox/calendar.ts';
import { seed } from '../../../sandbox/seed.ts';
import { digestOf } from '../../../sandbox/state.ts';
import { latestTerms } from '../../../sandbox/tgss/registration.ts';
import { newCompany } from '../../support/accounts.ts';
import { caller, otherCaller } from '../../support/demo.ts';
import type { Gateway } from '../../support/gateway.ts';

/** Changes that an account makes in the portals of its own sandbox, as a person does by hand. */

const { worker, formerWorker, newWorkers, staff, accounts } = seed.demo;
const [newcomer] = newWorkers;
const today = madridDay(new Date());
const general = { ccc: accounts.general.ccc };
const PATH = '/sandbox/by-hand';

const accountIds = new Map<Gateway, string>();
const accountOf = async (who: Gateway): Promise<string> => {
  let accountId = accountIds.get(who);
  if (accountId === undefined) {
    const { email } = (await who.get('/auth')).body.data;
    ({ accountId } = (await stores.accounts.findUserByEmail(email))!);
    accountIds.set(who, accountId);
  }
  return accountId;
};
// Looked at without a request, because an account may send only so many of them.
const stateOf = async (who: Gateway) => (await worldsOfStage().look(await accountOf(who))).state;
const digest = async (who: Gateway): Promise<string> => digestOf(await stateOf(who));
/** The latest registration of a worker in the general account. */
const registrationOf = async ({ nss }: { nss: string }) =>
  (await stateOf(caller)).tgss.registrations.findLast((one) => one.nss === nss && one.ccc === general.ccc);
const change = async (wanted: object) => {
  const before = await digest(caller);
  const { status, body } = await caller.post(PATH, { ...general, ...wanted });
  expect({ status, errors: body.errors }).toEqual({ status: 200 });
  expect(body.data.digest).not.toBe(before);
  expect(body.data.digest).toBe(await digest(caller));
};

beforeEach(async () => {
  for (const who of [caller, otherCaller]) await worldsOfStage().reset(await accountOf(who));
});

describe('changes by hand in the portals of an account’s own sandbox', () => {
  test('a worker is registered, moved, changed, terminated and removed by hand, and nothing was filed', async () => {
    const { dni } = newcomer!;
    await change({ change: 'register', dni, fecha_real: addDays(today, -30) });
    expect(await registrationOf(newcomer!)).toMatchObject({ alta: { date: addDays(today, -30) } });
    const { accounts: all } = (await caller.get('/sandbox')).body.data;
    const shown = all.find(({ ccc }: { ccc: string }) => ccc === general.ccc).workers;
    expect(shown).toContainEqual(expect.objectContaining({ dni, fecha_alta: addDays(today, -30) }));

    await change({ change: 'moveStart', dni, fecha_real: addDays(today, -25) });
    const terms = { grupo_cotizacion: 5, tipo_contrato: '200', coeficiente: '500', cno: '4111' };
    await change({ change: 'changeTerms', dni, ...terms });
    const changed = (await registrationOf(newcomer!))!;
    expect(changed.alta).toMatchObject({ date: addDays(today, -25), effective: addDays(today, -25) });
    const expected = { grupo: '05', contrato: '200', coeficiente: '500', cno: '4111' };
    expect(latestTerms(changed)).toMatchObject(expected);
    await change({ change: 'changeTerms', dni, coeficiente: 0 });
    expect(latestTerms((await registrationOf(newcomer!))!)).toMatchObject({ ...expected, coeficiente: '' });

    await change({ change: 'terminate', dni, fecha_real: addDays(today, -3) });
    expect((await registrationOf(newcomer!))!.baja).toMatchObject({
      date: addDays(today, -3),
      situacion: '51',
    });
    await change({ change: 'terminate', dni, fecha_real: addDays(today, -2), situacion: '54' });
    expect((await registrationOf(newcomer!))!.baja).toMatchObject({
      date: addDays(today, -2),
      situacion: '54',
    });
    await change({ change: 'removeTermination', dni });
    expect((await registrationOf(newcomer!))!.baja).toBeUndefined();
    await change({ change: 'removeRegistration', dni });
    expect(await registrationOf(newcomer!)).toBeUndefined();
    const { submissions, requests } = (await caller.get('/sandbox/counts')).body.data;
    expect({ submissions, requests }).toEqual({ submissions: {}, requests: {} });
  });

  test('a contract is added at SEPE and removed by hand, and a company certificate is removed', async () => {
    const { dni, nss } = newcomer!;
    const contracts = async () =>
      (await stateOf(caller)).sepe.contracts.filter(
        (one) => one.worker.nss === nss && one.startDate >= addDays(today, -9),
      );
    expect(await contracts()).toEqual([]);
    const [fecha_real, fecha_fin] = [addDays(today, -9), addDays(today, 60)];
    await change({ change: 'addContract', dni, fecha_real, fecha_fin });
    expect(await contracts()).toMatchObject([{ startDate: fecha_real, endDate: fecha_fin }]);
    await change({ change: 'removeContract', dni });
    expect(await contracts()).toEqual([]);

    const before = [...(await stateOf(caller)).sepe.certificates];
    const own = before.find(({ ccc }) => ccc === general.ccc)!;
    await change({ change: 'removeCertificate', dni: own.document });
    const after = (await stateOf(caller)).sepe.certificates;
    expect(after).toHaveLength(before.length - 1);
  });

  test('a change by hand affects the latest stay of a worker who has several', async () => {
    const { dni } = formerWorker;
    const stays = async () =>
      (await stateOf(caller)).tgss.registrations
        .filter(({ nss, ccc }) => nss === formerWorker.nss && ccc === general.ccc)
        .map(({ alta }) => alta.date);
    await change({ change: 'register', dni, fecha_real: addDays(today, -5) });
    expect(await stays()).toHaveLength(2);
    await change({ change: 'removeRegistration', dni });
    expect(await stays()).toEqual([formerWorker.fecha_alta]);
  });

  test('a value that a filing changed before is hidden by the new one', async () => {
    await worldsOfStage().enter(await accountOf(caller), ({ environment: { state } }) => {
      const one = state.tgss.registrations.find(({ nss, ccc }) => nss === worker.nss && ccc === general.ccc);
      const terms = { cno: '2511' };
      one!.changes.push({ kind: 'CNO', date: addDays(today, -10), communicated: `${today}T09:00:00`, terms });
    });
    await change({ change: 'changeTerms', dni: worker.dni, cno: '4111' });
    expect(latestTerms((await registrationOf(worker))!)).toMatchObject({ cno: '4111' });
  });

  test('a change by hand affects only the world of the caller', async () => {
    const before = await digest(otherCaller);
    await change({ change: 'removeRegistration', dni: worker.dni });
    expect(await digest(otherCaller)).toBe(before);
  });

  test('a client company cannot change anything by hand', async () => {
    const { gateway } = await newCompany(caller);
    const before = await digest(caller);
    const wanted = { ...general, change: 'removeRegistration', dni: worker.dni };
    expect((await gateway.post(PATH, wanted)).status).toBe(403);
    expect(await digest(caller)).toBe(before);
  });

  const hired = { change: 'register', dni: newcomer!.dni, fecha_real: today };
  const left = addDays(today, -60);
  test.each<[name: string, request: object, errors: Record<string, RegExp>]>([
    ['an empty request', {}, { change: /obligatorio/, ccc: /obligatorio/, dni: /obligatorio/ }],
    [
      'another kind of change',
      { ...general, change: 'hire', dni: worker.dni },
      { change: /Debe ser uno de: register/ },
    ],
    ['a name that is not known', { ...general, ...hired, fecha_alta: today }, { fecha_alta: /./ }],
    [
      'an unknown document',
      { ...general, ...hired, dni: '12345678Z' },
      { dni: /No hay nadie con este documento/ },
    ],
    ['an unknown account', { ...hired, ccc: '28123456780' }, { ccc: /no está en el entorno de pruebas/ }],
    [
      'a registration without a day',
      { ...general, ...hired, fecha_real: undefined },
      { fecha_real: /Es obligatorio con register/ },
    ],
    [
      'a day that does not exist',
      { ...general, ...hired, fecha_real: '2026-02-30' },
      { fecha_real: /no existe/ },
    ],
    [
      'a day to come',
      { ...general, ...hired, fecha_real: addDays(today, 1) },
      { fecha_real: /No puede ser posterior al día del entorno/ },
    ],
    [
      'a worker who is registered already',
      { ...general, ...hired, dni: worker.dni },
      { fecha_real: /ya estaba de alta/ },
    ],
    [
      'a day on which the worker had not left yet',
      { ...general, ...hired, dni: formerWorker.dni, fecha_real: addDays(left, -1) },
      { fecha_real: /ya estaba de alta/ },
    ],
    [
      'a termination before the registration',
      { ...general, change: 'terminate', dni: worker.dni, fecha_real: addDays(worker.fecha_alta, -1) },
      { fecha_real: new RegExp(`anterior al alta, que es del ${slashed(worker.fecha_alta)}`) },
    ],
    [
      'a termination of nothing',
      { ...general, change: 'terminate', dni: newcomer!.dni, fecha_real: today },
      { change: /no tiene ningún alta/ },
    ],
    [
      'an unknown kind of termination',
      { ...general, change: 'terminate', dni: worker.dni, fecha_real: today, situacion: '50' },
      { situacion: /Debe ser uno de/ },
    ],
    [
      'a kind of termination without one',
      { ...general, ...hired, situacion: '51' },
      { situacion: /Solo se admite con terminate/ },
    ],
    [
      'a start after the termination',
      { ...general, change: 'moveStart', dni: formerWorker.dni, fecha_real: addDays(left, 1) },
      { fecha_real: new RegExp(`posterior a la baja, que es del ${slashed(left)}`) },
    ],
    [
      'a day where none is needed',
      { ...general, change: 'removeRegistration', dni: worker.dni, fecha_real: today },
      { fecha_real: /Solo se admite con/ },
    ],
    [
      'the removal of a registration that is not there',
      { ...general, change: 'removeRegistration', dni: newcomer!.dni },
      { change: /no tiene ningún alta/ },
    ],
    [
      'the removal of a termination that is not there',
      { ...general, change: 'removeTermination', dni: worker.dni },
      { change: /no está de baja/ },
    ],
    [
      'a change of terms that names none',
      { ...general, change: 'changeTerms', dni: worker.dni },
      { change: /al menos uno de/ },
    ],
    [
      'a term that the authority does not know',
      { ...general, change: 'changeTerms', dni: worker.dni, grupo_cotizacion: '44' },
      { grupo_cotizacion: /Debe ser uno de/ },
    ],
    [
      'an unknown contract type',
      { ...general, change: 'changeTerms', dni: worker.dni, tipo_contrato: '999' },
      { tipo_contrato: /no conocen este tipo/ },
    ],
    [
      'a term with another change',
      { ...general, ...hired, cno: '4111' },
      { cno: /Solo se admite con changeTerms/ },
    ],
    [
      'a contract without an end',
      { ...general, ...hired, change: 'addContract' },
      { fecha_fin: /Es obligatorio con addContract/ },
    ],
    [
      'a contract that ends before it begins',
      { ...general, ...hired, change: 'addContract', fecha_fin: addDays(today, -1) },
      { fecha_fin: /No puede ser anterior a fecha_real/ },
    ],
    [
      'the removal of a contract that is not there',
      { ccc: accounts.artists.ccc, change: 'removeContract', dni: staff[13]!.dni },
      { change: /ningún contrato/ },
    ],
    [
      'the removal of a company certificate that is not there',
      { ccc: accounts.artists.ccc, change: 'removeCertificate', dni: staff[13]!.dni },
      { change: /ningún certificado de empresa/ },
    ],
  ])('a request with %s is refused with a clear text, and changes nothing', async (_, request, errors) => {
    const before = await digest(caller);
    const { status, body } = await caller.post(PATH, request);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(Object.keys(errors));
    for (const [field, text] of Object.entries(errors)) expect(body.errors[field].join(' ')).toMatch(text);
    expect(await digest(caller)).toBe(before);
  });
});
