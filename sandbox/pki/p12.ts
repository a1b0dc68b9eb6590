import { createHmac, createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { type Asn1, bytesOf, explicit, integer, octets, oid, sequence, set } from './der.ts';
import type { Issued } from './pki.ts';

const DATA = '1.2.840.113549.1.7.1';
const KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';
const X509 = '1.2.840.113549.1.9.22.1';
const LOCAL_KEY_ID = '1.2.840.113549.1.9.21';
const SHA1 = '1.3.14.3.2.26';
/** Purpose number of a MAC key in PKCS #12. */
const FOR_MAC = 3;
/** Iterations of key derivation; node-forge takes 20 ms for them. */
const ROUNDS = 2048;

const content = (node: Asn1): Asn1 =>
  sequence(oid(DATA), explicit(0, octets(bytesOf(node).toString('latin1'))));

/**
 * Packs a certificate with its key and chain. `modern` encrypts the key with AES-256 under PBKDF2 with SHA-256,
 * `legacy` with 3DES. Certificates are not encrypted, and the MAC is SHA-1. node-forge could pack only certificates
 * that an RSA key signed.
 * @param how `rounds` of each derivation of a key
 * @throws RangeError for a modern file whose password is not ASCII: node-forge encodes it wrong
 */
export function toP12(
  issued: Issued,
  password: string,
  { encryption = 'modern', rounds = ROUNDS }: { encryption?: 'modern' | 'legacy'; rounds?: number } = {},
): Buffer<ArrayBuffer> {
  if (encryption === 'modern' && /[^\x20-\x7e]/.test(password)) {
    throw new RangeError('The password of a modern P12 of the sandbox must be ASCII.');
  }
  // The type lacks the options for the encryption of the key.
  const options = {
    algorithm: encryption === 'modern' ? 'aes256' : '3des',
    prfAlgorithm: 'sha256',
    count: rounds,
  } as const;
  const key = forge.pki.encryptPrivateKeyInfo(
    // node-forge itself reads RSA keys only.
    forge.asn1.fromDer(
      createPrivateKey(issued.key).export({ type: 'pkcs8', format: 'der' }).toString('latin1'),
    ),
    password,
    options,
  );
  const certificates = issued.chain
    .match(/-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g)!
    .map((pem) => new X509Certificate(pem));
  // Associates the key with the first certificate.
  const ownKey = () =>
    set(
      sequence(
        oid(LOCAL_KEY_ID),
        set(octets(Buffer.from(certificates[0]!.fingerprint.replaceAll(':', ''), 'hex').toString('latin1'))),
      ),
    );
  const bags = certificates.map(({ raw }, index) =>
    sequence(
      oid(CERTIFICATE_BAG),
      explicit(0, sequence(oid(X509), explicit(0, octets(raw.toString('latin1'))))),
      ...(index === 0 ? [ownKey()] : []),
    ),
  );
  const safe = bytesOf(
    sequence(
      content(sequence(...bags)),
      content(sequence(sequence(oid(KEY_BAG), explicit(0, key), ownKey()))),
    ),
  );
  const salt = randomBytes(8);
  const macKey = forge.pkcs12.generateKey(
    password,
    forge.util.createBuffer(salt.toString('latin1')),
    FOR_MAC,
    rounds,
    20,
  );
  const mac = createHmac('sha1', Buffer.from(macKey.getBytes(), 'latin1'))
    .update(safe)
    .digest()
    .toString('latin1');
  return bytesOf(
    sequence(
      integer('\x03'),
      sequence(oid(DATA), explicit(0, octets(safe.toString('latin1')))),
      sequence(
        sequence(sequence(oid(SHA1), nothing()), octets(mac)),
        octets(salt.toString('latin1')),
        integer(forge.asn1.integerToDer(rounds).getBytes()),
      ),
    ),
  ) as Buffer<ArrayBuffer>;
}

const nothing = (): Asn1 => forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.NULL, false, '');
