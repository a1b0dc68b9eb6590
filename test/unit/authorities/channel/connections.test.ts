import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { connect } from '../../../../shared/authorities/channel/channel.ts';
import { connectionTo, MAX_CERTIFICATES } from '../../../../shared/authorities/channel/connections.ts';
import {
  ana,
  CA,
  credentialOf,
  eventually,
  get,
  juan,
  open,
  serve,
  serveNames,
  soon,
  textOf,
} from '../../../support/tls/mutual-tls.ts';

describe('the connections of the channel', () => {
  it('a connection shows the certificate, and stays open for the next call', async () => {
    const { baseUrl, sockets } = await serveNames();
    const first = await open(baseUrl).send(get('/'), soon());
    const second = await open(baseUrl).send(get('/'), soon());
    expect([first, second].map(textOf)).toEqual(['juan', 'juan']);
    expect(sockets).toHaveLength(1);
  });

  it('a connection offers HTTP/1.1 only, because HTTP/2 may repeat a request by itself', async () => {
    const offered: string[][] = [];
    const { baseUrl } = await serve((request, response) => response.end(request.httpVersion), {
      ALPNCallback: ({ protocols }) => {
        offered.push(protocols);
        return 'http/1.1';
      },
    });
    expect(textOf(await open(baseUrl).send(get('/'), soon()))).toBe('1.1');
    expect(offered).toEqual([['http/1.1']]);
  });

  it('a connection is never shared between certificates, whatever their versions are called', async () => {
    const { baseUrl, sockets } = await serveNames();
    const names = [];
    for (const who of [juan, ana, juan])
      names.push(textOf(await open(baseUrl, who, 'same').send(get('/'), soon())));
    await open(baseUrl, juan, 'other').send(get('/'), soon());
    expect(names).toEqual(['juan', 'ana', 'juan']);
    expect(sockets).toHaveLength(3);
  });

  it.each([
    ['a request that takes effect', true, 4_100],
    ['any other', false, 60_100],
  ])(
    'a connection that was idle for too long, by the clock, is not used again for %s',
    async (_, commits, idle) => {
      const { baseUrl, sockets } = await serve((_, response) => response.end());
      const channel = open(baseUrl);
      vi.useFakeTimers({ toFake: ['Date'] });
      await channel.send(get('/'), soon());
      vi.setSystemTime(Date.now() + idle - 200);
      await channel.send({ ...get('/'), commits }, soon());
      expect(sockets).toHaveLength(1);
      vi.setSystemTime(Date.now() + idle);
      await channel.send({ ...get('/'), commits }, soon());
      expect(sockets).toHaveLength(2);
    },
  );

  it('a filing uses no connection that was idle for too long, though another one was just used', async () => {
    const waiting: (() => void)[] = [];
    const ports: (number | undefined)[] = [];
    const { baseUrl } = await serve((request, response) => {
      ports.push(request.socket.remotePort);
      if (request.url === '/held') waiting.push(() => response.end());
      else response.end();
    });
    const channel = open(baseUrl);
    vi.useFakeTimers({ toFake: ['Date'] });
    const held = [channel.send(get('/held'), soon()), channel.send(get('/held'), soon())];
    await eventually(() => expect(waiting).toHaveLength(2));
    for (const answer of waiting.splice(0)) answer();
    await Promise.all(held);
    vi.setSystemTime(Date.now() + 5_000);
    const busy = channel.send(get('/held'), soon());
    await eventually(() => expect(waiting).toHaveLength(1));
    await channel.send({ ...get('/file'), commits: true }, soon());
    expect(new Set(ports.slice(0, 2))).toContain(ports[2]);
    expect(new Set(ports.slice(0, 3))).not.toContain(ports[3]);
    waiting[0]!();
    await busy;
  });

  it('connections of the least recently used certificate are closed when there are too many', async () => {
    const { baseUrl, sockets } = await serve((_, response) => response.end());
    await open(baseUrl, juan, 'first').send(get('/'), soon());
    const closed = once(sockets[0]!, 'close');
    for (let other = 0; other < MAX_CERTIFICATES; other++)
      await open(baseUrl, juan, `v${other}`).send(get('/'), soon());
    await closed;
    expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(MAX_CERTIFICATES);
  });

  it('a new connection is opened if the authority has closed the old one', async () => {
    const { baseUrl, sockets, seen } = await serve((_, response) => response.end());
    const destination = { baseUrl, ca: CA, credential: credentialOf(juan) };
    const channel = connect(destination);
    await channel.send(get('/one'), soon());
    sockets[0]!.destroy();
    await eventually(() => expect(connectionTo(destination, true).client.stats.connected).toBe(false));
    await channel.send({ method: 'POST', path: '/two', body: 'x' }, soon());
    expect(seen).toEqual(['GET /one', 'POST /two']);
  });
});
