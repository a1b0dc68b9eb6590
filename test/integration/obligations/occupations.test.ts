import { expect, test } from 'vitest';
import { newContract } from '../../../reference/employment-requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { batchesWith, startBatches } from '../../support/sheets/batches.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** The occupations of all staff, from the answers of the authority to one batch. */

const { service, queues } = await startBatches();
const { regimen, ccc } = seed.demo.accounts.second;

test('a clerk finds who has no occupation, gets a proposal with its origin, writes each, and files them in one batch', async () => {
  const secret = await storeNewCertificate(service.caller, { person: seed.demo.holder }, {}, service.demo);
  const gateway = service.caller.acting(secret);
  const changes = await followChanges(service.services, {
    isOwn: () => [service.accountId],
    tables: ['FILINGS_TABLE', 'OBLIGATIONS_TABLE'],
  });
  const learn = async () => {
    while ((await changes.catchUp()).length > 0);
  };
  const open = async () =>
    (await gateway.get('/obligations', { perPage: 100 })).body.data.data.filter(
      ({ rule }: { rule: { id: string } }) => rule.id === 'cno-plantilla',
    );
  const [withCno, , , , known, unknown] = seed.demo.staff;
  // A contract of this worker was communicated here.
  const contract = {
    ...newContract(seed, service.demo, known!),
    regimen,
    ccc,
    startDate: seed.today,
    occupation: '4122',
  };
  const filed = await gateway.post('/sepe/contrata', contract);
  expect(filed.status, JSON.stringify(filed.body)).toBe(200);
  for (const { dni, nss } of [withCno!, known!, unknown!])
    expect((await gateway.get('/seg-social/cno', { regimen, ccc, dni, nss })).status).toBe(200);
  await learn();
  const due: { id: string; worker: { document: string }; due: string }[] = await open();
  expect(due.map(({ worker, due }) => [worker.document, due]).toSorted()).toEqual(
    [known!, unknown!].map(({ dni }) => [dni, '2027-02-01']).toSorted(),
  );

  const rows = [known!, unknown!].map(({ dni }) => ({
    obligation: due.find(({ worker }) => worker.document === dni)!.id,
  }));
  const sent = await gateway.post('/batches', { name: 'Ocupaciones', rows });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const { id } = sent.body.data.batch;
  const shown = (await gateway.get(`/batches/${id}`)).body.data.rows;
  const ofCno = shown.map(({ mistakes }: { mistakes: { column: string; message: string }[] }) =>
    mistakes.flatMap(({ column, message }) => (column === 'cno' ? message : [])),
  );
  expect(ofCno[0]).toEqual([
    expect.stringMatching(
      /^Este campo es obligatorio\. Propuesta: 4122 · .*contrato comunicado el \d\d\/.*trámite/,
    ),
  ]);
  expect(ofCno[1]).toEqual(['Este campo es obligatorio.']);

  const day = { column: 'fecha_real', value: seed.today };
  const corrected = await gateway.post(`/batches/${id}/corrections`, {
    corrections: ['4122', '5120'].map((value, index) => ({
      rows: [index + 1],
      cells: [{ column: 'cno', value }, day],
    })),
  });
  expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
  const batches = batchesWith(queues, gateway);
  await batches.settle(id);
  const done = await batches.filed(id, 'all', 1);
  expect(done.rows.map(({ state }: { state: string }) => state)).toEqual(['filed', 'filed']);
  await learn();
  expect(await open()).toEqual([]);
});
