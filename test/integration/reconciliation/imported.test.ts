import { beforeAll, expect, test } from 'vitest';
import { driveReconciliation } from '../../../functions/capabilities/reconciliation/driver/drive.ts';
import { stores } from '../../../functions/stores.ts';
import { madridDay } from '../../../sandbox/calendar.ts';
import { aCompany, aProfile, sessionOf } from '../../support/accounts.ts';
import { newUser } from '../../support/callers/users.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { worldOf } from '../../support/world-of-companies.ts';

/** A workforce that is made of what the authorities have, in this order. */

const WORKERS = 4;
const { seed, companies } = worldOf(madridDay(new Date()), { companies: 1, workers: WORKERS });
const { account, workers } = companies[0]!;
const { regimen, ccc, cif } = account;
let ahead = 0;
const { service, authorities } = await newService({ now: () => new Date(Date.now() + ahead) }, { seed });
const { caller: office, accountId } = service;
const { tgss, sepe } = service.demo.certificates;
const queues = await startWorkQueues(service.services);

let customerID: number;
beforeAll(async () => {
  const profile = { ...aProfile(), dni: cif, account: [{ regimen, cuenta: ccc, alias: 'General' }] };
  const { body } = await office.post('/customer', aCompany({ profile, not_notify: 1 }));
  customerID = body.data.id;
});

const begin = (more: object = {}) =>
  office.acting(tgss).post('/reconciliations', { customerID, cert_secret_sepe: sepe, ...more });
/** A comparison that has ended. */
const compared = async (more: object = {}) => {
  const { status, body } = await begin(more);
  expect(status, JSON.stringify(body)).toBe(200);
  const { id } = body.data.reconciliation;
  for (let rounds = 0; rounds < 40; rounds++) {
    await queues.makeAll(4);
    const one = (await stores.reconciliation.getReconciliation(accountId, id))!;
    if ((await driveReconciliation(service.services, one)).state === 'ended')
      return (await office.get(`/reconciliations/${id}`)).body.data;
  }
  throw new Error('the comparison did not come to an end');
};
const imports = (id: string, json: object = {}) => office.post(`/reconciliations/${id}/import`, json);
const workforce = async () => (await office.get(`/workforce/${customerID}`)).body.data;
const [first, second] = workers.map(({ person }) => person);
const registrationOf = ({ nss }: { nss: string }) =>
  seed.state.tgss.registrations.find((one) => one.nss === nss && one.ccc === ccc)!;
/** The workers who are registered still. */
const registered = workers.slice(0, WORKERS - 2);

test('a company without a workforce gets the workers who are registered, once a person has seen them', async () => {
  expect((await begin()).status).toBe(409);
  expect((await begin({ for_import: 1, only_cost: 1 })).body.data.readings).toBe(2);
  const { reconciliation, differences } = await compared({ for_import: 1 });
  // There is no list yet from which anybody could differ.
  expect(differences).toEqual([]);

  const seen = await imports(reconciliation.id);
  expect(seen.status, JSON.stringify(seen.body)).toBe(200);
  expect(seen.body.data).toMatchObject({ imported: false, added: registered.length, changed: 0, kept: 0 });
  expect((await office.get(`/workforce/${customerID}`)).status).toBe(404);
  expect((await imports(reconciliation.id, { preview: '0'.repeat(64) })).status).toBe(409);
  expect((await office.get(`/workforce/${customerID}`)).status).toBe(404);

  const { preview } = seen.body.data;
  const done = await imports(reconciliation.id, { preview });
  expect(done.body.data, JSON.stringify(done.body)).toEqual({ ...seen.body.data, imported: true });
  const { data, saved_at, imported_at } = await workforce();
  expect(saved_at).toBe(reconciliation.created_at);
  expect(imported_at >= saved_at).toBe(true);
  const byDocument = (rows: { dni: string }[]) => rows.toSorted((a, b) => (a.dni < b.dni ? -1 : 1));
  expect(byDocument(data)).toEqual(
    byDocument(seen.body.data.workers.map(({ after }: { after: { dni: string } }) => after)),
  );
  const terms = registrationOf(first!).terms;
  expect(data.find(({ dni }: { dni: string }) => dni === first!.dni)).toMatchObject({
    regimen,
    ccc,
    nss: first!.nss,
    fecha_alta: workers[0]!.since,
    fecha_baja: null,
    tipo_contrato: terms.contrato,
    grupo_cotizacion: terms.grupo,
    cno: terms.cno,
  });
  // Once more it would change nothing, and what was imported is what they have.
  expect((await imports(reconciliation.id)).body.data).toMatchObject({ added: 0, changed: 0 });
  const again = await compared();
  expect([again.differences, again.reconciliation.not_compared]).toEqual([[], []]);
});

