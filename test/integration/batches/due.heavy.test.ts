import { beforeAll, describe, expect, test } from 'vitest';
import { cellsOf } from '../../../functions/capabilities/batches/sheets/columns.ts';
import { stores } from '../../../functions/stores.ts';
import { newContract } from '../../../reference/employment-requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { newCompany } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { requestsOf } from '../../support/requests.ts';
import { batchesWith, startBatches } from '../../support/sheets/batches.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** Rows of batches that fulfil obligations: contracts of workers who were registered. */

/** Whether the next document cannot be stored. */
let fails = false;
const { documents } = stores;
const { service, queues, authorities } = await startBatches({
  stores: {
    ...stores,
    documents: {
      ...documents,
      putDocument: async (...document: Parameters<typeof documents.putDocument>) => {
        if (!fails) return documents.putDocument(...document);
        fails = false;
        throw new Error('S3 fails');
      },
    },
  },
});
const { regimen, ccc } = seed.demo.company;
let gateway: Gateway;
let batches: ReturnType<typeof batchesWith>;
let changes: Awaited<ReturnType<typeof followChanges>>;
const learn = async () => {
  while ((await changes.catchUp()).length > 0);
};

const people = [...seed.demo.newWorkers, ...seed.demo.staff].slice(0, 7);
type Person = (typeof people)[number];
const { request: registration } = requestsOf(service.demo)['POST /seg-social/alta']!;

beforeAll(async () => {
  changes = await followChanges(service.services, {
    isOwn: () => [service.accountId],
    tables: ['FILINGS_TABLE', 'OBLIGATIONS_TABLE'],
  });
  const secret = await storeNewCertificate(service.caller, { person: seed.demo.holder }, {}, service.demo);
  gateway = service.caller.acting(secret);
  batches = batchesWith(queues, gateway);
  for (const { nss, dni, identificacion } of people) {
    const { status, body } = await gateway.post('/seg-social/alta', {
      ...registration,
      nss,
      dni,
      identificacion,
    });
    expect(status, JSON.stringify(body)).toBe(200);
  }
  await learn();
});

interface Due {
  id: string;
  state: string;
  rule: { id: string; operation: string };
  batch: { id: string; name: string } | null;
}
const dueOf = async ({ dni }: Person): Promise<Due> => {
  const { body } = await gateway.get('/obligations', { worker: dni });
  return body.data.data.find(({ rule }: Due) => rule.id === 'contrato');
};
const again = async ({ id }: Due): Promise<Due> => (await gateway.get(`/obligations/${id}`)).body.data;
/** A request for a contract, without what an obligation knows. */
const missingOf = (person: Person) => {
  const {
    regimen: _,
    ccc: __,
    dni: ___,
    nss: ____,
    docType: _____,
    ...missing
  } = newContract(seed, service.demo, person);
  return missing;
};
const contracts = () => authorities.submissions('sepe.contrato');
const send = async (rows: object[], name = 'Contratos') => {
  const { status, body } = await gateway.post('/batches', { name, rows });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.batch.id as string;
};
const rowsOf = async (id: string) => (await gateway.get(`/batches/${id}`)).body.data.rows;

