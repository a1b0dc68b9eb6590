import { X509Certificate } from 'node:crypto';
import { getCACertificates, rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { secureOptions } from '../../../../shared/authorities/channel/tls.ts';
import { TRUSTED } from '../../../../shared/authorities/channel/trusted.ts';

/** Each certificate that the gateway itself trusts, with the day on which it ends and the first digits of its SHA-256. */
const CERTIFICATES: [name: string, ends: string, fingerprint: string][] = [
  ['AC RAIZ FNMT-RCM', '2030-01-01', 'EB:C5:57:0C:29:01:8C:4D:67:B1'],
  ['AC RAIZ FNMT-RCM SERVIDORES SEGUROS', '2043-12-20', '55:41:53:B1:3D:2C:F9:DD:B7:53'],
  ['ACCVRAIZ1', '2030-12-31', '9A:6E:C0:12:E1:A7:DA:9D:BE:34'],
  ['Izenpe.com', '2037-12-13', '25:30:CC:8E:98:32:15:02:BA:D9'],
  [
    'Autoridad de Certificacion Firmaprofesional CIF A62634068',
    '2036-05-05',
    '57:DE:05:83:EF:D2:B2:6E:03:61',
  ],
  ['AC Componentes Informáticos', '2028-06-24', 'F0:38:42:1F:07:F2:0D:63:A2:0D'],
];

const certificates = TRUSTED.map(({ name, pem }) => ({ name, certificate: new X509Certificate(pem) }));

test('the certificates that the gateway trusts are these, and each says its name', () => {
  expect(
    certificates.map(({ name, certificate: { validToDate, fingerprint256 } }) => [
      name,
      validToDate.toISOString().slice(0, 10),
      fingerprint256.slice(0, 29),
    ]),
  ).toEqual(CERTIFICATES);
  expect(
    certificates.filter(
      ({ name, certificate: { subject } }) => !new RegExp(`^(CN|OU)=${name}$`, 'm').test(subject),
    ),
  ).toEqual([]);
});

test('each trusted certificate is a root, or was issued by one of these roots', () => {
  const roots = certificates.filter(({ certificate }) => certificate.checkIssued(certificate));
  expect(roots).toHaveLength(5);
  for (const { certificate } of certificates) {
    expect(certificate.ca).toBe(true);
    expect(
      roots.filter(
        ({ certificate: root }) => certificate.checkIssued(root) && certificate.verify(root.publicKey),
      ),
    ).toHaveLength(1);
  }
});

test('connections to authorities trust these certificates and all of Node, and stand-ins only their own root', () => {
  const before = getCACertificates();
  expect(secureOptions({}, 'root of stand-ins')).toEqual({ minVersion: 'TLSv1.2', ca: 'root of stand-ins' });
  expect(getCACertificates()).toEqual(before);
  secureOptions({});
  const fingerprints = (pems: readonly string[]) =>
    pems.map((pem) => new X509Certificate(pem).fingerprint256);
  expect(fingerprints(getCACertificates())).toEqual(
    expect.arrayContaining(fingerprints([...rootCertificates, ...TRUSTED.map(({ pem }) => pem)])),
  );
});
