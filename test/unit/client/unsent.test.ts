import http, { createServer } from 'node:http';
import { getGlobalDispatcher, interceptors, RetryAgent, setGlobalDispatcher } from 'undici';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { unsentBy } from '../../../client/src/unsent.ts';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';
import { createClient, UnknownOutcome } from '../../support/client/client.ts';
import { scriptedGateway } from '../../support/servers/scripted-gateway.ts';
import { unreachables } from '../../support/servers/unreachable.ts';

const cno = {
  ...{ regimen: '0111', ccc: '28000000097', nss: '280000000097', dni: '12345678Z' },
  ...{ fecha_real: '2026-12-01', cno: '2611' },
};
// biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it
const thrownBy = (call: Promise<unknown>): Promise<any> => call.catch((error) => error);

const { list, end } = await unreachables();
afterAll(end);
afterEach(() => vi.unstubAllEnvs());

describe('a submission that never left', () => {
  test.each(list)('is not sent, for the reason $reason, with its key', async ({ message, reason, ...at }) => {
    const error = await thrownBy(createClient(at).updateCno(cno, { idempotencyKey: 'mine' }));
    expect(error).toMatchObject({ name: 'NotSent', reason, message });
    if (reason !== 'header') expect(error.idempotencyKey).toBe('mine');
    expect(String(error.stack)).not.toContain('secreto');
  });

  test.each(list.filter(({ reason }) => reason !== 'header'))(
    'is not sent where its sign-in ends by $reason',
    async ({ baseUrl, message }) => {
      const error = await thrownBy(createClient({ baseUrl, email: 'a', password: 'b' }).updateCno(cno));
      expect(error).toMatchObject({ name: 'NotSent', message });
    },
  );

  test.each([
    [{ certificate: 'un\nsecreto' }, 'X-Cert-Secret'],
    [{ previewToken: 'un\nsecreto' }, 'Preview-Token'],
    [{ headers: { 'X-Own': 'un\nsecreto' } }, 'X-Own'],
  ])('names the header of %j that cannot be written', async (options, name) => {
    const { baseUrl, seen } = await scriptedGateway(() => ({}));
    const error = await thrownBy(createClient({ baseUrl, token: 't' }).updateCno(cno, options));
    expect(error).toMatchObject({ name: 'NotSent', reason: 'header' });
    expect(error.message).toContain(name);
    expect(error.message).not.toContain('secreto');
    expect(seen).toEqual([]);
  });

  test('is not sent where its fields are no JSON', async () => {
    const { baseUrl, seen } = await scriptedGateway(() => ({}));
    const error = await thrownBy(
      createClient({ baseUrl, token: 't' }).updateCno({ ...cno, cno: 1n } as never),
    );
    expect(error).toMatchObject({ name: 'NotSent', reason: 'request' });
    expect(seen).toEqual([]);
  });

  test('names the variable of a proxy, and not its address', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://ana:clave@proxy.example.com');
    const { message } = await thrownBy(createClient(list[0]!).updateCno(cno));
    expect(message).toContain('HTTPS_PROXY');
    expect(message).not.toContain('clave');
  });

  test.each(list.filter(({ reason }) => ['untrusted', 'header'].includes(reason)))(
    'ends every wait at once where waiting does not help, as with the reason $reason',
    async ({ baseUrl, token, reason }) => {
      const client = createClient({ baseUrl, token });
      const waits = [client.events().next(), client.batches.progress('b').next(), client.waitFor('t')];
      for (const error of await Promise.all(waits.map(thrownBy)))
        expect(error).toMatchObject({ name: 'NotSent', reason });
    },
  );

  test('has blanks at the ends of its secrets left out', async () => {
    const { baseUrl, seen } = await scriptedGateway(() => ({}));
    const client = createClient({ baseUrl, token: '\ufefftoken\r\n', certificate: ' secret\u00a0\n' });
    await client.updateCno(cno);
    expect(seen[0]!.headers).toMatchObject({ authorization: 'Bearer token', 'x-cert-secret': 'secret' });
  });
});

describe('an outcome that stays unknown', () => {
  const refused = () =>
    Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED', syscall: 'connect' } }));

  test('is that of a replaced fetch, which may have sent the request before it failed', async () => {
    const client = createClient({ ...list[0]!, fetch: refused });
    expect(await thrownBy(client.updateCno(cno))).toBeInstanceOf(UnknownOutcome);
  });

  test('is that of a dispatcher of the program, which may send again by itself', async () => {
    const usual = getGlobalDispatcher();
    for (const other of [
      usual.compose(interceptors.retry({ maxRetries: 0 })),
      new RetryAgent(usual, { maxRetries: 0 }),
    ]) {
      setGlobalDispatcher(other);
      const error = await thrownBy(createClient(list[0]!).updateCno(cno));
      setGlobalDispatcher(usual);
      expect(error).toBeInstanceOf(UnknownOutcome);
    }
    expect(await thrownBy(createClient(list[0]!).updateCno(cno))).toMatchObject({ name: 'NotSent' });
  });

  test.each([
    { code: 'ECONNRESET', syscall: 'read' },
    { code: 'ECONNRESET', syscall: 'connect' },
    { code: 'ETIMEDOUT', syscall: 'read' },
    { code: 'EHOSTUNREACH', syscall: 'read' },
    { code: 'ECONNREFUSED' },
    { code: 'UND_ERR_SOCKET' },
    { code: 'UND_ERR_HEADERS_TIMEOUT' },
    { code: 'UND_ERR_ABORTED' },
    { code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
    { code: 'EPIPE', syscall: 'write' },
    {
      errors: [
        { code: 'ECONNREFUSED', syscall: 'connect' },
        { code: 'ECONNRESET', syscall: 'read' },
      ],
    },
    {},
    undefined,
  ])('is that of %j, which proves nothing', (error) => {
    expect(unsentBy(error)).toBeUndefined();
  });
});

test('a submission is not sent by a proxy that refuses to connect', async () => {
  const proxy = createServer().on('connect', (_, socket) => {
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  const proxyUrl = `http://${HOST}:${await listen(proxy)}`;
  const restore = http.setGlobalProxyFromEnv({ HTTPS_PROXY: proxyUrl });
  try {
    const client = createClient({ baseUrl: 'https://pasarela.example.com/api/v4', token: 't' });
    expect(await thrownBy(client.updateCno(cno))).toMatchObject({
      name: 'NotSent',
      message: 'No se ha enviado: el proxy no deja llegar a pasarela.example.com.',
    });
  } finally {
    restore();
    await shut(proxy);
  }
});
