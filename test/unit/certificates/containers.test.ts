import { createPrivateKey } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import forge from 'node-forge';
import { describe, expect, it } from 'vitest';
import { toP12 } from '../../../sandbox/pki/p12.ts';
import { issueClient } from '../../../sandbox/pki/pki.ts';
import { type Node, parse, serialise } from '../../../shared/certificates/asn1.ts';
import { readP12 } from '../../../shared/certificates/p12.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import {
  authority,
  certificatesOf,
  child,
  contentOf,
  DAY,
  NOW,
  ORGANISATION,
  PERSON,
  refusal,
  representative,
  seal,
  sealPbmac1,
  toBer,
  withIterations,
} from '../../support/tls/p12.ts';

/** Merges the contents of several AuthenticatedSafes into one. */
function merge(...contents: Buffer[]): Buffer {
  const safe = parse(contents[0]!);
  safe.value = contents.flatMap((content) => parse(content).value as Node[]);
  return serialise(safe);
}

describe('other files in place of a P12', () => {
  const pem = representative.chain;
  const certificate = certificatesOf(pem)[0]!;
  const key = createPrivateKey(representative.key);
  const listed = forge.asn1.toDer(forge.pkcs7.createSignedData().toAsn1()).getBytes();
  it.each<[string, Uint8Array | string, RegExp]>([
    ['a certificate', certificate.raw, /^Es solo el certificado, sin la clave privada.*\.p12/],
    ['a certificate in PEM', `Bag Attributes\r\n${certificate}`, /^Es solo el certificado/],
    ['a list of certificates', Buffer.from(listed, 'latin1'), /^Es una lista de certificados \(\.p7b\)/],
    ['a key in PEM', representative.key, /^Es solo la clave privada/],
    ['a key', key.export({ type: 'pkcs8', format: 'der' }), /^Es solo la clave privada/],
    ['a key of its own format', key.export({ type: 'pkcs1', format: 'der' }), /^Es solo la clave privada/],
    ['a certificate with its key in PEM', pem + representative.key, /PEM. Conviértalo en P12: openssl/],
    ['a keystore of Java', Buffer.from('feedfeed0000000200000001', 'hex'), /JKS.*keytool/],
    ['an older keystore of Java', Buffer.from('cececece00000002', 'hex'), /JKS.*keytool/],
    ['a zip', Buffer.from('PK\x03\x04p12', 'latin1'), /^Es un fichero comprimido/],
    ['something else', 'no es un P12', /^El fichero no es un certificado P12 o PFX, o está dañado\.$/],
  ])('the file with %s is refused with what it is and what to do', (_, content, expected) => {
    const refused = refusal(Buffer.from(content as string), 'x');
    expect([refused?.reason, refused?.message]).toEqual(['not-a-p12', expect.stringMatching(expected)]);
  });
});

