import { expect, test } from 'vitest';
import type { GatewayEvent } from '../../../functions/capabilities/events/gateway-event.ts';
import { takeReminders } from '../../../functions/capabilities/events/reminders.ts';
import { seed } from '../../../sandbox/seed.ts';
import { newCompany } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Answered } from '../../support/gateway.ts';
import { asFunction } from '../../support/iam/recorder.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** Obligations that follow from filings, from the filing to the list. */

const { service, requests } = await ownService();
const changes = await followChanges(service.services, {
  isOwn: () => [service.accountId],
  tables: ['FILINGS_TABLE', 'OBLIGATIONS_TABLE'],
});
const gateway = service.caller.acting(
  await storeNewCertificate(service.caller, { person: seed.demo.holder }),
);

/** Processes the stream: first facts are learned, then the events of obligations follow. */
const learned = async (answered: Answered): Promise<Answered> => {
  while ((await changes.catchUp()).length > 0);
  return answered;
};
const eventsSince = async (after: string) =>
  (await gateway.get('/events', { after, type: 'obligation.*' })).body.data.events;
const now = async (): Promise<string> => (await gateway.get('/events', { after: 'now' })).body.data.cursor;

const send = async (name: string, more: object = {}): Promise<Answered> => {
  const [method, path] = name.split(' ') as ['POST', string];
  return learned(await gateway.call(method, path, { json: { ...requests[name]!.request, ...more } }));
};

const due = async (query: Record<string, string | number> = {}) =>
  (await gateway.get('/obligations', query)).body.data;
const rulesOf = ({ data }: { data: { rule: { id: string }; state: string }[] }) =>
  data.map(({ rule, state }) => `${rule.id} ${state}`);

test('a registration makes its contract due, a removal withdraws it, and a person closes and opens it', async () => {
  expect((await due()).data).toEqual([]);
  const dry = await send('POST /seg-social/alta', { test: 1 });
  expect(dry.status).toBe(200);
  // A filing on the start day is not before it.
  expect(dry.body.message).toContain('mismo día del inicio');
  expect((await due()).data).toEqual([]);

  const alta = await send('POST /seg-social/alta');
  expect(alta.status).toBe(200);
  const [one] = (await due()).data;
  expect(one).toMatchObject({
    rule: { id: 'contrato', standing: 'confirmed' },
    since: { tramite: alta.headers.get('x-tramite-id'), how: 'accepted' },
    worker: { document: service.demo.newWorker.dni },
    closedBy: null,
  });
  expect((await gateway.get(`/tramites/${alta.headers.get('x-tramite-id')}`)).body.data.warnings).toEqual([
    expect.stringContaining('mismo día del inicio'),
  ]);
  expect(rulesOf(await due({ worker: service.demo.newWorker.dni }))).toEqual(['contrato open']);
  expect((await due({ worker: seed.demo.worker.dni })).data).toEqual([]);

  const closed = await gateway.post(`/obligations/${one.id}/close`, { reason: 'Comunicado en Contrat@.' });
  expect(closed.body.data).toMatchObject({
    state: 'closed',
    closedBy: { how: 'declared', reason: 'Comunicado en Contrat@.', user: { email: service.email } },
  });
  expect((await due()).data).toEqual([]);
  expect((await gateway.post(`/obligations/${one.id}/close`, { reason: 'Otra vez.' })).status).toBe(409);
  const reopened = await gateway.post(`/obligations/${one.id}/reopen`, { reason: 'Era otro.' });
  expect(reopened.body.data).toMatchObject({ closedBy: null });
  expect((await gateway.post(`/obligations/${one.id}/reopen`, { reason: 'Otra vez.' })).status).toBe(409);

  const { regimen, ccc } = service.demo.company;
  const { nss, dni } = service.demo.newWorker;
  const removal = { regimen, ccc, nss, dni, fecha_real: seed.today };
  const removed = await learned(await gateway.call('DELETE', '/seg-social/alta', { json: removal }));
  expect(removed.body).toMatchObject({ success: true });
  expect((await due()).data).toEqual([]);
  expect(rulesOf(await due({ state: 'withdrawn' }))).toContain('contrato withdrawn');
});

test('an obligation that is late when it becomes known is reported by the schedule, once', async () => {
  const before = await now();
  const { nss, dni } = seed.demo.newWorkers[2]!;
  const { regimen, ccc } = service.demo.company;
  const contract = { docType: 'D', nss, dni, regimen, ccc, startDate: seed.today, duplicate: 0 };
  expect((await send('POST /sepe/contrata', contract)).status).toBe(200);
  const [late] = (await due({ worker: dni, state: 'late' })).data;
  expect(late).toMatchObject({ rule: { id: 'alta' }, daysLeft: -1 });
  const announced = async () =>
    (await eventsSince(before))
      .filter(({ subject }: GatewayEvent) => subject.id === late.id)
      .map(({ type }: GatewayEvent) => type);
  expect(await announced()).toEqual(['obligation.opened']);
  const schedule = () => asFunction('due-filings', () => takeReminders(service.services));
  await schedule();
  await schedule();
  // The earlier event that it was near no longer holds.
  expect(await announced()).toEqual(['obligation.opened', 'obligation.late']);
});

