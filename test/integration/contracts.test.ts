import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, slashed } from '../../sandbox/calendar.ts';
import { seed } from '../../sandbox/seed.ts';
import { CONTRACT_ID, contractMaker, refusedBySepe } from '../support/contracts.ts';
import { caller, demo } from '../support/demo.ts';
import type { Gateway } from '../support/gateway.ts';
import { textOf } from '../support/pdf.ts';
import { atAuthorities } from '../support/sandbox.ts';

/** Contracts at SEPE: notification, queries and removal. */

const { regimen, ccc, cif } = demo.company;
const { today } = seed;
const authorities = atAuthorities(demo.authorities.control);

let gateway: Gateway;
beforeAll(async () => {
  await authorities.reset();
  gateway = caller.acting(demo.certificates.sepe);
});
afterAll(() => authorities.reset());

const nextContract = contractMaker(demo);

/** The value of a key in a block. */
const valueIn = (block: Record<string, string>[], key: string) => block.find((each) => key in each)?.[key];

const BLOCKS = [
  'enterprise_data',
  'account_data',
  'working_center',
  'employee_data',
  'contract_data',
  'contract_data_other',
  'copy_basic_data',
];

/** Each test continues where the one before has ended. */
describe('the steps of a contract', () => {
  const contract = { ...nextContract(), codContract: '402', REAL_DECRETO_1435_1985: 'B' };
  const sent = { ...contract, endDate: addDays(today, 120) };
  const { dni } = contract;
  const copy = {
    TIPO_FIRMA: 2,
    TEXTO_COPIABASICA: 'Jornada completa, de lunes a viernes.',
    DOMIC_CENTRO_TRABAJO: 'Calle Mayor 1, Madrid',
  };
  let id: string;

  const data = () => gateway.get('/sepe/contrata/data', { dni, startDate: today, ccc });
  const list = async (startDate: string, communications_by: number) => {
    const query = { cif, regimen, ccc, startDate, endDate: today, communications_by };
    const { status, body } = await gateway.get('/sepe/contrata/data/list', query);
    expect(status).toBe(200);
    return body.data.filter((each: Record<string, string>) => each.nif_nie_trabajador === dni);
  };
  const conversion = () => ({
    TIPO_CONTRATO: '189',
    DATOS_EMPRESA: { CODIGO_CUENTA_COTIZACION: regimen + ccc },
    DATOS_CONTRATO: {
      FECHA_INICIO_CTO: today,
      IDENTIFICADORPFISICA: `D${dni}`,
      CLAVE_CONTRATO: id,
    },
    DATOS_GENERALES_TRANSFORMACION: { FECHA_INICIO: addDays(today, 1), CODIGO_OCUPACION: '4309' },
    DATOS_COMUNICA_COPIA_BASICA: copy,
    duplicate: 1,
  });

  test('a contract does not exist at first', async () => {
    await authorities.reset();
    expect(await data()).toMatchObject(refusedBySepe(/./));
    expect(await list(today, 1)).toEqual([]);
  });

  test('the contract is notified', async () => {
    const { status, body } = await gateway.post('/sepe/contrata', { ...sent, duplicate: 1 });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body.data).toMatchObject({ id: expect.stringMatching(CONTRACT_ID), doc: dni });
    id = body.data.id;
    const text = await textOf(body.data.file);
    expect(text).toContain(id);
    expect(text).toContain(dni);
  });

  test('the contract is not sent a second time, and SEPE refuses it if a second notification is meant', async () => {
    const just = await gateway.post('/sepe/contrata', sent);
    const repeats = just.headers.get('x-repeated')!;
    expect([just.status, just.body.data.id]).toEqual([200, id]);
    const named = gateway.with({ Repeats: repeats });
    expect(await named.post('/sepe/contrata', sent)).toMatchObject(refusedBySepe(/^CCT4003: Existe/));
    expect(await list(today, 1)).toHaveLength(1);
  });

  test('the contract is listed by its start and by its notification', async () => {
    const [entry, ...more] = await list(today, 1);
    expect(more).toEqual([]);
    expect(entry).toEqual({
      tipo: expect.stringMatching(/contrato/i),
      id,
      nif_nie_trabajador: dni,
      codigo_cuenta_cotizacion: regimen + ccc,
      codigo_contrato: '402',
      fecha_inicio: today,
      fecha_fin: sent.endDate,
      fecha_comunicacion: today,
    });
    expect(await list(today, 2)).toEqual([entry]);
  });

  test('the data of the contract are the ones that were sent', async () => {
    const { status, body } = await data();
    expect(status).toBe(200);
    expect(Object.keys(body.data).sort()).toEqual(['id', 'contract_extensions', ...BLOCKS].sort());
    expect(body.data).toMatchObject({ id, contract_extensions: [], copy_basic_data: [] });
    const { enterprise_data, account_data, working_center, employee_data, contract_data } = body.data;
    expect(valueIn(enterprise_data, 'cif')).toBe(cif);
    expect(valueIn(account_data, 'ccc_full')?.replace(/\D/g, '')).toBe(regimen + ccc);
    expect(valueIn(working_center, 'municipio')).toMatch(/^28079/);
    expect(employee_data).toEqual(expect.arrayContaining([{ nif: dni }, { nss: contract.nss }]));
    expect(valueIn(employee_data, 'name')).toContain(contract.surname);
    expect(valueIn(employee_data, 'fecha_de_nacimiento')).toBe(slashed(contract.dateOfBirth));
    expect(contract_data).toEqual(
      expect.arrayContaining([{ startDate: slashed(today) }, { communicateDate: slashed(today) }]),
    );
    expect(valueIn(contract_data, 'cno')).toMatch(/^4309/);
  });

  test('the basic copy of the contract is communicated once', async () => {
    const query = { cif, dni, startDate: today };
    expect(await gateway.get('/sepe/copy-basic', query)).toMatchObject(refusedBySepe(/copia b.sica/i));
    const request = { ...query, docType: 'D', ...copy, duplicate: 1 };
    const { status, body } = await gateway.post('/sepe/copy-basic', request);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(await textOf(body.data.file)).toContain(copy.TEXTO_COPIABASICA);

    const again = await gateway.get('/sepe/copy-basic', query);
    expect(await textOf(again.body.data.file)).toContain(copy.DOMIC_CENTRO_TRABAJO);
    const { copy_basic_data } = (await data()).body.data;
    expect(copy_basic_data).toEqual([{ signatureText: expect.any(String) }]);
    const just = await gateway.post('/sepe/copy-basic', { ...request, sepeId: id });
    expect(just.status).toBe(409);
    const named = gateway.with({ Repeats: just.headers.get('x-repeated')! });
    expect(await named.post('/sepe/copy-basic', { ...request, sepeId: id })).toMatchObject(
      refusedBySepe(/ya|CCT4035/i),
    );
  });

  test('the duplicate of the contract can be obtained', async () => {
    const { body } = await gateway.get('/sepe/contrata', { cif, dni, startDate: today });
    const text = await textOf(body.data.file);
    expect(text).toContain(id);
    expect(text).toContain('402');
  });

  test('the contract has no transformation yet', async () => {
    expect(
      await gateway.get('/sepe/contrata/transformation', { dni, startDate: today, sepeId: id }),
    ).toMatchObject(refusedBySepe(/./));
  });

  test('the contract is made permanent at either address, with a certificate for either authority', async () => {
    const addresses = ['/sepe/transformation', '/seg-social/transformation'];
    const before = await authorities.digest();
    for (const address of addresses)
      for (const authority of ['tgss', 'sepe'] as const)
        expect(
          await gateway.acting(demo.certificates[authority]).post(address, { ...conversion(), test: 1 }),
          `${address} ${authority}`,
        ).toMatchObject({ status: 200, body: { success: true, data: {} } });
    expect(await authorities.digest()).toBe(before);
    for (const address of addresses)
      expect(await gateway.acting(demo.certificates.aeat).post(address, conversion()), address).toMatchObject(
        { status: 403 },
      );

    const withKey = gateway.acting(demo.certificates.tgss).with({ 'Idempotency-Key': 'permanent' });
    const { status, body } = await withKey.post('/seg-social/transformation', conversion());
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    const replayed = await withKey.post('/sepe/transformation', conversion());
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await textOf(body.data.file)).toContain('189');
    const just = await gateway.post('/sepe/transformation', conversion());
    const named = gateway.with({ Repeats: just.headers.get('x-repeated')! });
    for (const address of addresses)
      expect(await named.post(address, conversion()), address).toMatchObject(refusedBySepe(/^CTR\d{4}/));
  });

  test('the transformation of the contract is found', async () => {
    const query = { dni, startDate: today };
    for (const each of [query, { ...query, sepeId: id }]) {
      const { body } = await gateway.get('/sepe/contrata/transformation', { ...each });
      const text = await textOf(body.data.file);
      expect(text).toContain(id);
      expect(text).toContain('189');
    }
    const [, transformation, ...more] = await list(today, 2);
    expect(more).toEqual([]);
    expect(transformation).toMatchObject({
      id: expect.stringMatching(`^${id}-\\d\\d$`),
      tipo: expect.stringMatching(/transformaci/i),
      codigo_contrato: '189',
      fecha_inicio: addDays(today, 1),
      fecha_fin: '',
    });
  });

  test('the contract is not removed while it has a transformation', async () => {
    expect(await gateway.delete(`/sepe/contrata?sepeId=${id}&option=1`)).toMatchObject(refusedBySepe(/./));
    expect((await data()).status).toBe(200);
  });

  test('the transformation is removed, then the contract', async () => {
    expect(await gateway.delete(`/sepe/contrata?sepeId=${id}&option=2`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await gateway.get('/sepe/contrata/transformation', { dni, startDate: today })).toMatchObject(
      refusedBySepe(/./),
    );
    expect(await list(today, 2)).toHaveLength(1);
    const just = await gateway.delete(`/sepe/contrata?sepeId=${id}&option=2`);
    const named = gateway.with({ Repeats: just.headers.get('x-repeated')! });
    expect(await named.delete(`/sepe/contrata?sepeId=${id}&option=2`)).toMatchObject(refusedBySepe(/./));

    expect(await gateway.delete(`/sepe/contrata?sepeId=${id}&option=1`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await data()).toMatchObject(refusedBySepe(/./));
    expect(await gateway.get('/sepe/contrata', { cif, dni, startDate: today })).toMatchObject(
      refusedBySepe(/./),
    );
    expect(await list(today, 1)).toEqual([]);
    const again = await gateway.delete(`/sepe/contrata?sepeId=${id}&option=1`);
    const meant = gateway.with({ Repeats: again.headers.get('x-repeated')! });
    expect(await meant.delete(`/sepe/contrata?sepeId=${id}&option=1`)).toMatchObject(refusedBySepe(/./));
  });
});

