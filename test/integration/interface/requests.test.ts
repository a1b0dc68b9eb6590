import { afterEach, describe, expect, test } from 'vitest';
import { caller, demo } from '../../support/demo.ts';
import { requestsOf } from '../../support/requests.ts';
import { atAuthorities } from '../../support/sandbox.ts';

/** Requests as programs that were written for this interface send them. */

const authorities = atAuthorities(demo.authorities.control);
afterEach(() => authorities.reset());

const requests = requestsOf(demo);
const tgss = () => caller.acting(demo.certificates.tgss);

describe('numbers and texts in requests', () => {
  const { request } = requests['POST /seg-social/alta']!;

  test('codes and texts are accepted as integers', async () => {
    const sent = { ...request, regimen: 111, grupo_cotizacion: 7, tipo_contrato: 100, cno: 4122 };
    const { status, body } = await tgss().post('/seg-social/alta', {
      ...sent,
      cond_desempleado: 1,
      beneficios: 3,
    });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  });

  test('an integer counts in the rules between fields', async () => {
    const { status, body } = await tgss().post('/seg-social/alta', { ...request, sust_cause: 10 });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['sust_nss']);
  });

  test('numbers are accepted as texts', async () => {
    const { status, body } = await caller.get('/customer', { page: '1', perPage: '2' });
    expect({ status, pagination: body.data.pagination }).toMatchObject({
      status: 200,
      pagination: { page: 1, perPage: 2 },
    });
  });
});

describe('empty benefits of an unemployed worker', () => {
  const { request } = requests['POST /seg-social/alta']!;
  const sent = { ...request, cond_desempleado: 1, beneficios: '' };

  test('empty benefits are accepted in a dry run, which says that they are missing', async () => {
    const { status, body } = await tgss().post('/seg-social/alta', { ...sent, test: 1 });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body.message).toContain('No se han enviado beneficios con cond_desempleado 1');
  });

  test('empty benefits are filed, as programs in use send them', async () => {
    const { status, body } = await tgss().post('/seg-social/alta', sent);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  });
});

test('an integer in a query is padded as in JSON', async () => {
  const { regimen, ccc } = demo.company;
  const query = { regimen: Number(regimen), ccc: Number(ccc), nss: Number(demo.worker.nss) };
  const { status, body } = await tgss().get('/seg-social/life-affiliate', query);
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
});

test('a date that does not exist does not hide the rules between fields', async () => {
  const { request } = requests['POST /sepe/contrata']!;
  const { lastSurname, INDICATIVO_PRTR, ...rest } = request;
  const sepe = caller.acting(demo.certificates.sepe);
  const { status, body } = await sepe.post('/sepe/contrata', { ...rest, startDate: '03/11/2026' });
  expect(status).toBe(422);
  expect(Object.keys(body.errors).sort()).toEqual(['INDICATIVO_PRTR', 'lastSurname', 'startDate']);
});

test('an answer has an empty object for data that a worker does not have', async () => {
  const { request } = requests['GET /seg-social/category-occupation-gc']! as {
    request: Record<string, string>;
  };
  const { status, body } = await tgss().get('/seg-social/category-occupation-gc', request);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    categoriaProfesional: {},
    contrato: { caracteristicasContrato: {}, tipoContrato: { codigo: expect.any(String) } },
    grupoCotizacion: { grupoCotizacion: { codigo: expect.any(String) } },
  });
});

test('an answer distinguishes data that were not asked for from data that do not exist', async () => {
  const { regimen, ccc } = demo.company;
  const worker = { regimen, ccc, dni: demo.worker.dni };
  const notAsked = async (path: string, more: Record<string, string> = {}) => {
    const { status, headers, body } = await tgss().get(`/seg-social${path}`, { ...worker, ...more });
    expect(status).toBe(200);
    return [headers.get('x-not-asked'), body.data[0]];
  };
  const situations = (more: Record<string, string>) => notAsked('/employee-situations', more);
  expect(await situations({})).toEqual(['cno, convenio, pl', expect.objectContaining({ cno: '', pl: [] })]);
  expect(await situations({ getDatos: '0', pl_period: '2024-01' })).toEqual([
    'cno, convenio',
    expect.objectContaining({ cno: '', pl: [] }),
  ]);
  const [none, record] = await situations({ getDatos: '1', getConvenio: '1', pl_period: '2024-01' });
  expect([none, record.cno]).toEqual([null, expect.stringMatching(/^\d{4}$/)]);
  const assignments = (more: Record<string, string>) => notAsked('/etts/cesion', more);
  expect(await assignments({})).toEqual(['cesions', expect.objectContaining({ cesions: [] })]);
  expect(await assignments({ ces: 'true' })).toEqual([null, expect.objectContaining({ cesions: [] })]);
  const [ofOne] = await assignments({ cesion_ccc: ccc });
  expect(ofOne).toBeNull();
});

test('the answer of a filing names the data that were not asked for, also if it is repeated', async () => {
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const { duplicate, obtener_idc, ...request } = requests['POST /seg-social/alta']!.request as Record<
    string,
    unknown
  >;
  const register = (more: object) =>
    tgss()
      .with(key)
      .post('/seg-social/alta', { ...request, ...more });
  for (const again of [null, 'true']) {
    const { status, headers } = await register({ obtener_idc: 1 });
    expect([status, headers.get('x-not-asked'), headers.get('idempotency-replayed')]).toEqual([
      200,
      'file',
      again,
    ]);
  }
});

describe('the message of a dry run that passes', () => {
  test.each<[authority: 'tgss' | 'sepe', name: string, words: RegExp]>([
    [
      'tgss',
      'POST /seg-social/alta',
      /^Simulacro correcto\. No se ha presentado nada\. La Seguridad Social reconoce .* al presentarlo/,
    ],
    [
      'tgss',
      'POST /seg-social/etts/cesion',
      /^Simulacro limitado: se ha abierto el formulario y no se ha enviado\./,
    ],
    [
      'sepe',
      'POST /sepe/contrata',
      /^Simulacro limitado: el documento está preparado y no se ha enviado\. .*El SEPE no ha comprobado/,
    ],
  ])('the message at %s says how far it went: %s', async (authority, name, words) => {
    const path = name.split(' ')[1]!;
    const { request } = requests[name]!;
    const { status, body } = await caller
      .acting(demo.certificates[authority])
      .post(path, { ...request, test: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: expect.stringMatching(words), data: {} });
  });
});
