import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { seed } from '../../sandbox/seed.ts';
import { readP12 } from '../../shared/certificates/p12.ts';
import { addressOf } from '../../shared/derive/routes.ts';
import { caller, otherCaller } from '../support/demo.ts';
import { groups } from '../support/infra/groups.ts';

const sandbox = groups.find(({ name }) => name === 'sandbox')!;
const { demo } = seed;

test.each(
  sandbox.operations.map(
    (operation) =>
      [`${operation.method} ${addressOf(sandbox, operation).replace('/api/v4', '')}`, operation] as const,
  ),
)('%s answers its own example as it promises', async (name, { method, response, example }) => {
  const path = name.split(' ')[1]!;
  const request = path === '/sandbox/certificate' ? { nif: demo.holder.nif } : example.request;
  const { status, body } = await caller.call(method, path, { json: request });
  expect({ status, message: body.message }).toEqual({ status: 200, message: 'OK' });
  expect(response.safeParse(body.data).error).toBeUndefined();
});

test('a person finds there all that a first filing needs', async () => {
  const { data } = (await caller.get('/sandbox')).body;
  const account = data.accounts.find(({ ccc }: { ccc: string }) => ccc === demo.company.ccc);
  expect(account).toMatchObject({ regimen: demo.company.regimen, cif: demo.company.cif });
  expect(account.holders).toContain(demo.holder.nif);
  expect(account.workers).toContainEqual({
    nss: demo.worker.nss,
    identificacion: demo.worker.identificacion,
    dni: demo.worker.dni,
    name: expect.stringContaining(demo.worker.surname),
    fecha_alta: demo.worker.fecha_alta,
  });
  const free = data.freeWorkers.map(({ nss }: { nss: string }) => nss);
  for (const { nss } of demo.newWorkers) expect(free).toContain(nss);
  for (const { nss } of [demo.worker, demo.scheduledWorker, ...demo.staff]) expect(free).not.toContain(nss);
  expect(data.companies).toContainEqual({ cif: demo.company.cif, name: demo.company.name });
});

test('a test certificate is of who was asked for, and opens with its password', async () => {
  const { nif } = demo.holder;
  const { cif, name } = demo.agency;
  for (const [request, organisation] of [
    [{ nif }, undefined],
    [
      { nif, cif, password: 'la que quiero' },
      { cif, name },
    ],
  ] as const) {
    const { data } = (await caller.post('/sandbox/certificate', request)).body;
    if ('password' in request) expect(data.password).toBe(request.password);
    const found = readP12(Buffer.from(data.file.content, 'base64'), data.password, new Date());
    expect(found.holder).toMatchObject({ dni: nif, ...(organisation && { organisation }) });
    const certificate = new X509Certificate(found.chain);
    expect(certificate.checkPrivateKey(createPrivateKey(found.key))).toBe(true);
  }
});

test('every certificate has one issuer, whoever asked for it', async () => {
  const issuers = await Promise.all(
    [caller, otherCaller].map(async (who) => {
      const { data } = (await who.post('/sandbox/certificate', { nif: demo.holder.nif })).body;
      const { chain } = readP12(Buffer.from(data.file.content, 'base64'), data.password, new Date());
      return new X509Certificate(chain.slice(chain.lastIndexOf('-----BEGIN'))).publicKey.export({
        format: 'jwk',
      });
    }),
  );
  expect(issuers[0]).toEqual(issuers[1]);
});

test('nobody gets a certificate of somebody who is not there', async () => {
  for (const [request, field] of [
    [{ nif: '12345678Z' }, 'nif'],
    [{ nif: demo.holder.nif, cif: 'B12345674' }, 'cif'],
    [{ nif: demo.holder.nif, password: 'ñandú' }, 'password'],
  ] as const)
    expect(await caller.post('/sandbox/certificate', request)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    });
});