test('an obligation becomes due, near, late and closed by the clock of the sandbox, with events', async () => {
  const before = await now();
  await send('POST /seg-social/alta');
  await send('POST /sepe/contrata', {
    dni: service.demo.newWorker.dni,
    docType: 'D',
    startDate: seed.today,
    endDate: undefined,
    regimen: service.demo.company.regimen,
    ccc: service.demo.company.ccc,
    duplicate: 0,
  });
  expect(rulesOf(await due({ state: 'closed' }))).toContain('contrato closed');
  const [copy] = (await due({ worker: service.demo.newWorker.dni })).data;
  expect(copy).toMatchObject({ rule: { id: 'copia-basica' }, state: 'open', daysLeft: 10, blockedBy: [] });
  const shown = async () => (await gateway.get(`/obligations/${copy.id}`)).body.data;
  const forward = async (days: number) =>
    expect((await service.caller.post('/sandbox/clock', { days })).status).toBe(200);

  await forward(6);
  expect(await shown()).toMatchObject({ state: 'open', daysLeft: 4 });
  await forward(1);
  expect(await shown()).toMatchObject({ state: 'near', daysLeft: 3 });
  await forward(3);
  expect(await shown()).toMatchObject({ state: 'near', daysLeft: 0 });
  await forward(1);
  expect(await shown()).toMatchObject({ state: 'late', daysLeft: -1 });
  expect(rulesOf(await due({ state: 'late' }))).toContain('copia-basica late');
  await gateway.post(`/obligations/${copy.id}/close`, { reason: 'Entregada a los representantes.' });
  await learned({} as Answered);
  const emitted = (await eventsSince(before)).filter(({ subject }: GatewayEvent) => subject.id === copy.id);
  expect(emitted.map(({ type }: GatewayEvent) => type)).toEqual([
    'obligation.opened',
    'obligation.near',
    'obligation.late',
    'obligation.closed',
  ]);
});

test('an obligation that is late when it becomes known is reported when the clock of its world is moved again', async () => {
  const before = await now();
  const { body } = await service.caller.post('/sandbox/clock', { days: 1 });
  const { today } = body.data;
  const { nss, dni } = seed.demo.newWorkers[3]!;
  const { regimen, ccc } = service.demo.company;
  await send('POST /sepe/contrata', { docType: 'D', nss, dni, regimen, ccc, startDate: today, duplicate: 0 });
  const [late] = (await due({ worker: dni, state: 'late' })).data;
  expect(late).toMatchObject({ rule: { id: 'alta' }, daysLeft: -1 });
  const announced = async () =>
    (await eventsSince(before))
      .filter(({ subject, type }: GatewayEvent) => subject.id === late.id && type !== 'obligation.opened')
      .map(({ type }: GatewayEvent) => type);
  expect(await announced()).toEqual([]);
  for (const days of [1, 1]) await service.caller.post('/sandbox/clock', { days });
  expect(await announced()).toEqual(['obligation.late']);
});

test('a cursor of a list of obligations continues the same question, and no other', async () => {
  const query = { state: 'closed', perPage: 1 };
  const first = await due(query);
  expect(first.data).toHaveLength(1);
  const { continueToken } = first;
  expect(continueToken).toEqual(expect.any(String));
  const next = await due({ ...query, continueToken });
  expect(next.data).toHaveLength(1);
  expect(next.data).not.toEqual(first.data);
  for (const [name, value] of [
    ['state', 'withdrawn'],
    ['worker', service.demo.newWorker.dni],
    ['due-before', '2030-01-01'],
  ] as const)
    expect(await gateway.get('/obligations', { ...query, [name]: value, continueToken })).toMatchObject({
      status: 422,
      body: { errors: { continueToken: [expect.any(String)] } },
    });
});

test('an obligation is visible to its own account only, and to a client company only if it is its own', async () => {
  const [one] = (await due({ state: 'closed' })).data;
  const other = service.otherCaller;
  const company = (await newCompany(service.caller)).gateway;
  for (const stranger of [other, company]) {
    expect((await stranger.get('/obligations', { state: 'closed' })).body.data.data).toEqual([]);
    expect((await stranger.get(`/obligations/${one.id}`)).status).toBe(404);
    const closing = await stranger.post(`/obligations/${one.id}/reopen`, { reason: 'No es mía.' });
    expect(closing.status).toBe(404);
  }
  expect((await gateway.get(`/obligations/${one.id}`)).body.data).toMatchObject({ id: one.id });
});

