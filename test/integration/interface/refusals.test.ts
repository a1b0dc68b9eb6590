import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { caller, demo } from '../../support/demo.ts';
import { requestsOf } from '../../support/requests.ts';

/** What a program can read in the answer to an invalid request. Most programs show only `message`. */

const requests = requestsOf(demo);
const alta = requests['POST /seg-social/alta']!.request;

describe('the message of a request that is not valid', () => {
  const file = (fields: object) =>
    caller.acting(demo.certificates.tgss).post('/seg-social/alta', { ...alta, test: 1, ...fields });

  test('the message is the text of the first failing field, which names the field', async () => {
    const { status, body } = await file({ regimen: '11', nss: null, cno: 'x' });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      regimen: ['regimen: Debe tener 4 dígitos.'],
      // It also says where a number is asked for.
      nss: [expect.stringMatching(/^nss: Este campo es obligatorio\. Si la persona aún no tiene número/)],
      cno: ['cno: Solo admite cifras, 4 como máximo.'],
    });
    expect(body.message).toBe(body.errors.regimen[0]);
  });

  test('the message is about the certificate if that is missing too', async () => {
    const { status, body } = await caller.post('/seg-social/alta', { ...alta, regimen: '11' });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['X-Cert-Secret', 'regimen']);
    expect(body.message).toBe(body.errors['X-Cert-Secret'][0]);
  });

  test('a refusal by the gateway itself has its own message, for a resource too', async () => {
    const { status, body } = await caller.post('/customer', { name: 'x'.repeat(256) });
    expect(status).toBe(422);
    expect(body.message).toBe('name: Debe tener como máximo 255 caracteres.');
  });
});

/** `caller` checks the envelope of every answer: `errors` is never empty, and each failure has `maintenance`. */
describe('a failure that is about no field', () => {
  test('the answer with status 405 has no member errors', async () => {
    const { status, body } = await caller.get('/customer/1/activate');
    expect({ status, body }).toMatchObject({ status: 405, body: { maintenance: false, data: [] } });
    expect(body).not.toHaveProperty('errors');
  });

  test('the answer with status 200 has no member errors', async () => {
    const { regimen, ccc } = demo.company;
    const aeat = caller.acting(demo.certificates.aeat);
    const { request } = requests['GET /aeat/report-subcontractors']!;
    const waiting = await aeat
      .with({ 'X-Sandbox-Scenario': 'never-ready' })
      .get('/aeat/report-subcontractors', request as Record<string, string>);
    expect(waiting).toMatchObject({ status: 200, body: { success: false, maintenance: false } });
    const receipt = await caller.acting(demo.certificates.tgss).get('/seg-social/report-rlc', {
      regimen,
      ccc,
      liquidType: demo.rlc.liquidType,
      ...demo.rlc.empty,
    });
    expect(receipt).toMatchObject({
      status: 200,
      body: { success: false, maintenance: false, errors: { tgss: [expect.any(String)] } },
    });
  });
});

test('country, kind of document and type are answered as they are stored', async () => {
  const { body } = await caller.post('/customer', {
    name: 'Ana García',
    access: { email: `${randomUUID().slice(0, 12)}@example.com` },
    sub_activa: 0,
    profile: {
      dni: randomUUID().replaceAll('-', '').slice(0, 9).toUpperCase(),
      identificacion: 2,
      country: '250',
      razon_social: 'ANA GARCIA',
      account: [{ regimen: '0111', cuenta: '28123456789', alias: 'Casa' }],
    },
  });
  expect(body.data.profile).toMatchObject({ identificacion: 2, country: 250 });
  const list = await caller.get('/customer', { search: body.data.profile.dni });
  expect(list.body.data.data).toEqual([body.data]);
});
