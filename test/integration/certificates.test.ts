import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAccount, newCompany } from '../support/accounts.ts';
import { issueP12 } from '../support/certificates.ts';
import { demo, caller as gateway } from '../support/demo.ts';
import type { Answered, Gateway } from '../support/gateway.ts';
import { hasOpenssl, LEGACY, Workbench } from '../support/openssl.ts';
import { requestsOf } from '../support/requests.ts';
import { keysOf } from '../support/stores/secrets.ts';

const { regimen, ccc } = demo.company;
const idc = { regimen, ccc, nss: demo.worker.nss, startDate: demo.worker.fecha_alta };

let p12: Buffer;
beforeAll(async () => {
  p12 = await readFile(demo.p12.file);
});

test('a certificate is stored, listed, used, and deleted', async () => {
  const saved = await gateway.upload(p12, { password: demo.p12.password });
  expect(saved).toMatchObject({ status: 200, body: { data: { active: 1, type: null } } });
  const { cert_secret } = saved.body.data;
  expect(cert_secret).toMatch(/^[\w-]+$/);
  const again = await gateway.upload(p12, { password: demo.p12.password });
  expect(again.body.data).toEqual(saved.body.data);

  const { body } = await gateway.get('/certificate');
  expect(body.data.data.filter((one: { cert_secret: string }) => one.cert_secret === cert_secret)).toEqual([
    saved.body.data,
  ]);
  expect(body.data.pagination).toEqual({ page: 1, lastPage: 1, perPage: 50, total: 5 });
  const second = await gateway.get('/certificate', { page: 2, perPage: 3 });
  expect(second.body.data.data).toHaveLength(2);

  expect((await gateway.acting(cert_secret).get('/seg-social/idc', idc)).status).toBe(200);
  expect((await gateway.delete(`/certificate/${cert_secret}`)).status).toBe(200);
  const gone = await gateway.acting(cert_secret).get('/seg-social/idc', idc);
  expect(gone).toMatchObject({
    status: 422,
    body: { errors: { 'X-Cert-Secret': ['X-Cert-Secret: El certificado no existe.'] } },
  });
  expect((await gateway.delete(`/certificate/${cert_secret}`)).status).toBe(404);
});

test('one P12 serves each authority under a type of its own', async () => {
  const { request: of } = requestsOf(demo)['GET /sepe/certifica/list']!;
  const calls: Record<string, (caller: Gateway) => Promise<Answered>> = {
    '1': (caller) => caller.get('/seg-social/idc', idc),
    '2': (caller) => caller.get('/sepe/certifica/list', of as Record<string, string>),
    '3': (caller) => caller.get('/aeat/report-corriente', { type: 'G1' }),
  };
  const saved = await Promise.all(
    Object.keys(calls).map(async (type) => {
      const { status, body } = await gateway.upload(p12, { password: demo.p12.password, type });
      expect({ status, type: body.data.type }).toEqual({ status: 200, type: Number(type) });
      return body.data.cert_secret;
    }),
  );
  expect(new Set(saved).size).toBe(3);
  for (const [index, call] of Object.values(calls).entries()) {
    expect((await call(gateway.acting(saved[index]))).status).toBe(200);
    expect((await call(gateway.acting(saved[(index + 1) % 3]))).status).toBe(403);
  }
  for (const secret of saved) expect((await gateway.delete(`/certificate/${secret}`)).status).toBe(200);
});

test('a client company that is removed leaves no secret of a P12 that was stored with several types', async () => {
  const { gateway: own, accountId } = await newAccount(demo.baseUrl);
  const { id: clientId } = await newCompany(own);
  for (const type of ['1', '2', '3'])
    expect(
      (await own.upload(p12, { password: demo.p12.password, type, clientId: String(clientId) })).status,
    ).toBe(200);
  expect(await keysOf(accountId)).toHaveLength(1);
  expect((await own.delete(`/customer/${clientId}`)).status).toBe(200);
  expect(await keysOf(accountId)).toEqual([]);
});

