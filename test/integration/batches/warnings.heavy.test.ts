import { beforeEach, expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import { seed } from '../../../sandbox/seed.ts';
import { extensionSent } from '../../support/callers/dsenviosaltra.ts';
import { contractMaker } from '../../support/contracts.ts';
import { requestsOf } from '../../support/requests.ts';
import { opened, startBatches } from '../../support/sheets/batches.ts';

/** What a person should look at before a batch is filed: each row says what a single dry run of it says. */

const { service, authorities, gateway, batches } = await startBatches();
beforeEach(() => authorities.reset());

const { demo } = service;
const { today } = seed;
const contract = contractMaker(demo);

/** Rows by what is to be looked at, each with words of its warning. */
const ROWS: [operation: string, body: () => Record<string, unknown>, words: RegExp][] = [
  [
    'POST /seg-social/alta',
    () => ({ ...requestsOf(demo)['POST /seg-social/alta']!.request, fecha_real: addDays(today, -1) }),
    /^El alta es posterior al inicio de la actividad/,
  ],
  [
    'PUT /seg-social/cno',
    () => ({
      ...requestsOf(demo)['PUT /seg-social/cno']!.request,
      cno: '4309',
      fecha_real: addDays(today, -9),
    }),
    /^La variación se comunica fuera de los tres días naturales/,
  ],
  [
    'POST /sepe/contrata',
    () => ({ ...contract(), name: 'Maximiliano Francisco José' }),
    /solo admite 15 caracteres/,
  ],
];

const actingAt = (operation: string) =>
  gateway.acting(demo.certificates[operation.includes('/sepe/') ? 'sepe' : 'tgss']);

test('a row has the warnings of its single dry run, before and after it is filed, and the batch counts them', async () => {
  const rows = ROWS.map(([operation, body]) => ({ operation, body: body() }));
  const single: string[][] = [];
  for (const [index, { operation, body }] of rows.entries()) {
    const [method = '', path = ''] = operation.split(' ');
    const json = { ...body, test: 1 };
    const answered = await actingAt(operation).call(method, path, { json });
    expect({ operation, status: answered.status }).toEqual({ operation, status: 200 });
    expect(answered.body.warnings).toEqual([expect.stringMatching(ROWS[index]![2])]);
    expect(answered.body.message).toContain(answered.body.warnings[0]);
    single.push(answered.body.warnings);
  }
  const good = {
    operation: 'PUT /seg-social/cno',
    body: { ...rows[1]!.body, cno: '2611', fecha_real: today },
  };
  const sent = { name: 'Con avisos', rows: [...rows, good], cert_secret_sepe: demo.certificates.sepe };
  const { body } = await gateway.post('/batches', sent);
  const { id } = body.data.batch;
  const tried = await batches.settle(id);
  const warningsOf = (data: typeof tried) =>
    data.rows.map(({ warnings }: { warnings: string[] }) => warnings);
  expect(tried.batch).toMatchObject({ state: 'previewed', counts: { tried: 4 }, warnings: 3 });
  expect(warningsOf(tried)).toEqual([...single, []]);

  expect((await gateway.post(`/batches/${id}/commit`, {})).status).toBe(200);
  const filed = await batches.settle(id);
  expect(filed.batch).toMatchObject({ state: 'ended', counts: { filed: 4 }, warnings: 3 });
  expect(warningsOf(filed)).toEqual([...single, []]);
  const sheet = await gateway.get(`/batches/${id}/result`, { format: 'csv' });
  const shown = opened(Buffer.from(sheet.body.data.file.content, 'base64'));
  expect(shown.map((row) => row['resultado.avisos'])).toEqual([...single.flat(), '']);
});

test('what SEPE is known to refuse does not pass, alone and as a row', async () => {
  const { startDate, ...extension } = extensionSent(demo);
  const later = { ...extension, startDate: addDays(startDate as never, 1) };
  const alone = await actingAt('/sepe/').post('/sepe/prorroga', { ...later, test: 1 });
  expect(alone).toMatchObject({
    status: 422,
    body: { errors: { sepe: [expect.stringMatching(/^CCT0138/)] } },
  });
  const rows = [{ operation: 'POST /sepe/prorroga', body: later }];
  const sent = { name: 'Prórrogas', rows, cert_secret_sepe: demo.certificates.sepe };
  const { body } = await gateway.post('/batches', sent);
  const { batch, rows: shown } = await batches.settle(body.data.batch.id);
  expect(batch).toMatchObject({ state: 'previewed', counts: { failed: 1 } });
  expect(shown[0]).toMatchObject({ state: 'failed', messages: alone.body.errors.sepe, warnings: [] });
});
