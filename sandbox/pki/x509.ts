/** Writes X.509 certificates that a key on curve P-256 signs. node-forge signs with RSA only, so it writes the parts. */

import { createHash, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { type Asn1, bytesOf, context, explicit, integer, nodeOf, octets, oid, sequence } from './der.ts';

const { Class, Type, create } = forge.asn1;

/** An attribute of a distinguished name. */
export type Attribute = forge.pki.CertificateField & { type: string; value: string };

/** Contents of a certificate. */
interface Content {
  subject: Attribute[];
  publicKey: KeyObject;
  /** In node-forge's form, without the key identifiers. */
  extensions: object[];
  notBefore: Date;
  notAfter: Date;
}

/** Length of an uncompressed point on the curve, the last part of its public key. */
const POINT = 65;

/** Key identifier in certificates. */
const keyIdentifier = (key: KeyObject): string => {
  const bits =
    key.asymmetricKeyType === 'ec'
      ? key.export({ type: 'spki', format: 'der' }).subarray(-POINT)
      : key.export({ type: 'pkcs1', format: 'der' });
  return createHash('sha1').update(bits).digest().toString('latin1');
};

/** The subject of a certificate, byte by byte. */
const subjectOf = (certificate: X509Certificate): Asn1 => {
  const [toBeSigned] = nodeOf(certificate.raw).value as Asn1[];
  return (toBeSigned!.value as Asn1[])[5]!;
};

/** The algorithm ecdsa-with-SHA256, which has no parameters. */
const algorithm = (): Asn1 => sequence(oid('1.2.840.10045.4.3.2'));

const time = (date: Date): Asn1 =>
  create(Class.UNIVERSAL, Type.UTCTIME, false, forge.asn1.dateToUtcTime(date));

/** node-forge's types lack this function. */
const { certificateExtensionsToAsn1 } = forge.pki as unknown as {
  certificateExtensionsToAsn1(extensions: object[]): Asn1;
};

/**
 * Writes and signs a certificate.
 * @param issuer its certificate in PEM; without it, the certificate names itself as its issuer
 * @param key of the issuer, on curve P-256
 * @returns PEM
 */
export function certify(content: Content, issuer: string | undefined, key: KeyObject): string {
  const { subject, publicKey, extensions, notBefore, notAfter } = content;
  const name = forge.pki.distinguishedNameToAsn1({ attributes: subject });
  const issuing = issuer === undefined ? undefined : new X509Certificate(issuer);
  // node-forge encodes the values of extensions only as a part of a certificate.
  const written = forge.pki.createCertificate();
  written.setExtensions([
    ...extensions,
    // Strict clients, such as Python's since 3.13, require both identifiers.
    { id: '2.5.29.14', value: octets(keyIdentifier(publicKey)) },
    { id: '2.5.29.35', value: sequence(context(0, keyIdentifier(issuing?.publicKey ?? publicKey))) },
  ]);
  const toBeSigned = sequence(
    explicit(0, integer('\x02')),
    integer(`\x01${randomBytes(15).toString('latin1')}`),
    algorithm(),
    issuing ? subjectOf(issuing) : name,
    sequence(time(notBefore), time(notAfter)),
    name,
    nodeOf(publicKey.export({ type: 'spki', format: 'der' })),
    certificateExtensionsToAsn1(written.extensions),
  );
  const signature = sign('sha256', bytesOf(toBeSigned), key).toString('latin1');
  const bits = create(Class.UNIVERSAL, Type.BITSTRING, false, `\0${signature}`);
  const base64 = bytesOf(sequence(toBeSigned, algorithm(), bits)).toString('base64');
  const lines = base64.match(/.{1,64}/g)!;
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