describe.skipIf(!hasOpenssl)('P12 files made by openssl', () => {
  const bench = new Workbench();
  afterAll(() => bench.close());

  test.each([
    ['modern', []],
    ['legacy', LEGACY],
  ])('a %s file is stored, and the answer says whose it is', async (kind, options) => {
    const dni = '99999999R';
    const subject = {
      serialNumber: `IDCES-${dni}`,
      GN: 'ANA',
      SN: 'PÉREZ RUIZ',
      CN: `PÉREZ RUIZ ANA - ${dni}`,
    };
    bench.key(kind, 'rsa:2048');
    bench.certificate(kind, { subject });
    const saved = await gateway.upload(bench.p12([kind], 'clave', options), { password: 'clave', type: '2' });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        data: {
          dni,
          gn: 'ANA',
          sn: 'PÉREZ RUIZ',
          name: subject.CN,
          type: 2,
          active: 1,
          typeText: 'Servicio público de empleo (SEPE)',
          fullName: 'ANA PÉREZ RUIZ',
          // The certificate is self-signed.
          issuer_cn: subject.CN,
        },
      },
    });
    expect((await gateway.delete(`/certificate/${saved.body.data.cert_secret}`)).status).toBe(200);
  });

  test('a certificate that has expired is refused', async () => {
    bench.key('old', 'rsa:2048');
    bench.certificate('old', { subject: { CN: 'X' }, days: -1 });
    const { status, body } = await gateway.upload(bench.p12(['old'], 'clave'), { password: 'clave' });
    expect(status).toBe(422);
    expect(body.errors.file[0]).toMatch(/caduc/);
  });
});

test('a certificate that is not valid yet is stored, and is not active before its day', async () => {
  // Issued for two years, beginning in the past.
  const notAfter = new Date(Date.now() + 740 * 86_400_000);
  const file = await issueP12({ person: { nif: '99999999R', givenName: 'ANA', firstSurname: 'Z' } }, demo, {
    notAfter,
  });
  const saved = await gateway.upload(file, { password: 'clave' });
  expect(saved).toMatchObject({ status: 200, body: { data: { active: 0 } } });
  const { desde, cert_secret } = saved.body.data;
  const { status, body } = await gateway.acting(cert_secret).get('/aeat/report-corriente', { type: 'G1' });
  expect({ status, message: body.message }).toEqual({
    status: 422,
    message: `X-Cert-Secret: El certificado no es válido hasta el ${desde.split('-').reverse().join('/')}.`,
  });
  expect((await gateway.delete(`/certificate/${cert_secret}`)).status).toBe(200);
});

