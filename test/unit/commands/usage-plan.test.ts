import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { untilAdmitted } from '../../../commands/usage-plan.ts';

/** An API that answers so many calls with 403 before it admits them, and what it was asked. */
const apiThatRefuses = async (times: number, then = 200) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(asked.length > times ? then : 403).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

test.each([
  ['that AWS knows at once', 0, 200],
  ['that AWS knows after a while', 3, 200],
  ['of a service that fails otherwise', 1, 500],
])('a key %s is waited for', async (_, refusals, then) => {
  const { address, asked, close } = await apiThatRefuses(refusals, then);
  expect(await untilAdmitted(address, 'token', { longest: 60_000, pause: 1 })).toBe(then);
  expect(asked).toEqual(Array(refusals + 1).fill('GET /api/v4/auth Bearer token'));
  await close();
});

test('a key that AWS does not know in time is not waited for any longer', async () => {
  const { address, asked, close } = await apiThatRefuses(Number.POSITIVE_INFINITY);
  expect(await untilAdmitted(address, 'token', { longest: 30_000, pause: 30_000 })).toBe(403);
  expect(asked).toHaveLength(1);
  await close();
  await expect(untilAdmitted(address, 'token')).rejects.toThrow();
});