describe('a row that fulfils an obligation', () => {
  test('the row takes its values from the obligation and the registration, reports missing ones, and is filed once corrected', async () => {
    const [person] = people as [Person];
    const due = await dueOf(person);
    expect(due).toMatchObject({ rule: { operation: 'notifyContract' }, batch: null });
    const id = await send([{ obligation: due.id }]);
    const [row] = await rowsOf(id);
    expect(row).toMatchObject({
      operation: 'notifyContract',
      state: 'wrong',
      cells: {
        regimen,
        ccc,
        dni: person.dni,
        nss: person.nss,
        startDate: seed.today,
        codContract: registration.tipo_contrato,
        occupation: registration.cno,
      },
    });
    const missing = row.mistakes.map(({ column }: { column: string }) => column);
    expect(missing).toEqual(
      expect.arrayContaining(['name', 'surname', 'sex', 'dateOfBirth', 'nationality', 'nivelFormativo']),
    );
    expect(missing).not.toContain('docType');
    expect(await again(due)).toMatchObject({ state: expect.stringMatching(/open|near/), batch: { id } });

    const { codContract: _, startDate: __, occupation: ___, ...rest } = missingOf(person);
    const cells = Object.entries(rest).map(([column, value]) => ({ column, value: String(value) }));
    const corrected = await gateway.post(`/batches/${id}/corrections`, {
      corrections: [{ rows: [1], cells }],
    });
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
    await batches.settle(id);
    const before = await contracts();
    const { rows } = await batches.filed(id, 'all', 1);
    expect(rows[0]).toMatchObject({ state: 'filed' });
    expect(await contracts()).toBe(before + 1);
    const { request } = (await gateway.get(`/tramites/${rows[0].filings[0]}`)).body.data;
    expect(request).toMatchObject({ dni: person.dni, startDate: seed.today, occupation: registration.cno });
    await learn();
    expect(await again(due)).toMatchObject({ state: 'closed', batch: null });
    // For a fulfilled obligation the row is wrong, and nothing of it is tried.
    const [late] = await rowsOf(await send([{ obligation: due.id, body: missingOf(person) }]));
    expect(late).toMatchObject({
      state: 'wrong',
      mistakes: [{ column: null, message: `Ya está hecho: trámite ${rows[0].filings[0]}.` }],
    });
  });

  test('the row is wrong while another batch has its obligation, and right again once that batch is cancelled', async () => {
    const person = people[1]!;
    const due = await dueOf(person);
    const row = { obligation: due.id, body: missingOf(person) };
    const first = await send([row], 'El primero');
    const second = await send([row, row], 'El segundo');
    const [other, twice] = await rowsOf(second);
    expect(other.mistakes).toEqual([
      { column: null, message: `Ya está en el lote «El primero», sin terminar (${first}).` },
    ]);
    expect(twice.mistakes).toContainEqual({
      column: null,
      message: 'Es la misma obligación que la fila 1.',
    });
    await batches.settle(first);
    expect((await gateway.post(`/batches/${first}/cancel`, {})).status).toBe(200);
    expect(await again(due)).toMatchObject({ batch: null });
    const third = await send([{ ...row, body: { ...row.body, nivelFormativo: '32' } }], 'El tercero');
    expect((await batches.settle(third)).rows[0]).toMatchObject({ state: 'tried', mistakes: [] });
    expect(await again(due)).toMatchObject({ batch: { id: third, name: 'El tercero' } });
  });

  test('the row is not filed after a form has filed it with other details, although the obligation may still be open', async () => {
    const person = people[2]!;
    const due = await dueOf(person);
    const id = await send([{ obligation: due.id, body: missingOf(person) }]);
    await batches.settle(id);
    const form = { ...newContract(seed, service.demo, person), nivelFormativo: '32' };
    const { status, body } = await gateway.post('/sepe/contrata', form);
    expect(status, JSON.stringify(body)).toBe(200);
    // The change has not been processed yet, so the obligation is still open.
    expect(await again(due)).toMatchObject({ state: expect.stringMatching(/open|near/) });
    const before = await contracts();
    const { rows } = await batches.filed(id);
    expect(rows[0]).toMatchObject({
      state: 'notSent',
      messages: [expect.stringMatching(/^Ya está hecho: trámite /)],
    });
    expect(await contracts()).toBe(before);
  });

  test('the row is not filed after a person has declared the obligation fulfilled', async () => {
    const person = people[3]!;
    const due = await dueOf(person);
    const id = await send([{ obligation: due.id, body: missingOf(person) }]);
    await batches.settle(id);
    const closed = await gateway.post(`/obligations/${due.id}/close`, { reason: 'Hecho en Contrat@.' });
    expect(closed.status).toBe(200);
    const before = await contracts();
    expect((await batches.filed(id)).rows[0]).toMatchObject({
      state: 'notSent',
      messages: ['Ya consta hecho: no se presenta otra vez.'],
    });
    expect(await contracts()).toBe(before);
  });

  test('the row stays filed if its function ended before it noted that, and the filing closed the obligation', async () => {
    const person = people[5]!;
    const due = await dueOf(person);
    const id = await send([{ obligation: due.id, body: missingOf(person) }]);
    await batches.settle(id);
    const { accountId } = service;
    const batch = async () => (await stores.batches.getBatch(accountId, id))!;
    const [before] = (await stores.batches.listProgress(await batch())).values();
    const sent = await contracts();
    const { rows } = await batches.filed(id);
    await learn();
    expect(await again(due)).toMatchObject({ state: 'closed' });
    await stores.batches.putProgress(await batch(), before!);
    await stores.batches.moveBatch(await batch(), ['ended'], { state: 'filing', dueAt: new Date() });
    expect((await batches.settle(id)).rows[0]).toMatchObject({ state: 'filed', filings: rows[0].filings });
    expect(await contracts()).toBe(sent + 1);
  });

  test('the row may be sent again at once if its batch could not be stored', async () => {
    const person = people[6]!;
    const due = await dueOf(person);
    const row = { obligation: due.id, body: missingOf(person) };
    fails = true;
    expect((await gateway.post('/batches', { name: 'Contratos', rows: [row] })).status).toBe(500);
    const id = await send([row]);
    expect((await batches.settle(id)).rows[0]).toMatchObject({ state: 'tried', mistakes: [] });
  });

  test('a row of a client company is wrong, as for a missing obligation, if it names one of another company or of the office', async () => {
    const [own, sibling] = [await newCompany(service.caller), await newCompany(service.caller)];
    const secret = await storeNewCertificate(
      service.caller,
      { person: seed.demo.holder },
      { clientId: sibling.id },
      service.demo,
    );
    const { nss, dni, identificacion } = seed.demo.staff[7]!;
    const json = { ...registration, nss, dni, identificacion };
    const filed = await service.caller.acting(secret).post('/seg-social/alta', json);
    expect(filed.status, JSON.stringify(filed.body)).toBe(200);
    await learn();
    const ofSibling = (await sibling.gateway.get('/obligations', { worker: dni })).body.data.data;
    const ofOffice = await dueOf(people[4]!);
    const mine = own.gateway.acting(service.demo.certificates.sepe);
    for (const { id } of [ofSibling.find(({ rule }: Due) => rule.id === 'contrato'), ofOffice]) {
      const sent = await mine.post('/batches', { name: 'Contratos', rows: [{ obligation: id }] });
      expect(sent.status, JSON.stringify(sent.body)).toBe(200);
      const { data } = (await own.gateway.get(`/batches/${sent.body.data.batch.id}`)).body;
      expect(data.rows).toMatchObject([{ state: 'wrong', cells: {} }]);
      expect(data.rows[0].mistakes).toContainEqual({ column: null, message: 'La obligación no existe.' });
    }
  });

  test('the row is wrong for an obligation that does not exist, or that no row can fulfil', async () => {
    const [unknown] = await rowsOf(await send([{ obligation: 'f'.repeat(32), body: {} }]));
    expect(unknown.mistakes).toContainEqual({ column: null, message: 'La obligación no existe.' });
    const { body } = await gateway.get('/obligations', {});
    const settlement = body.data.data.find(({ rule }: Due) => rule.id === 'liquidacion');
    if (!settlement) return;
    const [row] = await rowsOf(await send([{ obligation: settlement.id }]));
    expect(row.mistakes[0].message).toMatch(/^Esta obligación no se cumple con una fila/);
  });
});