describe('PKCS#12 containers', () => {
  it('a container is read in BER', () => {
    const ber = toBer(parse(toP12(representative, 'secreta')));
    expect(readP12(ber, 'secreta', NOW).holder.dni).toBe(PERSON.nif);
    expect(refusal(ber, 'otra')?.reason).toBe('password');
  });

  it('a container may write an empty password as no password', () => {
    const content = contentOf(toP12(representative, ''));
    expect(refusal(seal(content, null), '')).toBeUndefined();
    expect(refusal(seal(content, ''), '')).toBeUndefined();
    expect(refusal(seal(content, null), 'x')?.reason).toBe('password');

    // The same for the key of an old file.
    const safe = parse(contentOf(toP12(representative, '', { encryption: 'legacy' })));
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

  it('a container whose contents have another password than the file is refused for its password', () => {
    const content = contentOf(toP12(representative, 'interior'));
    expect(refusal(seal(content, 'exterior'), 'exterior')?.reason).toBe('password');
  });

  it('a container with a key and the certificate of another key is refused', async () => {
    const other = await issueClient(authority, { person: PERSON });
    const mixed = toP12({ ...representative, key: other.key }, 'x');
    expect(refusal(mixed, 'x')?.reason).toBe('no-certificate');
  });

  it('a container with several keys must be of one holder, whose newest certificate counts', async () => {
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

    const both = new Date(NOW.getTime() + 300 * DAY);
    expect(readP12(file(current, next), 'x', both).chain).toBe(renewed.chain);
    expect(readP12(file(next, current), 'x', both).key).toBe(renewed.key);
    expect(refusal(file(current, others), 'x')?.reason).toBe('several-holders');
    // A valid certificate takes precedence over one that is not valid yet.
    expect(readP12(file(current, next), 'x', NOW).key).toBe(representative.key);
    expect(readP12(file(next), 'x', NOW).key).toBe(renewed.key);
    // An expired certificate does not count.
    expect(refusal(file(current, others), 'x', new Date(NOW.getTime() + 11 * DAY))).toBeUndefined();
  });

  it.each([
    ['2^31', '\x7f\xff\xff\xff'],
    ['2^127', '\x7f'.padEnd(16, '\xff')],
    ['3,000,000', '\x2d\xc6\xc0'],
  ])('a container that asks for %s iterations is refused before any iteration', (_, iterations) => {
    const p12 = toP12(representative, 'x');
    const outer = serialise(withIterations(parse(p12), iterations));
    const refused = () => expect(refusal(outer, 'x')?.reason).toBe('unsupported');
    expect(cpuTimeOf(refused)).toBeLessThan(500);
  });

  it.each([
    ['sha256', 'sha256'],
    ['sha512', 'sha256'],
    ['sha512', 'sha512'],
    ['sha1', 'sha384'],
  ])('a container with a MAC by PBMAC1 (PRF %s, digest %s) is read as OpenSSL reads it', (prf, digest) => {
    const p12 = sealPbmac1(contentOf(toP12(representative, 'secreta')), 'secreta', { prf, digest });
    expect(() => createSecureContext({ pfx: p12, passphrase: 'secreta' })).not.toThrow();
    expect(readP12(p12, 'secreta', NOW).holder.dni).toBe(PERSON.nif);
    expect(() => createSecureContext({ pfx: p12, passphrase: 'otra' })).toThrow(/mac verify/);
    expect(refusal(p12, 'otra')?.reason).toBe('password');
  });

  it.each([
    ['whose key has no length', { hasLength: false }],
    ['of another derivation', { kdf: '1.3.6.1.4.1.11591.4.11' }],
    ['of too many rounds', { rounds: 5_000_000 }],
  ])('a container with a MAC by PBMAC1 %s is not supported', (_, options) => {
    const p12 = sealPbmac1(contentOf(toP12(representative, 'x')), 'x', options);
    const refused = () => expect(refusal(p12, 'x')?.reason).toBe('unsupported');
    expect(cpuTimeOf(refused)).toBeLessThan(500);
  });

  it.each([
    ['composed', 'NFC', 'NFD'],
    ['decomposed', 'NFD', 'NFC'],
  ] as const)(
    'a container whose password has %s accents opens when the other form of the password is typed',
    (_, made, typed) => {
      const [password, other] = ['contraseña áü', 'contraseña áe'].map((text) => text.normalize(made));
      const inOther = (text: string) => text.normalize(typed);
      for (const p12 of [
        toP12(representative, password!, { encryption: 'legacy' }),
        // As OpenSSL 1.0 wrote it, which took each byte for a character.
        toP12(representative, Buffer.from(password!).toString('latin1'), { encryption: 'legacy' }),
        sealPbmac1(contentOf(toP12(representative, password!, { encryption: 'legacy' })), password!),
      ]) {
        expect(readP12(p12, inOther(password!), NOW).key).toBe(representative.key);
        expect(refusal(p12, inOther(other!))?.reason).toBe('password');
      }
    },
  );

  it('a container is refused within the time of one derivation if its password is wrong and has accents', () => {
    // Most of the time that a file may take: a second form of the password cannot be tried.
    const outer = serialise(withIterations(parse(toP12(representative, 'x')), '\x1e\x84\x80'));
    const refused = () => expect(refusal(outer, 'contraseña')?.reason).toBe('password');
    expect(cpuTimeOf(refused)).toBeLessThan(1_500);
  });

  it('a container with an iteration count of zero is no P12', () => {
    const outer = serialise(withIterations(parse(toP12(representative, 'x')), '\x00'));
    expect(refusal(outer, 'x')?.reason).toBe('not-a-p12');
  });
});
