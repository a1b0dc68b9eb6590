import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto';
import forge from 'node-forge';
import { describe, expect, it } from 'vitest';
import {
  type Asn1,
  bytesOf,
  explicit,
  integer,
  nodeOf,
  octets,
  oid,
  sequence,
} from '../../../sandbox/pki/der.ts';
import { digestRounds } from '../../../shared/certificates/digest-rounds.ts';
import { readP12 } from '../../../shared/certificates/p12.ts';
import { cpuTimeOf, yardstick } from '../../support/cpu-time.ts';
import { certificatesOf, NOW, refusal, seal } from '../../support/tls/p12.ts';

/** Files made to be as expensive as possible to read, within the 64 KiB that a P12 may have. */

const MAX_P12 = 64 * 1024;
/** Limit in multiples of the yardstick: the most expensive accepted file takes 4 to 5, and refused ones took 25 and more. */
const MOST = 10;

const DATA = '1.2.840.113549.1.7.1';
const bag = (type: string, value: Asn1) => sequence(oid(type), explicit(0, value));
const keyBag = (pkcs8: Buffer) => bag('1.2.840.113549.1.12.10.1.1', nodeOf(pkcs8));
const certificateBag = (der: Buffer) =>
  bag(
    '1.2.840.113549.1.12.10.1.3',
    sequence(oid('1.2.840.113549.1.9.22.1'), explicit(0, octets(der.toString('latin1')))),
  );

/** A file with these bags and the password `x`. */
const fileOf = (bags: Asn1[]): Buffer => {
  const content = octets(bytesOf(sequence(...bags)).toString('latin1'));
  return seal(bytesOf(sequence(sequence(oid(DATA), explicit(0, content)))), 'x');
};

const { create, Class, Type } = forge.asn1;
const time = (date: Date) => create(Class.UNIVERSAL, Type.UTCTIME, false, forge.asn1.dateToUtcTime(date));
const NAME = forge.pki.distinguishedNameToAsn1({
  attributes: [{ type: '2.5.4.3', value: 'x' }],
} as unknown as forge.pki.Certificate['subject']);

/** A certificate without extensions whose subject equals its issuer, so that each may be the issuer of every other one. */
const certificate = (key: KeyObject, issuer: KeyObject): Buffer => {
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
  const toBeSigned = sequence(
    integer(`\x01${randomBytes(4).toString('latin1')}`),
    algorithm,
    NAME,
    sequence(time(new Date(NOW.getTime() - 1000)), time(new Date(NOW.getTime() + 10 ** 9))),
    NAME,
    nodeOf(key.export({ type: 'spki', format: 'der' })),
  );
  const signature = sign('sha256', bytesOf(toBeSigned), issuer).toString('latin1');
  return bytesOf(
    sequence(toBeSigned, algorithm, create(Class.UNIVERSAL, Type.BITSTRING, false, `\0${signature}`)),
  );
};

/** This many certificates, each issued by the one before it in the file. */
const chained = (count: number): Buffer => {
  const pairs = Array.from({ length: count }, () => generateKeyPairSync('ec', { namedCurve: 'P-521' }));
  const certificates = pairs.map(({ publicKey }, index) =>
    certificate(publicKey, (pairs[index + 1] ?? pairs[index]!).privateKey),
  );
  return fileOf([
    keyBag(pairs[0]!.privateKey.export({ type: 'pkcs8', format: 'der' })),
    ...certificates.toReversed().map(certificateBag),
  ]);
};

/** A DSA private key with numbers of this many octets, none of which OpenSSL checks. */
const dsaKey = (length: number): Buffer => {
  const number = () => integer(`\x01${randomBytes(length - 2).toString('latin1')}\x01`);
  const parameters = sequence(number(), integer('\x03'), number());
  return bytesOf(
    sequence(
      integer('\0'),
      sequence(oid('1.2.840.10040.4.1'), parameters),
      octets(bytesOf(number()).toString('latin1')),
    ),
  );
};

/** A file whose MAC needs this many iterations of a digest. No password fits it. */
const withMac = (digest: string, iterations: number): Buffer => {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(iterations);
  const mac = sequence(sequence(oid(digest)), octets('x'));
  const content = sequence(oid(DATA), explicit(0, octets('')));
  return bytesOf(
    sequence(integer('\x03'), content, sequence(mac, octets('salt'), integer(count.toString('latin1')))),
  );
};

