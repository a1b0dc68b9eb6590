import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversionOf } from '../../../reference/employment-requests.ts';
import { addDays } from '../../../sandbox/calendar.ts';
import { seed } from '../../../sandbox/seed.ts';
import { contractMaker, refusedBySepe } from '../../support/contracts.ts';
import { caller, demo } from '../../support/demo.ts';
import { requestsOf } from '../../support/requests.ts';
import { atAuthorities } from '../../support/sandbox.ts';

/** The answers of dry runs, and queries after them. */

const authorities = atAuthorities(demo.authorities.control);
beforeAll(() => authorities.reset());
afterAll(() => authorities.reset());

const nextContract = contractMaker(demo);
const sepe = () => caller.acting(demo.certificates.sepe);
const { today } = seed;

describe('a contract that was only tried', () => {
  // A start date that no other test uses, because dry runs are found for days.
  const startDate = addDays(today, -9);
  const contract = { ...nextContract(), startDate };
  const { dni } = contract;
  const { cif } = demo.company;
  const questions: [string, Record<string, string>][] = [
    ['/sepe/copy-basic', { cif, dni, startDate }],
    ['/sepe/contrata/data', { dni, startDate }],
  ];

  test.each(questions)('the contract is unknown to GET %s before it was tried', async (path, query) => {
    expect(await sepe().get(path, { ...query, test: 1 })).toMatchObject(refusedBySepe(/./));
  });

  test.each(questions)(
    'the contract has no data at GET %s with test, and the message says why',
    async (path, query) => {
      expect((await sepe().post('/sepe/contrata', { ...contract, test: 1 })).status).toBe(200);
      const { status, body } = await sepe().get(path, { ...query, test: 1 });
      expect({ status, ...body }).toEqual({
        status: 200,
        success: true,
        data: {},
        message: expect.stringMatching(
          /^El simulacro de este contrato no presentó nada\. El SEPE responde: ./,
        ),
      });
      expect(await sepe().get(path, query)).toMatchObject(refusedBySepe(/./));
      expect(await sepe().get(path, { ...query, startDate: '2020-01-01', test: 1 })).toMatchObject(
        refusedBySepe(/./),
      );
    },
  );

  test('the contract has its data at GET /sepe/contrata/data with test after it is filed', async () => {
    expect((await sepe().post('/sepe/contrata', contract)).status).toBe(200);
    const { body } = await sepe().get('/sepe/contrata/data', { dni, startDate, test: 1 });
    expect(body.data.employee_data).toContainEqual({ nif: dni });
  });
});

/** These requests are refused before the authority is asked, in a dry run and in a filing. */
describe('a dry run that the gateway can judge without the authority', () => {
  const requests = requestsOf(demo);
  const requestOf = (name: string) => requests[name]!.request as Record<string, unknown>;
  const conversion = conversionOf(seed, demo);
  const start = (FECHA_INICIO: string) => ({
    DATOS_GENERALES_TRANSFORMACION: { ...conversion.DATOS_GENERALES_TRANSFORMACION, FECHA_INICIO },
  });
  const assignment = 'POST /seg-social/etts/cesion';
  const ends = { startDate: today, endDate: addDays(today, -1) };

  test.each<[what: string, operation: string, changes: Record<string, unknown>, field: string]>([
    ['a registration in 61 days', 'POST /seg-social/alta', { fecha_real: addDays(today, 61) }, 'fecha_real'],
    ['an assignment that ends before it begins', assignment, ends, 'endDate'],
    ['its change', 'PUT /seg-social/etts/cesion', ends, 'endDate'],
    [
      'a category in a scheme without categories',
      'PUT /seg-social/category-professional',
      { regimen: '0111' },
      'category_professional',
    ],
    [
      'a contract that begins in more than three months',
      'POST /sepe/contrata',
      { startDate: addDays(today, 95) },
      'startDate',
    ],
    [
      'such a transformation',
      'POST /sepe/transformation',
      start(addDays(today, 95)),
      'DATOS_GENERALES_TRANSFORMACION.FECHA_INICIO',
    ],
  ])('the dry run is refused for %s', async (_, name, changes, field) => {
    const [method = '', path = ''] = name.split(' ');
    const certificate = demo.certificates[path.startsWith('/sepe') ? 'sepe' : 'tgss'];
    const before = await authorities.digest();
    for (const dry of [{ test: 1 }, {}]) {
      const json = { ...requestOf(name), ...changes, ...dry };
      const { status, body } = await caller.acting(certificate).call(method, path, { json });
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    }
    expect(await authorities.digest()).toBe(before);
  });

  test.each<[what: string, operation: string, changes: Record<string, unknown>]>([
    ['a registration in 60 days', 'POST /seg-social/alta', { fecha_real: addDays(today, 60) }],
    ['an assignment of a day', assignment, { startDate: today, endDate: today }],
    ['a contract in three months', 'POST /sepe/contrata', { startDate: addDays(today, 89) }],
  ])('the dry run passes for %s', async (_, name, changes) => {
    const [method = '', path = ''] = name.split(' ');
    const certificate = demo.certificates[path.startsWith('/sepe') ? 'sepe' : 'tgss'];
    const json = { ...requestOf(name), ...changes, test: 1 };
    const { status, body } = await caller.acting(certificate).call(method, path, { json });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  });

  test('the account of another company in a transformation is only named, because only SEPE knows whose it is', async () => {
    const { regimen, ccc } = seed.other.accounts.general;
    const sent = { ...conversion, DATOS_EMPRESA: { CODIGO_CUENTA_COTIZACION: regimen + ccc } };
    const dry = await sepe().post('/sepe/transformation', { ...sent, test: 1 });
    expect(dry).toMatchObject({
      status: 200,
      body: { message: expect.stringMatching(/CODIGO_CUENTA_COTIZACION no es la cuenta del contrato/) },
    });
    expect(await sepe().post('/sepe/transformation', sent)).toMatchObject(refusedBySepe(/^(NCC|CCT)\d{4}/));
    const own = await sepe().post('/sepe/transformation', { ...conversion, test: 1 });
    expect(own.body.message).not.toContain('CODIGO_CUENTA_COTIZACION');
  });
});
