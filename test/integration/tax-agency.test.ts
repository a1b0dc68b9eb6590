import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { seed } from '../../sandbox/seed.ts';
import { authorityPort } from '../../shared/authorities/authority-port.ts';
import { storeNewCertificate } from '../support/certificates.ts';
import { caller, demo, otherCaller } from '../support/demo.ts';
import type { Gateway } from '../support/gateway.ts';
import { textOf } from '../support/pdf.ts';
import { ownService } from '../support/setup/own-service.ts';

/** Certificates that the tax agency issues about the holder of the digital certificate. */

/** While the service waits for a certificate, only the clock moves on, which the agency shares. */
const { authorities } = await ownService({
  openAuthority: (options) =>
    authorityPort({ ...options, sleep: async (wait) => void vi.setSystemTime(Date.now() + wait) }),
});

const { holder, payers } = seed.demo;
const thisYear = Number(seed.today.slice(0, 4));

let gateway: Gateway;
beforeAll(async () => {
  await authorities.reset();
  gateway = caller.acting(demo.certificates.aeat);
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const refusedByAgency = (message: RegExp) => ({
  status: 422,
  body: { success: false, errors: { aeat: [expect.stringMatching(message)] } },
});

describe('the certificate of tax compliance', () => {
  test.each([
    ['C1', 'Contratos sector público'],
    ['T1', 'Autorizaciones de transporte'],
    ['B1', 'Subvenciones públicas'],
    ['E1', 'Permisos de trabajo o residencia de extranjeros'],
    ['G1', 'Genérico'],
  ])('the certificate is given for type %s', async (type, purpose) => {
    const { status, body } = await gateway.get('/aeat/report-corriente', { type });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body).toMatchObject({ success: true, message: 'Certificado POSITIVO.' });
    const text = await textOf(body.data.file);
    expect(text).toContain(holder.nif);
    expect(text).toContain(purpose);
    expect(text).toContain('POSITIVO');
    expect(body.data.file.name).not.toContain(holder.nif);
  });

  test('the certificate is the same document when it is requested twice', async () => {
    const ask = async () => (await gateway.get('/aeat/report-corriente', { type: 'C1' })).body.data.file;
    expect(await ask()).toEqual(await ask());
  });
});

describe('the certificate of economic activities', () => {
  test('the certificate is given for a year', async () => {
    const { status, body } = await gateway.get('/aeat/report-iae', { period: thisYear - 1 });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    const text = await textOf(body.data.file);
    expect(text).toContain(holder.nif);
    expect(text).toContain(String(thisYear - 1));
    expect(text).toContain('799');
    expect(body.message).toBe('OK');
  });

  test('the certificate is refused by the agency for a year that it does not offer', async () => {
    for (const period of [1995, thisYear + 1])
      expect(await gateway.get('/aeat/report-iae', { period }), String(period)).toMatchObject(
        refusedByAgency(/ejercicio/i),
      );
  });

  test('the certificate is not even requested for something that is no year', async () => {
    const before = await authorities.requests();
    for (const period of [1991, 'el pasado'])
      expect(await gateway.get('/aeat/report-iae', { period })).toMatchObject({
        status: 422,
        body: { errors: { period: [expect.any(String)] } },
      });
    expect(await authorities.requests()).toBe(before);
  });
});

describe('the certificate of contractors', () => {
  const path = '/aeat/report-subcontractors';

  test('the certificate comes if it is prepared for a moment', async () => {
    const { nif, name } = payers.usual;
    const { status, body } = await gateway.get(path, { nif_entidad: nif, entidad: name });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body).toMatchObject({ success: true, message: 'Certificado POSITIVO.' });
    const text = await textOf(body.data.file);
    expect(text).toContain(holder.nif);
    expect(text).toContain(nif);

    const before = await authorities.submissions('aeat.CONTRATISTAS');
    const again = await gateway.get(path, { nif_entidad: nif });
    expect(again.body.data.file).toEqual(body.data.file);
    expect(await authorities.submissions('aeat.CONTRATISTAS')).toBe(before);
  });

  test('the certificate is answered as not ready, each time it is requested, and requested from the agency once', async () => {
    await authorities.reset();
    const query = { nif_entidad: payers.late.nif };
    const before = await authorities.submissions('aeat.CONTRATISTAS');
    const never = gateway.with({ 'X-Sandbox-Scenario': 'never-ready' });
    const waiting = await never.get(path, query);
    expect(waiting).toMatchObject({
      status: 200,
      body: { success: false, message: expect.stringMatching(/preparando/), data: [] },
    });
    const seen = await authorities.requests();
    const id = waiting.headers.get('x-tramite-id');
    for (const who of [never, gateway]) {
      const again = await who.get(path, query);
      expect(again).toMatchObject({ status: 200, body: { success: false, data: [] } });
      expect(again.body.message).toContain(id);
      expect(again.headers.get('x-tramite-id')).toBe(id);
    }
    expect(await authorities.requests()).toBe(seen);
    expect(await authorities.submissions('aeat.CONTRATISTAS')).toBe(before + 1);
  });

  test('the certificate is an answer also if it is negative', async () => {
    const { body, status } = await gateway.get(path, { nif_entidad: payers.negative.nif });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: 'Certificado NEGATIVO.' });
    expect(await textOf(body.data.file)).toContain('NEGATIVO');
  });

  test('the certificate is refused by the agency for a number that belongs to no one', async () => {
    expect(await gateway.get(path, { nif_entidad: 'A00000001' })).toMatchObject(refusedByAgency(/NIF/));
  });
});

