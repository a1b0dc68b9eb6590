import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import { learnFiling } from '../../../shared/serving/obligations/learn-filing.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Answered, Gateway } from '../../support/gateway.ts';
import { startService } from '../../support/local-service.ts';
import { requestsOf } from '../../support/requests.ts';

/** What is due because of what is filed, from the filing to the list. */

let service: Awaited<ReturnType<typeof startService>>;
let gateway: Gateway;
let requests: ReturnType<typeof requestsOf>;

beforeAll(async () => {
  service = await startService();
  requests = requestsOf(service.demo);
  gateway = service.caller.acting(
    await storeNewCertificate(service.caller, { person: seed.demo.holder }, {}, service.demo),
  );
});
afterAll(() => service.close());

const learned = async (answered: Answered): Promise<Answered> => {
  await learnFiling(service.services, answered.headers.get('x-tramite-id')!);
  return answered;
};

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
