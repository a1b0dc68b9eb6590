import { describe, expect, test } from 'vitest';
import { dayAfter, madridDay, slashedDate } from '../../../shared/kernel/spanish-time.ts';
import { caller, demo } from '../../support/demo.ts';
import { idOf } from '../../support/gateway.ts';
import { textOf } from '../../support/pdf.ts';
import { atAuthorities } from '../../support/sandbox.ts';

/** Registrations and terminations of workers, and lists in several parts. */

const { regimen, ccc } = demo.company;
const today = madridDay(new Date());
const authorities = atAuthorities(demo.authorities.control);
const gateway = caller.acting(demo.certificates.tgss);

/** Workers that no test of this file has used yet. */
const unused = [demo.newWorker, ...demo.newWorkers];
const nextWorker = () => {
  const worker = unused.shift();
  if (!worker) throw new Error('no worker is left');
  return { regimen, ccc, ...worker };
};
const alta = { fecha_real: today, grupo_cotizacion: 7, tipo_contrato: 100, cno: '4122' };
const baja = { fecha_real: today, situacion: '51' };

test('a termination with an inactivity from another day than its registration gets a warning, and its refusal names the field', async () => {
  const worker = nextWorker();
  const start = dayAfter(today, { days: -1 });
  expect((await gateway.post('/seg-social/alta', { ...worker, ...alta, fecha_real: start })).status).toBe(
    200,
  );
  const end = (more: object) => gateway.post('/seg-social/baja', { ...worker, ...baja, ...more });
  const [day, other] = [slashedDate(start), slashedDate(today)];
  const warning = `Con inactividad S, la baja es del día del alta (${day}), y esta es del ${other}.`;
  const dry = { test: 1, inactividad_z: 'S' };
  const warningsOf = async (more: object) => (await end({ ...dry, ...more })).body.warnings ?? [];
  expect(await warningsOf({})).toContain(warning);
  expect(await warningsOf({ fecha_real: start })).not.toContainEqual(expect.stringContaining('inactividad'));
  expect(await warningsOf({ inactividad_z: 'N' })).not.toContain(warning);
  const refused = await end({ inactividad_z: 'S' });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      errors: {
        tgss: [expect.stringMatching(/^0007\*/)],
        inactividad_z: [`inactividad_z: ${warning}`],
      },
    },
  });
  // Another wrong value is not blamed on a field.
  const wrong = await end({ inactividad_z: 'S', fecha_real: start, situacion: '98' });
  expect(Object.keys(wrong.body.errors)).not.toContain('inactividad_z');
  expect((await end({ inactividad_z: 'S', fecha_real: start })).status).toBe(200);
});

test('an employee is registered, seen, and deregistered', async () => {
  const worker = nextWorker();
  const before = await authorities.digest();

  const dry = await gateway.post('/seg-social/alta', { ...worker, ...alta, duplicate: 1, test: 1 });
  expect(dry).toMatchObject({ status: 200, body: { success: true, data: {} } });
  expect(await authorities.digest()).toBe(before);

  const done = await gateway.post('/seg-social/alta', { ...worker, ...alta, duplicate: 1, obtener_idc: 1 });
  expect(done).toMatchObject({ status: 200, body: { message: 'OK' } });
  expect(await textOf(done.body.data.file)).toContain(worker.dni);
  expect(await textOf(done.body.data.idc)).toContain(worker.dni);
  expect(await authorities.digest()).not.toBe(before);

  const onPurpose = gateway.with({ Repeats: idOf(done) });
  const again = await onPurpose.post('/seg-social/alta', { ...worker, ...alta });
  expect(again).toMatchObject({
    status: 422,
    body: { errors: { tgss: [expect.stringMatching(/ALTA PREVIA/)] } },
  });

  const seen = await gateway.get('/seg-social/employee-situations', {
    regimen,
    ccc,
    dni: worker.dni,
    getDatos: 1,
  });
  expect(seen.body.data).toEqual([
    expect.objectContaining({
      nss: worker.nss,
      situacion: '01',
      fecha_alta: today,
      fecha_baja: '',
      grupo_cotizacion: '07',
      tipo_contrato: '100',
      cno: '4122',
    }),
  ]);

  const query = { regimen, ccc, nss: worker.nss, startDate: today };
  const ta = await gateway.get('/seg-social/duplicate-ta', { ...query, movType: 'ALTA' });
  expect(await textOf(ta.body.data.file)).toContain(worker.dni);
  const idc = await gateway.get('/seg-social/idc', query);
  expect(idc.body.data.date).toBe(today);

  const gone = await gateway.post('/seg-social/baja', { ...worker, ...baja, duplicate: 1 });
  expect(await textOf(gone.body.data.file)).toContain('BAJA');
  const after = await gateway.get('/seg-social/employee-situations', { regimen, ccc, dni: worker.dni });
  expect(after.body.data[0]).toMatchObject({ fecha_alta: today, fecha_baja: today });
  const missing = await gateway.get('/seg-social/duplicate-ta', {
    ...query,
    movType: 'BAJA',
    startDate: '2020-01-01',
  });
  expect(missing).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/ ningún documento /) },
  });
});