test('a workforce that exists is changed only as it was shown, and workers whom the authorities do not have stay', async () => {
  registrationOf(first!).terms.grupo = '05';
  await authorities.reset();
  const stranger = { regimen, ccc, dni: '99999100E', fecha_alta: '2026-01-07' };
  const rows = (await workforce()).data.map(({ fecha_baja: _, ...row }: Record<string, unknown>) => ({
    ...row,
    coeficiente: '0',
  }));
  const save = (all: object[]) => office.call('PUT', `/workforce/${customerID}`, { json: { rows: all } });
  expect((await save([...rows, stranger])).status).toBe(200);
  const { reconciliation } = await compared();
  const seen = (await imports(reconciliation.id)).body.data;
  expect(seen).toMatchObject({ added: 0, changed: 1, kept: registered.length });
  expect(seen.workers).toMatchObject([
    {
      before: { dni: first!.dni, grupo_cotizacion: '07' },
      after: { dni: first!.dni, grupo_cotizacion: '05', cno: rows[0].cno },
      partly: false,
    },
  ]);
  // A list that comes after the comparison is newer than what it found.
  expect((await save([...rows, { ...stranger, cno: '4309' }])).status).toBe(200);
  expect((await imports(reconciliation.id, { preview: seen.preview })).status).toBe(409);
  const next = (await compared()).reconciliation.id;
  const { preview } = (await imports(next)).body.data;
  expect((await imports(next, { preview })).body.data).toMatchObject({ imported: true, changed: 1 });
  const groups = (await workforce()).data.map(
    ({ dni, grupo_cotizacion }: { dni: string; grupo_cotizacion: string | null }) => [dni, grupo_cotizacion],
  );
  expect(Object.fromEntries(groups)).toEqual({
    [first!.dni]: '05',
    [second!.dni]: registrationOf(second!).terms.grupo,
    [stranger.dni]: null,
  });
});

test('a worker whom the list got after the comparison, with the same number and another document, is not added again', async () => {
  const save = (rows: object[]) => office.call('PUT', `/workforce/${customerID}`, { json: { rows } });
  const { data } = await workforce();
  const others = data
    .filter(({ dni }: { dni: string }) => dni !== second!.dni)
    .map(({ fecha_baja: _, ...row }: Record<string, unknown>) => row);
  expect((await save(others)).status).toBe(200);
  const { reconciliation } = await compared();
  expect((await imports(reconciliation.id)).body.data).toMatchObject({ added: 1 });
  const same = { regimen, ccc, dni: 'X1234567L', nss: second!.nss, fecha_alta: '2026-01-07' };
  expect((await save([...others, same])).status).toBe(200);
  expect((await imports(reconciliation.id)).body.data).toMatchObject({ added: 0 });
});

test('a comparison can be imported only after its end, and on the same day', async () => {
  const { body } = await begin();
  const { id } = body.data.reconciliation;
  expect((await imports(id)).status).toBe(409);
  expect((await office.delete(`/reconciliations/${id}`)).status).toBe(200);
  const { reconciliation } = await compared();
  ahead = 24 * 60 * 60_000 + 1_000;
  const { email } = await newUser(service.demo.baseUrl, accountId, 'files');
  const person = await sessionOf(service.demo.baseUrl, email, service.services.now());
  const late = await person.post(`/reconciliations/${reconciliation.id}/import`, {});
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('más de un día')]);
});
