import { afterEach, expect, test } from 'vitest';
import { shownOn } from '../../../functions/capabilities/obligations/due.ts';
import type { KeptObligation } from '../../../functions/capabilities/obligations/store/obligation-row.ts';
import { stores } from '../../../functions/stores.ts';
import { PAYERS } from '../../../sandbox/aeat/seed.ts';
import { seed } from '../../../sandbox/seed.ts';
import { authorityPort } from '../../../shared/authorities/authority-port.ts';
import { dayAfter, daysLater, madridDay } from '../../../shared/kernel/spanish-time.ts';
import { issueP12, storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { runSchedule } from '../../support/iam/due.ts';
import { type Faults, failingServices, ownFilings } from '../../support/servers/failing-services.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** Obligations that follow or end because of authorities' answers, synchronous or not, and because of stored certificates. */

const { ofThisFile } = ownFilings();
let faults: Faults = { stores: ofThisFile };
const { service, requests } = await newService(
  {
    ...failingServices(() => faults),
    // Without the waits within a conversation.
    openAuthority: (options) => authorityPort({ ...options, sleep: async () => {} }),
    log: { info: () => {}, error: () => {} },
  },
  { now: () => new Date(Date.now() + (faults.now ?? 0)) },
);
const queues = await startWorkQueues(service.services);
const { accountId } = service;
const changes = await followChanges(service.services, {
  isOwn: () => [accountId],
  tables: ['ACCOUNTS_TABLE', 'FILINGS_TABLE', 'OBLIGATIONS_TABLE'],
});
const gateway = service.caller.acting(
  await storeNewCertificate(service.caller, { person: seed.demo.holder }),
);
afterEach(() => {
  faults = { stores: ofThisFile };
});

const later = () => gateway.with({ Prefer: 'respond-async' });
const follow = async () => {
  while ((await changes.catchUp()).length > 0);
};
/** The obligations by a rule, in all states, as they are shown. */
const due = async (rule: string, worker?: string) => {
  const states = ['open', 'closed', 'withdrawn'] as const;
  const fits = (one: KeptObligation) => one.rule === rule && (!worker || one.by.document === worker);
  const pages = await Promise.all(
    states.map((state) => stores.obligations.listObligations({ accountId, state, limit: 100, fits })),
  );
  const today = madridDay(new Date());
  return pages.flatMap(({ obligations }) =>
    obligations.map((one) => ({ ...one, state: shownOn(one, today) })),
  );
};
const answered = async (id: string) => (await gateway.get(`/obligations/${id}`)).body.data;
const registration = (worker: (typeof seed.demo.newWorkers)[number], date: string) => {
  const { identificacion, nss, dni } = worker;
  const { regimen, ccc } = service.demo.company;
  const { request } = requests['POST /seg-social/alta']!;
  return { ...request, identificacion, nss, dni, regimen, ccc, fecha_real: date, duplicate: 0 };
};
/** Files as another program would: the change in the stream is dropped. */
const fileElsewhere = async (path: string, request: object) => {
  await follow();
  const filed = await gateway.post(path, request);
  expect(filed.body).toMatchObject({ success: true });
  await changes.read();
};

test('a reading that is answered later proves obligations, like one that is answered at once', async () => {
  const { regimen, ccc } = service.demo.company;
  const worker = seed.demo.newWorkers[1]!;
  const { nss, dni, identificacion } = worker;
  const { request } = requests['POST /sepe/contrata']!;
  const of = { docType: identificacion === 6 ? 'E' : 'D', nss, dni, regimen, ccc };
  await gateway.post('/sepe/contrata', { ...request, ...of, startDate: seed.today, duplicate: 0 });
  await follow();
  expect(await due('alta')).toMatchObject([{ state: 'late' }]);
  await fileElsewhere('/seg-social/alta', registration(worker, seed.today));
  const asked = await later().get('/seg-social/employees-in-enterprise', { regimen, ccc, options: 1 });
  expect(asked.status).toBe(202);
  await follow();
  expect(await due('alta')).toMatchObject([{ state: 'late' }]);
  expect(await queues.makeAll()).toEqual([]);
  await follow();
  expect(await due('alta')).toMatchObject([{ state: 'closed', closedBy: { how: 'proved' } }]);
});

test('a start of work that was planned elsewhere makes its contract due once it is read, and the contract closes it', async () => {
  const { regimen, ccc, cif } = service.demo.company;
  const worker = seed.demo.newWorkers[2]!;
  const { nss, dni, identificacion } = worker;
  const start = dayAfter(seed.today, { days: 20 });
  await fileElsewhere('/seg-social/alta', registration(worker, start));
  const planned = () => due('inicio-previsto', dni);
  expect(await planned()).toEqual([]);
  const list = () => gateway.get('/seg-social/employees-in-enterprise', { regimen, ccc, options: 2 });
  expect((await list()).status).toBe(200);
  await follow();
  const [one, ...more] = await planned();
  expect(more).toEqual([]);
  expect(await answered(one!.id)).toMatchObject({
    state: 'open',
    of: start,
    worker: { document: dni },
    rule: { standing: 'inferred' },
    since: { how: 'proved' },
  });
  // Seeing the same again causes no further obligation, and workers whose work has begun cause none.
  await list();
  await follow();
  const starts = (await due('inicio-previsto')).map(({ of }) => of);
  expect(starts.every((day) => day > seed.today)).toBe(true);
  expect(await planned()).toHaveLength(1);
  const { request } = requests['POST /sepe/contrata']!;
  const of = { docType: identificacion === 6 ? 'E' : 'D', nss, dni, regimen, ccc };
  await fileElsewhere('/sepe/contrata', { ...request, ...of, startDate: start, duplicate: 0 });
  const contracts = await gateway.get('/sepe/contrata/data/list', {
    cif,
    regimen,
    ccc,
    startDate: start,
    endDate: start,
    communications_by: '1',
  });
  expect(contracts.body.data).toHaveLength(1);
  await follow();
  expect(await planned()).toMatchObject([{ state: 'closed', closedBy: { how: 'proved' } }]);
});

test('a contractor’s certificate must be renewed for its payer, whether it comes at once or later, and a negative one need not', async () => {
  const ask = (who: Gateway, payer: { nif: string }) =>
    who.get('/aeat/report-subcontractors', { nif_entidad: payer.nif });
  expect((await ask(gateway, PAYERS.atOnce)).body.message).toBe('Certificado POSITIVO.');
  await follow();
  const today = madridDay(new Date());
  const earliest = dayAfter(today, { days: -7 });
  const planned = {
    state: 'planned',
    worker: null,
    account: null,
    of: earliest,
    opens: dayAfter(earliest, { months: 11 }),
    due: dayAfter(earliest, { months: 12, days: -1 }),
    rule: { authority: 'aeat' },
  };
  const [one, ...more] = await due('certificado-contratistas');
  expect(more).toEqual([]);
  expect(await answered(one!.id)).toMatchObject({ ...planned, reference: PAYERS.atOnce.nif });
  for (const payer of [PAYERS.muchLater, PAYERS.negative])
    expect((await ask(gateway, payer)).body).toMatchObject({ success: false });
  const queued = await ask(later(), PAYERS.late);
  expect(queued.status).toBe(202);
  expect(await queues.makeAll()).toEqual([]);
  // Each look-up is followed by another one at its time.
  for (const minutes of [1.1, 6.2, 21.3]) {
    faults.now = minutes * 60_000;
    await runSchedule(service.services);
  }
  await follow();
  const payers = (await due('certificado-contratistas')).map(({ by }) => by.reference);
  expect(payers.toSorted()).toEqual(
    [PAYERS.atOnce, PAYERS.late, PAYERS.muchLater].map(({ nif }) => nif).toSorted(),
  );
});

test('a certificate must be renewed before it expires, until a later one is stored or it is deleted', async () => {
  const keep = async (days: number) => {
    const notAfter = daysLater(new Date(), days);
    const holder = { person: seed.demo.newWorkers[0]! as never };
    const p12 = await issueP12(holder, service.demo, { notAfter });
    const { status, body } = await service.caller.upload(p12, { password: 'clave', type: '1' });
    expect(status).toBe(200);
    await follow();
    const { certificateId } = (await stores.certificates.readSecret(body.data.cert_secret, accountId))!;
    return {
      secret: body.data.cert_secret as string,
      due: dayAfter(madridDay(notAfter), { days: -1 }),
      shown: async () => (await due('certificado-digital')).find(({ by }) => by.reference === certificateId),
    };
  };
  const old = await keep(20);
  const shown = await old.shown();
  expect(await answered(shown!.id)).toMatchObject({
    state: 'near',
    due: old.due,
    worker: null,
    rule: { authority: 'issuer', standing: 'toCheck' },
  });
  const next = await keep(50);
  expect(await old.shown()).toMatchObject({ state: 'closed', closedBy: { how: 'proved' } });
  expect(await next.shown()).toMatchObject({ state: 'open', due: next.due });
  // It stays valid when the sandbox is reset.
  expect((await service.caller.post('/sandbox/reset', {})).status).toBe(200);
  expect(await next.shown()).toMatchObject({ state: 'open' });
  expect(await due('certificado-contratistas')).toEqual([]);
  expect((await service.caller.delete(`/certificate/${next.secret}`)).status).toBe(200);
  await follow();
  expect(await next.shown()).toMatchObject({ state: 'withdrawn' });
  expect(await old.shown()).toMatchObject({ state: 'near' });
});
