import { describe, expect, it } from 'vitest';
import { get, open, serve, soon } from '../../../support/tls/mutual-tls.ts';

describe('the channel to an authority', () => {
  it('the channel sends and receives bytes as they are', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const { baseUrl } = await serve((request, response, body) => {
      response.setHeader('content-type', 'text/html; charset=ISO-8859-1');
      response.statusCode = 503;
      response.end(request.headers['x-test'] === 'yes' && body === 'a=%D1' ? bytes : '');
    });
    const request = { method: 'POST', path: '/x?y=1', headers: { 'x-test': 'yes' }, body: 'a=%D1' } as const;
    const answer = await open(baseUrl).send(request, soon());
    expect(answer.status).toBe(503);
    expect(answer.contentType).toBe('text/html; charset=ISO-8859-1');
    expect(Buffer.from(answer.body).equals(bytes)).toBe(true);
  });

  it('the channel does not follow redirections', async () => {
    const { baseUrl, seen } = await serve((_, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect((await open(baseUrl).send(get('/'), soon())).status).toBe(302);
    expect(seen).toEqual(['GET /']);
  });

  it.each([
    ['a character of two bytes', { 'x-test': 'Ł' }],
    ['an emoji', { 'x-test': '😀' }],
    ['a line break', { 'x-test': 'a\r\nb: c' }],
    ['a NUL', { 'x-test': 'a\0b' }],
    ['a name that is none', { 'x test': 'a' }],
  ])('a request whose header has %s is not sent, and leaves no open connection', async (_, headers) => {
    const { baseUrl, seen } = await serve((_request, response) => void response.end());
    const channel = open(baseUrl);
    // As many as one certificate has connections.
    for (let attempt = 0; attempt < 4; attempt++)
      await expect(channel.send({ ...get('/bad'), headers }, soon(3_000))).rejects.toMatchObject({
        sent: false,
      });
    expect((await channel.send(get('/good'), soon(3_000))).status).toBe(200);
    expect(seen).toEqual(['GET /good']);
  });

  it('a path that HTTP cannot carry is not sent either', async () => {
    const { baseUrl, seen } = await serve((_request, response) => void response.end());
    for (const path of ['/Ł', '/a b', '/a\nb'])
      await expect(open(baseUrl).send(get(path), soon(3_000))).rejects.toMatchObject({ sent: false });
    expect(seen).toEqual([]);
  });

  it.each(['http://localhost', 'https://localhost/path', 'https://localhost?x'])(
    'the channel refuses the address %s',
    (baseUrl) => {
      expect(() => open(baseUrl)).toThrow('https origin');
    },
  );
});