test('local holidays are stored for display, and move no due day', async () => {
  const dues = async () =>
    (await due({ state: 'closed' })).data.map((one: { due: string | null }) => one.due);
  const before = await dues();
  const holidays = [{ date: before.find((day: string | null) => day) ?? seed.today }];
  const saved = await gateway.call('PUT', '/calendar', { json: { holidays } });
  expect(saved.body.data).toEqual({ holidays });
  expect((await gateway.get('/calendar')).body.data).toEqual({ holidays });
  expect(await dues()).toEqual(before);
});

test('a local holiday of a company that does not exist is refused, with its number, and not stored', async () => {
  const before = (await gateway.get('/calendar')).body.data;
  const own = Number((await newCompany(service.caller)).id);
  const missing = own + 1_000_000;
  const holidays = [
    { date: '2026-11-09', company: own },
    { date: '2026-11-10', company: missing },
  ];
  const refused = await gateway.call('PUT', '/calendar', { json: { holidays } });
  expect(refused).toMatchObject({ status: 404, body: { message: `El cliente ${missing} no existe.` } });
  expect((await gateway.get('/calendar')).body.data).toEqual(before);
  // To another account it does not exist either.
  const others = { json: { holidays: [{ date: '2026-11-09', company: own }] } };
  expect((await service.otherCaller.call('PUT', '/calendar', others)).status).toBe(404);
});

test('a batch of changes that is read again changes no obligation', async () => {
  const list = async () => (await due({ state: 'closed' })).data;
  const before = await list();
  const last = await now();
  const sent = await gateway.call('PUT', '/seg-social/cno', {
    json: { ...requests['PUT /seg-social/cno']!.request },
  });
  expect(sent.status).toBe(200);
  const records = await changes.catchUp();
  expect(records.length).toBeGreaterThan(0);
  await changes.handle(records);
  await changes.handle(records);
  await learned(sent);
  expect(await list()).toEqual(before);
  expect(await eventsSince(last)).toEqual([]);
});

test('a contract that is removed by its number alone takes its obligations with it', async () => {
  const { nss, dni } = service.demo.newWorker;
  const closed: { rule: { id: string } }[] = (await due({ worker: dni, state: 'closed' })).data;
  const before = closed.find(({ rule }) => rule.id === 'contrato') as unknown as {
    id: string;
    closedBy: { tramite: string };
  };
  expect(before).toMatchObject({ worker: { nss } });
  const { reference } = (await gateway.get(`/tramites/${before.closedBy.tramite}`)).body.data;
  const json = { sepeId: reference, option: '1' };
  const removed = await learned(await gateway.call('DELETE', '/sepe/contrata', { json }));
  expect(removed.body).toMatchObject({ success: true });
  const again = (await gateway.get(`/obligations/${before.id}`)).body.data;
  expect(again.closedBy).toBeNull();
  expect(['open', 'near', 'late']).toContain(again.state);
});

test('a registration that is read from the authority proves its obligations, and closes them', async () => {
  const { regimen, ccc } = service.demo.company;
  const { nss, dni, identificacion } = seed.demo.newWorkers[1]!;
  const today = (await gateway.get('/sandbox')).body.data.today as string;
  const worker = { nss, dni, docType: identificacion === 6 ? 'E' : 'D' };
  await send('POST /sepe/contrata', { ...worker, regimen, ccc, startDate: today, duplicate: 0 });
  expect(rulesOf(await due({ worker: dni }))).toContain('alta late');
  const list = async () =>
    learned(await gateway.get('/seg-social/employees-in-enterprise', { regimen, ccc, options: 1 }));
  expect((await list()).status).toBe(200);
  // A list without this worker proves nothing.
  expect(rulesOf(await due({ worker: dni }))).toContain('alta late');
  const { identificacion: _, nss: __, dni: ___, ...alta } = requests['POST /seg-social/alta']!.request;
  const filed = await gateway.post('/seg-social/alta', {
    ...alta,
    regimen,
    ccc,
    nss,
    dni,
    identificacion,
    fecha_real: today,
    duplicate: 0,
  });
  expect(filed.body.errors).toBeUndefined();
  // As if another program had filed it: the change in the stream is dropped.
  await changes.read();
  await list();
  const [proved] = (await due({ worker: dni, state: 'closed' })).data;
  expect(proved).toMatchObject({ rule: { id: 'alta' }, closedBy: { how: 'proved', tramite: null } });
});

test('a world of the sandbox that starts again has no obligations', async () => {
  expect((await due()).data).not.toEqual([]);
  expect((await service.caller.post('/sandbox/reset', {})).status).toBe(200);
  for (const state of ['planned', 'late', 'closed', 'withdrawn'])
    expect((await due({ state })).data).toEqual([]);
});