describe('a list of 23 situations', () => {
  const query = { regimen, ccc, dni: demo.manySituations.dni };
  const key = ({ fecha_alta, fecha_baja }: Record<string, string>) => `${fecha_alta} ${fecha_baja}`;

  test('the list comes in parts of 10, 10 and 3, by token and by offset alike', async () => {
    const byToken: string[][] = [];
    let next: Record<string, string> = {};
    for (;;) {
      const { body } = await gateway.get('/seg-social/employee-situations', { ...query, ...next });
      byToken.push(body.data.map(key));
      if (!body.limitReached) {
        expect(body).toMatchObject({ message: 'OK' });
        expect(body).not.toHaveProperty('continueToken');
        break;
      }
      expect(body.continueFrom).toEqual({
        ...query,
        nss: demo.manySituations.nss,
        offset: 10 * byToken.length,
        continueToken: body.continueToken,
      });
      // A token that ends up in addresses and logs must not reveal the worker of the query.
      expect(Buffer.from(body.continueToken, 'base64').toString('latin1')).not.toContain(
        demo.manySituations.nss,
      );
      next = { continueToken: body.continueToken };
    }
    expect(byToken.map((block) => block.length)).toEqual([10, 10, 3]);
    expect(new Set(byToken.flat()).size).toBe(23);

    const byOffset = [];
    for (const offset of [0, 10, 20])
      byOffset.push(
        (await gateway.get('/seg-social/employee-situations', { ...query, offset })).body.data.map(key),
      );
    expect(byOffset).toEqual(byToken);
  });

  test('the list begins with the most recent situation', async () => {
    const { body } = await gateway.get('/seg-social/employee-situations', { ...query, first: 1 });
    expect(body.data).toHaveLength(1);
    expect(body).not.toHaveProperty('limitReached');
  });

  test('the list is read without the list of the account if the number is known, and continues all the same', async () => {
    const named = { ...query, nss: demo.manySituations.nss };
    const lists = async () => (await authorities.stats()).requests['tgss.ATR62'] ?? 0;
    const [{ body: expected }, before] = [
      await gateway.get('/seg-social/employee-situations', query),
      await lists(),
    ];
    const { body } = await gateway.get('/seg-social/employee-situations', named);
    expect(body.data).toEqual(expected.data);
    const { continueFrom } = body;
    const next = await gateway.get('/seg-social/employee-situations', { ...query, ...continueFrom });
    expect(next.body.data).toHaveLength(10);
    expect(await lists()).toBe(before);
  });

  test('the list is that of the worker with the document, whatever number is sent with it', async () => {
    const { body: expected } = await gateway.get('/seg-social/employee-situations', query);
    for (const { nss } of [demo.worker, nextWorker()]) {
      const { body } = await gateway.get('/seg-social/employee-situations', { ...query, nss });
      expect(body.data).toEqual(expected.data);
    }
  });

  test('the token of a list continues the same question only', async () => {
    const { body } = await gateway.get('/seg-social/employee-situations', query);
    for (const [dni, continueToken] of [
      [demo.worker.dni, body.continueToken],
      [query.dni, `${body.continueToken}x`],
      [query.dni, 'inventado'],
    ])
      expect(
        await gateway.get('/seg-social/employee-situations', { ...query, dni: dni!, continueToken }),
      ).toMatchObject({ status: 422, body: { errors: { continueToken: [expect.any(String)] } } });
  });
});

describe('a registration or termination', () => {
  test('a registration whose answer is lost was filed once, and is found', async () => {
    const worker = nextWorker();
    const before = await authorities.submissions('tgss.alta');
    const lost = gateway.with({ 'X-Sandbox-Scenario': 'lost-answer' });
    const { status, body } = await lost.post('/seg-social/alta', { ...worker, ...alta, duplicate: 1 });
    expect(status).toBe(200);
    expect(await textOf(body.data.file)).toContain(worker.dni);
    expect(await authorities.submissions('tgss.alta')).toBe(before + 1);
  });

  test('a registration without its duplicate has its TA looked up', async () => {
    const worker = nextWorker();
    await gateway.post('/seg-social/alta', { ...worker, ...alta });
    const scenario = gateway.with({ 'X-Sandbox-Scenario': 'no-duplicate' });
    const { status, body } = await scenario.post('/seg-social/baja', { ...worker, ...baja });
    expect(status).toBe(200);
    expect(await textOf(body.data.file)).toContain('BAJA');
  });

  test('a termination without duplicate and without TA must be checked by the caller', async () => {
    const worker = nextWorker();
    await gateway.post('/seg-social/alta', { ...worker, ...alta });
    const before = await authorities.submissions('tgss.baja');
    const scenario = gateway.with({ 'X-Sandbox-Scenario': 'no-duplicate-no-ta' });
    const { status, body } = await scenario.post('/seg-social/baja', { ...worker, ...baja });
    expect(status).toBe(502);
    expect(body.message).toBe(
      'Duplicado no obtenido. Por favor, verifique si la operación se realizó correctamente.',
    );
    expect(await authorities.submissions('tgss.baja')).toBe(before + 1);
  });

  test('a refused registration has the words of the authority, and nothing is filed', async () => {
    const before = await authorities.digest();
    const scenario = gateway.with({ 'X-Sandbox-Scenario': 'refused' });
    const { status, body } = await scenario.post('/seg-social/alta', { ...nextWorker(), ...alta });
    expect(status).toBe(422);
    expect(body.errors.tgss).toHaveLength(1);
    expect(await authorities.digest()).toBe(before);
  });
});

test('two calls with one certificate make one TLS handshake', async () => {
  const query = { regimen, ccc, nss: demo.worker.nss, startDate: demo.worker.fecha_alta };
  await gateway.get('/seg-social/idc', query);
  const before = await authorities.handshakes();
  await gateway.get('/seg-social/idc', query);
  await gateway.get('/seg-social/duplicate-ta', { ...query, movType: 'ALTA' });
  expect(await authorities.handshakes()).toBe(before);
});

test('an account that the certificate may not act for is refused by the authority', async () => {
  const { body, status } = await gateway.post('/seg-social/alta', {
    ...nextWorker(),
    ccc: '01000000001',
    ...alta,
  });
  expect(status).toBe(422);
  expect(body.errors.tgss[0]).toMatch(/CUENTA/);
});
