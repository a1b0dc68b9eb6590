import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { untilAdmitted } from '../../../commands/usage-plan.ts';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';

/** An API that answers this many calls with 403 before it admits them, and the requests that it got, until the end of the test. */
const apiThatRefuses = async (times: number, then = 200) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(asked.length > times ? then : 403).end('{}');
  });
  const port = await listen(server);
  onTestFinished(() => shut(server));
  return { address: `http://${HOST}:${port}/api`, asked };
};

test.each([
  ['that AWS knows at once', 0, 200],
  ['that AWS knows after a while', 3, 200],
  ['of a service that fails otherwise', 1, 500],
])('the command waits for a key %s', async (_, refusals, then) => {
  const { address, asked } = await apiThatRefuses(refusals, then);
  expect(await untilAdmitted(address, 'token', { longest: 60_000, pause: 1 })).toBe(then);
  expect(asked).toEqual(Array(refusals + 1).fill('GET /api/v4/auth Bearer token'));
});

test('the command stops waiting for a key that AWS does not have in time', async () => {
  const { address, asked } = await apiThatRefuses(Number.POSITIVE_INFINITY);
  expect(await untilAdmitted(address, 'token', { longest: 30_000, pause: 30_001 })).toBe(403);
  expect(asked).toHaveLength(1);
  await expect(untilAdmitted('http://127.0.0.1:1/api', 'token')).rejects.toThrow();
});
