import { getCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, describe, expect, it, test } from 'vitest';
import { connect } from '../../../../shared/authorities/channel/channel.ts';
import { ChannelFailure, type TlsFault, tlsFaultOf } from '../../../../shared/authorities/channel/failure.ts';
import { secureOptions, type TlsSettings } from '../../../../shared/authorities/channel/tls.ts';
import { outcomeAndError } from '../../../../shared/authorities/run-script.ts';
import type { ServiceError } from '../../../../shared/kernel/errors.ts';
import { hasOpenssl, Workbench } from '../../../support/openssl.ts';
import {
  CA,
  credentialOf,
  failureOf,
  get,
  juan,
  OTHER_CA,
  serve,
  soon,
  textOf,
} from '../../../support/tls/mutual-tls.ts';

/** The TLS settings for authorities, and the messages of failures. */

const channelTo = (baseUrl: string, tls: TlsSettings) =>
  connect({ baseUrl, tls, credential: credentialOf(juan) });

/** A server that answers with the TLS version and the requested server name. */
const versionServer = (options = {}) =>
  serve((request, response) => {
    const socket = request.socket as TLSSocket & { servername: string };
    response.end(`${socket.getProtocol()} ${socket.servername}`);
  }, options);

const answered = async (baseUrl: string, tls: TlsSettings) =>
  textOf(await channelTo(baseUrl, tls).send(get('/'), soon()));
const faultOf = async (baseUrl: string, tls: TlsSettings) => {
  const { tls: fault, sent } = await failureOf(channelTo(baseUrl, tls).send(get('/'), soon()));
  return { fault, sent };
};
const not = (fault: TlsFault) => ({ fault, sent: false });

describe('a version of TLS', () => {
  it('the version is 1.2 or later, within the limits of the settings', async () => {
    const { baseUrl } = await versionServer();
    expect(await answered(baseUrl, { roots: CA })).toBe('TLSv1.3 localhost');
    expect(await answered(baseUrl, { roots: CA, maxVersion: 'TLSv1.2' })).toBe('TLSv1.2 localhost');
    expect(await answered(baseUrl, { roots: CA, minVersion: 'TLSv1.3' })).toBe('TLSv1.3 localhost');
  });

  it.each<[string, object, TlsSettings]>([
    ['older ones', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }, {}],
    ['1.2, where 1.3 is the lowest', { maxVersion: 'TLSv1.2' }, { minVersion: 'TLSv1.3' }],
    ['1.3, where 1.2 is the highest', { minVersion: 'TLSv1.3' }, { maxVersion: 'TLSv1.2' }],
  ])(
    'a server that accepts only %s gets no connection, and nothing is sent to it',
    async (_, options, tls) => {
      const { baseUrl, seen } = await versionServer(options);
      expect(await faultOf(baseUrl, { ...tls, roots: CA })).toEqual(not('protocol'));
      expect(seen).toEqual([]);
    },
  );
});

describe('the roots of the settings', () => {
  it('the roots are added to those of Node', async () => {
    const { ca } = secureOptions({ roots: CA });
    expect(ca).toEqual([...getCACertificates(), CA]);
    expect(getCACertificates().length).toBeGreaterThan(50);
    // Without settings, Node uses its defaults.
    expect(secureOptions({})).toEqual({ minVersion: 'TLSv1.2' });
  });

  it('a server of no root, or of a root of another authority, has an incomplete chain', async () => {
    const { baseUrl, seen } = await versionServer();
    expect(await faultOf(baseUrl, {})).toEqual(not('chain'));
    expect(await faultOf(baseUrl, { roots: OTHER_CA })).toEqual(not('chain'));
    expect(await answered(baseUrl, { roots: `${OTHER_CA}\n${CA}` })).toContain('TLSv1.3');
    expect(seen).toHaveLength(1);
  });
});

describe.skipIf(!hasOpenssl)('an issuer that the server does not send', () => {
  const bench = new Workbench();
  afterAll(() => bench.close());

  it('the issuer can be added next to its root', async () => {
    for (const name of ['root', 'between', 'server']) bench.key(name, 'ec');
    bench.certificate('root', { subject: { commonName: 'root' }, authority: true });
    bench.certificate('between', { subject: { commonName: 'between' }, authority: true, issuer: 'root' });
    bench.certificate('server', { subject: { commonName: 'localhost' }, issuer: 'between' });
    const [root, between] = ['root', 'between'].map((name) => bench.pem(name).certificate);
    const { key, certificate: cert } = bench.pem('server');
    const { baseUrl } = await versionServer({ key, cert });
    expect(await faultOf(baseUrl, { roots: root })).toEqual(not('chain'));
    expect(await answered(baseUrl, { roots: `${root}\n${between}` })).toContain('TLSv1.3');
    const whole = await versionServer({ key, cert: `${cert}\n${between}` });
    expect(await answered(whole.baseUrl, { roots: root })).toContain('TLSv1.3');
  });
});

it('the name of the server comes from its address or from the settings', async () => {
  const { port } = await versionServer();
  const baseUrl = `https://127.0.0.1:${port}`;
  expect(await faultOf(baseUrl, { roots: CA })).toEqual(not('name'));
  expect(await answered(baseUrl, { roots: CA, serverName: 'localhost' })).toBe('TLSv1.3 localhost');
  expect(await faultOf(baseUrl, { roots: CA, serverName: 'other.example' })).toEqual(not('name'));
});

test.each<[string, TlsFault | undefined]>([
  ['UNABLE_TO_GET_ISSUER_CERT', 'chain'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'chain'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'chain'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'chain'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'chain'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'name'],
  ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'name'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'protocol'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'protocol'],
  ['ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED', 'renegotiation'],
  ['ERR_SSL_NO_RENEGOTIATION', 'renegotiation'],
  ['POST_HANDSHAKE_AUTHENTICATION', 'renegotiation'],
  ['ECONNREFUSED', undefined],
  ['CERT_HAS_EXPIRED', undefined],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', undefined],
])('the error %s of Node is recognised as this fault of TLS: %s', (code, fault) => {
  expect(tlsFaultOf(code)).toBe(fault);
});

test.each<[TlsFault, string, RegExp]>([
  ['chain', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', /no envía la cadena completa de su certificado/],
  ['name', 'ERR_TLS_CERT_ALTNAME_INVALID', /su certificado es de otro nombre/],
  ['protocol', 'ERR_SSL_UNSUPPORTED_PROTOCOL', /no admite ninguna de las versiones de TLS/],
  ['renegotiation', 'POST_HANDSHAKE_AUTHENTICATION', /no puede pedir el certificado digital/],
])('caller and log get the description of this fault of TLS: %s', (fault, code, words) => {
  const failure = new ChannelFailure('unreachable', { sent: false, authorityAtFault: true, code });
  const [outcome, error] = outcomeAndError('sepe', failure, undefined);
  expect(outcome).toBe(`tls-${fault}`);
  expect(error).toMatchObject({ status: 503, message: expect.stringMatching(words) });
  expect((error as ServiceError).message).toMatch(/conexión segura con el SEPE.*No se ha presentado nada\./);
});