test('a contract with other details is not sent while the first of the same worker and day waits for its outcome', async () => {
  const person = people[4]!;
  const form = newContract(seed, service.demo, person);
  const queued = await gateway.with({ Prefer: 'respond-async' }).post('/sepe/contrata', form);
  expect(queued.status).toBe(202);
  const other = await gateway.post('/sepe/contrata', { ...form, nivelFormativo: '32' });
  expect(other).toMatchObject({ status: 409, body: { message: expect.stringMatching(/con otros datos/) } });
});

test('a row that fulfils a company certificate has a cell for each field that it lacks, and is filed once they are filled in', async () => {
  const { request: termination } = requestsOf(service.demo)['POST /seg-social/despido']!;
  const left = await gateway.post('/seg-social/despido', termination);
  expect(left.status, JSON.stringify(left.body)).toBe(200);
  await learn();
  const { body } = await gateway.get('/obligations', { worker: String(termination.dni) });
  const due: Due = body.data.data.find(({ rule }: Due) => rule.id === 'certificado-empresa');
  const id = await send([{ obligation: due.id }], 'Certificados');
  const [row] = await rowsOf(id);
  expect(row).toMatchObject({
    operation: 'fileCompanyCertificate',
    state: 'wrong',
    cells: {
      'Datos_Empresa.CCC': regimen + ccc,
      'Datos_Trabajador.DNI_NIE': termination.dni,
      'Datos_Trabajador.FechaSuspensionExtincion': termination.fecha_real,
    },
  });
  const missing = row.mistakes.map(({ column }: { column: string }) => column);
  expect(missing).toEqual(
    expect.arrayContaining([
      'Datos_Representante.CIF_NIF',
      'Datos_Trabajador.Nombre',
      // Months that are not known are missing as a whole, so that no part of them is filed.
      'Datos_Trabajador.Datos_Cotizacion',
    ]),
  );
  const whole = cellsOf(requestsOf(service.demo)['POST /sepe/certifica']!.request as Record<string, unknown>);
  const isOfMonths = (column: string) => column.startsWith('Datos_Trabajador.Datos_Cotizacion');
  const columns = [
    ...missing.filter((column: string) => !isOfMonths(column)),
    ...Object.keys(whole).filter(isOfMonths),
  ];
  const cells = columns.map((column) => ({ column, value: whole[column] }));
  const corrected = await gateway.post(`/batches/${id}/corrections`, { corrections: [{ rows: [1], cells }] });
  expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
  const { rows } = await batches.settle(id);
  expect(rows[0], JSON.stringify(rows[0].mistakes)).toMatchObject({ state: 'tried' });
  expect((await batches.filed(id, 'all', 1)).rows[0]).toMatchObject({ state: 'filed' });
  await learn();
  expect(await again(due)).toMatchObject({ state: 'closed', batch: null });
});
