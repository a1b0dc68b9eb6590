import { randomBytes } from 'node:crypto';
import type { SecureVersion, TLSSocket } from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import { MAX_CERTIFICATES } from '../../../../shared/authorities/channel/connections.ts';
import {
  ana,
  eventually,
  get,
  juan,
  open,
  serveNames,
  soon,
  textOf,
} from '../../../support/tls/mutual-tls.ts';

/** The client of a connection, and whether its handshake resumed an earlier session. */
const seenOf = (socket: TLSSocket) => ({
  who: socket.getPeerCertificate().subject?.CN,
  resumed: socket.isSessionReused(),
});

/** A server that reports how each connection was made. */
const listen = async (options: Parameters<typeof serveNames>[0] = {}) => {
  const { baseUrl, sockets, listening } = await serveNames(options);
  const connections: ReturnType<typeof seenOf>[] = [];
  listening.on('secureConnection', (socket) => connections.push(seenOf(socket)));
  const ask = async (...[who, version]: [typeof juan?, string?]) =>
    textOf(await open(baseUrl, who, version).send(get('/'), soon()));
  return {
    ask,
    sockets,
    listening,
    connections,
    full: () => connections.filter(({ resumed }) => !resumed).length,
  };
};

/** Longer than any connection is reused. */
const later = () => vi.setSystemTime(Date.now() + 61_000);
const withClock = () => vi.useFakeTimers({ toFake: ['Date'] });

/** Certificates of a round. */
const MANY = MAX_CERTIFICATES + 20;

describe.each<SecureVersion>(['TLSv1.2', 'TLSv1.3'])('a TLS session under %s', (version) => {
  const options = { minVersion: version, maxVersion: version };

  it('the session is made once for 100 calls with one certificate', async () => {
    const { ask, connections } = await listen(options);
    for (let call = 0; call < 100; call++) await ask();
    expect(connections).toEqual([{ who: 'juan', resumed: false }]);
  });

  it('the session continues with the connection that replaces one which was idle for too long', async () => {
    withClock();
    const { ask, connections } = await listen(options);
    for (let call = 0; call < 4; call++) {
      await ask();
      later();
    }
    const resumed = { who: 'juan', resumed: true };
    expect(connections).toEqual([{ who: 'juan', resumed: false }, resumed, resumed, resumed]);
  });

  it('the session stays for more certificates than have open connections, and none is made in the second round', async () => {
    const { ask, sockets, full } = await listen(options);
    const round = async () => {
      for (let each = 0; each < MANY; each++) await ask(each % 2 ? ana : juan, `v${each}`);
    };
    await round();
    expect(full()).toBe(MANY);
    await round();
    expect(full()).toBe(MANY);
    // The number of connections is still bounded.
    await eventually(() =>
      expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(MAX_CERTIFICATES),
    );
  });

  it('the session is used with its own certificate only, whatever the versions are called', async () => {
    withClock();
    const { ask, connections } = await listen(options);
    const answers: string[] = [];
    for (const who of [juan, ana, juan, ana]) {
      answers.push(await ask(who, 'same'));
      later();
    }
    expect(answers).toEqual(['juan', 'ana', 'juan', 'ana']);
    expect(connections).toEqual([
      { who: 'juan', resumed: false },
      { who: 'ana', resumed: false },
      { who: 'juan', resumed: true },
      { who: 'ana', resumed: true },
    ]);
  });

  it('the session is used at its own address only', async () => {
    // Each of the two servers would accept a session of the other.
    const shared = { ...options, ticketKeys: randomBytes(48) };
    const [first, second] = [await listen(shared), await listen(shared)];
    await first.ask();
    await second.ask();
    expect([first.full(), second.full()]).toEqual([1, 1]);
  });

  it('the session ends after an hour, when the certificate of the authority is verified again', async () => {
    withClock();
    const { ask, full } = await listen(options);
    for (let minute = 0; minute < 59; minute += 1.02) {
      await ask();
      later();
    }
    expect(full()).toBe(1);
    later();
    later();
    await ask();
    expect(full()).toBe(2);
  });

  it('the session is made again if the server no longer knows it', async () => {
    withClock();
    const { ask, listening, full } = await listen(options);
    await ask();
    later();
    listening.setTicketKeys(randomBytes(48));
    await ask();
    expect(full()).toBe(2);
  });
});
