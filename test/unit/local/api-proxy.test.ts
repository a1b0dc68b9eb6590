import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createApiProxy } from '../../../local/api-proxy.ts';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';

const open: ReturnType<typeof createServer>[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await shut(server);
});

test('the headers of answers from the emulator arrive as those from API Gateway', async () => {
  const emulator = createServer((_, response) => {
    response.writeHead(401, {
      'WWW-Authenticate': 'Bearer',
      Age: '3',
      'Retry-After': '5',
      'Content-Type': 'text/plain',
    });
    response.end('no');
  });
  open.push(emulator);
  const proxy = createApiProxy(new URL(`http://${HOST}:${await listen(emulator)}/api`));
  open.push(proxy);
  const { status, headers } = await fetch(`http://${HOST}:${await listen(proxy)}/x`);
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBeNull();
  expect(headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
  expect(headers.get('age')).toBeNull();
  expect([headers.get('retry-after'), headers.get('content-type')]).toEqual(['5', 'text/plain']);
});