describe('an upload of a certificate', () => {
  test.each([
    ['is refused where the name has more than 128 characters', 'x'.repeat(129), 422],
    ['is refused where the name has a control character', 'ANA\u0001', 422],
    ['is refused where the name has a line break', 'ANA\nRUIZ', 422],
    ['is refused where the name turns the direction of writing', 'ANA\u202e', 422],
    ['succeeds where the name has a hundred characters', 'x'.repeat(100), 200],
  ])('an upload %s', async (_, givenName, expected) => {
    const file = await issueP12({ person: { nif: '99999999R', givenName, firstSurname: 'Z' } });
    const { status, body } = await gateway.upload(file, { password: 'clave' });
    expect(status).toBe(expected);
    if (status === 422) expect(body.errors).toEqual({ file: [expect.stringContaining('128 caracteres')] });
    else await gateway.delete(`/certificate/${body.data.cert_secret}`);
  });

  test('an upload leaves the list readable also if sixteen with very long names are refused', async () => {
    const { gateway: own } = await newAccount(demo.baseUrl);
    await Promise.all(
      Array.from({ length: 16 }, async (_, number) => {
        const givenName = `${number}${'\u0001'.repeat(18_000)}`;
        const file = await issueP12({ person: { nif: '99999999R', givenName, firstSurname: 'Z' } });
        await own.upload(file, { password: 'clave' });
      }),
    );
    expect((await own.get('/certificate')).status).toBe(200);
  });

  test('an upload that is refused is answered with the name of the field', async () => {
    const errors = async (file: Uint8Array, fields: Record<string, string>) => {
      const { status, body } = await gateway.upload(file, fields);
      expect(status).toBe(422);
      return Object.keys(body.errors);
    };
    expect(await errors(p12, { password: 'otra' })).toEqual(['password']);
    expect(await errors(Buffer.from('no es un P12'), { password: 'x' })).toEqual(['file']);
    expect(await errors(p12, { password: demo.p12.password, type: '4' })).toEqual(['type']);
    const { body } = await gateway.call('POST', '/certificate', { body: new FormData() });
    expect(Object.keys(body.errors)).toEqual(['file']);
    const form = new FormData();
    form.set('file', 'MIIK');
    const withoutName = await gateway.call('POST', '/certificate', { body: form });
    expect(withoutName.body.errors).toEqual({
      file: ['file: Debe ser un fichero: a esta parte del formulario le falta filename.'],
    });
  });

  test('an upload is refused if it is too large or no form', async () => {
    expect((await gateway.upload(Buffer.alloc(64 * 1024 + 1), { password: 'x' })).status).toBe(413);
    expect((await gateway.upload(Buffer.alloc(512 * 1024), { password: 'x' })).status).toBe(413);
    expect((await gateway.post('/certificate', {})).status).toBe(415);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    expect((await gateway.call('POST', '/certificate', { body: 'roto', headers })).status).toBe(400);
  });
});

test('an office sees at once what its own and its clients’ certificates need, in the order of expiry', async () => {
  const { gateway: own } = await newAccount(demo.baseUrl);
  const [one, other] = [await newCompany(own), await newCompany(own)];
  const upload = async (days: number, fields: Record<string, string>, by = own) => {
    const notAfter = new Date(Date.now() + days * 86_400_000);
    const subject = { person: { nif: '99999999R', givenName: `ANA ${days}`, firstSurname: 'RUIZ' } };
    const { status } = await by.upload(await issueP12(subject, demo, { notAfter }), {
      password: 'clave',
      ...fields,
    });
    expect(status).toBe(200);
  };
  await upload(20, {});
  await upload(5, { clientId: one.id });
  await upload(90, {}, other.gateway);
  const seen = async (by: Gateway, query: Record<string, string | number>) =>
    (await by.get('/certificate', query)).body.data.data.map(
      ({ gn, clientId, company, active }: Record<string, unknown>) => [gn, clientId, company, active],
    );
  expect(await seen(own, { all: 1 })).toEqual([
    ['ANA 5', Number(one.id), 'TALLERES S.L.', 1],
    ['ANA 20', null, null, 1],
    ['ANA 90', Number(other.id), 'TALLERES S.L.', 1],
  ]);
  expect(await seen(own, { all: 1, page: 2, perPage: 2 })).toEqual([
    ['ANA 90', Number(other.id), 'TALLERES S.L.', 1],
  ]);
  // Without it, the answer is the same as before.
  expect(await seen(own, {})).toEqual([['ANA 20', undefined, undefined, 1]]);
  expect(await seen(other.gateway, { all: 1 })).toEqual([['ANA 90', Number(other.id), 'TALLERES S.L.', 1]]);
  expect((await own.call('PUT', `/customer/${one.id}/activate`, { json: { active: 0 } })).status).toBe(200);
  expect((await seen(own, { all: 1 }))[0]).toEqual(['ANA 5', Number(one.id), 'TALLERES S.L.', 0]);
  expect((await own.get('/certificate', { all: 1, clientId: one.id })).status).toBe(422);
});
