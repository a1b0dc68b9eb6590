/**
 * Certificates for the sandbox: a certificate authority, the server certificate of the stand-in portals, and client
 * certificates with the names that FNMT gives them. Keys are RSA of 2048 bits, signatures SHA-256.
 */

import { createPublicKey, generateKeyPair, privateEncrypt, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import forge from 'node-forge';

/** A certificate authority: two PEM texts, each for a file. The key is not encrypted. */
export interface CertificateAuthority {
  certificate: string;
  key: string;
}

/** An issued certificate as PEM texts; `chain` is the certificate followed by the authority's. */
export interface Issued {
  certificate: string;
  key: string;
  chain: string;
}

/** A person. Names may have any characters. Not everybody has a second surname. */
interface Person {
  /** NIF or NIE. */
  nif: string;
  givenName: string;
  firstSurname: string;
  secondSurname?: string;
}

/** An organisation. */
interface Organisation {
  cif: string;
  name: string;
}

/** A person, a person who represents an organisation, or the seal of an organisation. */
export type Subject =
  | { person: Person; organisation?: Organisation }
  | { person?: undefined; organisation: Organisation };

const DAY = 24 * 60 * 60_000;
const YEAR = 365 * DAY;

/** Creates a certificate authority for ten years, longer than what it issues. `name` is ASCII. */
export async function createCertificateAuthority(
  name = 'Pasarela Sandbox CA',
): Promise<CertificateAuthority> {
  const subject = [attribute('2.5.4.6', 'ES'), attribute('2.5.4.3', name)];
  const extensions = [
    { name: 'basicConstraints', critical: true, cA: true },
    { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
  ];
  const { certificate, key } = await issue(undefined, subject, extensions, 10 * YEAR);
  return { certificate, key };
}

/** Issues a server certificate for these host names and IP addresses, for two years. */
export async function issueServer(
  authority: CertificateAuthority,
  hosts: string[] = ['127.0.0.1', 'localhost'],
): Promise<Issued> {
  const altNames = hosts.map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host }));
  return issue(
    authority,
    [attribute('2.5.4.3', hosts[0]!)],
    [...endEntity('serverAuth'), { name: 'subjectAltName', altNames }],
    2 * YEAR,
  );
}

/**
 * Issues a client certificate for two years, which end at `notAfter` if it is given. Subject and alternative name are
 * as FNMT writes them: for a representative both have the prefixes of ETSI EN 319 412-1, for a person only the
 * subject.
 * @param options.key private key that an earlier certificate has, in PEM; a new one without it
 */
export async function issueClient(
  authority: CertificateAuthority,
  subject: Subject,
  options: { notAfter?: Date; key?: string } = {},
): Promise<Issued> {
  const { names, fnmt } = subject.person
    ? personNames(subject.person, subject.organisation)
    : sealNames(subject.organisation);
  return issue(
    authority,
    [attribute('2.5.4.6', 'ES'), ...names],
    [...endEntity('clientAuth'), { id: '2.5.29.17', value: directoryName(fnmt) }],
    2 * YEAR,
    options,
  );
}

/**
 * Packs a certificate with its key and chain. `modern` encrypts the key with AES-256 under PBKDF2 with SHA-256,
 * `legacy` with 3DES. Certificates are not encrypted and the MAC is SHA-1: node-forge writes nothing else.
 * @param iterations of each key derivation; node-forge takes 20 ms for the default
 * @throws RangeError for a modern file whose password is not ASCII: node-forge encodes it wrong
 */
export function toP12(
  issued: Issued,
  password: string,
  encryption: 'modern' | 'legacy' = 'modern',
  iterations = 2048,
): Buffer<ArrayBuffer> {
  if (encryption === 'modern' && /[^\x20-\x7e]/.test(password)) {
    throw new RangeError('The password of a modern P12 of the sandbox must be ASCII.');
  }
  // The type lacks the options for the encryption of the key.
  const options = {
    algorithm: encryption === 'modern' ? 'aes256' : '3des',
    prfAlgorithm: 'sha256',
    count: iterations,
  } as const;
  const certificates = issued.chain.match(/-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g)!;
  const p12 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(issued.key),
    certificates.map((pem) => forge.pki.certificateFromPem(pem)),
    password,
    options,
  );
  return Buffer.from(forge.asn1.toDer(p12).getBytes(), 'latin1');
}

type Attribute = forge.pki.CertificateField & { type: string; value: string };

/** An attribute of a distinguished name, in UTF-8 as FNMT writes it. */
function attribute(type: string, value: string): Attribute {
  return { type, value, valueTagClass: forge.asn1.Type.UTF8 as number };
}

