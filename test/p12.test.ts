import { createHash, createHmac, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import fc from 'fast-check';
import forge from 'node-forge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Authority,
  createAuthority,
  type Issued,
  issueClient,
  issueServer,
  type Subject,
  toP12,
} from '../functions/sandbox/pki.ts';
import type { Holder } from '../shared/certificates/holder.ts';
import { type Credential, readP12 } from '../shared/certificates/p12.ts';
import { P12Error } from '../shared/certificates/p12-error.ts';
import { hasOpenssl, LEGACY, Workbench } from './support/openssl.ts';

const NOW = new Date();
const DAY = 24 * 60 * 60_000;
const PERSON = { nif: '12345678Z', givenName: 'BEGOÑA', firstSurname: 'NÚÑEZ', secondSurname: 'GARCÍA' };
const ORGANISATION = { cif: 'B12345674', name: 'CAÑAS Y BARRO, S.L.' };

const sha256 = (der: Buffer) => createHash('sha256').update(der).digest('hex');

/** The certificates of a chain in PEM. */
const certificatesOf = (chain: string) =>
  (chain.match(/-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => new X509Certificate(pem),
  );

/** Why a file is refused, `undefined` when it is not. */
function refusal(bytes: Uint8Array, password: string, now = NOW): P12Error | undefined {
  try {
    readP12(bytes, password, now);
    return undefined;
  } catch (error) {
    if (error instanceof P12Error) return error;
    throw error;
  }
}

/** The common name that the server sees, over mutual TLS that both sides verify. */
async function handshake(
  client: Pick<Credential, 'key' | 'chain'>,
  clientAuthority: string,
  server: Issued,
  authority: Authority,
): Promise<string> {
  const listener = createServer({
    key: server.key,
    cert: server.chain,
    ca: clientAuthority,
    requestCert: true,
    rejectUnauthorized: true,
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const accepted = once(listener, 'secureConnection') as Promise<[TLSSocket]>;
  const socket = connect({
    host: '127.0.0.1',
    port,
    key: client.key,
    cert: client.chain,
    ca: authority.certificate,
  });
  try {
    const [[peer]] = await Promise.all([accepted, once(socket, 'secureConnect')]);
    return peer.getPeerCertificate().subject.CN as string;
  } finally {
    socket.destroy();
    listener.close();
  }
}

type Node = forge.asn1.Asn1;

const parse = (bytes: Buffer): Node => forge.asn1.fromDer(bytes.toString('latin1'));
const serialise = (node: Node): Buffer => Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');
const child = (node: Node, ...path: number[]): Node =>
  path.reduce((parent, index) => (parent.value as Node[])[index]!, node);

/** What the MAC of a P12 covers: its AuthenticatedSafe. */
const contentOf = (p12: Buffer): Buffer => Buffer.from(child(parse(p12), 1, 1, 0).value as string, 'latin1');

/** A P12 around that content, with a MAC of one iteration; password null for one without the final zero. */
function seal(content: Buffer, password: string | null): Buffer {
  const { create, oidToDer, Class, Type } = forge.asn1;
  const sequence = (...value: Node[]) => create(Class.UNIVERSAL, Type.SEQUENCE, true, value);
  const octets = (value: string) => create(Class.UNIVERSAL, Type.OCTETSTRING, false, value);
  const oid = (name: string) =>
    create(Class.UNIVERSAL, Type.OID, false, oidToDer(forge.pki.oids[name]!).getBytes());
  const integer = (value: number) => create(Class.UNIVERSAL, Type.INTEGER, false, String.fromCharCode(value));

  const salt = new forge.util.ByteStringBuffer('saltsalt');
  const key = forge.pkcs12.generateKey(password, salt, 3, 1, 20).getBytes();
  const mac = createHmac('sha1', Buffer.from(key, 'latin1')).update(content).digest();
  const data = create(Class.CONTEXT_SPECIFIC, 0, true, [octets(content.toString('latin1'))]);
  return serialise(
    sequence(
      integer(3),
      sequence(oid('data'), data),
      sequence(
        sequence(sequence(oid('sha1')), octets(mac.toString('latin1'))),
        octets('saltsalt'),
        integer(1),
      ),
    ),
  );
}

/** One AuthenticatedSafe with the contents of several. */
function merge(...contents: Buffer[]): Buffer {
  const safe = parse(contents[0]!);
  safe.value = contents.flatMap((content) => parse(content).value as Node[]);
  return serialise(safe);
}

/** The same structure with its iteration counts of 2048 replaced, as deep as it is not encrypted. */
function withIterations(node: Node, iterations: string): Node {
  if (Array.isArray(node.value)) for (const inner of node.value) withIterations(inner, iterations);
  else if (node.type === forge.asn1.Type.INTEGER && node.value === '\x08\x00') node.value = iterations;
  return node;
}

/** BER with indefinite lengths and with strings in two pieces, as Windows and Firefox write the container. */
function toBer(node: Node): Buffer {
  const [end, open] = [Buffer.from([0, 0]), 0x80];
  if (Array.isArray(node.value)) {
    return Buffer.concat([
      Buffer.from([node.tagClass | node.type | 0x20, open]),
      ...node.value.map(toBer),
      end,
    ]);
  }
  const isString = node.type === forge.asn1.Type.OCTETSTRING && node.tagClass === forge.asn1.Class.UNIVERSAL;
  if (!isString || node.value.length < 2) return serialise(node);
  const half = node.value.length >> 1;
  const pieces = [node.value.slice(0, half), node.value.slice(half)].map((value) =>
    serialise(forge.asn1.create(node.tagClass, node.type, false, value)),
  );
  return Buffer.concat([Buffer.from([0x24, open]), ...pieces, end]);
}

let authority: Authority;
let representative: Issued;

beforeAll(async () => {
  authority = await createAuthority();
  representative = await issueClient(authority, { person: PERSON, organisation: ORGANISATION });
});

describe('certificates of the sandbox', () => {
  const surname = 'NÚÑEZ GARCÍA';
  it.each<[string, Subject, Holder, string]>([
    [
      'person',
      { person: PERSON },
      { dni: PERSON.nif, givenName: PERSON.givenName, surname },
      'NÚÑEZ GARCÍA BEGOÑA - 12345678Z',
    ],
    [
      'representative',
      { person: PERSON, organisation: ORGANISATION },
      { dni: PERSON.nif, givenName: PERSON.givenName, surname, organisation: ORGANISATION },
      '12345678Z BEGOÑA NÚÑEZ (R: B12345674)',
    ],
    [
      'seal',
      { organisation: ORGANISATION },
      { dni: '', givenName: '', surname: '', organisation: ORGANISATION },
      ORGANISATION.name,
    ],
  ])('a %s is read back', async (_, subject, holder, name) => {
    const issued = await issueClient(authority, subject);
    const leaf = new X509Certificate(issued.certificate);
    for (const encryption of ['modern', 'legacy'] as const) {
      const credential = readP12(toP12(issued, 'secreta', encryption), 'secreta', NOW);
      expect(credential).toEqual({
        key: issued.key,
        chain: issued.chain,
        fingerprint: sha256(leaf.raw),
        name,
        holder,
        notBefore: leaf.validFromDate,
        notAfter: leaf.validToDate,
      });
    }
    const years = (leaf.validToDate.getTime() - NOW.getTime()) / (365 * DAY);
    expect(years).toBeCloseTo(2, 2);
  });

  it('authenticate a client and a server to each other', async () => {
    const server = await issueServer(authority);
    const credential = readP12(toP12(representative, 'secreta', 'legacy'), 'secreta', NOW);
    const seen = await handshake(credential, authority.certificate, server, authority);
    expect(seen).toBe(credential.name);
  });

  it('are refused from the moment they expire', async () => {
    const notAfter = new Date(NOW.getTime() - DAY);
    const issued = await issueClient(authority, { person: PERSON }, { notAfter });
    expect(refusal(toP12(issued, 'x'), 'x')?.reason).toBe('expired');
    expect(refusal(toP12(issued, 'x'), 'x', new Date(notAfter.getTime() - DAY))).toBeUndefined();
  });

  it('have ASCII passwords where node-forge would get others wrong', () => {
    expect(() => toP12(representative, 'contraseña')).toThrow(RangeError);
    const legacy = toP12(representative, 'contraseña€', 'legacy');
    expect(readP12(legacy, 'contraseña€', NOW).holder.dni).toBe(PERSON.nif);
  });
});

describe('containers', () => {
  it('are read in BER', () => {
    const ber = toBer(parse(toP12(representative, 'secreta')));
    expect(readP12(ber, 'secreta', NOW).holder.dni).toBe(PERSON.nif);
    expect(refusal(ber, 'otra')?.reason).toBe('password');
  });

  it('may write an empty password as none at all', () => {
    const content = contentOf(toP12(representative, ''));
    expect(refusal(seal(content, null), '')).toBeUndefined();
    expect(refusal(seal(content, ''), '')).toBeUndefined();
    expect(refusal(seal(content, null), 'x')?.reason).toBe('password');

    // The same, for the key of an old file.
    const safe = parse(contentOf(toP12(representative, '', 'legacy')));
    const keys = child(safe, 1, 1, 0);
    const bags = parse(Buffer.from(keys.value as string, 'latin1'));
    const key = forge.pki.privateKeyToAsn1(forge.pki.privateKeyFromPem(representative.key));
    child(bags, 0, 1).value = [
      forge.pki.encryptPrivateKeyInfo(forge.pki.wrapRsaPrivateKey(key), null as unknown as string, {
        algorithm: '3des',
      }),
    ];
    keys.value = serialise(bags).toString('latin1');
    expect(readP12(seal(serialise(safe), null), '', NOW).key).toBe(representative.key);
  });

  it('whose contents have another password than the file are refused for it', () => {
    const content = contentOf(toP12(representative, 'interior'));
    expect(refusal(seal(content, 'exterior'), 'exterior')?.reason).toBe('password');
  });

  it('with a key and the certificate of another are refused', async () => {
    const other = await issueClient(authority, { person: PERSON });
    const mixed = toP12({ ...representative, key: other.key }, 'x');
    expect(refusal(mixed, 'x')?.reason).toBe('no-certificate');
  });

  it('with several keys must be of one holder, whose last certificate counts', async () => {
    const renewed = await issueClient(
      authority,
      { person: PERSON, organisation: ORGANISATION },
      { notAfter: new Date(NOW.getTime() + 1000 * DAY) },
    );
    const colleague = await issueClient(
      authority,
      { person: PERSON, organisation: { cif: 'A58818501', name: 'OTRA SA' } },
      { notAfter: new Date(NOW.getTime() + 10 * DAY) },
    );
    const contents = [representative, renewed, colleague].map((issued) => contentOf(toP12(issued, 'x')));
    const file = (...parts: Buffer[]) => seal(merge(...parts), 'x');
    const [current, next, others] = contents as [Buffer, Buffer, Buffer];

    expect(readP12(file(current, next), 'x', NOW).chain).toBe(renewed.chain);
    expect(readP12(file(next, current), 'x', NOW).key).toBe(renewed.key);
    expect(refusal(file(current, others), 'x')?.reason).toBe('several-holders');
    // One that has expired does not count.
    expect(refusal(file(current, others), 'x', new Date(NOW.getTime() + 11 * DAY))).toBeUndefined();
  });

  it.each([
    ['2^31', '\x7f\xff\xff\xff'],
    ['2^127', '\x7f'.padEnd(16, '\xff')],
    ['3,000,000', '\x2d\xc6\xc0'],
  ])('that ask for %s iterations cost nothing', (_, iterations) => {
    const p12 = toP12(representative, 'x');
    const outer = serialise(withIterations(parse(p12), iterations));
    const start = performance.now();
    expect(refusal(outer, 'x')?.reason).toBe('unsupported');
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('without an iteration are no containers', () => {
    const outer = serialise(withIterations(parse(toP12(representative, 'x')), '\x00'));
    expect(refusal(outer, 'x')?.reason).toBe('not-a-p12');
  });
});

describe('whatever the bytes are', () => {
  const outcome = (bytes: Uint8Array, password: string) => {
    const error = refusal(bytes, password);
    return !error || error.message.length > 0;
  };

  it('random ones are not a P12', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.string(), (bytes, password) => {
        expect(refusal(bytes, password)?.reason).toBe('not-a-p12');
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('-----BEGIN CERTIFICATE-----')],
    ['deep nesting', Buffer.from('3080'.repeat(32_768), 'hex')],
    [
      'many empty values',
      Buffer.concat([Buffer.from('30830100fa', 'hex'), Buffer.from('3000'.repeat(32_893), 'hex')]),
    ],
    ['a huge length', Buffer.from('3084ffffffff0201', 'hex')],
  ])('%s is not a P12', (_, bytes) => {
    expect(refusal(bytes, '')?.reason).toBe('not-a-p12');
  });

  it('a certificate by itself is not a P12', () => {
    expect(refusal(new X509Certificate(representative.certificate).raw, '')?.reason).toBe('not-a-p12');
  });

  it('a truncated P12 is none', () => {
    const p12 = toP12(representative, 'x');
    fc.assert(
      fc.property(fc.nat(p12.length - 1), (length) => {
        expect(refusal(p12.subarray(0, length), 'x')?.reason).toBe('not-a-p12');
      }),
      { numRuns: 200 },
    );
  });

  it.each(['modern', 'legacy'] as const)('a damaged %s P12 is refused or read', (encryption) => {
    const p12 = toP12(representative, 'x', encryption);
    fc.assert(
      fc.property(fc.nat(p12.length * 8 - 1), (bit) => outcome(flip(p12, bit), 'x')),
      { numRuns: 300 },
    );
  });

  it.each(['modern', 'legacy'] as const)(
    'so is a %s one made so on purpose, with a valid MAC',
    (encryption) => {
      const content = contentOf(toP12(representative, 'x', encryption));
      fc.assert(
        fc.property(fc.uniqueArray(fc.nat(content.length * 8 - 1), { minLength: 1, maxLength: 4 }), (bits) =>
          outcome(seal(bits.reduce(flip, content), 'x'), 'x'),
        ),
        { numRuns: 500 },
      );
    },
  );

  function flip(bytes: Buffer, bit: number): Buffer {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    return flipped;
  }
});

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
  ])('%s are read, with any password', (_, args) => {
    for (const password of ['secreta', '', 'contraseña€', '密码🔑']) {
      const p12 = bench.p12(['holder', 'issuing', 'root'], password, args);
      const credential = readP12(p12, password, NOW);
      expect(credential.fingerprint).toBe(sha256(bench.der('holder')));
      expect(credential.holder.dni).toBe('12345678Z');
      expect(refusal(p12, `${password}x`)?.reason).toBe('password');
    }
  });

  it('with the iterations of Firefox are read', { timeout: 30_000 }, () => {
    const p12 = bench.p12(['holder'], 'secreta', [...LEGACY, '-iter', '600000']);
    expect(readP12(p12, 'secreta', NOW).name).toBe('Titular');
  });

  it('that repeat an expensive key run out of rounds', () => {
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
  ])('%s are not supported', (_, args) => {
    expect(refusal(bench.p12(['holder'], 'x', args), 'x')?.reason).toBe('unsupported');
  });

  it.each([[[]], [LEGACY]])('with an EC key serve TLS (%s)', async (args) => {
    const credential = readP12(bench.p12(['ec', 'issuing', 'root'], 'x', args), 'x', NOW);
    const clientAuthority = new X509Certificate(bench.der('root')).toString();
    const seen = await handshake(credential, clientAuthority, await issueServer(authority), authority);
    expect(seen).toBe('Curva');
  });

  it('with several certificates give that of the key and its issuers in order', () => {
    const p12 = bench.p12(['root', 'other', 'ec', 'holder', 'issuing', 'expired'], 'x', [], 'holder');
    const { chain } = readP12(p12, 'x', NOW);
    expect(certificatesOf(chain).map((certificate) => certificate.subject)).toEqual([
      'CN=Titular\nserialNumber=IDCES-12345678Z',
      'CN=Issuing',
      'CN=Root',
    ]);
  });

  it('with the holder alone give a chain of one', () => {
    const { chain } = readP12(bench.p12(['holder', 'root'], 'x'), 'x', NOW);
    expect(certificatesOf(chain)).toHaveLength(1);
  });

  it('without a key, expired or with too short a key are refused', () => {
    expect(refusal(bench.p12(['holder'], 'x', ['-nokeys']), 'x')?.reason).toBe('no-private-key');
    expect(refusal(bench.p12(['weak'], 'x'), 'x')?.reason).toBe('too-weak');
    const expired = refusal(bench.p12(['expired'], 'x', [], 'holder'), 'x');
    expect(expired?.reason).toBe('expired');
    expect(expired?.message).toMatch(/^El certificado caducó el \d\d\/\d\d\/\d{4}\.$/);
  });

  const FNMT = '1.3.6.1.4.1.5734.1';
  it.each<[string, Record<string, string>, Record<string, string> | undefined, Partial<Holder>]>([
    ['nobody', { CN: 'servidor.example' }, undefined, { dni: '', givenName: '', surname: '' }],
    ['a bare NIF', { CN: 'X', serialNumber: '12345678z' }, undefined, { dni: '12345678Z' }],
    ['a NIE', { CN: 'X', serialNumber: 'IDCES-X1234567L' }, undefined, { dni: 'X1234567L' }],
    ['a passport', { CN: 'X', serialNumber: 'PASES-AB123456' }, undefined, { dni: 'AB123456' }],
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
  ])('name %s', (_, subject, alternativeName, holder) => {
    for (const strings of ['utf8', 'bmp'] as const) {
      bench.certificate('named', { subject, alternativeName, strings }, 'holder');
      const credential = readP12(bench.p12(['named'], 'x', [], 'holder'), 'x', NOW);
      expect(credential.name).toBe(subject.CN);
      expect(credential.holder).toEqual({ givenName: '', surname: '', ...holder });
    }
  });
});
