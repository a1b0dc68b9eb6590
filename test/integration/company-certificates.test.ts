import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addDays, slashed } from '../../sandbox/calendar.ts';
import { seed } from '../../sandbox/seed.ts';
import { caller, demo } from '../support/demo.ts';
import type { Gateway } from '../support/gateway.ts';
import { textOf } from '../support/pdf.ts';
import { atAuthorities } from '../support/sandbox.ts';

/** SEPE's company certificates. */

const { regimen, cif } = demo.company;
const authorities = atAuthorities(demo.authorities.control);

let gateway: Gateway;
beforeAll(async () => {
  await authorities.reset();
  gateway = caller.acting(demo.certificates.sepe);
});
afterEach(() => void vi.useRealTimers());
afterAll(() => authorities.reset());

const SLASHED = /^\d{2}\/\d{2}\/\d{4}$/;

describe('company certificates', () => {
  const { companyCertificate: one, companyCertificates: several } = demo;

  test('a single company certificate has entry date, suspension date and origin in the list', async () => {
    const { status, body } = await gateway.get('/sepe/certifica/list', { dni: one.dni });
    expect(status).toBe(200);
    const { enterprise, employee, certificates } = body.data;
    expect(Object.keys(enterprise).sort()).toEqual(
      ['name', 'regimen', 'cif', 'cnae', 'postal_code', 'ccc'].sort(),
    );
    expect(enterprise).toMatchObject({ cif, regimen, ccc: one.ccc.slice(0, 9) });
    expect(Object.keys(employee).sort()).toEqual(
      ['name', 'surname', 'lastSurname', 'nif', 'nss', 'causa_susp', 'cno'].sort(),
    );
    expect(employee.nif).toBe(one.dni);
    expect(certificates).toEqual([
      {
        fecha_entrada: expect.stringMatching(SLASHED),
        fecha_susp: slashed(one.startDate),
        origen: expect.any(String),
      },
    ]);
  });

  test('several company certificates have every column in the list', async () => {
    const { body } = await gateway.get('/sepe/certifica/list', { dni: several.dni });
    expect(body.data.certificates).toHaveLength(3);
    for (const each of body.data.certificates)
      expect(each).toEqual({
        fecha_entrada: expect.stringMatching(SLASHED),
        fecha_recepcion: expect.stringMatching(SLASHED),
        fecha_reconocimiento: '--',
        cif,
        codigo: expect.any(String),
        fecha_susp: expect.stringMatching(SLASHED),
        anexado: 'NO',
        origen: expect.any(String),
      });
    const dates = body.data.certificates.map((each: { fecha_susp: string }) => each.fecha_susp);
    expect(dates.filter((each: string) => each === slashed(several.startDate))).toHaveLength(2);
  });

  test('the former address gives the same answer, and says that it is deprecated', async () => {
    const { dni } = one;
    const current = await gateway.get('/sepe/certifica/list', { dni });
    const former = await gateway.get('/sepe/certifica/data', { dni });
    expect(former.body).toEqual(current.body);
    expect(former.headers.get('deprecation')).toBe('true');
    const [, target] = /^<([^>]+)>; rel="successor-version"$/.exec(former.headers.get('link') ?? '') ?? [];
    expect(target).toMatch(/\/sepe\/certifica\/list$/);
    expect(current.headers.get('deprecation')).toBeNull();
    expect(current.headers.get('link')).toBeNull();
  });

  test('a single company certificate is shown in detail', async () => {
    const { dni, startDate } = one;
    const { status, body } = await gateway.get('/sepe/certifica/detail', { dni, startDate });
    expect(status).toBe(200);
    const detail = body.data;
    expect(Object.keys(detail).sort()).toEqual(
      [
        ...['general', 'attachments', 'representative', 'enterprise', 'employee'],
        ...['contributions', 'holidays', 'totals'],
      ].sort(),
    );
    expect(detail.general).toMatchObject({
      entry_date: addDays(startDate, 2),
      recognition_date: addDays(startDate, 12),
      origin: 'INTERNET',
    });
    // The certificate itself is one of the documents.
    expect(detail.attachments).toEqual([
      { name: 'CERTIFICADO DE EMPRESA', date: addDays(startDate, 2), source: 'INTERNET' },
      { name: 'CARTA DE DESPIDO', date: addDays(startDate, 2), source: 'EMPRESA' },
    ]);
    expect(detail.representative).toMatchObject({
      nif: seed.demo.holder.nif,
      position: 'ADMINISTRADOR',
      email: null,
      phone: null,
    });
    expect(detail.enterprise).toMatchObject({ cif, regimen, ccc: one.ccc.slice(0, 9) });
    expect(detail.employee).toMatchObject({
      nif: dni,
      quote_group: '07',
      contract_duration: null,
      dedication_percent: 100,
      suspension_cause: '15',
      suspension_start_date: startDate,
      suspension_end_date: null,
      ere_number: null,
      ere_percent: null,
      processing_salary_days: null,
    });
    expect(detail.contributions).toHaveLength(6);
    for (const each of detail.contributions)
      expect(each).toMatchObject({
        year: expect.stringMatching(/^\d{4}$/),
        month: expect.stringMatching(/^\d{2}$/),
        days: expect.any(Number),
        base_cc: expect.any(Number),
        base_unemployment: expect.any(Number),
      });
    expect(detail.contributions[0].observations).toBeNull();
    expect(detail.contributions[1].observations).toBe('INCLUYE PAGA EXTRAORDINARIA');
    expect(detail.holidays).toEqual({ days: 4, base_cc: 212.48, base_unemployment: 212.48 });
    const sum = (key: 'days' | 'base_cc') =>
      [...detail.contributions, detail.holidays].reduce((total, each) => total + each[key], 0);
    expect(detail.totals.days).toBe(sum('days'));
    expect(detail.totals.base_cc).toBeCloseTo(sum('base_cc'), 2);
  });

  test('several company certificates of one day are distinguished by the account', async () => {
    const { dni, startDate, cccs } = several;
    for (const ccc of cccs) {
      const { status, body } = await gateway.get('/sepe/certifica/detail', { dni, startDate, ccc });
      expect(status).toBe(200);
      expect(body.data.enterprise.ccc).toBe(ccc.slice(0, 9));
      expect(body.data.dates_susp).toHaveLength(3);
      expect(body.data.dates_susp.filter((date: string) => date === startDate)).toHaveLength(2);
      expect(body.data.general.recognition_date).toBeNull();
    }
    expect(
      await gateway.get('/sepe/certifica/detail', { dni, startDate: addDays(startDate, 1) }),
    ).toMatchObject({ status: 422, body: { message: expect.stringMatching(/ningún certificado/) } });
  });

  test('the company certificates come with their duplicate if the account is named', async () => {
    const { dni, startDate, cccs } = several;
    const ccc = cccs[1]!;
    const { body } = await gateway.get('/sepe/certifica', { dni, startDate, ccc });
    const text = await textOf(body.data.file);
    expect(text).toContain(dni);
    expect(text).toContain(ccc.slice(0, 9));
    const detail = await gateway.get('/sepe/certifica/detail', { dni, startDate, ccc });
    expect(body.data.detail).toEqual(detail.body.data);

    const without = await gateway.get('/sepe/certifica', { dni: one.dni, startDate: one.startDate });
    expect(Object.keys(without.body.data)).toEqual(['file']);
  });
});

test('the gateway sends nothing to SEPE while it announces maintenance, and asks again afterwards', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const query = { dni: demo.companyCertificate.dni };
  await authorities.breakDown('maintenance');
  const first = await gateway.get('/sepe/certifica/list', query);
  await authorities.breakDown('none');
  expect(first).toMatchObject({ status: 503, body: { maintenance: true } });
  const wait = Number(first.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);

  const requests = await authorities.requests();
  expect(await gateway.get('/sepe/certifica/list', query)).toMatchObject({ status: 503 });
  expect(await authorities.requests()).toBe(requests);

  vi.setSystemTime(Date.now() + wait * 1000);
  expect((await gateway.get('/sepe/certifica/list', query)).status).toBe(200);
});
