import type { DynamoDBRecord } from 'aws-lambda';
import { beforeAll, expect, test } from 'vitest';
import { erasures } from '../../../functions/hooks.ts';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { aCompany, aProfile, newAccount } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { bookOf, STRUCK_STYLES } from '../../support/sheets/books.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** The workforce of a company: as it is sent, and as filings change it. */

const { service, authorities } = await ownService();
const { baseUrl } = service.demo;
let office: Awaited<ReturnType<typeof newAccount>>;
const changes = await followChanges(service.services, {
  isOwn: () => [office?.accountId ?? ''],
  tables: ['FILINGS_TABLE'],
});

const { regimen, ccc } = seed.demo.accounts.general;
const ofCompany = async (gateway: Gateway): Promise<number> => {
  const profile = { ...aProfile(), account: [{ regimen, cuenta: ccc, alias: 'General' }] };
  const { body } = await gateway.post('/customer', aCompany({ profile, not_notify: 1 }));
  return body.data.id;
};
let id: number;
let tgss: Gateway;
beforeAll(async () => {
  await authorities.reset();
  office = await newAccount(baseUrl);
  id = await ofCompany(office.gateway);
  tgss = office.gateway.acting(await storeNewCertificate(office.gateway, { person: seed.demo.holder }));
});

const { worker } = seed.demo;
const inAccount = { regimen, ccc, dni: worker.dni, nss: worker.nss };
const aWorker = { ...inAccount, fecha_alta: worker.fecha_alta, tipo_contrato: '100', cno: '4309' };
const save = (sent: object, of = id) => office.gateway.call('PUT', `/workforce/${of}`, { json: sent });
const shown = async () => (await office.gateway.get(`/workforce/${id}`)).body.data.data;

test('a company without a list has no workforce', async () => {
  expect((await office.gateway.get(`/workforce/${id}`)).status).toBe(404);
  expect((await office.gateway.get('/workforce/999999')).status).toBe(404);
});

test('the list that is sent is the workforce, and the next one replaces it', async () => {
  const other = { ...aWorker, dni: '99999100E', nss: '289999901001' };
  const sent = await save({ rows: [aWorker, other] });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  expect(sent.body.data).toEqual({ workers: 2, notes: [] });
  expect((await save({ rows: [aWorker] })).body.data.workers).toBe(1);
  expect(await shown()).toEqual([
    { ...aWorker, nombre: null, fecha_baja: null, coeficiente: null, grupo_cotizacion: null },
  ]);
});

test('a workforce is asked for one of its workers, however the letter of the document is written', async () => {
  const other = { ...aWorker, dni: '99999100E', nss: '289999901001' };
  await save({ rows: [aWorker, other] });
  const asked = async (document: string) =>
    (await office.gateway.get(`/workforce/${id}`, { worker: document })).body.data;
  expect(await asked('99999100e')).toMatchObject({ data: [{ dni: other.dni }], pagination: { total: 1 } });
  expect(await asked('12345678Z')).toMatchObject({ data: [], pagination: { total: 0 } });
});

test('the later of two registrations of a worker in an account counts', async () => {
  const earlier = { ...aWorker, fecha_alta: '2020-01-07', fecha_baja: '2020-06-30' };
  const { body } = await save({ rows: [aWorker, earlier] });
  expect(body.data).toMatchObject({ workers: 1, notes: [expect.stringMatching(/^1 filas/)] });
  expect(await shown()).toMatchObject([{ fecha_alta: worker.fecha_alta, fecha_baja: null }]);
});

test('an account of another company is refused, and nothing is saved', async () => {
  const { status, body } = await save({
    rows: [aWorker, { ...aWorker, ccc: seed.demo.accounts.second.ccc }],
  });
  expect(status).toBe(422);
  expect(body.errors).toEqual({ 'rows.1.ccc': [expect.stringMatching(/no es una cuenta/i)] });
  expect(await shown()).toHaveLength(1);
});

const csv = (...lines: string[]) => ({
  name: 'plantilla.csv',
  content: Buffer.from(lines.join('\r\n')).toString('base64'),
});

test('a sheet of the office is read as those of batches are, with a mapping of its own headers', async () => {
  const file = csv(
    'Régimen;CCC;DNI;NAF;Fecha alta;Tipo contrato;Clave interna',
    `${regimen};${ccc};${worker.dni};${worker.nss};02/03/2024;100;4309`,
  );
  const columns = await office.gateway.post('/batches/columns', { file, operation: 'workforce' });
  expect(columns.status, JSON.stringify(columns.body)).toBe(200);
  expect(columns.body.data.columns.filter(({ how }: { how: string }) => how === 'none')).toMatchObject([
    { header: 'Clave interna' },
  ]);
  const mapping = [{ header: 'Clave interna', column: 'cno' }];
  const sent = await save({ file, mapping });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  expect(await shown()).toMatchObject([{ fecha_alta: '2024-03-02', tipo_contrato: '100', cno: '4309' }]);
});

