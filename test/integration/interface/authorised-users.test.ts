import { beforeEach, describe, expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import type { Person } from '../../../sandbox/state.ts';
import { demo } from '../../support/demo.ts';
import { ok, refusalOf, today, useSocialSecurity, withKind } from '../../support/social-security.ts';

/**
 * An integrator's work with an account of the second of two authorised users of a certificate: at applications without a choice
 * of user, and at applications that ask in each dialog.
 */

const socialSecurity = useSocialSecurity();
const { authorities } = socialSecurity;
const { furtherAccount, newWorkers } = seed.demo;
const { regimen, ccc } = furtherAccount;
const account = { regimen, ccc };
const registered = seed.state.tgss.registrations.find((one) => one.ccc === ccc)!;
const worker = seed.state.persons.find(({ nss }) => nss === registered.nss)!;
const newWorker = newWorkers[0]!;
const stranger = seed.other.accounts.general;

describe.each([
  ['asks for no choice', {}],
  ['asks which user acts', { 'X-Sandbox-Scenario': 'choose-user' }],
] as [string, Record<string, string>][])(
  'an account of an authorised user where the authority %s',
  (_, headers) => {
    beforeEach(() => authorities.reset());
    const gateway = () => socialSecurity.gateway.with(headers);
    const get = (path: string, query: Record<string, string>) =>
      gateway().get(`/seg-social${path}`, { ...account, ...query });
    const call = (method: string, path: string, json: object) =>
      gateway().call(method, `/seg-social${path}`, { json });
    const { nss, dni } = worker;
    const startDate = registered.alta.date;

    test('the workers of the account are found', async () => {
      const { data } = ok(await get('/employees-in-enterprise', { options: '3' }));
      expect(data.employees).toEqual([expect.objectContaining({ nss })]);
      const situations = ok(await get('/employee-situations', { dni, getDatos: '1' }));
      expect(situations.data).toEqual([expect.objectContaining({ ccc, nss, fecha_alta: startDate })]);
      expect(ok(await get('/ta-info-for-nss', { nss })).data).toEqual([
        expect.objectContaining({ movType: 'ALTA', fecha_real: startDate }),
      ]);
    });

    test('the documents of the account are given', async () => {
      const paths = { '/idc': { nss, startDate }, '/life-affiliate': { nss } };
      const ta = { '/duplicate-ta': { nss, startDate, movType: 'ALTA' } };
      const ofAccount = {
        '/informe-ita': {},
        '/certificate-corriente': {},
        '/life-ccc': { startDate, endDate: today },
      };
      for (const [path, query] of Object.entries({ ...paths, ...ta, ...ofAccount }))
        expect(ok(await get(path, query)).data.file.content.slice(0, 5), path).toBe('JVBER');
      const { data } = ok(await get('/category-occupation-gc', { nss, dni }));
      expect(data.trabajador.NA5NumSegSocialCompleto).toBe(nss);
    });

    test('a worker of the account is found by number and by document, with the data of the registration', async () => {
      const [apellido1, apellido2] = [worker.surname, worker.secondSurname];
      expect(ok(await get('/nss-by-ipf', { dni, apellido1, apellido2 })).data.nss).toBe(nss);
      expect(ok(await get('/ipf-by-nss', { nss })).data.dni).toBe(dni.padStart(10, '0'));
      expect(ok(await get('/idc-info-for-nss', { nss })).data).toEqual([
        expect.objectContaining({ ccc, fecha_alta: startDate }),
      ]);
      expect(ok(await get('/cno', { nss, dni })).data).toMatchObject({ ccc, fecha_alta: startDate });
    });

    test('the report on sick leave covers that account, and says if there is nothing', async () => {
      const { startDate: from, endDate } = demo.fie;
      const query = { startDate: from, endDate, format: 'json' };
      expect(ok(await get('/excel-fie', query)).data.list).toEqual([]);
      const own = await gateway().get('/seg-social/excel-fie', {
        ...query,
        opcionesBusqueda: '1',
        naf: demo.fie.naf,
      });
      expect(ok(own).data.list).toHaveLength(1);
    });

    test('a worker of the account is registered, changed, and removed again', async () => {
      const alta = { fecha_real: today, grupo_cotizacion: '07', tipo_contrato: '100', cno: '4122' };
      const person = withKind(newWorker as Person, furtherAccount);
      ok(await call('POST', '/alta', { ...person, ...alta, duplicate: 1 }));
      const { identificacion: __, ...withoutKind } = person;
      const change = { ...withoutKind, fecha_real: today };
      ok(await call('PUT', '/cno', { ...change, cno: '4309' }));
      ok(await call('PUT', '/contribution-group', { ...change, grupo_cotizacion: '05' }));
      ok(await call('DELETE', '/alta', change));
      const { registrations } = (await authorities.state()).tgss;
      expect(registrations.filter((one) => one.nss === newWorker.nss)).toEqual([]);
      const accepted = Object.values((await authorities.stats()).accepted ?? {});
      expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(4);
    });

    test('days of unpaid placement are recorded', async () => {
      const days = { startDate: `${today.slice(0, 7)}-01`, dia_efectivo: 10, no_remunerada: 1 };
      ok(await call('POST', '/pract-no-remun', { ...withKind(worker, furtherAccount), ...days }));
    });

    test('a worker of the account is assigned to a company, and leaves', async () => {
      const person = withKind(worker, furtherAccount);
      const { regimen: cesion_regimen, ccc: cesion_ccc } = seed.demo.cesion;
      const cesion = { cesion_regimen, cesion_ccc, cesion_tipo: '02', startDate: today };
      ok(await call('POST', '/etts/cesion', { ...person, ...cesion, endDate: today }));
      const data = { contractType: '200', coeficiente: '500', startDate: today };
      const { identificacion: __, ...withoutKind } = person;
      ok(await call('PUT', '/contract-coeficiente', { ...withoutKind, ...data }));
      ok(await call('POST', '/baja', { ...person, situacion: '51', fecha_real: today }));
      ok(await call('DELETE', '/baja', { ...withoutKind, fecha_real: today }));
    });

    test('a dry run for the account files nothing', async () => {
      const before = await authorities.digest();
      const alta = { fecha_real: today, grupo_cotizacion: '07', tipo_contrato: '100', cno: '4122' };
      ok(await call('POST', '/alta', { ...withKind(newWorker as Person, furtherAccount), ...alta, test: 1 }));
      expect(await authorities.digest()).toBe(before);
    });

    test('a contribution account of none of the users is refused', async () => {
      const others = { regimen: stranger.regimen, ccc: stranger.ccc };
      const alta = { fecha_real: today, grupo_cotizacion: '07', tipo_contrato: '100', cno: '4122' };
      const refused = await call('POST', '/alta', {
        ...withKind(newWorker as Person, furtherAccount),
        ...others,
        ...alta,
      });
      expect(refusalOf(refused)).toEqual([expect.stringContaining('CUENTA DE COTIZACION NO AUTORIZADA')]);
      const days = { startDate: `${today.slice(0, 7)}-01`, dia_efectivo: 10, no_remunerada: 1 };
      const practice = { ...withKind(worker, furtherAccount), ...others, ...days };
      expect(refusalOf(await call('POST', '/pract-no-remun', practice))).toEqual([
        expect.stringContaining('CUENTA DE COTIZACION NO AUTORIZADA'),
      ]);
    });
  },
);

test('the report on all sick leaves covers the user who is named, if the authority asks which user acts', async () => {
  const gateway = socialSecurity.gateway.with({ 'X-Sandbox-Scenario': 'choose-user' });
  const { startDate, endDate } = demo.fie;
  const ask = (more: Record<string, string>) =>
    gateway.get('/seg-social/excel-fie', {
      opcionesBusqueda: '2',
      startDate,
      endDate,
      format: 'json',
      ...more,
    });
  const [own] = seed.demo.authorizedUsers;
  expect(await ask({})).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/numAutorizado/) },
  });
  expect(ok(await ask({ numAutorizado: own })).data.list).toHaveLength(5);
});
