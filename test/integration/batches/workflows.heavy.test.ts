import { beforeEach, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { newContract } from '../../../reference/employment-requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { newUser } from '../../support/callers/users.ts';
import { type Answered, idOf } from '../../support/gateway.ts';
import { requestsOf } from '../../support/requests.ts';
import { passMinutes, startBatches } from '../../support/sheets/batches.ts';
import { hireOf, leaveOf } from '../../support/sheets/workflows.ts';
import { openEvidence } from '../../support/stores/evidence.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** Rows that file several submissions: in order, and only up to a step that is not filed. */

/** Whether the answer to the next submission is lost, so that its outcome is unknown. */
let loses = false;
const filings: typeof stores.filings = {
  ...stores.filings,
  endFiling: (filing, from, end) => {
    const isLost = loses;
    loses = false;
    return stores.filings.endFiling(filing, from, isLost ? { ...end, state: 'unknown', facts: {} } : end);
  },
};

const { service, queues, authorities, gateway, batches } = await startBatches({
  stores: { ...stores, filings },
});
const changes = await followChanges(service.services, {
  isOwn: () => [service.accountId],
  tables: ['FILINGS_TABLE', 'OBLIGATIONS_TABLE'],
});
beforeEach(async () => {
  loses = false;
  await authorities.reset();
});

const [first, second, third] = seed.demo.newWorkers as [Person, Person, Person];
type Person = (typeof seed.demo.newWorkers)[number];

let sent = 0;
const create = (rows: object[]): Promise<Answered> =>
  gateway.with({ 'Idempotency-Key': `${Date.now()}-${sent++}` }).post('/batches', {
    name: 'Contrataciones',
    rows,
    cert_secret_sepe: service.demo.certificates.sepe,
  });
const { get, settle: makeAll } = batches;
const previewed = async (rows: object[]) => {
  const { status, body } = await create(rows);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.wrong).toEqual([]);
  return makeAll(body.data.batch.id);
};
/** Tries rows, files them, and returns the result. */
const filed = async (rows: object[], before = () => {}) => {
  const { batch } = await previewed(rows);
  before();
  const committed = await gateway.post(`/batches/${batch.id}/commit`, { rows: 'good', revision: 0 });
  expect(committed.status, JSON.stringify(committed.body)).toBe(200);
  await makeAll(batch.id);
  while ((await changes.catchUp()).length > 0);
  return get(batch.id);
};
interface Shown {
  step: string;
  state: string;
  filing: string | null;
}
const statesOf = ({ steps }: { steps: Shown[] }) => steps.map(({ step, state }) => `${step} ${state}`);
const sheetOf = async (id: string) => (await batches.sheet(id, 'csv')).toString();
const counts = async () => (await authorities.stats()).submissions;

test('a hiring is tried as far as it can be, and filed in its order', async () => {
  const tried = await previewed([hireOf(service.demo, first)]);
  expect(tried.rows[0], JSON.stringify(tried.rows)).toMatchObject({
    operation: 'hire',
    state: 'tried',
    left: [],
    filled: [{ column: 'alta.obtener_idc', value: '1', from: 'workflow' }],
  });
  expect(statesOf(tried.rows[0])).toEqual(['alta tried', 'contrata tried', 'copia untried']);
  expect(await counts()).toEqual({});
  // A query for a contract that was only tried causes no error.
  const sepe = service.caller.acting(service.demo.certificates.sepe);
  const asked = { dni: first.dni, startDate: seed.today, test: 1 };
  expect(await sepe.get('/sepe/contrata/data', asked)).toMatchObject({ status: 200, body: { data: {} } });

  const { batch, rows } = await filed([hireOf(service.demo, second)]);
  const [row] = rows;
  expect(statesOf(row), JSON.stringify(row)).toEqual(['alta filed', 'contrata filed', 'copia filed']);
  expect(batch.counts).toMatchObject({ filed: 1 });
  expect(row.steps.map(({ filing }: Shown) => filing)).toEqual(row.filings);
  for (const [place, { filing, dryRun }] of row.steps.entries()) {
    const { data } = (await gateway.get(`/tramites/${filing}`)).body;
    expect(data).toMatchObject({ state: 'accepted', key: `batch-${batch.id}-1-${place + 1}` });
    // Steps that could be tried were filed as they had been tried.
    expect(data.preview?.id ?? null).toBe(dryRun);
  }
  expect(await counts()).toEqual({ 'tgss.alta': 1, 'sepe.contrato': 1, 'sepe.copia': 1 });
  expect(row.left).toEqual([]);
  const sheet = await sheetOf(batch.id);
  expect(sheet).toContain('copia: presentado');
  expect(sheet).toContain('"fin"');
  const [registration] = row.filings;
  const { documents } = (await gateway.get(`/tramites/${registration}`)).body.data;
  expect(documents.length).toBeGreaterThanOrEqual(2);
});

