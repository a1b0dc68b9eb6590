import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type CallOptions,
  callReceiver,
} from '../../../functions/capabilities/webhooks/store/call-receiver.ts';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';
import { createCertificateAuthority, issueServer } from '../../../sandbox/pki/pki.ts';

/** A receiver on this machine, until the end of the test. */
const receiver = async (answer: RequestListener) => {
  const seen: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    seen.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  const port = await listen(server);
  onTestFinished(() => shut(server));
  return { seen, port, url: `http://${HOST}:${port}/events?from=pasarela` };
};

const call = (url: string, options: Partial<CallOptions> = {}) =>
  callReceiver({ url, headers: { 'webhook-id': '1' }, body: '{}' }, { toLoopback: true, ...options });

/** The addresses to which a name resolves, in place of the system's answer. */
const leadsTo = (...addresses: string[]) => {
  let asked = 0;
  const found = ((_name: string, _options: object, callback: (...all: unknown[]) => void) => {
    asked += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
  return { lookup: found, asked: () => asked };
};

describe('a call of a receiver', () => {
  it('a call sends body and headers, and reads only the status', async () => {
    const got: string[] = [];
    const { url, seen } = await receiver((request, response) => {
      got.push(String(request.headers['webhook-id']));
      request.on('data', (chunk) => got.push(String(chunk)));
      request.on('end', () => response.writeHead(204).end());
    });
    expect(await call(url)).toEqual({ status: 204 });
    expect(seen).toEqual(['POST /events?from=pasarela']);
    expect(got).toEqual(['1', '{}']);
  });

  it('a call reads when the receiver asks to be called again', async () => {
    const { url } = await receiver((_, response) => response.writeHead(429, { 'Retry-After': '120' }).end());
    expect(await call(url)).toEqual({ status: 429, retryAfter: '120' });
  });

  it('a call follows no redirection', async () => {
    const inside = await receiver((_, response) => void response.end());
    const { url } = await receiver((_, response) => response.writeHead(307, { location: inside.url }).end());
    expect(await call(url)).toEqual({ status: 307 });
    expect(inside.seen).toEqual([]);
  });

  it('a call ends when no answer begins in time', async () => {
    const { url } = await receiver(() => {});
    expect(await call(url, { timeout: 50 })).toEqual({ fault: 'silent', code: 'NO_ANSWER_IN_TIME' });
  });

  it('a call does not wait for a body, however long it is', async () => {
    const closed: Promise<unknown>[] = [];
    const { url } = await receiver((_, response) => {
      closed.push(new Promise((resolve) => response.on('close', resolve)));
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
        response.once('drain', more);
      };
      response.writeHead(200);
      more();
    });
    expect(await call(url)).toEqual({ status: 200 });
    // It closes the connection.
    await closed[0];
  });

  it.each([
    ['cuts it', (socket: Socket) => void socket.destroy()],
    ['speaks no HTTP', (socket: Socket) => void socket.write('SSH-2.0-OpenSSH\r\n')],
  ])('a call fails when a server %s', async (_, serve) => {
    const sockets: Socket[] = [];
    const server = createTcpServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      serve(socket);
    });
    await once(server.listen(0, HOST), 'listening');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    expect(await call(`http://${HOST}:${port}/`)).toMatchObject({ fault: 'connection' });
  });

  it('a call reports that a name does not resolve', async () => {
    const nowhere = ((_name: string, _options: object, callback: (error: Error) => void) =>
      callback(Object.assign(new Error('no name'), { code: 'ENOTFOUND' }))) as unknown as typeof lookup;
    expect(await call('https://receptor.example.com/', { lookup: nowhere })).toEqual({
      fault: 'name',
      code: 'ENOTFOUND',
    });
  });

  it('a call verifies the certificate', async () => {
    const authority = await createCertificateAuthority();
    const { key, chain } = await issueServer(authority);
    const server = createTlsServer({ key, cert: chain }, (_, response) => void response.end());
    const port = await listen(server);
    onTestFinished(() => shut(server));
    const trusted = { ca: authority.certificate };
    expect(await call(`https://localhost:${port}/`)).toMatchObject({ fault: 'tls' });
    expect(await call(`https://localhost:${port}/`, trusted)).toEqual({ status: 200 });
    const other = `https://otro.example.com:${port}/`;
    expect(await call(other, { ...trusted, ...leadsTo(HOST) })).toMatchObject({ fault: 'tls' });
  });
});

describe('the guard of a call', () => {
  it.each(['http://127.0.0.1:9001/', 'https://[::ffff:127.0.0.1]/'])(
    'the guard refuses %s, whatever a row says',
    async (url) => {
      expect(await call(url, { toLoopback: false })).toMatchObject({ fault: 'address' });
    },
  );

  it.each([['127.0.0.1'], ['fd00:ec2::254'], ['93.184.215.14', '127.0.0.1'], []])(
    'the guard connects to no name that leads to %s',
    async (...addresses) => {
      const { seen, port } = await receiver((_, response) => void response.end());
      const { lookup, asked } = leadsTo(...addresses);
      const url = `https://receptor.example.com:${port}/`;
      expect(await call(url, { toLoopback: false, lookup })).toEqual({
        fault: 'address',
        code: 'ADDRESS_NOT_PUBLIC',
      });
      expect(asked()).toBe(1);
      expect(seen).toEqual([]);
    },
  );

  it('the guard connects to the address that it checked, and does not resolve the name a second time', async () => {
    const { port } = await receiver((_, response) => void response.end());
    const { lookup, asked } = leadsTo(HOST);
    // A server without TLS. The TLS failure shows that the connection was made.
    expect(await call(`https://receptor.example.com:${port}/`, { lookup })).toMatchObject({ fault: 'tls' });
    expect(asked()).toBe(1);
  });

  it('the guard allows this machine only if the stage does', async () => {
    const { port, seen } = await receiver((_, response) => void response.end());
    expect(await call(`http://localhost:${port}/`)).toEqual({ status: 200 });
    const inside = leadsTo(HOST, '10.0.0.1');
    expect(await call(`https://a.example.com:${port}/`, inside)).toMatchObject({ fault: 'address' });
    expect(seen).toHaveLength(1);
  });
});
