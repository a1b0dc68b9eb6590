import { expect, test } from 'vitest';
import { demo } from '../../support/deployed.ts';
import { signIn } from '../../support/gateway.ts';
import { requestsOf } from '../../support/requests.ts';

const LATER = { Prefer: 'respond-async' };

test.each([
  ['tgss', 'GET /seg-social/employees-in-enterprise'],
  ['sepe', 'GET /sepe/contrata/data/list'],
  ['aeat', 'GET /aeat/report-corriente'],
] as const)(
  '%s: what is asked for later is made by a function that nobody calls',
  async (authority, name) => {
    const gateway = (await signIn(demo.baseUrl, demo)).acting(demo.certificates[authority]);
    const [method, path] = name.split(' ') as [string, string];
    const { request } = requestsOf(demo)[name]!;
    const asked = await gateway.with(LATER).call(method, path, { query: request as Record<string, string> });
    expect(asked.status).toBe(202);
    const id = asked.headers.get('x-tramite-id')!;
    // The same path as this one was called with, which leads to the record.
    const place = new URL(asked.headers.get('location')!, demo.baseUrl);
    expect(place.href).toBe(`${demo.baseUrl}/tramites/${id}`);
    const record = async () => (await gateway.get(`/tramites/${id}`)).body.data;
    await expect.poll(record, { timeout: 120_000, interval: 500 }).toMatchObject({
      state: 'answered',
      answer: { success: true, status: 200 },
    });
  },
);

test('a filing that is asked for later is filed once, and its record has the document', async () => {
  const gateway = (await signIn(demo.baseUrl, demo)).acting(demo.certificates.tgss);
  const { request } = requestsOf(demo)['PUT /seg-social/cno']!;
  const json = { ...request, cno: '3333' };
  const asked = await gateway.with(LATER).call('PUT', '/seg-social/cno', { json });
  expect(asked.status).toBe(202);
  const id = asked.headers.get('x-tramite-id')!;
  const record = async () => (await gateway.get(`/tramites/${id}`)).body.data;
  await expect.poll(record, { timeout: 120_000, interval: 500 }).toMatchObject({ state: 'accepted' });
  const { body } = await gateway.get(`/tramites/${id}/documents/1`);
  expect(Buffer.from(body.data.file.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
});
