import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { seed } from '../../sandbox/seed.ts';
import { readP12 } from '../../shared/certificates/p12.ts';
import { addressOf } from '../../shared/derive/routes.ts';
import { caller, otherCaller, demo as service } from '../support/demo.ts';
import type { Gateway } from '../support/gateway.ts';
import { groups } from '../support/infra/groups.ts';
import { requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';

const sandbox = groups.find(({ name }) => name === 'sandbox')!;
const { demo } = seed;

test.each(
  sandbox.operations.map(
    (operation) =>
      [`${operation.method} ${addressOf(sandbox, operation).replace('/api/v4', '')}`, operation] as const,
  ),
)(
  'the operation %s answers the example of the reference as the reference promises',
  async (name, { method, response, example }) => {
    const path = name.split(' ')[1]!;
    const request = path === '/sandbox/certificate' ? { nif: demo.holder.nif } : example.request;
    const { status, body } = await caller.call(method, path, { json: request });
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'OK' });
    expect(response.safeParse(body.data).error).toBeUndefined();
  },
);

test('a person finds in the sandbox everything that a first filing needs', async () => {
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

test('a test certificate has the person who was asked for, and opens with its password', async () => {
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

test('every certificate has the same issuer, no matter who asked for it', async () => {
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

describe('a reset of the sandbox', () => {
  /** Files with a key twice; the second time it is answered from the record. @returns both answers */
  const fileTwice = async (who: Gateway, key: string) => {
    const { request } = requestsOf(service)['POST /seg-social/alta']!;
    const keyed = who.acting(service.certificates.tgss).with({ 'Idempotency-Key': key });
    const answers = [
      await keyed.post('/seg-social/alta', request),
      await keyed.post('/seg-social/alta', request),
    ];
    return answers.map(({ status, headers }) => ({
      status,
      filing: headers.get('x-tramite-id'),
      replayed: headers.get('idempotency-replayed') === 'true',
    }));
  };
  const authorities = atAuthorities(service.authorities.control);

  test('the reset forgets idempotency keys, so that a demonstration files again', async () => {
    const key = crypto.randomUUID();
    const first = await fileTwice(caller, key);
    expect(first).toMatchObject([
      { status: 200, replayed: false },
      { status: 200, replayed: true },
    ]);
    await authorities.reset();
    expect((await caller.post('/sandbox/reset', {})).status).toBe(200);
    const second = await fileTwice(caller, key);
    expect(second).toMatchObject([
      { status: 200, replayed: false },
      { status: 200, replayed: true },
    ]);
    expect(second[0]!.filing).not.toBe(first[0]!.filing);
    expect(await authorities.submissions('tgss.alta')).toBe(1);
    // The earlier records stay.
    expect((await caller.get(`/tramites/${first[0]!.filing}`)).body.data.state).toBe('accepted');
  });

  test('the reset lets a filing of unknown outcome be made again', async () => {
    // No query shows unpaid placements.
    const { request } = requestsOf(service)['POST /seg-social/pract-no-remun']!;
    const holder = caller.acting(service.certificates.tgss);
    const make = (headers: Record<string, string> = {}) =>
      holder.with(headers).post('/seg-social/pract-no-remun', request);
    await authorities.reset();
    expect(await make({ 'X-Sandbox-Scenario': 'lost-answer' })).toMatchObject({ status: 502 });
    expect(await make()).toMatchObject({ status: 502 });
    expect(await authorities.submissions('tgss.practicas')).toBe(1);
    await caller.post('/sandbox/reset', {});
    expect(await make()).toMatchObject({ status: 200 });
  });

  test('the reset of one account leaves others as they are', async () => {
    const key = crypto.randomUUID();
    await authorities.reset();
    const [first] = await fileTwice(caller, key);
    await otherCaller.post('/sandbox/reset', {});
    expect((await fileTwice(caller, key))[0]).toEqual({ ...first, replayed: true });
  });
});

test('no one gets a certificate of a person or company that does not exist', async () => {
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