test('a row whose step is refused does not begin the next step, which stays an obligation, and another batch goes on', async () => {
  const acting = service.caller.acting(service.demo.certificates.sepe);
  // SEPE already has a contract of that worker and day, which it reports only when one is filed. The row names it, since the
  // gateway would not send another one just now.
  const other = { ...newContract(seed, service.demo, third), codContract: '100' };
  const contract = await acting.post('/sepe/contrata', other);
  expect(contract.status).toBe(200);
  const hiring = hireOf(service.demo, third);
  const { batch, rows } = await filed([{ ...hiring, repeats: idOf(contract) }]);
  expect(batch).toMatchObject({ state: 'ended', counts: { partial: 1, refused: 0, filed: 0 } });
  expect(statesOf(rows[0])).toEqual(['alta filed', 'contrata refused', 'copia notBegun']);
  expect(rows[0].steps[2].filing).toBeNull();
  expect(rows[0].messages.length).toBeGreaterThan(0);
  expect(rows[0].left.map(({ title }: { title: string }) => title)).toContain(
    'Entregar la copia básica del contrato y comunicarla al SEPE',
  );
  const sheet = await sheetOf(batch.id);
  expect(sheet).toContain('presentada en parte');
  expect(sheet).toContain('"contrata"');
  expect(sheet).toContain('Entregar la copia básica del contrato');
  // Filing the whole row again would register the worker twice, so sending it again returns the same batch.
  expect(await authorities.submissions('tgss.alta')).toBe(1);

  const rest = await filed([{ ...hiring, body: { ...hiring.body, desde: 'copia' } }]);
  expect(statesOf(rest.rows[0])).toEqual(['copia filed']);
  expect(rest.rows[0].left).toEqual([]);
  expect(await authorities.submissions('tgss.alta')).toBe(1);
});

test('a row whose step has an unknown outcome does not begin the next step, even after the batch has ended and the outcome is known', async () => {
  const { batch, rows } = await filed([hireOf(service.demo, first)], () => {
    loses = true;
  });
  expect(batch.counts).toMatchObject({ unknown: 1 });
  expect(statesOf(rows[0])).toEqual(['alta unknown', 'contrata notBegun', 'copia notBegun']);
  expect(await sheetOf(batch.id)).toContain('"compruebe alta"');
  const resolved = await gateway.post(`/tramites/${rows[0].filings[0]}/resolve`, {
    filed: true,
    note: 'Se ve en la Sede.',
  });
  expect(resolved.status, JSON.stringify(resolved.body)).toBe(200);
  await queues.makeAll();
  const after = await get(batch.id);
  expect(after.batch.counts).toMatchObject({ partial: 1, unknown: 0 });
  expect(statesOf(after.rows[0])).toEqual(['alta filed', 'contrata notBegun', 'copia notBegun']);
  expect(await counts()).toEqual({ 'tgss.alta': 1 });
  expect(await sheetOf(batch.id)).toContain('"contrata"');
});

test('a batch that is cancelled between steps says what was filed', async () => {
  const { batch } = await previewed([hireOf(service.demo, second)]);
  await gateway.post(`/batches/${batch.id}/commit`, { revision: 0 });
  await queues.makeAll();
  passMinutes(0.1);
  expect((await gateway.post(`/batches/${batch.id}/cancel`, {})).status).toBe(200);
  await queues.makeAll();
  const { rows } = await get(batch.id);
  // The contract was queued when the batch was cancelled.
  expect(statesOf(rows[0])).toEqual(['alta filed', 'contrata notSent', 'copia notBegun']);
  expect(rows[0].state).toBe('partial');
  expect(await sheetOf(batch.id)).toContain('"contrata"');
  expect(await counts()).toEqual({ 'tgss.alta': 1 });
});