test('a certificate whose answer is lost was requested once, and is received', async () => {
  await authorities.reset();
  const lost = gateway.with({ 'X-Sandbox-Scenario': 'lost-answer' });
  const path = '/aeat/report-subcontractors';
  const query = { nif_entidad: payers.atOnce.nif };
  const accepted = async () => (await authorities.stats()).accepted['aeat.CONTRATISTAS'] ?? 0;
  const before = await accepted();
  const first = await lost.get(path, query);
  const { status, body } = first.status === 200 ? first : await gateway.get(path, query);
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  expect(await textOf(body.data.file)).toContain(payers.atOnce.nif);
  expect(await accepted()).toBe(before + 1);
});

test('a refusal by the agency is answered in its words', async () => {
  const scenario = gateway.with({ 'X-Sandbox-Scenario': 'refused' });
  expect(await scenario.get('/aeat/report-corriente', { type: 'G1' })).toMatchObject(
    refusedByAgency(/no ha sido admitida/),
  );
});

test('another holder gets certificates of their own, and not those of the first one', async () => {
  const secret = await storeNewCertificate(otherCaller, { person: seed.other.holder }, { type: '3' });
  const other = otherCaller.acting(secret);

  const { body } = await other.get('/aeat/report-corriente', { type: 'G1' });
  expect(body).toMatchObject({ success: true, message: 'Certificado NEGATIVO.' });
  const text = await textOf(body.data.file);
  expect(text).toContain(seed.other.holder.nif);
  expect(text).not.toContain(holder.nif);
  expect(await other.get('/aeat/report-iae', { period: thisYear - 1 })).toMatchObject(
    refusedByAgency(/ningún alta/),
  );
  expect(
    await otherCaller.acting(demo.certificates.aeat).get('/aeat/report-corriente', { type: 'G1' }),
  ).toMatchObject({ status: 422, body: { errors: { 'X-Cert-Secret': [expect.any(String)] } } });
});

test('the gateway sends nothing to the agency while it announces maintenance, and asks again afterwards', async () => {
  const query = { type: 'G1' };
  await authorities.breakDown('maintenance');
  const first = await gateway.get('/aeat/report-corriente', query);
  await authorities.breakDown('none');
  expect(first).toMatchObject({ status: 503, body: { maintenance: true } });
  const wait = Number(first.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);

  const requests = await authorities.requests();
  expect(await gateway.get('/aeat/report-corriente', query)).toMatchObject({ status: 503 });
  expect(await authorities.requests()).toBe(requests);

  vi.setSystemTime(Date.now() + wait * 1000);
  expect((await gateway.get('/aeat/report-corriente', query)).status).toBe(200);
});
