import { beforeAll, expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import { newCompany } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { requestsOf } from '../../support/requests.ts';
import { aChange, batchesWith, startBatches } from '../../support/sheets/batches.ts';
import { hireOf } from '../../support/sheets/workflows.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** Values that rows of batches leave out and that the account knows. */

const { service, queues } = await startBatches();
let gateway: Gateway;
let clientOfAccount: string;
let followed: () => Promise<void>;

const AGREEMENT = '28000785011982';
const { cif, regimen, ccc } = seed.demo.company;
/** The CIF of a company with two accounts in one scheme. */
const { cif: otherCif } = seed.demo.accounts.second;
const worker = seed.demo.worker;
const IN_TWO_SCHEMES = '28999900002';

beforeAll(async () => {
  const changes = await followChanges(service.services, {
    isOwn: () => [service.accountId],
    tables: ['FILINGS_TABLE', 'OBLIGATIONS_TABLE'],
  });
  const secret = await storeNewCertificate(service.caller, { person: seed.demo.holder }, {}, service.demo);
  gateway = service.caller.acting(secret);
  const save = async (dni: string, account: object[]) => {
    const { status, body } = await service.caller.post('/customer', {
      name: 'Cliente',
      access: { email: `${crypto.randomUUID()}@example.com` },
      not_notify: 1,
      profile: { dni, razon_social: 'CLIENTE SL', account },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return String(body.data.id);
  };
  clientOfAccount = await save(cif, [
    { regimen, cuenta: ccc, alias: 'Taller', convenio_colectivo: AGREEMENT },
  ]);
  await save('B99999000', [
    { regimen, cuenta: '28999900000', alias: 'Uno' },
    { regimen, cuenta: '28999900001', alias: 'Dos' },
    // One account in two schemes.
    ...['0111', '0163'].map((other) => ({ regimen: other, cuenta: IN_TWO_SCHEMES, alias: other })),
  ]);
  // A filing about a worker makes the worker's number known.
  const { request } = requestsOf(service.demo)['PUT /seg-social/cno']!;
  expect((await gateway.call('PUT', '/seg-social/cno', { json: request })).status).toBe(200);
  followed = async () => {
    while ((await changes.catchUp()).length > 0);
  };
  await followed();
});

interface Shown {
  row: number;
  filled: object[];
  mistakes: { column: string | null }[];
}
let sent = 0;
const rowsOf = async (rows: object[], by = gateway): Promise<{ id: string; rows: Shown[] }> => {
  const { status, body } = await by
    .with({ 'Idempotency-Key': `${Date.now()}-${sent++}` })
    .post('/batches', { name: 'Filas', rows });
  expect(status, JSON.stringify(body)).toBe(200);
  const { id } = body.data.batch;
  return { id, rows: (await by.get(`/batches/${id}`)).body.data.rows };
};
const change = (changed: object = {}) => aChange(service.demo, changed);
const blank = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '']));
const columnsOf = ({ mistakes }: Shown) => mistakes.map(({ column }) => column).toSorted();

test('the number of a worker of an earlier filing, and the parts of a company account, are filled in and named', async () => {
  const { regimen: _, ccc: __, ...withoutAccount } = change(blank('nss')).body as Record<string, unknown>;
  const { id, rows } = await rowsOf([
    change(blank('nss')),
    { operation: 'updateCno', body: withoutAccount },
    hireWithout('cif', 'nss'),
  ]);
  expect(rows[0]).toMatchObject({
    mistakes: [],
    filled: [{ column: 'nss', value: worker.nss, from: 'worker' }],
  });
  // Without tax id or account, the company is not known.
  expect(columnsOf(rows[1]!)).toEqual(['ccc', 'regimen']);
  // Nothing was ever filed for a new worker.
  expect(columnsOf(rows[2]!)).toEqual(['nss']);
  expect(rows[2]!.filled).toEqual([
    { column: 'alta.convenio', value: AGREEMENT, from: 'company' },
    { column: 'cif', value: cif, from: 'company' },
    { column: 'alta.obtener_idc', value: '1', from: 'workflow' },
  ]);
  const batches = batchesWith(queues, gateway);
  await batches.settle(id);
  const [first] = (await batches.filed(id, 'good')).rows;
  expect(first.state).toBe('filed');
  // The filled-in values are the ones that were tried and filed.
  for (const filing of [...first.dryRuns, ...first.filings])
    expect((await gateway.get(`/tramites/${filing}`)).body.data.request).toMatchObject({ nss: worker.nss });
  const { body } = await gateway.get(`/batches/${id}/result?format=csv`);
  expect(Buffer.from(body.data.file.content, 'base64').toString()).toContain(
    `nss: ${worker.nss} (de trámites anteriores del trabajador)`,
  );
});

