import { beforeAll, expect, test } from 'vitest';
import { seed } from '../../sandbox/seed.ts';
import { storeNewCertificate } from '../support/certificates.ts';
import { demo, newTenant } from '../support/deployed.ts';
import type { Gateway } from '../support/gateway.ts';
import { requestsOf } from '../support/requests.ts';

/**
 * Tests the parts of events that only a deployment has: streams, their event source, the function that reads them, and long
 * polling.
 */

let caller: Gateway;
beforeAll(async () => {
  const { gateway } = await newTenant();
  caller = gateway.acting(await storeNewCertificate(gateway, { person: seed.demo.holder }));
});

test('a caller who asks for events gets the outcome of a filing', async () => {
  const { body } = await caller.get('/events', { after: 'now' });
  const { request } = requestsOf(demo)['PUT /seg-social/cno']!;
  const made = await caller.call('PUT', '/seg-social/cno', { json: { ...request, cno: '2103' } });
  expect(made.status).toBe(200);
  let after = body.data.cursor;
  let events: { type: string; subject: object }[] = [];
  await expect
    .poll(
      async () => {
        const { data } = (await caller.get('/events', { after, type: 'tramite.*' })).body;
        after = data.cursor;
        events = [...events, ...data.events];
        return events.map(({ type, subject }) => ({ type, subject }));
      },
      { timeout: 100_000 },
    )
    .toEqual([
      { type: 'tramite.accepted', subject: { kind: 'tramite', id: made.headers.get('x-tramite-id') } },
    ]);
}, 120_000);
