import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { connect } from '../../../../shared/authorities/channel/channel.ts';
import { MAX_ANSWER_BYTES, MAX_CONNECTIONS } from '../../../../shared/authorities/channel/connections.ts';
import type { ChannelFailure } from '../../../../shared/authorities/channel/failure.ts';
import { hasOpenssl } from '../../../support/openssl.ts';
import {
  credentialOf,
  eventually,
  failureOf,
  get,
  juan,
  mixed,
  OTHER_CA,
  open,
  rogue,
  serve,
  serveWithOpenssl,
  soon,
} from '../../../support/tls/mutual-tls.ts';

const UNREACHABLE = { kind: 'unreachable', sent: false, authorityAtFault: true };

describe('failures of the channel', () => {
  /** The failure of a request to this address. */
  const asked = (baseUrl: string, who = juan) => failureOf(open(baseUrl, who).send(get('/'), soon()));

  it('a request does not reach a server of another root', async () => {
    const { baseUrl, seen } = await serve((_, response) => response.end());
    const failure = await failureOf(open(baseUrl, juan, 'v1', OTHER_CA).send(get('/'), soon()));
    expect(failure).toMatchObject(UNREACHABLE);
    const withoutRoot = connect({ baseUrl, credential: credentialOf(juan) });
    expect(await failureOf(withoutRoot.send(get('/'), soon()))).toMatchObject({
      kind: 'unreachable',
      sent: false,
    });
    expect(seen).toEqual([]);
  });

  it('a server that is missing is reported as unreachable, and nothing was sent', async () => {
    const { baseUrl, listening } = await serve((_, response) => response.end());
    listening.close();
    expect(await asked(baseUrl)).toMatchObject(UNREACHABLE);
    expect(await asked('https://nowhere.invalid')).toMatchObject(UNREACHABLE);
  });

  it('a failure comes before the time of the request is over if an authority does not answer', async () => {
    const { baseUrl } = await serve(() => {});
    vi.stubEnv('API_SECONDS', '10');
    try {
      const failure = await failureOf(open(baseUrl).send(get('/'), soon(15_000)));
      // It closes before the end of the request, so the authority is at fault.
      expect(failure).toMatchObject({ kind: 'silent', sent: true, authorityAtFault: true });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('a connection that is cut after the request counts as sent, and nothing is sent twice', async () => {
    const { baseUrl, seen } = await serve((request, response) => {
      if (request.url === '/cut') request.socket.destroy();
      else response.end();
    });
    const channel = open(baseUrl);
    await channel.send(get('/'), soon());
    const failure = await failureOf(channel.send({ method: 'POST', path: '/cut', body: 'x' }, soon()));
    expect(failure).toMatchObject({ kind: 'silent', sent: true, authorityAtFault: true });
    // If the request were repeated, it would come first.
    await channel.send(get('/after'), soon());
    expect(seen).toEqual(['GET /', 'POST /cut', 'GET /after']);
  });

  it('a connection that is cut within the answer counts as sent', async () => {
    const { baseUrl } = await serve((request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => request.socket.destroy());
    });
    expect(await asked(baseUrl)).toMatchObject({
      kind: 'silent',
      sent: true,
    });
  });

  it('an answer that does not come by the deadline of the caller is no fault of the authority', async () => {
    const { baseUrl, sockets } = await serve((request, response) => {
      if (request.url === '/') response.end();
    });
    const channel = open(baseUrl);
    await channel.send(get('/'), soon());
    // The clock stands still, so that a slow machine does not look like a slow authority.
    vi.useFakeTimers({ toFake: ['Date'] });
    const failure = await failureOf(channel.send(get('/never'), soon(100)));
    expect(failure).toMatchObject({ kind: 'silent', sent: true, authorityAtFault: false });
    expect(failure.message).toBe('silent (deadline)');
    await eventually(() => expect(sockets[0]!.destroyed).toBe(true));
  });

  it('a request that waited for a connection until its deadline is reported as never sent', async () => {
    const waiting: ServerResponse[] = [];
    const { baseUrl, seen } = await serve((request, response) => {
      if (request.url === '/after') response.end();
      else waiting.push(response);
    });
    const busy = Array.from({ length: MAX_CONNECTIONS }, (_, index) =>
      open(baseUrl).send(get(`/${index}`), soon()),
    );
    await eventually(() => expect(waiting).toHaveLength(MAX_CONNECTIONS));
    const failure = await failureOf(
      open(baseUrl).send({ method: 'POST', path: '/late', body: '' }, soon(100)),
    );
    expect(failure).toMatchObject({ kind: 'unreachable', sent: false });
    // The only free connection would carry the late request before the next one.
    waiting[0]!.end();
    await open(baseUrl).send(get('/after'), soon());
    for (const response of waiting) response.end();
    await Promise.all(busy);
    expect(seen.slice(0, MAX_CONNECTIONS).toSorted()).toEqual(
      busy.map((_, index) => `GET /${index}`).toSorted(),
    );
    expect(seen.slice(MAX_CONNECTIONS)).toEqual(['GET /after']);
  });

  it('an answer that is too large is reported as garbled', async () => {
    const { baseUrl } = await serve((_, response) => {
      const piece = Buffer.alloc(1024 * 1024);
      for (let sent = 0; sent <= MAX_ANSWER_BYTES; sent += piece.length) response.write(piece);
      response.end();
    });
    expect(await asked(baseUrl)).toMatchObject({
      kind: 'garbled',
      sent: true,
      authorityAtFault: false,
    });
  });

  it('an answer that is not HTTP is reported as garbled', async () => {
    const { baseUrl } = await serve((request) => request.socket.end('¿qué?\r\n\r\n'));
    expect(await asked(baseUrl)).toMatchObject({
      kind: 'garbled',
      sent: true,
    });
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'an authority that cuts the connection for a certificate is not at fault, under %s',
    async (version) => {
      const { baseUrl, seen } = await serve((_, response) => response.end(), {
        minVersion: version,
        maxVersion: version,
      });
      expect((await asked(baseUrl, rogue)).authorityAtFault).toBe(false);
      expect(seen).toEqual([]);
    },
  );

  it.skipIf(!hasOpenssl).each(['-tls1_2', '-tls1_3'])(
    'the failure names the certificate if the authority rejects it, under %s',
    async (version) => {
      const { baseUrl, stop } = await serveWithOpenssl(version);
      try {
        const failures: ChannelFailure[] = [];
        // An alert can get lost when the connection is reset after it.
        while (failures.length < 20 && failures.at(-1)?.kind !== 'certificate') {
          failures.push(await asked(baseUrl, rogue));
        }
        expect(failures.at(-1)!.kind).toBe('certificate');
        expect(failures.every(({ authorityAtFault }) => !authorityAtFault)).toBe(true);
      } finally {
        await stop();
      }
    },
  );

  it('the failure names the certificate if OpenSSL does not accept it', async () => {
    const { baseUrl, seen } = await serve((_, response) => response.end());
    expect(await asked(baseUrl, mixed)).toMatchObject({
      kind: 'certificate',
      sent: false,
      authorityAtFault: false,
    });
    expect(seen).toEqual([]);
  });

  it('an authority is at fault for a cut connection only after it has answered that certificate', async () => {
    let cutting = true;
    const { baseUrl } = await serve((request, response) => {
      if (cutting) request.socket.destroy();
      else response.end();
    });
    expect((await asked(baseUrl)).authorityAtFault).toBe(false);
    cutting = false;
    await open(baseUrl).send(get('/'), soon());
    cutting = true;
    expect((await asked(baseUrl)).authorityAtFault).toBe(true);
  });
});
