import { expect, test } from 'vitest';
import type { Answered } from '../../support/gateway.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** A document from an asynchronous reading is found again by its worker, as the pages of a worker list it. */

const { service, requests } = await ownService();
const queues = await startWorkQueues(service.services);
const later = service.caller.acting(service.demo.certificates.tgss).with({ Prefer: 'respond-async' });

const ask = (address: string): Promise<Answered> => {
  const [method, path] = address.split(' ') as ['GET', string];
  return later.call(method, path, { query: requests[address]!.request as Record<string, string> });
};

test.each([
  'GET /seg-social/duplicate-ta',
  'GET /seg-social/idc',
  'GET /seg-social/life-affiliate',
  'GET /seg-social/informe-ita',
])('the document of %s is listed with its answer, and can be read again', async (address) => {
  const asked = await ask(address);
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  expect(await queues.makeAll()).toEqual([]);
  const id = asked.headers.get('x-tramite-id')!;
  const { data } = (await service.caller.get('/tramites', { state: 'answered' })).body.data;
  const listed = data.find((one: { id: string }) => one.id === id);
  const { nss } = requests[address]!.request as { nss?: string };
  expect(listed).toMatchObject({ reading: true, worker: nss ? { nss } : null, documents: [{ n: 1 }] });
  const { file } = (await service.caller.get(`/tramites/${id}/documents/1`)).body.data;
  expect(Buffer.from(file.content, 'base64').subarray(0, 4).toString()).toBe('%PDF');
});
