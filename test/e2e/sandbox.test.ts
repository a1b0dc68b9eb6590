import { expect, test } from 'vitest';
import { seed } from '../../sandbox/seed.ts';
import { FAILURES_TO_OPEN } from '../../shared/authorities/channel/breaker.ts';
import { newCompany } from '../support/accounts.ts';
import { storeNewCertificate } from '../support/certificates.ts';
import { demo, newTenant } from '../support/deployed.ts';
import { fromElsewhere, Gateway } from '../support/gateway.ts';
import { requestsOf } from '../support/requests.ts';

/** What one account does with its stand-ins, and what others notice of it. */

const { regimen, ccc } = demo.company;

/** A caller of an account of its own, with a certificate. */
const newHolder = async () => {
  const { gateway } = await newTenant();
  return gateway.acting(await storeNewCertificate(gateway, { person: seed.demo.holder }));
};
const ask = async (who: Gateway, dni = demo.worker.dni) =>
  (await who.get('/seg-social/employee-situations', { regimen, ccc, dni })).status;

test.each([
  ['error-page', 500],
  ['maintenance', 503],
])(
  '%s, asked for by three accounts for many workers, stops no call that does not ask for it',
  async (scenario, status) => {
    const holders = await Promise.all([newHolder(), newHolder(), newHolder()]);
    for (const holder of holders) {
      const staged = holder.with({ 'X-Sandbox-Scenario': scenario });
      for (const { dni } of demo.newWorkers.slice(0, FAILURES_TO_OPEN + 1))
        expect(await ask(staged, dni)).toBe(status);
      expect(await ask(holder)).toBe(200);
    }
    expect(await ask(await newHolder())).toBe(200);
    const anybody = new Gateway(demo.baseUrl, fromElsewhere());
    // By now every function has read what all know together.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    const { authorities } = (await anybody.get('/status')).body.data;
    expect(authorities.map(({ state }: { state: string }) => state)).toEqual(['up', 'up', 'up', 'up']);
    expect(await ask(holders[0]!)).toBe(200);
  },
);

test('after a new beginning a demonstration files again, with its keys; a client company cannot start again', async () => {
  const holder = await newHolder();
  const { request } = requestsOf(demo)['POST /seg-social/alta']!;
  const file = async () => {
    const answered = await holder.with({ 'Idempotency-Key': 'demo-1' }).post('/seg-social/alta', request);
    return [answered.status, answered.headers.get('idempotency-replayed') ?? 'false'];
  };
  const accepted = async () => (await holder.get('/sandbox/counts')).body.data.accepted;
  expect([await file(), await file()]).toEqual([
    [200, 'false'],
    [200, 'true'],
  ]);
  const { gateway: company } = await newCompany(holder);
  expect((await company.post('/sandbox/reset', {})).status).toBe(403);
  expect(await accepted()).toEqual({ 'tgss.alta': 1 });

  expect((await holder.post('/sandbox/reset', {})).status).toBe(200);
  expect(await accepted()).toEqual({});
  expect([await file(), await file()]).toEqual([
    [200, 'false'],
    [200, 'true'],
  ]);
  expect(await accepted()).toEqual({ 'tgss.alta': 1 });
});
