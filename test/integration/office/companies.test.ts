import { beforeAll, expect, test } from 'vitest';
import type { Data } from '../../../client/src/types.ts';
import { seed } from '../../../sandbox/seed.ts';
import { newAccount, newCompany } from '../../support/accounts.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** An office saves its client companies from a sheet. */

const { service } = await ownService();
const { general, second } = seed.demo.accounts;
let office: Awaited<ReturnType<typeof newAccount>>;
beforeAll(async () => {
  office = await newAccount(service.demo.baseUrl);
});

const CIF = 'B12345674';
const csv = (...lines: string[]) => ({
  name: 'empresas.csv',
  content: Buffer.from(lines.join('\r\n')).toString('base64'),
});
const HEADERS = 'Empresa;CIF;Régimen;CCC;E-mail';
const send = async (json: object) => office.gateway.post('/office/companies', json);
const clients = async () => (await office.gateway.get('/customer')).body.data.data;

test('a sheet saves its companies without e-mails, says what is wrong by row, and saves nothing twice', async () => {
  const lines = [
    `Bar El Puerto;${CIF};0111;${general.ccc};`,
    'Sin cuenta;A28017895;0111;;',
    `Cifra mala;B12345670;0111;${second.ccc};`,
    `Bar El Puerto;${CIF};0111;${second.ccc};`,
  ];
  const first = await send({ file: csv(HEADERS, ...lines) });
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  expect(first.body.data.companies).toMatchObject([
    { rows: [2, 5], nombre: 'Bar El Puerto', state: 'created', messages: [] },
  ]);
  expect(first.body.data.wrong).toEqual([
    { row: 3, nombre: 'Sin cuenta', mistakes: [expect.stringMatching(/^ccc: .*obligatorio/)] },
    { row: 4, nombre: 'Cifra mala', mistakes: [expect.stringMatching(/^cif: /)] },
  ]);
  const corrected = [lines[0]!, `Con cuenta;A28017895;0111;${general.ccc};a@b.example.com`, lines[3]!];
  const again = await send({ file: csv(HEADERS, ...corrected) });
  expect(again.body.data).toMatchObject({
    companies: [
      { rows: [2, 4], state: 'unchanged', messages: [expect.stringMatching(/ya existía/)] },
      { rows: [3], state: 'created' },
    ],
    wrong: [],
  });
  const saved = await clients();
  expect(
    saved.map(({ name, access, profile }: Data<'getClient'>) => [name, access.email, profile.account.length]),
  ).toEqual([
    ['Bar El Puerto', '', 2],
    ['Con cuenta', 'a@b.example.com', 1],
  ]);
});

test('a company without an e-mail is found, changed and removed as others are, and others may be saved then', async () => {
  const [{ id }] = await clients();
  expect((await office.gateway.get('/customer?search=puerto')).body.data.pagination.total).toBe(1);
  expect((await office.gateway.call('PATCH', `/customer/${id}`, { json: { name: 'Bar' } })).status).toBe(200);
  expect((await office.gateway.call('DELETE', `/customer/${id}`)).status).toBe(200);
  const row = { nombre: 'Bar', cif: CIF, regimen: general.regimen, ccc: general.ccc };
  expect((await send({ rows: [row] })).body.data.companies).toMatchObject([{ rows: [1], state: 'created' }]);
});

test('a sheet with a column that is not understood saves nothing until a person says what it is', async () => {
  const file = csv('Empresa;NIF;Cuenta;Clave', `Talleres;A58818501;${second.ccc};28`);
  const { status, body } = await send({ file });
  expect([status, body.errors['file.content'].join(' ')]).toEqual([422, expect.stringMatching(/Clave/)]);
  const { body: columns } = await office.gateway.post('/batches/columns', { file, operation: 'companies' });
  expect(
    columns.data.columns.map(({ how, column }: Data<'readBatchColumns'>['columns'][number]) => [how, column]),
  ).toEqual([
    ['synonym', 'nombre'],
    ['proposal', 'cif'],
    ['proposal', 'ccc'],
    ['none', null],
  ]);
  const mapping = [
    { header: 'NIF', column: 'cif' },
    { header: 'Cuenta', column: 'ccc' },
    { header: 'Clave' },
    { column: 'regimen', value: '0111' },
  ];
  const { body: saved } = await send({ file, mapping });
  expect(saved.data).toMatchObject({ companies: [{ state: 'created', nombre: 'Talleres' }], wrong: [] });
});

test('an e-mail that another user has is a mistake of its row', async () => {
  const { email } = await newCompany(office.gateway);
  const file = csv(HEADERS, `Otra;B58818501;0111;${general.ccc};${email}`);
  expect((await send({ file })).body.data).toMatchObject({
    companies: [],
    wrong: [{ row: 2, mistakes: [expect.stringMatching(/ya existe/)] }],
  });
});

test('a row with another name of a saved company says which name stays, and a client company saves none', async () => {
  const row = { nombre: 'Bar nuevo', cif: CIF, regimen: general.regimen, ccc: general.ccc };
  const [company] = (await send({ rows: [row] })).body.data.companies;
  expect(company).toMatchObject({ nombre: 'Bar', state: 'unchanged' });
  expect(company.messages.join(' ')).toMatch(/«Bar nuevo».*«Bar»/);
  const { gateway } = await newCompany(office.gateway);
  expect((await gateway.post('/office/companies', { rows: [row] })).status).toBe(403);
});