const hireWithout = (...names: string[]) => {
  const { operation, body } = hireOf(service.demo, seed.demo.newWorkers[0]!);
  return { operation, body: { ...body, ...blank(...names) } };
};

test('a hire of a person without number says where it is asked for, and gets the number once it was looked up', async () => {
  const [, person] = seed.demo.newWorkers;
  const { operation, body } = hireOf(service.demo, person!);
  const { id, rows } = await rowsOf([{ operation, body: { ...body, nss: '' } }]);
  expect(rows[0]!.mistakes).toEqual([
    expect.objectContaining({ column: 'nss', message: expect.stringMatching(/^Este campo.*Asignación NSS/) }),
  ]);
  const { dni, surname, secondSurname, nss } = person!;
  const answer = await gateway.get('/seg-social/nss-by-ipf', {
    dni,
    apellido1: surname,
    apellido2: secondSurname,
  });
  expect(answer.body.message).toContain('tres días naturales');
  await followed();
  const { status } = await gateway.post(`/batches/${id}/corrections`, { again: true });
  expect(status).toBe(200);
  const again = (await gateway.get(`/batches/${id}`)).body.data.rows;
  expect(again[0]).toMatchObject({ mistakes: [] });
  expect(again[0].filled).toContainEqual({ column: 'nss', value: nss, from: 'worker' });
});

test('a tax id gives the account of a company that has one, and none of a company that has several', async () => {
  const { rows } = await rowsOf([
    hireWithout('regimen', 'ccc'),
    { ...hireWithout('ccc'), body: { ...hireWithout('ccc').body, cif: 'B99999000' } },
  ]);
  expect(rows[0]).toMatchObject({
    mistakes: [],
    filled: [
      { column: 'regimen', value: regimen },
      { column: 'ccc', value: ccc },
      { column: 'alta.convenio', value: AGREEMENT },
      { column: 'alta.obtener_idc' },
    ],
  });
  expect(columnsOf(rows[1]!)).toContain('ccc');
});

test('an account gives its scheme if a company of the office has it in one, and none if it is in several', async () => {
  const { rows } = await rowsOf([
    change(blank('regimen')),
    change({ ...blank('regimen'), ccc: IN_TWO_SCHEMES }),
    change({ ...blank('regimen'), ccc: '28999900003' }),
  ]);
  expect(rows[0]).toMatchObject({
    mistakes: [],
    filled: [{ column: 'regimen', value: regimen, from: 'company' }],
  });
  for (const row of rows.slice(1)) {
    expect(columnsOf(row)).toEqual(['regimen']);
    expect(row.filled).toEqual([]);
  }
});

test('a value that was sent stays, also where the account has another one', async () => {
  const good = hireWithout();
  const { rows } = await rowsOf([
    change({ nss: seed.demo.newWorkers[1]!.nss }),
    {
      ...good,
      body: {
        ...good.body,
        cif: otherCif,
        alta: { ...good.body.alta, convenio: '99999999999999', obtener_idc: 0 },
      },
    },
  ]);
  for (const { filled } of rows) expect(filled).toEqual([]);
});

test('a row of a client company gets no values of another company', async () => {
  const company = await newCompany(service.caller);
  const secret = await storeNewCertificate(company.gateway, { person: seed.demo.holder }, {}, service.demo);
  expect(company.id).not.toBe(clientOfAccount);
  const { rows } = await rowsOf([change(blank('nss')), hireWithout('cif')], company.gateway.acting(secret));
  expect(rows.map(({ filled }) => filled)).toEqual([
    [],
    [{ column: 'alta.obtener_idc', value: '1', from: 'workflow' }],
  ]);
  expect(rows.map(columnsOf)).toEqual([['nss'], ['cif']]);
});
