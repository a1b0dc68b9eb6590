import { createServer } from 'node:https';
import { listen, shut } from '../../sandbox/loopback.ts';
import { createCertificateAuthority, issueClient, issueServer } from '../../sandbox/pki/pki.ts';
import { connect } from '../../shared/authorities/channel/channel.ts';
import { closeConnections } from '../../shared/authorities/channel/connections.ts';
import { report } from './results.ts';

const CALLS = 100;
const CERTIFICATES = 200;

/** Measures full handshakes at a server over mutual TLS. A resumed session is not a full handshake. */
export const benchHandshakes = async (): Promise<void> => {
  const authority = await createCertificateAuthority();
  const [server, client] = await Promise.all([
    issueServer(authority, ['localhost']),
    issueClient(authority, { organisation: { cif: 'B12345674', name: 'bench' } }),
  ]);
  const ca = authority.certificate;
  const listening = createServer(
    { key: server.key, cert: server.chain, ca, requestCert: true, rejectUnauthorized: true },
    (_request, response) => void response.end(),
  );
  let whole = 0;
  listening.on('secureConnection', (socket) => {
    if (!socket.isSessionReused()) whole += 1;
  });
  const baseUrl = `https://localhost:${await listen(listening)}`;
  const ask = (version: string) =>
    connect({ baseUrl, ca, credential: { version, key: client.key, chain: client.chain } }).send(
      { method: 'GET', path: '/' },
      Date.now() + 20_000,
    );
  try {
    console.log('\nWhole handshakes with an authority');
    for (let call = 0; call < CALLS; call++) await ask('one');
    report(`handshakes, ${CALLS} calls with one certificate`, whole, 'whole', 1);
    const round = async () => {
      const before = whole;
      for (let each = 0; each < CERTIFICATES; each++) await ask(`v${each}`);
      return whole - before;
    };
    await round();
    const value = await round();
    report(`handshakes, ${CERTIFICATES} certificates in turn, second round`, value, 'whole', 0);
  } finally {
    await closeConnections();
    await shut(listening);
  }
};