test('a mistake in a sheet is reported at its row, and nothing is saved', async () => {
  const file = csv(
    'regimen;ccc;dni;fecha_alta',
    `${regimen};${ccc};${worker.dni};`,
    `${regimen};1;X;2024-03-02`,
  );
  const { status, body } = await save({ file });
  expect(status).toBe(422);
  const mistakes = body.errors['file.content'].join('\n');
  expect(mistakes).toMatch(/Fila 2\. fecha_alta/);
  expect(mistakes).toMatch(/Fila 3\. ccc/);
  expect((await shown())[0].fecha_alta).toBe('2024-03-02');
});

test('a workforce with a hidden or struck-out row is refused, because the worker may be meant or not', async () => {
  const cells = [regimen, ccc, worker.dni, '2024-03-02'];
  const book = bookOf({
    rows: [['regimen', 'ccc', 'dni', 'fecha_alta'], cells, cells, cells],
    rowAttributes: { 3: 'hidden="1"' },
    rowStyles: { 4: 1 },
    styles: STRUCK_STYLES,
  });
  const file = { name: 'plantilla.xlsx', content: Buffer.from(book).toString('base64') };
  const { status, body } = await save({ file });
  expect(status).toBe(422);
  expect(body.errors['file.content']).toEqual(
    [3, 4].map((row) => expect.stringContaining(`Fila ${row}. Está oculta o tachada en el libro`)),
  );
});

test('a workforce is no submission, so a batch of it files nothing', async () => {
  const file = csv('regimen;ccc;dni;fecha_alta', `${regimen};${ccc};${worker.dni};2024-03-02`);
  const { body } = await tgss.post('/batches', { name: 'Plantilla', file, operation: 'workforce' });
  expect(body.data.batch.counts.wrong).toBe(1);
});

/** The records of the stream about the filings below. */
const records: DynamoDBRecord[] = [];

test('an accepted filing changes the workforce, and a dry run does not', async () => {
  await save({ rows: [aWorker] });
  const [today] = new Date().toISOString().split('T');
  const change = { ...inAccount, fecha_real: today, grupo_cotizacion: '05' };
  expect(
    (await tgss.call('PUT', '/seg-social/contribution-group', { json: { ...change, test: 1 } })).status,
  ).toBe(200);
  await changes.catchUp();
  expect(await shown()).toMatchObject([{ grupo_cotizacion: null }]);
  const filed = await tgss.call('PUT', '/seg-social/contribution-group', { json: change });
  expect(filed.status, JSON.stringify(filed.body)).toBe(200);
  records.push(...(await changes.catchUp()));
  expect(await shown()).toMatchObject([{ grupo_cotizacion: '05', cno: '4309' }]);

  const [newcomer] = seed.demo.newWorkers;
  const hire = {
    regimen,
    ccc,
    nss: newcomer!.nss,
    identificacion: '1',
    dni: newcomer!.dni,
    fecha_real: today,
    grupo_cotizacion: '07',
    tipo_contrato: '100',
    cno: '4309',
  };
  const hired = await tgss.post('/seg-social/alta', hire);
  expect(hired.status, JSON.stringify(hired.body)).toBe(200);
  records.push(...(await changes.catchUp()));
  expect(await shown()).toHaveLength(2);
  expect(await shown()).toContainEqual(
    expect.objectContaining({ dni: newcomer!.dni, fecha_alta: today, coeficiente: '', cno: '4309' }),
  );
});

test('a registration that is removed removes the worker from the workforce', async () => {
  const [newcomer] = seed.demo.newWorkers;
  const [fecha_real] = new Date().toISOString().split('T');
  const gone = { regimen, ccc, dni: newcomer!.dni, nss: newcomer!.nss, fecha_real };
  const removed = await tgss.call('DELETE', '/seg-social/alta', { json: gone });
  expect(removed.status, JSON.stringify(removed.body)).toBe(200);
  records.push(...(await changes.catchUp()));
  expect(await shown()).toHaveLength(1);
});

test('a list that is sent afterwards overrides a filing that ended before', async () => {
  await save({ rows: [aWorker] });
  expect(records.length).toBeGreaterThan(0);
  await changes.handle(records);
  expect(await shown()).toHaveLength(1);
  expect(await shown()).toMatchObject([{ grupo_cotizacion: null }]);
});

test('the data of one worker are shown and erased, and an erased account has no workforce', async () => {
  await save({ rows: [aWorker] });
  const person = { worker: worker.dni };
  const found = await office.gateway.get('/tramites/worker-data', person);
  expect(found.body.data.data.workforce).toMatchObject([{ document: worker.dni, account: regimen + ccc }]);
  const erased = await office.gateway.post('/tramites/worker-data/erase', { ...person, confirm: worker.dni });
  expect(erased.status, JSON.stringify(erased.body)).toBe(200);
  expect(await shown()).toEqual([]);
  await save({ rows: [aWorker] });
  await erasures.reconciliation!(office.accountId);
  expect(await stores.reconciliation.listWorkforce(office.accountId)).toEqual([]);
  expect((await office.gateway.get(`/workforce/${id}`)).status).toBe(404);
});
