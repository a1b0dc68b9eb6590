import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servePanel } from '../../../local/panel-server.ts';
import { SESSION_FUNCTION } from '../../../panel/build/headers.ts';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';

/** The function that keeps a session over a reload, which CloudFront runs, here behind the local stack's server for the panel. */

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const folder = mkdtempSync(join(tmpdir(), 'panel-'));
writeFileSync(join(folder, 'index.html'), '');
const server = createServer(servePanel(folder, 'http://127.0.0.1:4567/api/'));
let origin: string;
beforeAll(async () => {
  origin = `http://${HOST}:${await listen(server)}`;
});
afterAll(() => shut(server));

const ask = (method: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/session`, { method, headers: { 'X-Panel': '1', Origin: origin, ...headers } });
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split('; ') ?? [];
const KEPT = { Cookie: `other=1; __Host-session=${TOKEN}` };

describe('the panel', () => {
  test('the panel stores a token in a cookie that no script, no neighbour and no plain connection gets', async () => {
    const answer = await ask('PUT', { Authorization: `Bearer ${TOKEN}` });
    expect(answer.status).toBe(204);
    const [pair, ...flags] = cookieOf(answer);
    expect(pair).toBe(`__Host-session=${TOKEN}`);
    // Without Max-Age the cookie ends with the browser; without Domain it belongs to this host only.
    expect(flags.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']);
  });

  test('the panel gives the token back to its own page, and no cache stores the answer', async () => {
    const answer = await ask('POST', KEPT);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ access_token: TOKEN });
  });

  test('the panel says that there is no token without a session', async () => {
    expect((await ask('POST')).status).toBe(204);
    expect((await ask('POST', { Cookie: '__Host-session=' })).status).toBe(204);
  });

  test('the panel drops the token on signing out', async () => {
    const answer = await ask('DELETE', KEPT);
    expect(answer.status).toBe(204);
    expect(cookieOf(answer)).toEqual(expect.arrayContaining(['__Host-session=', 'Max-Age=0']));
  });
});

describe('a page of another origin', () => {
  const strangers: [string, Record<string, string>][] = [
    ['of another host', { Origin: 'https://example.com' }],
    ['of another port of this host', { Origin: 'http://127.0.0.1:1' }],
    ['without an origin of its own', { Origin: 'null' }],
    ['that only begins like it', { Origin: 'http://127.0.0.1.example.com' }],
    ['that cannot send the header', { 'X-Panel': '' }],
    ['of another scheme', { Origin: 'https://127.0.0.1' }],
  ];

  test.each(strangers)('the page gets, sets and drops no session: %s', async (_, headers) => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await ask(method, { ...KEPT, Authorization: `Bearer ${TOKEN}`, ...headers });
      expect(answer.status, method).toBe(403);
      expect(answer.headers.get('set-cookie'), method).toBeNull();
      expect(await answer.text(), method).toBe('');
    }
  });

  test('the page is admitted by no preflight', async () => {
    const answer = await ask('OPTIONS', {
      Origin: 'https://example.com',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-panel',
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('a value that is no token of a session is not stored', async () => {
  const wrong = [
    '',
    'Basic YTpi',
    'Bearer one.two',
    `Bearer ${TOKEN}; Domain=example.com`,
    `Bearer ${'a'.repeat(1501)}.b.c`,
  ];
  for (const Authorization of wrong) {
    const answer = await ask('PUT', { Authorization });
    expect(answer.status, Authorization).toBe(400);
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
});

test('a link to the address of the session, which is a GET, is refused with 405', async () => {
  expect((await ask('GET', KEPT)).status).toBe(405);
});

test('the function is small enough for CloudFront', async () => {
  expect(statSync(SESSION_FUNCTION).size).toBeLessThan(10_240);
});
