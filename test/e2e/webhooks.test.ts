import { Webhook as Verifier } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { seed } from '../../sandbox/seed.ts';
import { storeNewCertificate } from '../support/certificates.ts';
import { demo, newTenant } from '../support/deployed.ts';
import { requestsOf } from '../support/requests.ts';
import { startReceiver } from '../support/webhooks/deliveries.ts';

/** Tests streams, queue and function as deployed: the event of a filing reaches a receiver on this machine. */

test('a webhook gets the outcome of a filing, with a signature', async () => {
  const { gateway } = await newTenant();
  const { received, url, close } = await startReceiver();
  onTestFinished(close);
  const made = await gateway.post('/webhooks', { url, types: ['tramite.*'] });
  expect(made.status).toBe(200);
  const acting = gateway.acting(await storeNewCertificate(gateway, { person: seed.demo.holder }));
  const { request } = requestsOf(demo)['PUT /seg-social/cno']!;
  const filed = await acting.call('PUT', '/seg-social/cno', { json: request });
  expect(filed.status).toBe(200);
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 120_000, interval: 200 });
  const { body, headers } = received[0]!;
  expect(new Verifier(made.body.data.secret).verify(body, headers)).toMatchObject({
    type: 'tramite.accepted',
    data: { subject: { kind: 'tramite', id: filed.headers.get('x-tramite-id') } },
  });
  await vi.waitFor(
    async () => {
      const { data } = (await gateway.get(`/webhooks/${made.body.data.id}/deliveries`)).body.data;
      expect(data).toMatchObject([{ state: 'delivered', tries: 1, last_tries: [{ status: 204 }] }]);
    },
    { timeout: 60_000, interval: 500 },
  );
}, 240_000);
