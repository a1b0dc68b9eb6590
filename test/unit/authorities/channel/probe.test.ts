import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { probe } from '../../../../shared/authorities/channel/probe.ts';
import { AUTHORITIES } from '../../../../shared/kernel/errors.ts';
import { probeAuthorities } from '../../../../shared/serving/later/probe-authorities.ts';
import { addressesAt } from '../../../support/addresses.ts';
import { CA, OTHER_CA, serve, serveWithOpenssl } from '../../../support/tls/mutual-tls.ts';

/** Probes whether addresses answer over TLS, without showing a certificate. */

test('an address that asks for no certificate tells its version, and nothing is sent to it', async () => {
  const { baseUrl, seen } = await serve(() => {}, { requestCert: false });
  expect(await probe(baseUrl, { ca: CA })).toEqual({ answers: true, text: 'TLSv1.3' });
  const old = await serve(() => {}, { requestCert: false, maxVersion: 'TLSv1.2' });
  expect(await probe(old.baseUrl, { ca: CA })).toEqual({ answers: true, text: 'TLSv1.2' });
  expect([...seen, ...old.seen]).toEqual([]);
});

test.each(['-tls1_2', '-tls1_3'])(
  'an address that closes the connection without a certificate (%s) counts as answering',
  async (version) => {
    const { baseUrl, stop } = await serveWithOpenssl(version);
    expect(await probe(baseUrl, { ca: CA })).toMatchObject({ answers: true });
    await stop();
  },
);

test('an address of another root, of TLS older than 1.2, or where nothing listens does not answer', async () => {
  const { baseUrl } = await serve(() => {}, { requestCert: false });
  expect(await probe(baseUrl, { ca: OTHER_CA })).toEqual({
    answers: false,
    text: expect.stringMatching(/^(UNABLE_TO_VERIFY|SELF_SIGNED|UNABLE_TO_GET|CERT_)/),
  });
  const old = await serve(() => {}, {
    requestCert: false,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  expect(await probe(old.baseUrl, { ca: CA })).toEqual({
    answers: false,
    text: expect.stringMatching(/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION/),
  });
  expect(await probe('https://127.0.0.1:1', { ca: CA })).toEqual({ answers: false, text: 'ECONNREFUSED' });
});

test('an address without TLS does not answer', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await probe(`https://127.0.0.1:${port}`)).toMatchObject({ answers: false });
  server.close();
});

test('each address of each authority is probed, including all hosts of the real SEPE', async () => {
  const { baseUrl } = await serve(() => {}, { requestCert: false });
  for (const name of Object.keys(addressesAt(baseUrl))) vi.stubEnv(name, baseUrl);
  vi.stubEnv('AUTHORITY_CA', CA);
  const answers = { origin: baseUrl, answers: true, text: 'TLSv1.3' };
  expect(await probeAuthorities()).toEqual(AUTHORITIES.map((authority) => ({ authority, ...answers })));
});

test('an address is probed with the TLS that the stage sets for its authority', async () => {
  const { baseUrl } = await serve(() => {}, { requestCert: false });
  const old = await serve(() => {}, { requestCert: false, maxVersion: 'TLSv1.2' });
  for (const name of ['TGSS_URL', 'AEAT_URL', 'DEHU_URL']) vi.stubEnv(name, baseUrl);
  vi.stubEnv('SEPE_URL', old.baseUrl);
  vi.stubEnv('AUTHORITY_CA', CA);
  const tls = {
    tgss: { maxVersion: 'TLSv1.2' },
    sepe: { minVersion: 'TLSv1.3' },
    aeat: { serverName: 'other.example' },
  };
  vi.stubEnv('AUTHORITY_TLS', JSON.stringify(tls));
  expect((await probeAuthorities()).map(({ text }) => text)).toEqual([
    'TLSv1.2',
    expect.stringMatching(/PROTOCOL_VERSION|VERSION/),
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'TLSv1.3',
  ]);
});
