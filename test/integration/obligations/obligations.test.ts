import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import { followObligations } from '../../../shared/serving/obligations/follow.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Answered, Gateway } from '../../support/gateway.ts';
import { startService } from '../../support/local-service.ts';
import { requestsOf } from '../../support/requests.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** What is due because of what is filed, from the filing to the list. */

let service: Awaited<ReturnType<typeof startService>>;
let gateway: Gateway;
let requests: ReturnType<typeof requestsOf>;
let changes: Awaited<ReturnType<typeof followChanges>>;

beforeAll(async () => {
  service = await startService();
  requests = requestsOf(service.demo);
  const accountId = String(decodeJwt(service.caller.token).acc);
  changes = await followChanges(service.services, {
    isOwn: () => [accountId],
    tables: ['FILINGS_TABLE', 'OBLIGATIONS_TABLE'],
    follows: [followObligations],
  });
  gateway = service.caller.acting(
    await storeNewCertificate(service.caller, { person: seed.demo.holder }, {}, service.demo),
  );
});
afterAll(() => service.close());

/** What follows from what was written: first facts, then the events of obligations. */
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

test('a registration makes its contract due, which closes it; what is removed is withdrawn', async () => {
  expect((await due()).data).toEqual([]);
  const dry = await send('POST /seg-social/alta', { test: 1 });
  expect(dry.status).toBe(200);
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
  // The day of the start is no day before it.
  expect((await gateway.get(`/tramites/${alta.headers.get('x-tramite-id')}`)).body.data.warnings).toEqual([
    expect.stringContaining('mismo día del inicio'),
  ]);
  expect((await due({ worker: service.demo.newWorker.dni })).data).toHaveLength(1);
  expect((await due({ 'due-before': one.due })).data).toEqual([]);

  const closed = await gateway.post(`/obligations/${one.id}/close`, { reason: 'Comunicado en Contrat@.' });
  expect(closed.body.data).toMatchObject({ state: 'closed', closedBy: { how: 'declared' } });
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

test('a contract that is near, late and then communicated says so by events', async () => {
  const before = await now();
  await send('POST /seg-social/alta');
  const [{ id }] = (await due()).data;
  expect(await eventsSince(before)).toMatchObject([{ type: 'obligation.opened', subject: { id } }]);
  await send('POST /sepe/contrata', {
    ...{ dni: service.demo.newWorker.dni, docType: 'D', startDate: seed.today },
    ...{ regimen: service.demo.company.regimen, ccc: service.demo.company.ccc },
  });
  const contract = (await gateway.get(`/obligations/${id}`)).body.data;
  expect(contract).toMatchObject({ state: 'closed', closedBy: { how: 'accepted' } });
  expect((await eventsSince(before)).map(({ type }: { type: string }) => type)).toEqual([
    'obligation.opened',
    'obligation.closed',
    'obligation.opened',
  ]);
});

test('no other account sees what is due', async () => {
  await send('POST /seg-social/alta');
  const [one] = (await due()).data;
  const other = service.otherCaller;
  expect((await other.get('/obligations')).body.data.data).toEqual([]);
  expect((await other.get(`/obligations/${one.id}`)).status).toBe(404);
  expect((await other.post(`/obligations/${one.id}/close`, { reason: 'No es mía.' })).status).toBe(404);
  expect((await gateway.get(`/obligations/${one.id}`)).body.data).toMatchObject({ id: one.id });
});

test('local holidays lengthen what is shown, never what is due', async () => {
  const [one] = (await due()).data;
  expect(one.shownDue).toBeNull();
  const saved = await gateway.call('PUT', '/calendar', { json: { holidays: [{ date: one.due }] } });
  expect(saved.status).toBe(200);
  const [again] = (await due()).data;
  expect(again.due).toBe(one.due);
  expect(again.shownDue > one.due).toBe(true);
});