const SHA1 = '1.3.14.3.2.26';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const SHA512 = '2.16.840.1.101.3.4.2.3';

describe('the time to read a P12 file', () => {
  it.each<[what: string, file: () => Buffer, reason: string]>([
    ['140 certificates on P-521, each of which may be the issuer of each', () => chained(140), 'unsupported'],
    ['2,400,000 iterations of SHA-1', () => withMac(SHA1, 2_400_000), 'password'],
    ['2,800,000 iterations of SHA-1', () => withMac(SHA1, 2_800_000), 'unsupported'],
    ['2,100,000 iterations of SHA-256', () => withMac(SHA256, 2_100_000), 'password'],
    ['370,000 iterations of SHA-512', () => withMac(SHA512, 370_000), 'password'],
    ['a key for DSA of 20 KB', () => fileOf([keyBag(dsaKey(20_000))]), 'unsupported'],
    [
      '20 keys for DSA of 800 octets',
      () => fileOf(Array.from({ length: 20 }, () => keyBag(dsaKey(800)))),
      'unsupported',
    ],
    [
      '600 keys on P-521',
      () => {
        const key = generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey;
        const der = bytesOf(withoutPublicKey(nodeOf(key.export({ type: 'pkcs8', format: 'der' }))));
        return fileOf(Array.from({ length: 550 }, () => keyBag(der)));
      },
      'unsupported',
    ],
  ])('a file with %s is read or refused within its limit of time', (_, make, reason) => {
    const file = make();
    expect(file.length).toBeLessThan(MAX_P12);
    let refused: ReturnType<typeof refusal>;
    const spent = cpuTimeOf(() => {
      refused = refusal(file, 'x');
    });
    if (process.env.SHOW_COST) console.log(_, Math.round(spent), 'ms', refused?.message);
    expect(refused?.reason).toBe(reason);
    expect(refused?.message).not.toBe('');
    expect(spent / yardstick()).toBeLessThan(MOST);
  });

  it('a file with the most certificates is read within its limit of time, and its chain only as far as chains go', () => {
    const file = chained(30);
    let chain = '';
    const spent = cpuTimeOf(() => {
      chain = readP12(file, 'x', NOW).chain;
    });
    if (process.env.SHOW_COST) console.log('30 certificates', Math.round(spent), 'ms');
    expect(certificatesOf(chain).length).toBeLessThanOrEqual(7);
    expect(spent / yardstick()).toBeLessThan(MOST);
  });
});

/** A key on a curve without its public point, which OpenSSL then has to compute. */
const withoutPublicKey = (pkcs8: Asn1): Asn1 => {
  const parts = pkcs8.value as Asn1[];
  const ec = nodeOf(Buffer.from(parts[2]!.value as string, 'latin1'));
  ec.value = (ec.value as Asn1[]).slice(0, 2);
  parts[2]!.value = bytesOf(ec).toString('latin1');
  return pkcs8;
};

describe('a key of an unusual kind', () => {
  it.each([
    ['Ed25519', () => generateKeyPairSync('ed25519').privateKey],
    ['secp256k1', () => generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey],
  ])('a key on %s is refused, and the answer names the kinds that are accepted', (_, key) => {
    const file = fileOf([keyBag((key() as KeyObject).export({ type: 'pkcs8', format: 'der' }))]);
    expect(refusal(file, 'x')).toMatchObject({
      reason: 'unsupported',
      message: expect.stringContaining('P-521'),
    });
  });
});

describe('repeated digests', () => {
  it.each(['sha1', 'sha256', 'sha384', 'sha512'])(
    'the repeated digests by %s equal those of OpenSSL',
    (digest) => {
      for (const rounds of [1, 2, 3, 500]) {
        let expected = hash(digest, 'the first of them is of any length', 'buffer');
        for (let round = 1; round < rounds; round++) expected = hash(digest, expected, 'buffer');
        expect(digestRounds(digest, Buffer.from('the first of them is of any length'), rounds)).toEqual(
          expected,
        );
      }
    },
  );
});
