import { beforeEach, expect, test } from 'vitest';
import { occupationTable } from '../../../reference/public-codes.ts';
import { addDays } from '../../../sandbox/calendar.ts';
import { seed } from '../../../sandbox/seed.ts';
import { aCompany, newCompany } from '../../support/accounts.ts';
import { extensionSent } from '../../support/callers/dsenviosaltra.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { requestsOf } from '../../support/requests.ts';
import { opened, startBatches } from '../../support/sheets/batches.ts';
import { refusedExtension, warnedRows } from '../../support/sheets/warned-rows.ts';

/** Warnings to check before a batch is filed: each row has the same ones as a single dry run. */

const { service, authorities, gateway, batches } = await startBatches();
beforeEach(() => authorities.reset());

const { demo } = service;
const { today } = seed;

const actingAt = (operation: string) =>
  gateway.acting(demo.certificates[operation.includes('/sepe/') ? 'sepe' : 'tgss']);
const alone = async (operation: string, body: object) => {
  const [method = '', path = ''] = operation.split(' ');
  return actingAt(operation).call(method, path, { json: { ...body, test: 1 } });
};
/** A change that causes no warning. */
const aChange = (number: number) => ({
  operation: 'PUT /seg-social/cno',
  body: {
    ...requestsOf(demo)['PUT /seg-social/cno']!.request,
    cno: occupationTable().rows[number]![0],
    fecha_real: today,
  },
});
const sheetOf = async (id: string) => {
  const { body } = await gateway.get(`/batches/${id}/result`, { format: 'csv' });
  return opened(Buffer.from(body.data.file.content, 'base64'));
};

test.each(warnedRows(demo).map((row) => [row.kind, row] as const))(
  'a single dry run warns of %s, and of nothing else',
  async (_, { operation, body, words }) => {
    const answered = await alone(operation, body);
    expect({ status: answered.status, errors: answered.body.errors }).toEqual({ status: 200 });
    expect(answered.body.warnings).toEqual([expect.stringMatching(words)]);
    expect(answered.body.message).toContain(answered.body.warnings[0]);
  },
);

test('each row of a batch of forty has the warnings of its single dry run, in the list and in the sheet of results', async () => {
  // The account belongs to one client company, and the certificate with which one row is filed to another.
  const { regimen, ccc } = demo.company;
  const profile = {
    dni: demo.company.cif,
    razon_social: 'CONSTRUCCIONES S.L.',
    account: [{ regimen, cuenta: ccc, alias: 'Obra' }],
  };
  expect((await service.caller.post('/customer', aCompany({ sub_activa: 0, profile }))).status).toBe(200);
  const { id: clientId } = await newCompany(service.caller);
  const cert_secret = await storeNewCertificate(
    service.caller,
    { person: seed.demo.holder },
    { clientId },
    demo,
  );

  const kinds = warnedRows(demo);
  const single: string[][] = [];
  for (const { operation, body } of kinds) single.push((await alone(operation, body)).body.warnings);
  const extension = refusedExtension(demo);
  const rows = [
    ...kinds.map(({ operation, body }) => ({ operation, body })),
    { ...aChange(0), cert_secret },
    { operation: extension.operation, body: extension.body },
    ...Array.from({ length: 40 - kinds.length - 2 }, (_, index) => aChange(index + 1)),
  ];
  const sent = { name: 'Cuarenta filas', rows, cert_secret_sepe: demo.certificates.sepe };
  const { body } = await gateway.post('/batches', sent);
  const { id } = body.data.batch;
  const first = await batches.settle(id);
  expect(first.batch).toMatchObject({
    state: 'previewed',
    rows: 40,
    counts: { tried: 39, failed: 1 },
    warnings: kinds.length + 1,
  });
  const warnings = first.rows.map((row: { warnings: string[] }) => row.warnings);
  expect(warnings).toEqual([
    ...single,
    [
      expect.stringMatching(
        /^La cuenta de cotización es de CONSTRUCCIONES S\.L\. \(\d+\) y el certificado, de /,
      ),
    ],
    ...Array.from({ length: 40 - kinds.length - 1 }, () => []),
  ]);
  const failed = first.rows[kinds.length + 1];
  expect(failed).toMatchObject({ state: 'failed', messages: [expect.stringMatching(extension.words)] });

  const shown = await sheetOf(id);
  expect(shown.map((row) => row['resultado.avisos'])).toEqual(
    warnings.map((all: string[]) => all.join('\n')),
  );
  expect(shown[kinds.length + 1]!['resultado.estado']).toMatch(/simulacro/);
  expect(Object.values(shown[kinds.length + 1]!).join()).toMatch(/CCT0137: El SEPE rechazará esta prórroga/);
});

test('a row keeps its warnings after it is filed', async () => {
  const wanted = ['a start after its day', 'a change after its term', 'a name that is cut'];
  const kinds = warnedRows(demo).filter(({ kind }) => wanted.includes(kind));
  const rows = [...kinds.map(({ operation, body }) => ({ operation, body })), aChange(41)];
  const sent = { name: 'Con avisos', rows, cert_secret_sepe: demo.certificates.sepe };
  const { body } = await gateway.post('/batches', sent);
  const { id } = body.data.batch;
  const warnings = [...kinds.map(({ words }) => [expect.stringMatching(words)]), []];
  const warningsOf = (data: { rows: { warnings: string[] }[] }) => data.rows.map((row) => row.warnings);
  const tried = await batches.settle(id);
  expect(tried.batch).toMatchObject({ state: 'previewed', counts: { tried: 4 }, warnings: 3 });
  expect(warningsOf(tried)).toEqual(warnings);

  expect((await gateway.post(`/batches/${id}/commit`, { revision: 0 })).status).toBe(200);
  const filed = await batches.settle(id);
  expect(filed.batch).toMatchObject({ state: 'ended', counts: { filed: 4 }, warnings: 3 });
  expect(warningsOf(filed)).toEqual(warnings);
  expect((await sheetOf(id)).map((row) => row['resultado.avisos'])).toEqual([...warnings.flat(), '']);
});

test('a filing that is accepted answers the same warnings of doubtful values as its dry run', async () => {
  const kinds = warnedRows(demo).filter(({ kind }) => kind.startsWith('a coefficient'));
  expect(kinds.length).toBeGreaterThan(1);
  for (const { operation, body, words } of kinds) {
    const [method = '', path = ''] = operation.split(' ');
    const send = () => actingAt(operation).call(method, path, { json: body });
    const filed = await send();
    expect(filed.status, JSON.stringify(filed.body)).toBe(200);
    expect(filed.body.warnings).toEqual([expect.stringMatching(words)]);
    expect(filed.body.message).toContain(filed.body.warnings[0]);
  }
});

test('a request that SEPE is known to refuse does not pass its dry run, alone and as a row', async () => {
  const { startDate, ...extension } = extensionSent(demo);
  const later = { ...extension, startDate: addDays(startDate as never, 1) };
  const single = await alone('POST /sepe/prorroga', later);
  expect(single).toMatchObject({
    status: 422,
    body: { errors: { sepe: [expect.stringMatching(/^CCT0138/)] } },
  });
  const rows = [{ operation: 'POST /sepe/prorroga', body: later }];
  const sent = { name: 'Prórrogas', rows, cert_secret_sepe: demo.certificates.sepe };
  const { body } = await gateway.post('/batches', sent);
  const { batch, rows: shown } = await batches.settle(body.data.batch.id);
  expect(batch).toMatchObject({ state: 'previewed', counts: { failed: 1 } });
  expect(shown[0]).toMatchObject({ state: 'failed', messages: single.body.errors.sepe, warnings: [] });
});
