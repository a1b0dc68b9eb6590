import { beforeAll, expect, test } from 'vitest';
import { driveReconciliation } from '../../../functions/reconciliation/driver/drive.ts';
import { stores } from '../../../functions/stores.ts';
import { addDays, madridDay } from '../../../sandbox/calendar.ts';
import { person } from '../../../sandbox/population.ts';
import { contractOf } from '../../../sandbox/sepe/seed.ts';
import type { State } from '../../../sandbox/state.ts';
import { makeRegister } from '../../../sandbox/tgss/seed.ts';
import { aCompany, aProfile } from '../../support/accounts.ts';
import { type WorldCompany, worldOf } from '../../support/reconciliation.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';

/** Workforces of companies against what the authorities have, of which some was changed by hand. */

const COMPANIES = 3;
const WORKERS = 20;

const today = madridDay(new Date());
const { seed, companies } = worldOf(today, { companies: COMPANIES, workers: WORKERS });
const ahead = 0;
const { service, authorities } = await newService({ now: () => new Date(Date.now() + ahead) }, { seed });
const { caller: office, accountId } = service;
const { tgss, sepe } = service.demo.certificates;
const queues = await startWorkQueues(service.services);
const ids: number[] = [];

const rowsOf = ({ account: { regimen, ccc }, workers }: WorldCompany) =>
  workers.map(({ person: { dni, nss }, since, until }) => ({
    ...{ regimen, ccc, dni, nss, fecha_alta: since, ...(until && { fecha_baja: until }) },
    ...{ tipo_contrato: '100', coeficiente: '0', grupo_cotizacion: '07', cno: '4309' },
  }));

beforeAll(async () => {
  for (const one of companies) {
    const { regimen, ccc, cif } = one.account;
    const profile = { ...aProfile(), dni: cif, account: [{ regimen, cuenta: ccc, alias: 'General' }] };
    const { body } = await office.post('/customer', aCompany({ profile, not_notify: 1 }));
    ids.push(body.data.id);
    const saved = await office.call('PUT', `/workforce/${body.data.id}`, { json: { rows: rowsOf(one) } });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  }
});

const begin = async (customerID: number) =>
  office.acting(tgss).post('/reconciliations', { customerID, cert_secret_sepe: sepe });

/** Goes on with a comparison as the schedule and the consumers do, until its end. */
const onward = async (id: string) => {
  for (let rounds = 0; rounds < 40; rounds++) {
    await queues.makeAll(4);
    const one = (await stores.reconciliation.getReconciliation(accountId, id))!;
    if ((await driveReconciliation(service.services, one)).state === 'ended') {
      const { body } = await office.get(`/reconciliations/${id}`, { perPage: 50 });
      return body.data;
    }
  }
  throw new Error('the comparison did not come to an end');
};
const reconciled = async (customerID: number) => {
  const { status, body } = await begin(customerID);
  expect(status, JSON.stringify(body)).toBe(200);
  return onward(body.data.reconciliation.id);
};

test('what they have, compared with itself, has no difference', async () => {
  const asked: number[] = [];
  for (const id of ids) {
    const before = await authorities.requests();
    const { reconciliation, differences } = await reconciled(id);
    asked.push((await authorities.requests()) - before);
    expect(differences).toEqual([]);
    expect(reconciliation.not_compared).toEqual([]);
    expect(reconciliation.readings).toEqual({ asked: WORKERS + 3, answered: WORKERS + 3, failed: 0 });
  }
  // The first one logs in. After that a company of 20 workers takes 123 requests to the authorities: some six a worker.
  expect(asked.slice(1)).toEqual([123, 123]);
});

