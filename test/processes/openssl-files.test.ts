import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueServer } from '../../sandbox/pki/pki.ts';
import { parse, serialise } from '../../shared/certificates/asn1.ts';
import type { Holder } from '../../shared/certificates/holder.ts';
import { readP12 } from '../../shared/certificates/p12.ts';
import { hasOpenssl, LEGACY, Workbench } from '../support/openssl.ts';
import {
  authority,
  certificatesOf,
  child,
  contentOf,
  handshake,
  NOW,
  refusal,
  seal,
  sealPbmac1,
  sha256,
} from '../support/tls/p12.ts';

describe.skipIf(!hasOpenssl)('files of OpenSSL', () => {
  let bench: Workbench;

  beforeAll(() => {
    bench = new Workbench();
    for (const name of ['root', 'issuing', 'other', 'ec']) bench.key(name, 'ec');
    bench.key('holder', 'rsa:2048');
    bench.key('weak', 'rsa:1024');
    bench.certificate('root', { subject: { CN: 'Root' }, authority: true });
    bench.certificate('issuing', { subject: { CN: 'Issuing' }, issuer: 'root', authority: true });
    bench.certificate('holder', {
      subject: { CN: 'Titular', serialNumber: 'IDCES-12345678Z' },
      issuer: 'issuing',
    });
    bench.certificate('other', {
      subject: { CN: 'Otro', serialNumber: 'IDCES-87654321X' },
      issuer: 'issuing',
    });
    bench.certificate('ec', { subject: { CN: 'Curva' }, issuer: 'issuing' });
    bench.certificate('weak', { subject: { CN: 'Corta' }, issuer: 'issuing' });
    bench.certificate('expired', { subject: { CN: 'Titular' }, days: -1 }, 'holder');
  });

  afterAll(() => bench?.close());

  it.each([
    ['by default', []],
    ['as of old', LEGACY],
    ['with 3DES', ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']],
    ['with an RC2 key', ['-legacy', '-keypbe', 'PBE-SHA1-RC2-40']],
    ['with RC2 of 128 bits', ['-legacy', '-certpbe', 'PBE-SHA1-RC2-128']],
    ['with shorter AES keys', ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-192-CBC', '-macalg', 'sha512']],
    ['with PBES2 and 3DES', ['-keypbe', 'des-ede3-cbc', '-certpbe', 'des-ede3-cbc', '-macalg', 'sha384']],
    ['with nothing encrypted', ['-keypbe', 'NONE', '-certpbe', 'NONE']],
    ['with names', ['-name', 'Señora Núñez', '-caname', 'CA']],
  ])('a file made %s is read, with any password', (_, args) => {
    for (const password of ['secreta', '', 'contraseña€', '密码🔑']) {
      const p12 = bench.p12(['holder', 'issuing', 'root'], password, args);
      const credential = readP12(p12, password, NOW);
      expect(credential.fingerprint).toBe(sha256(bench.der('holder')));
      expect(credential.holder.dni).toBe('12345678Z');
      expect(refusal(p12, `${password}x`)?.reason).toBe('password');
    }
  });

  it.each([
    ['as of old', LEGACY],
    ['with 3DES', ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha256']],
  ])(
    'a file made %s by OpenSSL 1.0, which took each byte of a password for a character, is read',
    (_, args) => {
      for (const password of ['contraseña', 'clave€', 'ÑÑ']) {
        const byBytes = Buffer.from(password).toString('latin1');
        const p12 = bench.p12(['holder', 'issuing'], byBytes, args);
        expect(readP12(p12, password, NOW).fingerprint).toBe(sha256(bench.der('holder')));
        expect(refusal(p12, `${password}x`)?.reason).toBe('password');
      }
    },
  );

  it('a file with a MAC by PBMAC1 is read, with any password', () => {
    for (const password of ['secreta', '', 'contraseña€', '密码🔑']) {
      const p12 = sealPbmac1(contentOf(bench.p12(['holder'], password)), password);
      expect(() => createSecureContext({ pfx: p12, passphrase: password })).not.toThrow();
      expect(readP12(p12, password, NOW).fingerprint).toBe(sha256(bench.der('holder')));
      expect(refusal(p12, `${password}x`)?.reason).toBe('password');
    }
  });

  it('a file with the iterations of Firefox is read', () => {
    const p12 = bench.p12(['holder'], 'secreta', [...LEGACY, '-iter', '600000']);
    expect(readP12(p12, 'secreta', NOW).name).toBe('Titular');
  });

  it('a file that repeats an expensive key is refused after too many rounds', () => {
    const expensive = bench.p12(['holder'], 'x', ['-iter', '400000', '-nomaciter']);
    const content = parse(contentOf(expensive));
    const keys = child(content, 1, 1, 0);
    const bags = parse(Buffer.from(keys.value as string, 'latin1'));
    bags.value = Array.from({ length: 20 }, () => child(bags, 0));
    keys.value = serialise(bags).toString('latin1');
    expect(refusal(expensive, 'x')).toBeUndefined();
    expect(refusal(seal(serialise(content), 'x'), 'x')?.reason).toBe('unsupported');
  });

  it.each([
    ['without MAC', ['-nomac']],
    ['with RC4', ['-legacy', '-certpbe', 'PBE-SHA1-RC4-128']],
    ['with Camellia', ['-keypbe', 'camellia-256-cbc']],
    ['with a MAC of MD5', ['-macalg', 'md5']],
  ])('a file made %s is refused as not supported', (_, args) => {
    expect(refusal(bench.p12(['holder'], 'x', args), 'x')?.reason).toBe('unsupported');
  });

  it.each([[[]], [LEGACY]])('a file with an EC key serves TLS (%s)', async (args) => {
    const credential = readP12(bench.p12(['ec', 'issuing', 'root'], 'x', args), 'x', NOW);
    const clientAuthority = new X509Certificate(bench.der('root')).toString();
    const seen = await handshake(credential, clientAuthority, await issueServer(authority), authority);
    expect(seen).toBe('Curva');
  });

  it('a file with several certificates gives the certificate of the key and its issuers in order', () => {
    const p12 = bench.p12(['root', 'other', 'ec', 'holder', 'issuing', 'expired'], 'x', [], 'holder');
    const { chain } = readP12(p12, 'x', NOW);
    expect(certificatesOf(chain).map((certificate) => certificate.subject)).toEqual([
      'CN=Titular\nserialNumber=IDCES-12345678Z',
      'CN=Issuing',
      'CN=Root',
    ]);
  });

  it('a file with the holder alone gives a chain of one certificate', () => {
    const { chain } = readP12(bench.p12(['holder', 'root'], 'x'), 'x', NOW);
    expect(certificatesOf(chain)).toHaveLength(1);
  });

  it('a file without a key, expired or with too short a key is refused', () => {
    expect(refusal(bench.p12(['holder'], 'x', ['-nokeys']), 'x')?.reason).toBe('no-private-key');
    expect(refusal(bench.p12(['weak'], 'x'), 'x')?.reason).toBe('too-weak');
    const expired = refusal(bench.p12(['expired'], 'x', [], 'holder'), 'x');
    expect(expired?.reason).toBe('expired');
    expect(expired?.message).toMatch(/^El certificado caducó el \d\d\/\d\d\/\d{4}\.$/);
  });

  const FNMT = '1.3.6.1.4.1.5734.1';
  it.each<[string, Record<string, string>, Record<string, string> | undefined, Partial<Holder>]>([
    ['no person', { CN: 'servidor.example' }, undefined, { dni: '', givenName: '', surname: '' }],
    ['a bare NIF', { CN: 'X', serialNumber: '12345678z' }, undefined, { dni: '12345678Z' }],
    ['a NIE', { CN: 'X', serialNumber: 'IDCES-X1234567L' }, undefined, { dni: 'X1234567L' }],
    ['a passport', { CN: 'X', serialNumber: 'PASES-AB123456' }, undefined, { dni: 'AB123456' }],
    [
      'a passport like a CIF',
      { CN: 'WEI LI', serialNumber: 'PASCN-E12345678' },
      undefined,
      { dni: 'E12345678' },
    ],
    [
      'a passport that its name repeats',
      { CN: 'WEI LI - E12345678', serialNumber: 'PASCN-E12345678' },
      undefined,
      { dni: 'E12345678' },
    ],
    ['a Spanish passport', { CN: 'X', serialNumber: 'PASES-A12345678' }, undefined, { dni: 'A12345678' }],
    [
      'a foreign card like a CIF',
      { CN: 'X', serialNumber: 'IDCIT-A1234567B' },
      undefined,
      { dni: 'A1234567B' },
    ],
    ['a personal number', { CN: 'X', serialNumber: 'PNOEE-38001085718' }, undefined, { dni: '38001085718' }],
    ['a foreign tax number', { CN: 'X', serialNumber: 'TINPT-123456789' }, undefined, { dni: '123456789' }],
    [
      'a number of a national scheme',
      { CN: 'X', serialNumber: 'EI:SE-B1234567A' },
      undefined,
      { dni: 'B1234567A' },
    ],
    [
      'a passport of who represents a company',
      { CN: 'WEI LI', O: 'ACME SL', serialNumber: 'PASCN-E12345678', '2.5.4.97': 'VATES-B12345674' },
      undefined,
      { dni: 'E12345678', organisation: { cif: 'B12345674', name: 'ACME SL' } },
    ],
    ['a foreign document', { CN: 'X', serialNumber: 'IDCPT-123456789' }, undefined, { dni: '123456789' }],
    ['a number that is no NIF', { CN: 'X', serialNumber: '0042' }, undefined, { dni: '' }],
    [
      'an old name',
      { CN: 'NOMBRE GARCIA LOPEZ JUAN - NIF 12345678Z' },
      undefined,
      { dni: '12345678Z', givenName: '', surname: '' },
    ],
    [
      'an old organisation',
      { CN: 'ENTIDAD ACME - CIF B12345674 - NOMBRE LOPEZ ANA - NIF 12345678Z' },
      { [`${FNMT}.6`]: 'ACME SL', [`${FNMT}.7`]: 'B12345674', [`${FNMT}.4`]: '12345678z' },
      { dni: '12345678Z', organisation: { cif: 'B12345674', name: 'ACME SL' } },
    ],
    [
      'a public employee',
      {
        O: 'MINISTERIO',
        serialNumber: 'IDCES-12345678Z',
        GN: 'ANA',
        SN: 'PÉREZ IBÁÑEZ - 12345678Z',
        CN: 'ANA PÉREZ IBÁÑEZ - 12345678Z',
      },
      undefined,
      { dni: '12345678Z', givenName: 'ANA', surname: 'PÉREZ IBÁÑEZ' },
    ],
    [
      'an alternative name that says more',
      { CN: 'X', serialNumber: 'IDCES-12345678Z', GN: 'J.', SN: 'GARCIA' },
      {
        [`${FNMT}.1`]: 'JUAN',
        [`${FNMT}.2`]: 'GARCIA',
        [`${FNMT}.3`]: 'LOPEZ',
        [`${FNMT}.4`]: 'IDCES-12345678Z',
      },
      { dni: '12345678Z', givenName: 'JUAN', surname: 'GARCIA LOPEZ' },
    ],
    [
      'a representative',
      { CN: '12345678Z ANA PEREZ (R: Q2826004J)', O: 'FÁBRICA', '2.5.4.97': 'VATES-Q2826004J' },
      undefined,
      { dni: '12345678Z', organisation: { cif: 'Q2826004J', name: 'FÁBRICA' } },
    ],
    [
      'a seal',
      { CN: 'SELLO', O: 'ACME SL', serialNumber: 'B12345674' },
      undefined,
      { dni: '', organisation: { cif: 'B12345674', name: 'ACME SL' } },
    ],
    [
      'a seal with a prefix that is of persons',
      { CN: 'SELLO', O: 'ACME SL', serialNumber: 'IDCES-B12345674' },
      undefined,
      { dni: '', organisation: { cif: 'B12345674', name: 'ACME SL' } },
    ],
  ])('a file names %s', (_, subject, alternativeName, holder) => {
    for (const strings of ['utf8', 'bmp'] as const) {
      bench.certificate('named', { subject, alternativeName, strings }, 'holder');
      const credential = readP12(bench.p12(['named'], 'x', [], 'holder'), 'x', NOW);
      expect(credential.name).toBe(subject.CN);
      expect(credential.holder).toEqual({ givenName: '', surname: '', ...holder });
    }
  });
});
