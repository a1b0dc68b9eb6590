import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { storeCertificate } from '../../../local/caller.ts';

/** The API as commands call it. */

let statuses: number[] = [];
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const status = statuses.shift() ?? 200;
    response.writeHead(status).end(JSON.stringify({ data: { cert_secret: 'secret' } }));
  });
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
afterAll(() => server.close());
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const store = () => storeCertificate({ baseUrl }, { p12: Buffer.from('p12'), password: 'x', type: 1 });

test('a certificate is sent again if the service failed, and the failure is shown', async () => {
  statuses = [500, 503];
  expect(await store()).toBe('secret');
  expect(console.warn).toHaveBeenCalledTimes(2);
});

test.each([
  ['refused', [422], 'answered 422'],
  ['answered by failures alone', [500, 500, 500], 'answered 500'],
])('a certificate that is %s is not stored', async (_, answers, message) => {
  statuses = answers;
  await expect(store()).rejects.toThrow(message);
  expect(statuses).toEqual([]);
});