/** Changes that a person makes by hand at the authorities, with the differences that follow. */
const changed: [string, string, string | null][] = [];
const changeByHand = (state: State): void => {
  const { registrations } = state.tgss;
  const at = (company: number, index: number) => {
    const { account, workers } = companies[company]!;
    const { person: worker, ...rest } = workers[index]!;
    const registration = registrations.find(({ nss, ccc }) => nss === worker.nss && ccc === account.ccc)!;
    return { account, worker, registration, ...rest };
  };
  const note = (kind: string, { dni }: { dni: string }, field: string | null = null) =>
    changed.push([kind, dni, field]);
  for (const company of [0, 1, 2]) {
    const removed = at(company, 0);
    registrations.splice(registrations.indexOf(removed.registration), 1);
    note('notRegistered', removed.worker);

    const ended = at(company, 2);
    const { baja } = at(company, WORKERS - 2).registration;
    ended.registration.baja = { ...structuredClone(baja!), situacion: '51' };
    note('notRegistered', ended.worker);

    const stranger = person(900 + company);
    state.persons.push(stranger);
    const made = makeRegister();
    made.register({ worker: stranger, account: ended.account }, addDays(today, -800));
    registrations.push({ ...made.registrations[0]!, id: state.tgss.nextId++ });
    note('notBelieved', stranger);

    for (const [index, field, terms] of [
      [1, 'grupo_cotizacion', { grupo: '05' }],
      [3, 'tipo_contrato', { contrato: '402' }],
      [4, 'coeficiente', { coeficiente: '500' }],
    ] as const) {
      const { registration, worker } = at(company, index);
      Object.assign(registration.terms, terms);
      note('field', worker, field);
    }
  }
  const cno = at(0, 5);
  cno.registration.terms.cno = '4111';
  note('field', cno.worker, 'cno');

  for (const company of [0, 1]) {
    const { worker } = at(company, 7);
    const { contracts } = state.sepe;
    contracts.splice(
      contracts.findIndex((one) => one.worker.nss === worker.nss),
      1,
    );
    note('contractMissing', worker);
  }

  const hired = person(950);
  state.persons.push(hired);
  const { account } = companies[2]!;
  state.sepe.contracts.push({
    ...contractOf(950, { worker: hired, account }, [addDays(today, -30), addDays(today, 30)]),
    endDate: '',
  });
  note('contractUnregistered', hired);

  const moved = at(1, 6);
  moved.registration.alta.date = addDays(moved.since, 1);
  moved.registration.alta.effective = addDays(moved.since, 1);
  note('field', moved.worker, 'fecha_alta');

  const stayed = at(2, WORKERS - 2);
  delete stayed.registration.baja;
  note('notTerminated', stayed.worker);

  const uncertified = at(0, WORKERS - 1);
  const { certificates } = state.sepe;
  certificates.splice(
    certificates.findIndex(({ document }) => document === uncertified.worker.dni),
    1,
  );
  note('certificateMissing', uncertified.worker);
};

interface Shown {
  kind: string;
  dni: string;
  field: string | null;
  mends: { operation: string; body: Record<string, unknown>; lacks: string[] };
}

test('of 25 changes by hand all are found, none is invented, and each worker costs one reading', async () => {
  changeByHand(seed.state);
  expect(changed).toHaveLength(25);
  await authorities.reset();
  const found: Shown[] = [];
  for (const [place, id] of ids.entries()) {
    const { reconciliation, differences } = await reconciled(id);
    expect(reconciliation.not_compared).toEqual([]);
    found.push(...differences);
    // Two lists, each worker, a stranger, and the certificates of who left with a right to benefits; in the third, a contract more.
    const asked = WORKERS + 4 + (place === 2 ? 1 : 0);
    expect(reconciliation.readings).toEqual({ asked, answered: asked, failed: 0 });
  }
  const sorted = (all: unknown[]) => all.map((one) => JSON.stringify(one)).toSorted();
  expect(sorted(found.map(({ kind, dni, field }) => [kind, dni, field]))).toEqual(sorted(changed));

  // The filing that mends one can be tried as it is.
  const group = found.find(({ field }) => field === 'grupo_cotizacion')!;
  expect(group.mends).toMatchObject({ operation: 'updateGroup', lacks: [] });
  const tried = await office
    .acting(tgss)
    .call('PUT', '/seg-social/contribution-group', { json: { ...group.mends.body, test: 1 } });
  expect(tried.status, JSON.stringify(tried.body)).toBe(200);
  const contract = found.find(({ kind }) => kind === 'contractMissing')!;
  expect(contract.mends.lacks).toContain('nivelFormativo');
});

test('the result is a sheet with each difference', async () => {
  const { body } = await begin(ids[0]!);
  const { id } = body.data.reconciliation;
  expect((await office.get(`/reconciliations/${id}/result`)).status).toBe(409);
  const { differences } = await onward(id);
  const sheet = await office.get(`/reconciliations/${id}/result`, { format: 'csv' });
  const text = Buffer.from(sheet.body.data.file.content, 'base64').toString('utf8');
  for (const { dni } of differences) expect(text).toContain(dni);
  expect(text.trim().split('\n')).toHaveLength(1 + differences.length);
});