describe('a row for a worker who leaves', () => {
  test('a row without the block has no company certificate, which stays due', async () => {
    const { operation, body } = leaveOf(service.demo);
    const { certificado: _, ...without } = body;
    const { rows } = await filed([{ operation, body: without }]);
    expect(statesOf(rows[0])).toEqual(['baja filed']);
    expect(rows[0].left).toMatchObject([{ title: 'Enviar al SEPE el certificado de empresa' }]);
  });

  test('a row with the block files a termination and a company certificate, which closes the obligation', async () => {
    const { batch, rows } = await filed([leaveOf(service.demo)]);
    expect(rows[0], JSON.stringify(rows[0])).toMatchObject({ state: 'filed', left: [] });
    expect(statesOf(rows[0])).toEqual(['baja filed', 'certificado filed']);
    expect(batch.counts).toMatchObject({ filed: 1 });
    const { dni } = service.demo.worker;
    const closed = await gateway.get('/obligations', { worker: dni, state: 'closed' });
    expect(closed.body.data.data).toMatchObject([
      { rule: { id: 'certificado-empresa' }, closedBy: { tramite: rows[0].filings[1] } },
    ]);
  });
});

test('mistakes of all steps are answered at once, by the fields of the row', async () => {
  const good = hireOf(service.demo, first);
  const wrong = {
    operation: 'hire',
    body: {
      ...good.body,
      nss: '1',
      fecha: 'x',
      contrata: { ...good.body.contrata, codContract: '999', dni: '1' },
      alta: { ...good.body.alta, grupo_cotizacion: 'x' },
    },
  };
  const single = {
    operation: 'registerEmployee',
    body: {
      regimen: good.body.regimen,
      ccc: good.body.ccc,
      nss: good.body.nss,
      dni: good.body.dni,
      identificacion: good.body.identificacion,
      fecha_real: good.body.fecha_real,
      cno: good.body.cno,
      ...good.body.alta,
    },
  };
  const { body } = await create([wrong, good, single]);
  expect(
    body.data.wrong.map(({ row, mistakes }: { row: number; mistakes: { column: string }[] }) => [
      row,
      mistakes.map(({ column }) => column).toSorted(),
    ]),
  ).toEqual([
    [1, ['alta.grupo_cotizacion', 'contrata.codContract', 'contrata.dni', 'fecha', 'nss']],
    // Otherwise the same registration would be filed twice.
    [3, [null]],
  ]);
  await makeAll(body.data.batch.id);
});

test('an account that demands another person has all steps of a row filed by one, and each says who previewed it', async () => {
  await service.caller.call('PUT', '/users/preview', { json: { preview: 'another' } });
  try {
    const { request } = requestsOf(service.demo)['POST /seg-social/pract-no-remun']!;
    const untried = { operation: 'recordUnpaidPlacement', body: request };
    const { batch } = await previewed([hireOf(service.demo, third), untried]);
    const path = `/batches/${batch.id}/commit`;
    expect((await gateway.post(path, { revision: 0 })).status).toBe(409);
    const other = await newUser(service.demo.baseUrl, service.accountId, 'files');
    expect((await other.gateway.post(path, { revision: 0 })).status).toBe(200);
    const { rows } = await makeAll(batch.id);
    expect(statesOf(rows[0])).toEqual(['alta filed', 'contrata filed', 'copia filed']);
    expect(rows[1].state).toBe('filed');
    for (const [place, filing] of [...rows[0].filings, ...rows[1].filings].entries()) {
      const { data } = (await gateway.get(`/tramites/${filing}`)).body;
      expect(data).toMatchObject({ user: { id: other.user.id }, preview: { user: { id: batch.user } } });
      const isTried = place < 2;
      expect(data.preview.id === null).toBe(!isTried);
      if (!isTried) expect(data.preview.at).toBe((await get(batch.id)).batch.previewed_at);
      const { manifest } = await openEvidence(gateway, filing);
      expect(manifest.preview?.user).toBe(batch.user);
      expect(manifest.batch).toEqual({ id: batch.id, row: place < 3 ? 1 : 2 });
    }
  } finally {
    await service.caller.call('PUT', '/users/preview', { json: { preview: 'optional' } });
  }
});
