import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { startService } from '../../support/local-service.ts';
import { requestsOf } from '../../support/requests.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** How later facts change existing obligations, with the real store. */

const TODAY = '2026-03-02';
const fact = (minute: number, kind: Fact['kind'], more: Partial<Fact> = {}): Fact => ({
  id: `fact-${minute}`,
  kind,
  how: 'accepted',
  at: `${TODAY}T08:0${minute}:00.000Z`,
  account: '011128000000097',
  document: '99999001R',
  date: TODAY,
  ...more,
});
/** Learns facts one after another. */
const learning = async (...facts: Fact[]) => {
  const accountId = randomUUID();
  const subject = { kind: 'worker', mac: accountId } as const;
  for (const one of facts) await stores.obligations.learn(accountId, subject, { facts: [one], today: TODAY });
  const states = ['open', 'closed', 'withdrawn'] as const;
  const pages = await Promise.all(
    states.map((state) =>
      stores.obligations.listObligations({ accountId, state, limit: 100, fits: () => true }),
    ),
  );
  return { accountId, obligations: pages.flatMap((page) => page.obligations) };
};

test('an obligation is withdrawn if another fact shows that it is not due, in whatever order they come', async () => {
  const recalled = fact(1, 'alta', { contractType: '300', date: '2026-03-23' });
  const contract = { contractType: '300', needsNoCopy: true };
  const standOf = ({ obligations }: Awaited<ReturnType<typeof learning>>) =>
    obligations.filter(({ by }) => by.id === recalled.id).map(({ rule, state }) => `${rule} ${state}`);
  expect(standOf(await learning(fact(0, 'contract', contract), recalled))).toEqual(['llamamiento open']);
  expect(standOf(await learning(recalled, fact(2, 'contract', contract)))).toEqual([
    'llamamiento open',
    'contrato withdrawn',
  ]);
});

test('the worker of a contract is found by its number, from any of its communications', async () => {
  const reference = 'E-28-2026-0000123';
  const of = (number: string) => ({ reference: number, date: '2026-03-10', start: TODAY });
  const { accountId } = await learning(fact(0, 'transformation', of(`${reference}-55`)));
  for (const number of [reference, `${reference}-55`, `${reference}-01`])
    expect(await stores.obligations.workerOfReference(accountId, number)).toBe(accountId);
  expect(await stores.obligations.workerOfReference(accountId, 'E-28-2026-0000124')).toBeUndefined();
  // Several communications about one contract, learned at once.
  const subject = { kind: 'worker', mac: accountId } as const;
  const facts = [fact(1, 'contract', { reference }), fact(2, 'extension', of(`${reference}-01`))];
  expect(await stores.obligations.learn(accountId, subject, { facts, today: TODAY })).not.toEqual([]);
});

describe('a transformation of a contract that was never filed here', () => {
  let service: Awaited<ReturnType<typeof startService>>;
  let changes: Awaited<ReturnType<typeof followChanges>>;
  let gateway: Gateway;
  let requests: ReturnType<typeof requestsOf>;
  beforeAll(async () => {
    service = await startService();
    requests = requestsOf(service.demo);
    changes = await followChanges(service.services, {
      isOwn: () => [service.accountId],
      tables: ['FILINGS_TABLE', 'OBLIGATIONS_TABLE'],
    });
    gateway = service.caller.acting(
      await storeNewCertificate(service.caller, { person: seed.demo.holder }, {}, service.demo),
    );
  });
  afterAll(() => service.close());
  const file = async (method: 'POST' | 'DELETE', path: string, json: object) => {
    expect((await gateway.call(method, path, { json })).body).toMatchObject({ success: true });
    while ((await changes.catchUp()).length > 0);
  };
  const variations = async (state: string) =>
    (await gateway.get('/obligations', { state })).body.data.data
      .filter(({ rule }: { rule: { id: string } }) => rule.id === 'variacion')
      .map(({ worker }: { worker: { document: string } }) => worker.document);

  test('the transformation is withdrawn with its removal, however that was filed, and belongs to its worker', async () => {
    const { sepeId, dni } = seed.demo.convertibleContract;
    const json = 'POST /sepe/transformation';
    const xml = 'POST /sepe/contrata/transformation/xml';
    for (const name of [json, xml]) {
      await file('POST', name.split(' ')[1]!, requests[name]!.request);
      expect([...(await variations('open')), ...(await variations('near'))]).toEqual([dni]);
      await file('DELETE', '/sepe/contrata', { sepeId, option: '2' });
      expect([...(await variations('open')), ...(await variations('near'))]).toEqual([]);
      expect(await variations('withdrawn')).toEqual([dni]);
    }
  });
});