test('a contract that SEPE does not have is not removed', async () => {
  for (const option of [1, 2])
    expect(await gateway.delete(`/sepe/contrata?sepeId=E-28-2026-9999999&option=${option}`)).toMatchObject(
      refusedBySepe(/no existe/),
    );
});

test('the data of a contract include its extension', async () => {
  const { sepeId, dni, startDate, ccc, cif } = demo.contract;
  const { status, body } = await gateway.get('/sepe/contrata/data', { dni, startDate, ccc });
  expect(status).toBe(200);
  for (const name of BLOCKS)
    for (const each of body.data[name]) {
      expect(Object.keys(each), name).toHaveLength(1);
      const [value] = Object.values(each);
      expect(value, name).toEqual(expect.any(String));
      if (/^\d{4}-\d\d-\d\d/.test(String(value))) expect.unreachable(`${name} has an ISO date`);
    }
  expect(body.data.copy_basic_data).toEqual([{ signatureText: expect.any(String) }]);
  expect(body.data.contract_extensions).toEqual([
    {
      id: `${sepeId}-01`,
      cif,
      código_cuenta_cotización: regimen + ccc,
      fecha_inicio: slashed(addDays(today, -60)),
      fecha_fin: slashed(addDays(today, 29)),
      fecha_comunicación: slashed(addDays(today, -62)),
      existe_convenio_colectivo: 'SI',
    },
  ]);
});

test('the list of contracts by start differs from the one by notification if a contract was notified late', async () => {
  const { cif, ccc, startDate, sepeId } = demo.contract;
  const ids = async (day: string, communications_by: number) => {
    const query = { cif, regimen, ccc, startDate: day, endDate: day, communications_by };
    const { body } = await gateway.get('/sepe/contrata/data/list', query);
    return body.data.map((each: { id: string }) => each.id);
  };
  expect(await ids(startDate, 1)).toEqual([sepeId]);
  expect(await ids(startDate, 2)).toEqual([]);
  expect(await ids(addDays(startDate, 1), 1)).toEqual([]);
  expect(await ids(addDays(startDate, 1), 2)).toEqual([sepeId]);
});