interface Names {
  /** Attributes of the subject. */
  names: Attribute[];
  /** FNMT's own attributes, in the alternative name. */
  fnmt: Attribute[];
}

const FNMT = '1.3.6.1.4.1.5734.1';

function personNames(person: Person, organisation?: Organisation): Names {
  const { nif, givenName, firstSurname, secondSurname } = person;
  const surnames = [firstSurname, secondSurname].filter(Boolean).join(' ');
  const commonName = organisation
    ? `${nif} ${givenName} ${firstSurname} (R: ${organisation.cif})`
    : `${surnames} ${givenName} - ${nif}`;
  return {
    names: [
      attribute('2.5.4.5', `IDCES-${nif}`),
      attribute('2.5.4.42', givenName),
      attribute('2.5.4.4', surnames),
      attribute('2.5.4.3', commonName),
      ...(organisation ? organisationNames(organisation) : []),
    ],
    fnmt: [
      attribute(`${FNMT}.1`, givenName),
      attribute(`${FNMT}.2`, firstSurname),
      ...(secondSurname ? [attribute(`${FNMT}.3`, secondSurname)] : []),
      attribute(`${FNMT}.4`, organisation ? `IDCES-${nif}` : nif),
      ...(organisation ? organisationFnmt(organisation) : []),
    ],
  };
}

function sealNames(organisation: Organisation): Names {
  return {
    names: [
      attribute('2.5.4.11', 'SELLO ELECTRONICO'),
      attribute('2.5.4.5', organisation.cif),
      attribute('2.5.4.3', organisation.name),
      ...organisationNames(organisation),
    ],
    fnmt: organisationFnmt(organisation),
  };
}

const organisationNames = ({ cif, name }: Organisation) => [
  attribute('2.5.4.97', `VATES-${cif}`),
  attribute('2.5.4.10', name),
];

const organisationFnmt = ({ cif, name }: Organisation) => [
  attribute(`${FNMT}.6`, name),
  attribute(`${FNMT}.7`, `VATES-${cif}`),
];

/** GeneralNames with one directoryName, which node-forge cannot write. */
function directoryName(attributes: Attribute[]): forge.asn1.Asn1 {
  const { create, Class, Type } = forge.asn1;
  const name = forge.pki.distinguishedNameToAsn1({ attributes });
  return create(Class.UNIVERSAL, Type.SEQUENCE, true, [create(Class.CONTEXT_SPECIFIC, 4, true, [name])]);
}

const endEntity = (usage: 'serverAuth' | 'clientAuth'): object[] => [
  { name: 'basicConstraints', critical: true, cA: false },
  { name: 'keyUsage', critical: true, digitalSignature: true, keyEncipherment: true },
  { name: 'extKeyUsage', [usage]: true },
];

/** DER of a PKCS #1 DigestInfo with SHA-256, up to the digest. */
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** The key as node-forge signs with it. node-forge's own arithmetic, in JavaScript, takes ten times as long. */
const signerWith = (key: string) =>
  ({
    sign: (digest: forge.md.MessageDigest) =>
      privateEncrypt(
        key,
        Buffer.concat([SHA256_INFO, Buffer.from(digest.digest().getBytes(), 'latin1')]),
      ).toString('latin1'),
  }) as forge.pki.rsa.PrivateKey;

/** A private key in PEM. node-forge creates keys in JavaScript, which takes ten times as long. */
const newKey = async (): Promise<string> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey;
};

/** Creates a certificate and, unless one is given, its key; self-signed without an authority. `lifetime` is in milliseconds. */
async function issue(
  authority: CertificateAuthority | undefined,
  subject: Attribute[],
  extensions: object[],
  lifetime: number,
  { notAfter = new Date(Date.now() + lifetime), key: given }: { notAfter?: Date; key?: string } = {},
): Promise<Issued> {
  const key = given ?? (await newKey());
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string;
  const certificate = forge.pki.createCertificate();
  const issuer = authority ? forge.pki.certificateFromPem(authority.certificate) : certificate;
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  // Valid from the day before, for clocks that differ.
  certificate.validity.notBefore = new Date(notAfter.getTime() - lifetime - DAY);
  certificate.validity.notAfter = notAfter;
  certificate.setSubject(subject);
  certificate.setIssuer(issuer.subject.attributes);
  // Strict clients, such as Python's since 3.13, require both identifiers.
  const keyIdentifier = issuer.generateSubjectKeyIdentifier().getBytes();
  certificate.setExtensions([
    ...extensions,
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier },
  ]);
  certificate.sign(signerWith(authority?.key ?? key), forge.md.sha256.create());

  const pem = forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n');
  return { certificate: pem, key, chain: pem + (authority?.certificate ?? '') };
}
