/**
 * Certificates for the sandbox: a certificate authority, the server certificate of the stand-in portals, and client
 * certificates with the names that FNMT gives them. Keys of clients are RSA of 2048 bits, as FNMT's; the others are on
 * curve P-256, so that the authority's key can be derived. Signatures use SHA-256.
 */

import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import forge from 'node-forge';
import { explicit, sequence } from './der.ts';
import { type Attribute, certify } from './x509.ts';

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

/** A person. Names may have any characters. The second surname may be missing. */
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

/** The name of the certificate authority, unless a test gives another. */
const NAME = 'Pasarela Sandbox CA';

/**
 * Creates a certificate authority for ten years, longer than the certificates that it issues.
 * @param name in ASCII
 */
export const createCertificateAuthority = async (name = NAME): Promise<CertificateAuthority> =>
  authorityOf(await newKey('ec'), name);

/**
 * Derives a certificate authority from a secret, valid for ten years from now. Its key and name are always the same, so every
 * process accepts the certificates that another process issued.
 * @param secret at least 32 characters that cannot be guessed
 */
export const deriveCertificateAuthority = (secret: string): CertificateAuthority => {
  if (secret.length < 32) throw new RangeError('The secret of the certificate authority is too short.');
  // More bytes than the key has make every key as likely as any other.
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'pasarela sandbox certificate authority', 48));
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex');
  const point = pair.getPublicKey();
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const d = pair.getPrivateKey().toString('base64url');
  const key = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33), d };
  return authorityOf(createPrivateKey({ key, format: 'jwk' }), NAME);
};

/** The order of curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const authorityOf = (key: KeyObject, name: string): CertificateAuthority => {
  const { certificate, key: pem } = issue(undefined, key, {
    subject: [attribute('2.5.4.6', 'ES'), attribute('2.5.4.3', name)],
    extensions: [
      { name: 'basicConstraints', critical: true, cA: true },
      { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
    ],
    lifetime: 10 * YEAR,
  });
  return { certificate, key: pem };
};

/** The names of the real portals. A program that resolves one of them to this machine accepts the stand-ins under that name. */
const PORTALS = [
  'w2.seg-social.es',
  'sp.seg-social.es',
  'w2sp.seg-social.es',
  'www.sepe.es',
  'sede.sepe.gob.es',
  'isweb.sepe.gob.es',
  'pasarela.clave.gob.es',
  'www1.agenciatributaria.gob.es',
  'www2.agenciatributaria.gob.es',
];

/** Issues a server certificate for these host names and IP addresses, for two years. */
export async function issueServer(
  authority: CertificateAuthority,
  hosts: string[] = ['127.0.0.1', 'localhost', ...PORTALS],
): Promise<Issued> {
  const altNames = hosts.map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host }));
  return issue(authority, await newKey('ec'), {
    subject: [attribute('2.5.4.3', hosts[0]!)],
    extensions: [...endEntity('serverAuth'), { name: 'subjectAltName', altNames }],
    lifetime: 2 * YEAR,
  });
}

/**
 * Issues a client certificate for two years, which end at `notAfter` if it is given. Subject and alternative name are
 * as FNMT writes them: for a representative both have the prefixes of ETSI EN 319 412-1, for a person only the
 * subject.
 * @param options.key private key of an earlier certificate, in PEM; a new one by default
 * @param options.type type of a new key
 */
export async function issueClient(
  authority: CertificateAuthority,
  subject: Subject,
  { key, type = 'rsa', ...options }: { notAfter?: Date; key?: string; type?: KeyType } = {},
): Promise<Issued> {
  const { names, fnmt } = subject.person
    ? personNames(subject.person, subject.organisation)
    : sealNames(subject.organisation);
  return issue(authority, key ? createPrivateKey(key) : await newKey(type), {
    subject: [attribute('2.5.4.6', 'ES'), ...names],
    extensions: [...endEntity('clientAuth'), { id: '2.5.29.17', value: directoryName(fnmt) }],
    lifetime: 2 * YEAR,
    ...options,
  });
}

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
const directoryName = (attributes: Attribute[]): forge.asn1.Asn1 =>
  sequence(explicit(4, forge.pki.distinguishedNameToAsn1({ attributes })));

const endEntity = (usage: 'serverAuth' | 'clientAuth'): object[] => [
  { name: 'basicConstraints', critical: true, cA: false },
  { name: 'keyUsage', critical: true, digitalSignature: true, keyEncipherment: true },
  { name: 'extKeyUsage', [usage]: true },
];

export type KeyType = 'ec' | 'rsa';

/** Creates a private key. */
const newKey = async (type: KeyType): Promise<KeyObject> =>
  (type === 'ec'
    ? await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
    : await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  ).privateKey;

/** Issues a certificate for a key; self-signed without an authority. `lifetime` is in milliseconds. */
function issue(
  authority: CertificateAuthority | undefined,
  key: KeyObject,
  what: { subject: Attribute[]; extensions: object[]; lifetime: number; notAfter?: Date },
): Issued {
  const { subject, extensions, lifetime, notAfter = new Date(Date.now() + lifetime) } = what;
  const certificate = certify(
    {
      subject,
      extensions,
      publicKey: createPublicKey(key),
      // Valid from the day before, because clocks differ.
      notBefore: new Date(notAfter.getTime() - lifetime - DAY),
      notAfter,
    },
    authority?.certificate,
    authority ? createPrivateKey(authority.key) : key,
  );
  return {
    certificate,
    key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    chain: certificate + (authority?.certificate ?? ''),
  };
}
