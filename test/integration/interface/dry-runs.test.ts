import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import { contractMaker, refusedBySepe } from '../../support/contracts.ts';
import { caller, demo } from '../../support/demo.ts';
import { atAuthorities } from '../../support/sandbox.ts';

/** What dry runs say, and what can be asked after them. */

const authorities = atAuthorities(demo.authorities.control);
beforeAll(() => authorities.reset());
afterAll(() => authorities.reset());

const nextContract = contractMaker(demo);
const sepe = () => caller.acting(demo.certificates.sepe);
const { today } = seed;

describe('a contract that was only tried', () => {
  const contract = nextContract();
  const { dni } = contract;
  const { cif } = demo.company;
  const questions: [string, Record<string, string>][] = [
    ['/sepe/copy-basic', { cif, dni, startDate: today }],
    ['/sepe/contrata/data', { dni, startDate: today }],
  ];

  test.each(questions)('is unknown to GET %s before', async (path, query) => {
    expect(await sepe().get(path, { ...query, test: 1 })).toMatchObject(refusedBySepe(/./));
  });

  test.each(questions)('has no data at GET %s with test, and the message says why', async (path, query) => {
    expect((await sepe().post('/sepe/contrata', { ...contract, test: 1 })).status).toBe(200);
    const { status, body } = await sepe().get(path, { ...query, test: 1 });
    expect({ status, ...body }).toEqual({
      status: 200,
      success: true,
      data: [],
      message: expect.stringMatching(/^No se ha presentado nada\./),
    });
    expect(await sepe().get(path, query)).toMatchObject(refusedBySepe(/./));
    expect(await sepe().get(path, { ...query, startDate: '2020-01-01', test: 1 })).toMatchObject(
      refusedBySepe(/./),
    );
  });

  test('has its data at GET /sepe/contrata/data with test once it is filed', async () => {
    expect((await sepe().post('/sepe/contrata', contract)).status).toBe(200);
    const { body } = await sepe().get('/sepe/contrata/data', { dni, startDate: today, test: 1 });
    expect(body.data.employee_data).toContainEqual({ nif: dni });
  });
});
